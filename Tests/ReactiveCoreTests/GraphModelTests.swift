import TestSupport
import Testing

@testable import ReactiveCore

/// Random graphs of properties against a recursive evaluator that is obviously right and slow.
///
/// Other suites use the same graph at the same time from other threads, so each step looks at its own properties.
@Suite("Graph of properties against a model")
struct GraphModelTests {
  /// What a property is, as the model sees it.
  indirect enum Formula {
    case source(Int)
    case map(Int, times: Int, plus: Int)
    case pair(Int, Int)
    case sum([Int])
    case parity(Int)
    case choose(by: Int, among: [Int])
  }

  /// Properties and what they are; the index of each is its name.
  final class Run {
    var formulas: [Formula] = []
    var properties: [Property<Int>] = []
    var sources: [Int: MutableProperty<Int>] = [:]
    var seen: [[Int]] = []
    /// Properties to come that an earlier one may choose; they derive from sources only, so that there is no circle.
    var reserved: Set<Int> = []
    var isReady = false
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    func add(_ formula: Formula, _ property: Property<Int>) {
      let index = properties.count
      formulas.append(formula)
      properties.append(property)
      seen.append([])
      property.signal.observe(.init(value: { [unowned self] in seen[index].append($0) }))
    }

    func addSource() {
      let source = MutableProperty(generator.number(0...9))
      sources[properties.count] = source
      add(.source(properties.count), Property(source))
    }

    func addDerived() {
      let isChosenEarlier = reserved.contains(properties.count)
      func any() -> Int {
        isChosenEarlier ? generator.one(of: sources.keys.sorted()) : generator.number(0...properties.count - 1)
      }
      switch generator.number(0...(isChosenEarlier ? 2 : 4)) {
      case 0:
        let (a, times, plus) = (any(), generator.number(1...3), generator.number(0...9))
        add(.map(a, times: times, plus: plus), properties[a].map { ($0 &* times &+ plus) % 1_000 })
      case 1:
        let (a, b) = (any(), any())
        add(.pair(a, b), properties[a].combineLatest(with: properties[b]).map { ($0.0 &+ $0.1) % 1_000 })
      case 2:
        let members = (0..<generator.number(1...5)).map { _ in any() }
        add(
          .sum(members), Property<Int>.combineLatest(members.map { properties[$0] })!.map { $0.reduce(0, &+) % 1_000 })
      case 3:
        let a = any()
        add(.parity(a), properties[a].map { $0 % 2 }.skipRepeats())
      default:
        let by = generator.one(of: sources.keys.sorted())
        var among = (0..<generator.number(1...3)).map { _ in any() }
        // These come later in the order of evaluation: choosing one of them puts this property behind it.
        if !isReady { among += (0..<2).map { _ in properties.count + generator.number(1...6) } }
        reserved.formUnion(among.filter { $0 >= properties.count })
        let flat = FlattenNode<Int, Int>.make(properties[by].node) { [unowned self] value in
          let index = among[value % among.count]
          let chosen = properties[index < properties.count ? index : among[0]]
          return .init(node: chosen.node, keeper: chosen)
        }
        add(.choose(by: by, among: among), Property(owning: flat))
      }
    }

    /// Adds what was reserved and lets everything choose anew.
    func getReady() {
      while properties.count <= reserved.max() ?? 0 { addDerived() }
      isReady = true
      reserved = []
      for source in sources.values { source.value = generator.number(0...9) }
    }

    func model(_ index: Int, _ values: [Int: Int]) -> Int {
      switch formulas[index] {
      case .source(let source): values[source]!
      case .map(let a, let times, let plus): (model(a, values) &* times &+ plus) % 1_000
      case .pair(let a, let b): (model(a, values) &+ model(b, values)) % 1_000
      case .sum(let members): members.map { model($0, values) }.reduce(0, &+) % 1_000
      case .parity(let a): model(a, values) % 2
      case .choose(let by, let among): model(among[model(by, values) % among.count], values)
      }
    }
  }

  @Test("Values agree with the model, and each observer hears once an instant", arguments: 0..<60)
  func agrees(_ seed: Int) {
    let run = Run(seed: UInt64(seed))
    for _ in 0..<run.generator.number(1...4) { run.addSource() }
    for _ in 0..<run.generator.number(3...24) { run.addDerived() }
    run.getReady()
    for step in 0..<40 {
      if run.generator.happens(10) { run.addDerived() }
      for index in run.seen.indices { run.seen[index] = [] }
      let before = run.properties.map(\.value)
      let changes = run.sources.keys.sorted().filter { _ in run.generator.happens(40) }
        .map { ($0, run.generator.number(0...9)) }
      if run.generator.happens(50) {
        PropertyGraph.transaction { for (source, value) in changes { run.sources[source]!.value = value } }
      } else if let (source, value) = changes.first {
        run.sources[source]!.value = value
      }
      let values = run.sources.mapValues(\.value)
      for index in run.properties.indices {
        let expected = run.model(index, values)
        let value = run.properties[index].value
        #expect(value == expected, "seed \(seed), step \(step), property \(index) is \(run.formulas[index])")
        #expect(run.seen[index].count <= 1, "seed \(seed), step \(step): property \(index) was told \(run.seen[index])")
        #expect(run.seen[index].last ?? before[index] == expected, "seed \(seed), step \(step), property \(index)")
      }
    }
    #expect(Graph.brokenRules() == [])
  }
}
