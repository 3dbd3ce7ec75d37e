import CellModel
import Engine

/// Walks the states that a model can reach, breadth first, so that the first way to a state is a shortest one; or at
/// random, where they are too many.
///
/// - Complexity: O(*s* × *a*) steps, where *s* is the number of states and *a* that of steps to try; memory O(*s* × *w*),
///   where *w* is the width of a state.
final class Search<M: Model> {
  private let model: M
  private let options: SearchOptions
  private var states: FlatTable
  /// For each state the one it was first reached from, the step, and the time that passed in it.
  private var origins: [(state: Int32, step: Int32, seconds: Double)] = []

  /// How many steps were tried that could happen.
  private(set) var stepCount = 0
  private(set) var end = SearchEnd.allSeen
  /// What does not hold in some state, with the first state of each.
  private(set) var violations: [(violation: M.Violation, state: Int)] = []
  /// What was found wrong on the way, each once, with the steps that first led there.
  private(set) var findings: [(finding: M.Finding, steps: [String])] = []

  var stateCount: Int { states.count }

  init(_ model: M, _ options: SearchOptions) {
    self.model = model
    self.options = options
    states = FlatTable(width: model.width)
  }

  func run() {
    let (first, found) = model.begin()
    _ = insert(first)
    origins.append((-1, -1, 0))
    note(found) { [] }
    judge(first, 0)
    if let count = options.walk { walk(count) } else { seeAll() }
  }

  /// The steps that first led to a state.
  func steps(to state: Int) -> [String] {
    var steps: [String] = []
    var state = state
    while state > 0 {
      let (former, step, seconds) = origins[state]
      steps.append(model.text(of: Int(step), seconds: seconds))
      state = Int(former)
    }
    return steps.reversed()
  }

  private func insert(_ state: [UInt32]) -> (entry: Int, isNew: Bool) {
    state.withUnsafeBufferPointer { states.insert($0) }
  }

  private func seeAll() {
    var number = 0
    var state = Array(repeating: UInt32(0), count: model.width)
    while number < states.count {
      if number & 255 == 0, options.progress(states.count, stepCount) { return }
      for step in 0..<model.stepCount {
        states.copy(number, into: &state)
        guard let (_, isNew) = perform(step, &state, from: number) else { continue }
        if isNew, states.count >= options.maxStates {
          end = .stateLimit(options.maxStates)
          return
        }
      }
      number += 1
    }
  }

  /// Performs a step; `nil` when it leads to no state.
  private func perform(_ step: Int, _ state: inout [UInt32], from origin: Int) -> (number: Int, isNew: Bool)? {
    let passed: Double
    switch model.perform(step, on: &state) {
    case .impossible: return nil
    case .givenUp(let seconds, let found):
      stepCount += 1
      note(found) { steps(to: origin) + [model.text(of: step, seconds: seconds)] }
      return nil
    case .next(let seconds, let found):
      stepCount += 1
      passed = seconds
      note(found) { steps(to: origin) + [model.text(of: step, seconds: seconds)] }
    }
    let (number, isNew) = insert(state)
    if isNew {
      origins.append((Int32(origin), Int32(step), passed))
      judge(state, number)
    }
    return (number, isNew)
  }

  /// A step that cannot happen is drawn again; where nothing can happen the walk starts anew.
  private func walk(_ count: Int) {
    var generator = RandomSequence(seed: options.seed)
    var number = 0
    var misses = 0
    var state = Array(repeating: UInt32(0), count: model.width)
    guard model.stepCount > 0 else { return }
    while stepCount < count {
      if stepCount & 1023 == 0, options.progress(states.count, stepCount) { return }
      states.copy(number, into: &state)
      if let (reached, _) = perform(Int(generator.next() % UInt64(model.stepCount)), &state, from: number) {
        number = reached
        misses = 0
      } else {
        misses += 1
        guard misses > model.stepCount * 8 else { continue }
        // Nothing can happen here; at the beginning nothing ever can.
        if number == 0 { break }
        number = 0
        misses = 0
      }
    }
    end = .walked(count)
  }

  private func judge(_ state: [UInt32], _ number: Int) {
    for violation in model.judge(state, number: number) { violations.append((violation, number)) }
  }

  private func note(_ found: [M.Finding], _ steps: () -> [String]) {
    for finding in found where !findings.contains(where: { $0.finding == finding }) {
      findings.append((finding, steps()))
    }
  }
}

/// How far a search goes, and how.
package struct SearchOptions {
  /// The most states that are kept.
  package var maxStates = 1_000_000
  /// How many steps of a random walk are made instead of seeing all states; `nil` sees all.
  package var walk: Int?
  package var seed: UInt64 = 0x5EAF
  /// Asked now and then; `true` ends the search.
  package var progress: (_ states: Int, _ steps: Int) -> Bool = { _, _ in false }

  package init() {}
}

/// Why a search ended.
package enum SearchEnd: Hashable {
  case allSeen
  case stateLimit(Int)
  case walked(Int)
}
