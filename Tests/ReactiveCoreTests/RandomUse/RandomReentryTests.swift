import ReactiveCore
import TestSupport
import Testing

/// Observers of properties that set properties, open transactions, start producers and dispose of observers while they are told, against a
/// slow model.
///
/// The model has lists and no graph: a set gives a node its next *version*, an instant lists who is to be told of which version, and
/// who started a producer hears what is newer than the version that it was given.
@Suite("Random use of properties by their own observers")
struct RandomReentryTests {
  enum Kind: CaseIterable { case signalValues, producerValues, producerEvents, mappedEvents }

  indirect enum Step {
    case set(Int, Int)
    case transaction([Step])
    case start(Int, Kind)
    case dispose(Int)
  }

  /// What is done, from outside and by observers; the same for the model and the module.
  struct Script {
    let seed: UInt64
    static let nodes = 5
    static let sources = [0, 2]

    func steps(outside round: Int) -> [Step] {
      var generator = SeededGenerator(seed: seed &+ UInt64(round) &* 7_919)
      return (0..<generator.number(1...3)).map { _ in step(&generator, 2) }
    }

    /// What an observer does when it is told something for the nth time.
    func steps(of observer: Int, at count: Int) -> [Step] {
      var generator = SeededGenerator(seed: seed &* 31 &+ UInt64(observer * 1_009 + count))
      guard generator.happens(40) else { return [] }
      return (0..<generator.number(1...2)).map { _ in step(&generator, 1) }
    }

    private func step(_ generator: inout SeededGenerator, _ depth: Int) -> Step {
      switch generator.number(0...9) {
      case 0...3: .set(generator.one(of: Self.sources), generator.number(0...7))
      case 4...5: .start(generator.number(0...Self.nodes - 1), generator.one(of: Kind.allCases))
      case 6...7: .dispose(generator.number(0...30))
      default:
        depth == 0
          ? .set(generator.one(of: Self.sources), generator.number(0...7))
          : .transaction((0..<generator.number(1...4)).map { _ in step(&generator, depth - 1) })
      }
    }
  }

  @Test("Each observer is told what the model says, in the same order", arguments: 0..<4)
  func random(part: Int) {
    var told = 0
    for index in 0..<TestLength.count(300, of: 50_000) {
      let script = Script(seed: UInt64(part * 1_000_000 + index))
      let (model, run) = (ReentryModel(script), ReentryRun(script))
      for round in 0..<6 {
        model.perform(script.steps(outside: round))
        run.perform(script.steps(outside: round))
      }
      if run.log != model.log {
        Issue.record("seed \(script.seed)\n\(run.log)\nexpected \(model.log)")
        return
      }
      told += model.log.count
    }
    #expect(told > 5_000)
  }
}

/// What an observer does beyond taking notes; so many steps altogether.
private struct Budget {
  private var left = 60

  mutating func spend() -> Bool {
    left -= 1
    return left >= 0
  }
}

/// The rules of the event contract on lists.
private final class ReentryModel {
  final class Listener {
    let number: Int
    let kind: RandomReentryTests.Kind
    /// The version that it began with; a signal's observer hears all that it is there for.
    var given = 0
    var count = 0
    var isFirst = false
    var isBusy = false
    var isStopped = false
    var hasReturned = false
    var waiting: [Int] = []

    init(_ number: Int, _ kind: RandomReentryTests.Kind) {
      self.number = number
      self.kind = kind
    }

    var hearsEnd: Bool { kind == .producerEvents || kind == .mappedEvents }
  }

  struct Node {
    var value = 0
    var version = 0
    var listeners: [Listener] = []
    var hasSignal = false
    var isHeard: Bool { hasSignal || !listeners.isEmpty }
  }

  private let script: RandomReentryTests.Script
  private var budget = Budget()
  private var nodes = Array(repeating: Node(), count: RandomReentryTests.Script.nodes)
  private var queue: [(node: Int, value: Int, version: Int)] = []
  private var isDelivering = false
  private var transactions = 0
  private var unsettled: [Int] = []
  private var all: [Listener] = []
  private(set) var log: [String] = []

  init(_ script: RandomReentryTests.Script) { self.script = script }

  func perform(_ steps: [RandomReentryTests.Step]) {
    for step in steps {
      switch step {
      case .set(let node, let value): set(node, value)
      case .transaction(let steps):
        transactions += 1
        perform(steps)
        transactions -= 1
        if transactions == 0 { settle() }
      case .start(let node, let kind): start(node, kind)
      case .dispose(let index): if !all.isEmpty { dispose(all[index % all.count]) }
      }
    }
  }

  private func set(_ node: Int, _ value: Int) {
    nodes[node].value = value
    nodes[node].version += 1
    if !unsettled.contains(node) { unsettled.append(node) }
    if transactions == 0 { settle() }
  }

  /// One instant, and then who is to be told, unless somebody further up tells.
  private func settle() {
    guard !unsettled.isEmpty else { return }
    let changed = unsettled
    unsettled = []
    for node in changed { enqueue(node) }
    if changed.contains(0) { derive(1, nodes[0].value / 2, always: true) }
    derive(3, nodes[0].value + nodes[2].value, always: true)
    if changed.contains(0) { derive(4, nodes[1].value, always: false) }
    guard !isDelivering else { return }
    isDelivering = true
    while !queue.isEmpty {
      let (node, value, version) = queue.removeFirst()
      for listener in nodes[node].listeners { tell(listener, value, version) }
    }
    isDelivering = false
  }

  private func derive(_ node: Int, _ value: Int, always: Bool) {
    guard always || nodes[node].value != value else { return }
    nodes[node].value = value
    nodes[node].version += 1
    enqueue(node)
  }

  private func enqueue(_ node: Int) {
    if nodes[node].isHeard { queue.append((node, nodes[node].value, nodes[node].version)) }
  }

  private func tell(_ listener: Listener, _ value: Int, _ version: Int) {
    guard listener.kind == .signalValues || !listener.isStopped && version > listener.given else { return }
    if listener.isFirst { return listener.waiting.append(value) }
    listener.isBusy = true
    call(listener, value)
    listener.isBusy = false
    if listener.isStopped && listener.hearsEnd { log.append("\(listener.number): X") }
  }

  private func call(_ listener: Listener, _ value: Int) {
    log.append("\(listener.number): \(value)")
    listener.count += 1
    if budget.spend() { perform(script.steps(of: listener.number, at: listener.count)) }
  }

  private func start(_ node: Int, _ kind: RandomReentryTests.Kind) {
    let listener = Listener(all.count, kind)
    all.append(listener)
    nodes[node].listeners.append(listener)
    if kind == .signalValues {
      nodes[node].hasSignal = true
    } else {
      listener.given = nodes[node].version
      listener.isFirst = true
      call(listener, nodes[node].value)
      while !listener.waiting.isEmpty { call(listener, listener.waiting.removeFirst()) }
      listener.isFirst = false
    }
    listener.hasReturned = true
  }

  private func dispose(_ listener: Listener) {
    guard listener.hasReturned, !listener.isStopped else { return }
    listener.isStopped = true
    for node in nodes.indices { nodes[node].listeners.removeAll { $0 === listener } }
    if listener.hearsEnd && !listener.isBusy { log.append("\(listener.number): X") }
  }
}

/// The same with properties.
private final class ReentryRun {
  private let script: RandomReentryTests.Script
  private var budget = Budget()
  private let first = MutableProperty(0)
  private let second = MutableProperty(0)
  private let properties: [Property<Int>]
  private var handles: [(any Disposable)?] = []
  private var counts: [Int] = []
  private(set) var log: [String] = []

  init(_ script: RandomReentryTests.Script) {
    self.script = script
    let half = first.map { $0 / 2 }
    let sum = first.combineLatest(with: second).map { $0.0 + $0.1 }
    properties = [Property(first), half, Property(second), sum, half.skipRepeats()]
  }

  func perform(_ steps: [RandomReentryTests.Step]) {
    for step in steps {
      switch step {
      case .set(0, let value): first.value = value
      case .set(_, let value): second.value = value
      case .transaction(let steps): PropertyGraph.transaction { perform(steps) }
      case .start(let node, let kind): start(properties[node], kind)
      case .dispose(let index): if !handles.isEmpty { handles[index % handles.count]?.dispose() }
      }
    }
  }

  private func start(_ property: Property<Int>, _ kind: RandomReentryTests.Kind) {
    let number = handles.count
    handles.append(nil)
    counts.append(0)
    handles[number] =
      switch kind {
      case .signalValues: property.signal.observeValues { [weak self] in self?.told(number, $0) }
      case .producerValues: property.producer.startWithValues { [weak self] in self?.told(number, $0) }
      case .producerEvents: property.producer.start { [weak self] in self?.told(number, $0) }
      case .mappedEvents: property.producer.map { $0 }.start { [weak self] in self?.told(number, $0) }
      }
  }

  private func told(_ number: Int, _ event: Signal<Int, Never>.Event) {
    switch event {
    case .value(let value): told(number, value)
    case .interrupted: log.append("\(number): X")
    case .completed, .failed: break
    }
  }

  private func told(_ number: Int, _ value: Int) {
    log.append("\(number): \(value)")
    counts[number] += 1
    if budget.spend() { perform(script.steps(of: number, at: counts[number])) }
  }
}
