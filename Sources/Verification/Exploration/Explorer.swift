import CellModel
import Diagnostics
import Engine
import LiveSheets
import SheetText

/// Walks the states that a sheet can reach, breadth first, so that the first way to a state is a shortest one.
///
/// A state is what the inputs, the states, what streams remember and what is under way make of it. From each, every step
/// is tried: each value of each input, each event, each action, the next timer, each answer to each open call. What
/// follows is the sheet's own doing: an exploration has no rules of its own.
///
/// - Complexity: O(*s* × *a*) steps, where *s* is the number of states and *a* that of steps to try; memory O(*s* × *w*),
///   where *w* is the number of places that can differ.
package final class Explorer {
  package struct Options {
    /// The most states that are kept.
    package var maxStates = 1_000_000
    /// Whether inputs without a declared domain take the values that the tests give them.
    package var usesTests = true
    /// How many steps of a random walk are made instead of the search; `nil` searches.
    package var walk: Int?
    package var seed: UInt64 = 0x5EAF
    /// Whether what steps and formulas have given is looked up where they would give it again; tests turn it off.
    package var remembers = true
    /// Asked now and then; `true` ends the exploration.
    package var progress: (_ states: Int, _ steps: Int) -> Bool = { _, _ in false }

    package init() {}
  }

  private let options: Options
  private let sheet: LiveSheet
  private let keeper: MomentKeeper
  private let steps: [ExplorationStep]
  private let memo: StepMemo
  private let judge: StateJudge
  private var states: FlatTable
  /// For each state the one it was first reached from, the step, and the time that passed in it.
  private var parents: [(state: Int32, step: Int32, seconds: Double)] = []
  private var result = Exploration()

  package init(document: SheetDocument, environment: LiveSheet.Environment, options: Options = Options()) {
    self.options = options
    var environment = environment
    environment.now = { LiveSheet.virtualStart }
    environment.hasVirtualClock = true
    environment.services = .mocked
    sheet = LiveSheet(document, environment: environment)
    keeper = MomentKeeper(sheet)
    steps = sheet.explorationSteps(usesTests: options.usesTests)
    memo = StepMemo(sheet, keeper, steps, remembers: options.remembers)
    judge = StateJudge(sheet, keeper, remembers: options.remembers)
    states = FlatTable(width: keeper.width)
  }

  /// Explores, and tells what was found.
  package func run() -> Exploration {
    result.untouched = sheet.openDomains.filter { name in !steps.contains { $0.text.hasPrefix("\(name) = ") } }
    let first = keeper.take()
    _ = insert(first)
    parents.append((-1, -1, 0))
    _ = takeReports { [] }
    note(judge.judge(0, first), 0)
    if let count = options.walk { walk(count) } else { search() }
    result.stateCount = states.count
    result.madeCount = memo.madeCount
    result.modes = judge.coverage { self.series(to: $0) }
    return result
  }

  private func insert(_ moment: [UInt32]) -> (entry: Int, isNew: Bool) {
    moment.withUnsafeBufferPointer { states.insert($0) }
  }

  // MARK: Search

  private func search() {
    var state = 0
    var moment = Array(repeating: UInt32(0), count: keeper.width)
    while state < states.count {
      if state & 255 == 0, options.progress(states.count, result.stepCount) { return }
      for step in steps.indices {
        states.copy(state, into: &moment)
        guard let (_, isNew) = make(step, &moment, from: state) else { continue }
        if isNew, states.count >= options.maxStates {
          result.end = .stateLimit(options.maxStates)
          return
        }
      }
      state += 1
    }
  }

  /// Makes a step from a state; `nil` when it cannot happen there.
  private func make(_ step: Int, _ moment: inout [UInt32], from state: Int) -> (number: Int, isNew: Bool)? {
    let madeCount = memo.madeCount
    let (isPossible, seconds) = memo.apply(step, to: &moment)
    guard isPossible else { return nil }
    result.stepCount += 1
    // An instant that was given up leaves a state that means nothing; it is not followed.
    if memo.madeCount > madeCount, takeReports({ self.series(to: state) + [self.text(step, seconds)] }) { return nil }
    let (number, isNew) = insert(moment)
    if isNew {
      parents.append((Int32(state), Int32(step), seconds))
      note(judge.judge(number, moment), number)
    }
    return (number, isNew)
  }

  /// A random walk: a step that cannot happen is drawn again; where nothing can happen it starts anew.
  private func walk(_ count: Int) {
    var generator = RandomSequence(seed: options.seed)
    var state = 0
    var misses = 0
    var moment = Array(repeating: UInt32(0), count: keeper.width)
    guard !steps.isEmpty else { return }
    while result.stepCount < count {
      if result.stepCount & 1023 == 0, options.progress(states.count, result.stepCount) { return }
      states.copy(state, into: &moment)
      if let (number, _) = make(Int(generator.next() % UInt64(steps.count)), &moment, from: state) {
        state = number
        misses = 0
      } else {
        misses += 1
        guard misses > steps.count * 8 else { continue }
        // Nothing can happen here; at the beginning nothing ever can.
        if state == 0 { break }
        state = 0
        misses = 0
      }
    }
    result.end = .walked(count)
  }

  // MARK: Findings

  private func note(_ broken: [BrokenCheck], _ state: Int) {
    for check in broken {
      result.counterExamples.append(Exploration.CounterExample(check: check, steps: series(to: state)))
    }
  }

  /// Notes what the sheet has found wrong, each finding once.
  ///
  /// - Returns: Whether there was an error.
  private func takeReports(_ steps: () -> [String]) -> Bool {
    let reports = sheet.takeReports()
    for report in reports where !result.findings.contains(where: { $0.diagnostic == report }) {
      result.findings.append(Exploration.Finding(diagnostic: report, steps: steps()))
    }
    return reports.contains { $0.severity == .error }
  }

  private func text(_ step: Int, _ seconds: Double) -> String {
    steps[step].isTime ? "wait \(NumberText.general(seconds))" : steps[step].text
  }

  /// The steps that first led to a state.
  private func series(to state: Int) -> [String] {
    var series: [String] = []
    var state = state
    while state > 0 {
      let (parent, step, seconds) = parents[state]
      series.append(text(Int(step), seconds))
      state = Int(parent)
    }
    return series.reversed()
  }
}
