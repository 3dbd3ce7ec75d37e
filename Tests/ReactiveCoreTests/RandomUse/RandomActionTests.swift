import TestSupport
import Testing

@testable import ReactiveCore

/// Random use of an action against a slow reading of the contract's A1 to A7, from within observers, too.
///
/// The model knows streams that deliver one event after the other (E2, E8), one queue for what properties deliver (P3),
/// and the order in which a piece of work ends. `LONG_TESTS=1 swift test --filter RandomActionTests` tries 100,000.
@Suite("Random actions against a model")
struct RandomActionTests {
  enum Step {
    case setState(Int)
    case start(Int)
    /// To the signal that the action is bound to.
    case offer(Int)
    /// To the input of a piece of work, counted back from the last.
    case send(Int)
    case complete(Int)
    case fail(Int)
    case interrupt(Int)
    case dispose(Int)
  }

  /// What is done, and what observers do when they note the first, second … line of a kind.
  struct Script {
    var steps: [Step]
    var reactions: [String: [Step?]]

    static func random(_ generator: inout SeededGenerator) -> Script {
      var reactions: [String: [Step?]] = [:]
      for _ in 0..<generator.number(0...4) {
        let kind = generator.one(of: [
          "s:v", "s:|", "s:!", "s:X", "s:D", "en", "ex", "ev:v", "ev:|", "ev:!", "ev:X", "dis", "over",
        ])
        let delay = Array(repeating: Step?.none, count: generator.number(0...2))
        reactions[kind, default: []] += delay + [step(&generator)]
      }
      return Script(steps: (0..<generator.number(1...12)).map { _ in step(&generator) }, reactions: reactions)
    }

    private static func step(_ generator: inout SeededGenerator) -> Step {
      let back = generator.number(0...3) == 0 ? generator.number(1...2) : 0
      return switch generator.number(0...13) {
      case 0, 1: .setState(generator.number(1...6))
      case 2...5: .start(generator.number(0...5))
      case 6, 7: .send(back)
      case 8: .complete(back)
      case 9: .fail(back)
      case 10: .interrupt(back)
      case 11, 12: .offer(generator.number(0...5))
      default: .dispose(back)
      }
    }
  }

  struct Fault: Error {}

  static func allows(_ state: Int) -> Bool { state % 3 != 0 }

  /// What a piece of work does at once: so many values, and whether it completes.
  static func beginning(_ input: Int) -> (values: Int, isAll: Bool) { (input % 3, input > 3) }

  /// Notes lines and answers them as the script says.
  class Runner {
    private(set) var lines: [String] = []
    private var reactions: [String: [Step?]] = [:]

    final func run(_ script: Script) {
      reactions = script.reactions
      for step in script.steps {
        lines.append("> \(step)")
        perform(step)
      }
    }

    final func note(_ kind: String, _ detail: String = "") {
      lines.append(kind + " " + detail)
      guard reactions[kind]?.isEmpty == false, let step = reactions[kind]!.removeFirst() else { return }
      lines.append("( \(step)")
      perform(step)
      lines.append(")")
    }

    func perform(_ step: Step) {}
  }

  // MARK: The action itself

  final class Run: Runner {
    private let state = MutableProperty(1)
    private var action: Action<Int, Int, Fault>!
    private var inputs: [Signal<Int, Fault>.Observer] = []
    private var starts: [any Disposable] = []
    private let offers = Signal<Int, Never>.pipe()
    private var begun = 0
    private var sent = 0

    override init() {
      super.init()
      action = Action(state: state, enabledIf: allows) { [weak self] in self?.work($0, $1) ?? .empty }
      action.isEnabled.signal.observeValues { [weak self] in self?.note("en", "\($0)") }
      action.isExecuting.signal.observeValues { [weak self] in self?.note("ex", "\($0)") }
      action.events.observeValues { [weak self] event in
        switch event {
        case .value(let value): self?.note("ev:v", "\(value)")
        case .completed: self?.note("ev:|")
        case .failed: self?.note("ev:!")
        case .interrupted: self?.note("ev:X")
        }
      }
      action.disabledErrors.observeValues { [weak self] in self?.note("dis") }
      action <~ offers.output
    }

    private func work(_ state: Int, _ input: Int) -> SignalProducer<Int, Fault> {
      SignalProducer { [unowned self] observer, lifetime in
        let number = inputs.count
        inputs.append(observer)
        lifetime.observeEnded { [weak self] in self?.note("over", "\(number)") }
        note("work", "\(number) of \(input) in \(state)")
        let beginning = RandomActionTests.beginning(input)
        for value in 0..<beginning.values { observer.send(value: 100 * number + value) }
        if beginning.isAll { observer.sendCompleted() }
      }
    }

    override func perform(_ step: Step) {
      switch step {
      case .setState(let new): state.value = new
      case .start(let input):
        let number = begun
        begun += 1
        // Who disposes of a start from within it finds nothing yet.
        starts.append(AnyDisposable())
        starts[number] = action.apply(input).start { [weak self] event in
          switch event {
          case .value(let value): self?.note("s:v", "\(number) \(value)")
          case .completed: self?.note("s:|", "\(number)")
          case .failed(.disabled): self?.note("s:D", "\(number)")
          case .failed: self?.note("s:!", "\(number)")
          case .interrupted: self?.note("s:X", "\(number)")
          }
        }
      case .offer(let input): offers.input.send(value: input)
      case .send(let back):
        sent += 1
        input(back)?.send(value: -sent)
      case .complete(let back): input(back)?.sendCompleted()
      case .fail(let back): input(back)?.send(error: Fault())
      case .interrupt(let back): input(back)?.sendInterrupted()
      case .dispose(let back): if begun > back { starts[begun - 1 - back].dispose() }
      }
    }

    private func input(_ back: Int) -> Signal<Int, Fault>.Observer? {
      inputs.count > back ? inputs[inputs.count - 1 - back] : nil
    }
  }

  // MARK: The model

  /// A stream with one observer: one event after the other, and nothing behind an end.
  final class ModelStream {
    enum Event: Equatable {
      case value(Int)
      /// `|`, `!`, `X`, or `D` for an action that is disabled.
      case end(String)
    }

    var observer: (Event) -> Void = { _ in }
    var ended: () -> Void = {}
    private var waiting: [Event] = []
    private var isDelivering = false
    private var isOver = false

    func send(_ event: Event) {
      guard !isOver else { return }
      if case .end(let end) = event {
        isOver = true
        if end == "X" { waiting = [] }
      }
      waiting.append(event)
      guard !isDelivering else { return }
      isDelivering = true
      while !waiting.isEmpty {
        let event = waiting.removeFirst()
        observer(event)
        if case .end = event { ended() }
      }
      isDelivering = false
    }
  }

  final class Model: Runner {
    private var state = 1
    private var isWorking = false
    private var wasEnabled = true
    private var deliveries: [(kind: String, value: Bool)] = []
    private var isDelivering = false
    private let disabled = ModelStream()
    private let offers = ModelStream()
    private var starts: [ModelStream?] = []
    private var works: [ModelStream] = []
    private var sent = 0

    override init() {
      super.init()
      disabled.observer = { [unowned self] _ in note("dis") }
      offers.observer = { [unowned self] event in
        if case .value(let input) = event { start(ModelStream(), input) }
      }
    }

    /// An instant, in which both properties take their values before anybody is told.
    private func settle(_ wasWorking: Bool) {
      let isEnabled = RandomActionTests.allows(state) && !isWorking
      if isEnabled != wasEnabled { deliveries.append(("en", isEnabled)) }
      wasEnabled = isEnabled
      if isWorking != wasWorking { deliveries.append(("ex", isWorking)) }
      guard !isDelivering else { return }
      isDelivering = true
      while !deliveries.isEmpty {
        let next = deliveries.removeFirst()
        note(next.kind, "\(next.value)")
      }
      isDelivering = false
    }

    private func set(isWorking new: Bool) {
      let old = isWorking
      isWorking = new
      settle(old)
    }

    override func perform(_ step: Step) {
      switch step {
      case .setState(let new):
        state = new
        settle(isWorking)
      case .start(let input): start(input)
      case .offer(let input): offers.send(.value(input))
      case .send(let back):
        sent += 1
        work(back)?.send(.value(-sent))
      case .complete(let back): work(back)?.send(.end("|"))
      case .fail(let back): work(back)?.send(.end("!"))
      case .interrupt(let back): work(back)?.send(.end("X"))
      case .dispose(let back): if starts.count > back { starts[starts.count - 1 - back]?.send(.end("X")) }
      }
    }

    private func work(_ back: Int) -> ModelStream? { works.count > back ? works[works.count - 1 - back] : nil }

    /// What the observers of the action's events are told, one event after the other.
    private func tell(_ event: ModelStream.Event) {
      // The events of the action end with the action only; an end of work is a value of theirs.
      waitingEvents.append(event)
      guard !isTelling else { return }
      isTelling = true
      while !waitingEvents.isEmpty {
        switch waitingEvents.removeFirst() {
        case .value(let value): note("ev:v", "\(value)")
        case .end(let end): note("ev:\(end)")
        }
      }
      isTelling = false
    }

    private var waitingEvents: [ModelStream.Event] = []
    private var isTelling = false

    private func start(_ input: Int) {
      let number = starts.count
      starts.append(nil)
      let start = ModelStream()
      start.observer = { [unowned self] event in
        switch event {
        case .value(let value): note("s:v", "\(number) \(value)")
        case .end(let end): note("s:\(end)", "\(number)")
        }
      }
      self.start(start, input)
      starts[number] = start
    }

    private func start(_ start: ModelStream, _ input: Int) {
      guard RandomActionTests.allows(state), !isWorking else {
        start.send(.end("D"))
        disabled.send(.value(0))
        return
      }
      let found = state
      set(isWorking: true)
      let work = ModelStream()
      var end: String?
      var isReleased = false
      start.ended = { [unowned self] in
        work.send(.end("X"))
        set(isWorking: false)
        isReleased = true
        if let end { tell(.end(end)) }
      }
      work.observer = { [unowned self] event in
        start.send(event)
        switch event {
        case .value: tell(event)
        case .end(let how):
          // Told when the action can be applied again.
          if isReleased { tell(event) } else { end = how }
        }
      }
      let workNumber = works.count
      works.append(work)
      work.ended = { [unowned self] in note("over", "\(workNumber)") }
      note("work", "\(workNumber) of \(input) in \(found)")
      let beginning = RandomActionTests.beginning(input)
      for value in 0..<beginning.values { work.send(.value(100 * workNumber + value)) }
      if beginning.isAll { work.send(.end("|")) }
    }
  }

  @Test("Random actions do what the contract says", arguments: 0..<4)
  func actions(part: Int) {
    var failures = 0
    for index in 0..<TestLength.count(500, of: 25_000) {
      let seed = part * 1_000_000 + index
      var generator = SeededGenerator(seed: UInt64(seed))
      let script = Script.random(&generator)
      let (run, model) = (Run(), Model())
      run.run(script)
      model.run(script)
      guard run.lines != model.lines else { continue }
      failures += 1
      let place = zip(run.lines, model.lines).enumerated().first { $1.0 != $1.1 }?.offset ?? 0
      Issue.record(
        "seed \(seed), line \(place):\n\(run.lines.joined(separator: "; "))\nexpected\n\(model.lines.joined(separator: "; "))"
      )
      if failures == 3 { return }
    }
  }
}
