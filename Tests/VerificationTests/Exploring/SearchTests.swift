import TestSupport
import Testing
import Threads

@testable import Verification

/// A model of a few numbers, whose steps are functions.
private final class ToyModel: Model {
  typealias Step = (text: String, perform: ([UInt32]) -> [UInt32]?)
  let first: [UInt32]
  let steps: [Step]
  let rule: ([UInt32]) -> String?
  /// The states that a step does not survive.
  var isFatal: ([UInt32]) -> Bool = { _ in false }
  /// The slot whose numbers count entries of a list.
  var listSlot: Int?
  var size = ModelSize()
  var judgedCount = 0
  private var told: Set<String> = []

  init(_ first: [UInt32], _ steps: [Step], rule: @escaping ([UInt32]) -> String? = { _ in nil }) {
    self.first = first
    self.steps = steps
    self.rule = rule
  }

  var width: Int { first.count }
  var stepCount: Int { steps.count }
  func begin() -> (state: [UInt32], findings: [String]) { (first, ["began"]) }

  func perform(_ step: Int, on state: inout [UInt32]) -> Transition<String> {
    guard let next = steps[step].perform(state) else { return .impossible }
    if isFatal(next) { return .givenUp(seconds: 0, ["fell"]) }
    state = next
    if let slot = listSlot, next[slot] > size.mostGrown.count { size.mostGrown = (slot, Int(next[slot])) }
    return .next(seconds: 1.5, [])
  }

  func judge(_ state: [UInt32], number: Int) -> [String] {
    judgedCount += 1
    return rule(state).map { told.insert($0).inserted ? [$0] : [] } ?? []
  }

  func text(of step: Int, seconds: Double) -> String { steps[step].text }
}

private func searched(_ model: ToyModel, _ change: (inout SearchOptions) -> Void = { _ in }) -> Search<ToyModel> {
  var options = SearchOptions()
  change(&options)
  let search = Search(model, options)
  search.run()
  return search
}

/// Counts up to a number, and back to 0 from anywhere.
private func counter(
  to last: UInt32 = 9, rule: @escaping ([UInt32]) -> String? = { _ in nil }
) -> ToyModel {
  ToyModel(
    [0],
    [
      ("up", { $0[0] < last ? [$0[0] + 1] : nil }), ("two up", { $0[0] + 2 <= last ? [$0[0] + 2] : nil }),
      ("back", { _ in [0] }),
    ],
    rule: rule)
}

@Suite("Search")
struct SearchTests {
  @Test("Each state is seen and judged once, each possible step tried from each")
  func counts() {
    let model = counter()
    let search = searched(model)
    #expect(search.stateCount == 10)
    #expect(model.judgedCount == 10)
    // `up` from nine of them, `two up` from eight, `back` from all.
    #expect(search.stepCount == 27)
    #expect(search.end == .allSeen)
  }

  @Test("Two bits have four states, however they are flipped")
  func bits() {
    let flips: [ToyModel.Step] = [("a", { [1 - $0[0], $0[1]] }), ("b", { [$0[0], 1 - $0[1]] })]
    let search = searched(ToyModel([0, 0], flips) { $0 == [1, 1] ? "both" : nil })
    #expect(search.stateCount == 4)
    #expect(search.stepCount == 8)
    #expect(search.faults.violations.map { search.steps(to: $0.state) } == [["a", "b"]])
  }

  @Test("What does not hold comes with a shortest series of steps")
  func shortest() {
    let search = searched(counter { $0[0] >= 5 ? "small" : nil })
    #expect(search.faults.violations.map(\.violation) == ["small"])
    #expect(search.faults.violations.map { search.steps(to: $0.state) } == [["up", "two up", "two up"]])
  }

  @Test("The state in which all begins is judged, too, and no step leads there")
  func beginning() {
    let search = searched(counter { $0[0] == 0 ? "not nothing" : nil })
    #expect(search.faults.violations.map { search.steps(to: $0.state) } == [[]])
    #expect(search.faults.findings.map(\.finding) == ["began"])
    #expect(search.faults.findings.map(\.steps) == [[]])
  }

  @Test("The search stops at the limit of states")
  func limit() {
    let search = searched(counter(to: .max) { $0[0] == 100 ? "hundred" : nil }) { $0.maxStates = 8 }
    #expect(search.stateCount == 8)
    #expect(search.end == .stateLimit(8))
    #expect(search.faults.violations.isEmpty)
  }

  @Test("The search stops where the states take too much memory")
  func memory() {
    let model = counter(to: .max)
    model.size.byteCount = 1_000_000
    let search = searched(model) { $0.maxBytes = 900_000 }
    #expect(search.end == .memoryLimit(bytes: 900_000))
    #expect(search.stateCount == 2)
    #expect(searched(counter(to: 40)) { $0.maxBytes = 900_000 }.end == .allSeen)
  }

  @Test("The search stops where a place has grown by too many entries, and that place is told first")
  func entries() {
    let steps: [ToyModel.Step] = [("other", { [$0[0], $0[1] + 1] }), ("up", { [$0[0] + 1, $0[1]] })]
    let model = ToyModel([0, 0], steps)
    model.listSlot = 1
    let search = searched(model) { $0.mostEntries = 5 }
    #expect(search.end == .entryLimit(slot: 1, count: 5))
    #expect(search.growth.map(\.slot) == [1, 0])
    #expect(searched(model) { ($0.mostEntries, $0.maxStates) = (nil, 90) }.end == .stateLimit(90))
  }

  @Test("What still grew at the limit is told, and what had all its values early is not")
  func growth() {
    // The second number has nine values from the first steps on, the third stays as it is.
    let steps: [ToyModel.Step] = [
      ("up", { [$0[0] + 1, $0[1], 5] }), ("other", { [$0[0], ($0[1] + 1) % 9, 5] }),
    ]
    let search = searched(ToyModel([0, 0, 5], steps)) { $0.maxStates = 400 }
    // Each depth adds a value to the first: nine states each once all of the second are there.
    #expect(search.growth.map(\.slot) == [0])
    #expect(search.growth.map(\.valueCount).allSatisfy { (40...60).contains($0) })
    #expect(searched(counter()).growth.isEmpty)
  }

  @Test("A search that is to fail fast ends with the first thing found wrong")
  func failFast() {
    let search = searched(counter { $0[0] >= 5 ? "small" : nil }) { $0.failFast = true }
    #expect(search.end == .stopped)
    #expect(search.faults.violations.map { search.steps(to: $0.state) } == [["up", "two up", "two up"]])
    #expect(search.stateCount < 10)
    let model = counter()
    model.isFatal = { $0[0] >= 4 }
    let fatal = searched(model) { $0.failFast = true }
    #expect(fatal.end == .stopped)
    #expect(fatal.faults.findings.map(\.finding) == ["began", "fell"])
  }

  @Test("Somebody who is asked now and then ends the search")
  func progress() {
    var asked: [Int] = []
    let search = searched(counter(to: 100_000)) {
      $0.progress = { states, _ in
        asked.append(states)
        return asked.count == 3
      }
    }
    #expect(asked.count == 3)
    #expect(search.stateCount < 2_000)
  }

  @Test("A step that is given up counts, is told once, and leads nowhere")
  func givenUp() {
    let model = counter()
    model.isFatal = { $0[0] >= 4 }
    let search = searched(model)
    #expect(search.stateCount == 4)
    #expect(search.stepCount == 4 * 3)
    #expect(search.faults.findings.map(\.finding) == ["began", "fell"])
    #expect(search.faults.findings.last?.steps == ["two up", "two up"])
  }

  @Test("A walk makes so many steps, the same for the same seed")
  func walk() {
    let walks = [UInt64(1), 1, 2].map { seed -> Search<ToyModel> in
      searched(counter { $0[0] == 9 ? "nine" : nil }) {
        $0.walk = 400
        $0.seed = seed
      }
    }
    #expect(walks.map(\.stepCount) == [400, 400, 400])
    #expect(walks[0].end == .walked(400))
    #expect(
      walks[0].faults.violations.map { walks[0].steps(to: $0.state) }
        == walks[1].faults.violations.map { walks[1].steps(to: $0.state) })
    // The steps that are told lead there, though a walk knows no shortest way.
    for walk in walks {
      for (_, state) in walk.faults.violations { #expect(count(walk.steps(to: state)) == 9) }
    }
  }

  /// Where steps of the counter lead.
  private func count(_ steps: [String]) -> Int {
    var count = 0
    for step in steps {
      switch step {
      case "up": count += 1
      case "two up": count += 2
      default: count = 0
      }
    }
    return count
  }

  @Test("A walk begins anew where nothing can happen, and ends where nothing ever can")
  func deadEnds() {
    let oneWay = ToyModel([0], [("on", { $0[0] < 3 ? [$0[0] + 1] : nil })])
    #expect(searched(oneWay) { $0.walk = 10 }.stepCount == 10)
    let stuck = ToyModel([0], [("never", { _ in nil })])
    #expect(searched(stuck) { $0.walk = 10 }.stepCount == 0)
    #expect(searched(ToyModel([0], [])) { $0.walk = 10 }.stateCount == 1)
  }
}

/// A random graph of numbered states, of which some steps are known and some states judged beforehand.
private final class RandomModel: Model {
  typealias Violation = String
  typealias Finding = String

  /// Where each step leads from a state: `nil` where it cannot happen, the same state with itself.
  private let targets: [[Int?]]
  private let isKnown: [[Bool]]
  private var judged: [Int] = []
  private(set) var performedCount = 0
  let stepCount: Int
  init(seed: UInt64, stateCount: Int, stepCount: Int) {
    var random = SeededGenerator(seed: seed)
    self.stepCount = stepCount
    targets = (0..<stateCount).map { _ in
      (0..<stepCount).map { _ in random.number(0...9) == 0 ? nil : random.number(0...stateCount - 1) }
    }
    isKnown = targets.map { $0.map { _ in random.number(0...4) > 0 } }
    areKnown = .allocate(capacity: stateCount)
    areKnown.initialize(repeating: false, count: stateCount)
    changes = .allocate(capacity: 1)
  }

  struct Lookup: StateLookup {
    unowned(unsafe) let model: RandomModel
    let layout: StateLayout.View
    let width: Int
    /// Beside each state whether its numbers are known, and what a step to it changes.
    let isKnown: UnsafePointer<Bool>
    let changes: UnsafePointer<UInt64>

    func known(
      _ step: Int, _ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt64>
    ) -> KnownStep? {
      let number = Int(layout.number(at: 0, of: state) * 7 + layout.number(at: 2, of: state))
      guard model.isKnown[number][step] else { return nil }
      guard let target = model.targets[number][step] else {
        return KnownStep(isPossible: false, seconds: 0, change: nil)
      }
      guard isKnown[target] else { return nil }
      return KnownStep(isPossible: true, seconds: 0, change: changes + target * width * 2)
    }

    var judgingRoom: Int { 0 }
    func isJudged(_ state: UnsafePointer<UInt64>, _ room: UnsafeMutablePointer<UInt32>) -> Bool {
      layout.number(at: 2, of: state) % 2 == 1
    }
  }

  private let areKnown: UnsafeMutablePointer<Bool>
  private var changes: UnsafeMutablePointer<UInt64>

  deinit {
    areKnown.deallocate()
    changes.deallocate()
  }

  func lookup(_ layout: StateLayout) -> Lookup {
    let width = layout.wordCount
    changes.deallocate()
    changes = .allocate(capacity: targets.count * width * 2)
    changes.initialize(repeating: 0, count: targets.count * width * 2)
    for target in targets.indices {
      let numbers = [(slot: 0, number: UInt32(target / 7)), (slot: 2, number: UInt32(target % 7))]
      let codes = numbers.compactMap { layout.code(of: $0.number, at: $0.slot) }
      areKnown[target] = codes.count == numbers.count
      let start = changes + target * width * 2
      for (word, bits) in layout.mask(of: [0, 2]).enumerated() { start[word] = ~bits }
      for (number, code) in zip(numbers, codes) { layout.put(Int(code), at: number.slot, of: start + width) }
    }
    return Lookup(model: self, layout: layout.view(), width: width, isKnown: areKnown, changes: changes)
  }
  var width: Int { 3 }
  let size = ModelSize()
  func begin() -> (state: [UInt32], findings: [String]) { ([0, 9, 0], []) }

  func perform(_ step: Int, on state: inout [UInt32]) -> Transition<String> {
    performedCount += 1
    guard let target = targets[Int(state[0] * 7 + state[2])][step] else { return .impossible }
    state = [UInt32(target / 7), 9, UInt32(target % 7)]
    return .next(seconds: 0, target % 50 == 1 ? ["met \(target)"] : [])
  }

  func judge(_ state: [UInt32], number: Int) -> [String] {
    judged.append(number)
    return state[0] % 13 == 5 ? ["\(state)"] : []
  }

  func text(of step: Int, seconds: Double) -> String { "\(step)" }
}

@Suite("Search on several threads")
struct SearchThreadTests {
  /// All that a search tells.
  private func told(_ search: Search<RandomModel>) -> [String] {
    var lines = ["\(search.stateCount) states, \(search.stepCount) steps, \(search.end)"]
    lines += search.faults.violations.map { "\($0.violation): \(search.steps(to: $0.state))" }
    lines += search.faults.findings.map { "\($0.finding): \($0.steps)" }
    return lines + (0..<search.stateCount).map { "\(search.state($0))" }
  }

  @Test("What is known is not performed, and the same is found with any number of threads")
  func threads() {
    let crews = [Crew(1), Crew(4)]
    for seed in 0..<UInt64(TestLength.count(10, of: 500)) {
      let size = 20 + Int(seed % 5) * 800
      var texts: [[String]] = []
      var performed: [Int] = []
      for crew in crews {
        for (keepsAll, limit) in [(false, Int.max), (true, .max), (false, size / 2)] {
          let model = RandomModel(seed: seed, stateCount: size, stepCount: 6)
          var options = SearchOptions()
          (options.crew, options.leastWork, options.maxStates) = (crew, 0, limit)
          options.keepsTransitions = keepsAll
          let search = Search(model, options)
          search.run()
          texts.append(told(search))
          performed.append(model.performedCount)
        }
      }
      #expect(Array(texts[..<3]) == Array(texts[3...]), "seed \(seed)")
      // What is kept of each step is performed; apart from what performing and judging find, it is the same.
      #expect(texts[0][0] == texts[1][0])
      #expect(performed[0] == performed[3] && performed[0] < performed[1])
    }
  }
}
