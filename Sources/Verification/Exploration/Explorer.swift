import CellModel
import Diagnostics
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
    /// Asked now and then; `true` ends the exploration.
    package var progress: (_ states: Int, _ steps: Int) -> Bool = { _, _ in false }

    package init() {}
  }

  private let options: Options
  private let sheet: LiveSheet
  private let keeper: MomentKeeper
  private let steps: [ExplorationStep]
  private var states = StateTable()
  /// For each state the one it was first reached from, the step, and the time that passed in it.
  private var parents: [(state: Int32, step: Int32, seconds: Double)] = []
  private var coverage: [ModesRecorder] = []
  private var result = Exploration()
  private var brokenLabels: Set<String> = []

  package init(document: SheetDocument, environment: LiveSheet.Environment, options: Options = Options()) {
    self.options = options
    var environment = environment
    environment.now = { LiveSheet.virtualStart }
    environment.hasVirtualClock = true
    environment.services = .mocked
    sheet = LiveSheet(document, environment: environment)
    keeper = MomentKeeper(sheet)
    steps = sheet.explorationSteps(usesTests: options.usesTests)
    coverage = sheet.modesNames.compactMap { ModesRecorder(sheet, $0) }
  }

  /// Explores, and tells what was found.
  package func run() -> Exploration {
    result.untouched = sheet.openDomains.filter { name in !steps.contains { $0.text.hasPrefix("\(name) = ") } }
    let (first, _) = states.insert(keeper.take())
    parents.append((-1, -1, 0))
    judge(first)
    if let count = options.walk { walk(count) } else { search() }
    result.stateCount = states.count
    result.modes = coverage.map { $0.coverage { self.series(to: $0) } }
    return result
  }

  // MARK: Search

  private func search() {
    var state = 0
    while state < states.count {
      if options.progress(states.count, result.stepCount) { return }
      for step in steps.indices {
        // The sheet has left the state by the step before.
        keeper.restore(states[state])
        guard let (number, isNew) = tryStep(step, from: state) else { continue }
        if isNew {
          judge(number)
          if states.count >= options.maxStates {
            result.end = .stateLimit(options.maxStates)
            return
          }
        }
      }
      state += 1
    }
  }

  /// Makes a step from where the sheet is; `nil` when it cannot happen there.
  private func tryStep(_ step: Int, from state: Int) -> (number: Int, isNew: Bool)? {
    let before = sheet.time
    guard sheet.perform(steps[step]) else { return nil }
    result.stepCount += 1
    let (number, isNew) = states.insert(keeper.take())
    if isNew { parents.append((Int32(state), Int32(step), (sheet.time - before).seconds)) }
    return (number, isNew)
  }

  /// A random walk: steps that cannot happen are drawn again; where nothing can happen it starts anew.
  private func walk(_ count: Int) {
    var generator = WalkGenerator(seed: options.seed)
    var state = 0
    var misses = 0
    while result.stepCount < count {
      if result.stepCount & 1023 == 0, options.progress(states.count, result.stepCount) { return }
      if let (number, isNew) = tryStep(Int(generator.next() % UInt64(max(steps.count, 1))), from: state) {
        if isNew { judge(number) }
        state = number
        misses = 0
      } else {
        misses += 1
        if misses > steps.count * 8 {
          keeper.restore(states[0])
          state = 0
          misses = 0
          if steps.isEmpty { break }
          result.stepCount += 1
        }
      }
    }
    result.end = .walked(count)
  }

  // MARK: Judging

  /// Judges the checks in the state that the sheet is in.
  private func judge(_ state: Int) {
    for recorder in coverage { recorder.note(state) }
    guard !sheet.holdsAllChecks else { return }
    for check in sheet.brokenChecks where brokenLabels.insert(check.label).inserted {
      result.counterExamples.append(Exploration.CounterExample(check: check, steps: series(to: state), pair: nil))
    }
  }

  /// The steps that first led to a state.
  private func series(to state: Int) -> [String] {
    var series: [String] = []
    var state = state
    while state > 0 {
      let (parent, step, seconds) = parents[state]
      series.append(
        steps[Int(step)].isTime ? "wait \(NumberText.general(seconds))" : steps[Int(step)].text)
      state = Int(parent)
    }
    return series.reversed()
  }
}

/// The numbers of a random walk (SplitMix64, Steele and others 2014).
private struct WalkGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
