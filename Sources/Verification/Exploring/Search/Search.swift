import CellModel
import Engine

/// Walks the states that a model can reach, breadth first, so that the first way to a state is a shortest one; or at
/// random, where they are too many.
///
/// Several threads look ahead where steps lead that are known; what is not known is performed, and states are added, in the
/// order of states and steps on one thread. So what is found, and its order, does not depend on the threads.
///
/// - Complexity: O(*s* × *a*) steps, where *s* is the number of states and *a* that of steps to try; memory O(*s* × *w*),
///   where *w* is the width of a state.
final class Search<M: Model> {
  private let model: M
  private let options: SearchOptions
  private let states: PackedStates
  @exclusivity(unchecked) private var ways: Ways
  @exclusivity(unchecked) private var lookahead: Lookahead
  /// What the model keeps, as it was when it was last asked to do something.
  @exclusivity(unchecked) private var modelSize = ModelSize()
  /// How many states have been judged.
  private var judgedCount = 0

  /// How many steps were tried that could happen.
  @exclusivity(unchecked) private(set) var stepCount = 0
  private(set) var end = SearchEnd.allSeen
  private(set) var faults = SearchFaults<M>()

  /// The steps that led from one state to another, where they are kept.
  var transitions: [Ways.Transition] { ways.transitions }

  var stateCount: Int { states.count }

  func state(_ number: Int) -> [UInt32] { states[number] }

  /// Whether a slot has another number in some state than in the first.
  func varies(_ slot: Int) -> Bool {
    (1..<max(states.count, 1)).contains { states.number(at: slot, of: $0) != states.number(at: slot, of: 0) }
  }

  init(_ model: M, _ options: SearchOptions) {
    self.model = model
    self.options = options
    states = PackedStates(width: model.width)
    ways = Ways(keepsTransitions: options.keepsTransitions)
    lookahead = Lookahead(options, stepCount: model.stepCount)
  }

  /// The slots that took the most values where a limit ended the search, the first grown most.
  var growth: [SlotGrowth] {
    switch end {
    case .entryLimit(let slot, _): SlotGrowth.found(in: states, lastWholeRound: ways.lastWholeRound, first: slot)
    case .stateLimit, .memoryLimit, .outOfMemory: SlotGrowth.found(in: states, lastWholeRound: ways.lastWholeRound)
    case .allSeen, .walked, .stopped: []
    }
  }

  func run() {
    let (first, found) = model.begin()
    _ = states.insert(first)
    ways.begin()
    faults.note(found) { [] }
    judge(first, 0)
    judgedCount = 1
    if let limit = options.metMemoryLimit() { end = .outOfMemory(megabytes: limit) }
    if isOver() { return }
    if let count = options.walk { walk(count) } else { seeAll() }
  }

  /// Whether something was found that ends the search.
  private func isOver() -> Bool {
    if case .outOfMemory = end { return true }
    guard options.failFast, faults.areFatal else { return false }
    end = .stopped
    return true
  }

  /// Whether there are as many states as may be kept.
  private func meetsLimit() -> Bool {
    if states.count >= options.maxStates {
      end = .stateLimit(options.maxStates)
      return true
    }
    if let most = options.mostEntries, modelSize.mostGrown.count > most {
      end = .entryLimit(slot: modelSize.mostGrown.slot, count: most)
      return true
    }
    return isTooLarge()
  }

  /// Whether the states take as much memory as they may, or as there is.
  private func isTooLarge() -> Bool {
    if byteCount > options.maxBytes {
      end = .memoryLimit(bytes: options.maxBytes)
      return true
    }
    // A question to the system, which takes as long as adding some states.
    guard states.count & 255 == 0, let limit = options.exceededMemory() else { return false }
    end = .outOfMemory(megabytes: limit)
    return true
  }

  /// About how many bytes the states take, with all that the model keeps for them.
  private var byteCount: Int {
    states.byteCount + lookahead.byteCount + ways.byteCount + modelSize.byteCount
  }

  /// The steps that first led to a state.
  func steps(to state: Int) -> [String] {
    ways.steps(to: state).map { model.text(of: $0.step, seconds: $0.seconds) }
  }

  private func seeAll() {
    var number = 0
    while number < states.count {
      lookahead.makeRoom(forSteps: model.stepCount)
      let window = number..<min(number + lookahead.most, states.count)
      if options.keepsTransitions {
        lookahead.pass(window)
      } else {
        lookahead.look(at: window, of: states.table.view, model.lookup(states.layout))
      }
      let isEnded = !expand(window)
      judgeAll()
      if isEnded { return }
      if let limit = options.metMemoryLimit() {
        end = .outOfMemory(megabytes: limit)
        return
      }
      number = window.upperBound
    }
  }

  /// Takes all steps from some states that were looked at; `false` when the search has come to its end.
  private func expand(_ window: Range<Int>) -> Bool {
    var state = Array(repeating: UInt32(0), count: model.width)
    // What is known may move as soon as a step is performed.
    var isLookupGood = !options.judgesAtOnce
    for number in window {
      if number & 255 == 0, options.progress(states.count, stepCount) {
        end = .stopped
        return false
      }
      if isLookupGood, lookahead.isComplete(number) {
        if !addSuccessors(of: number, upTo: window.upperBound) { return false }
        continue
      }
      for step in 0..<lookahead.stepCount {
        switch lookahead.step(step, of: number) {
        case .impossible: continue
        case .leads:
          stepCount += 1
          continue
        case .isNew where isLookupGood:
          stepCount += 1
          guard let place = lookahead.successors(of: number).first(where: { lookahead.successor(at: $0).step == step })
          else { preconditionFailure("a step that leads to a new state has a successor") }
          if addSuccessor(of: number, at: place), meetsLimit() { return false }
          continue
        case .isNew, .open: states.copy(number, into: &state)
        }
        isLookupGood = false
        guard let (_, isNew) = perform(step, &state, from: number) else {
          if isOver() { return false }
          continue
        }
        if isNew, isOver() || meetsLimit() { return false }
      }
    }
    return true
  }

  /// Adds all states to which steps from a state lead that are known; `false` when there may be no more.
  @inline(__always)
  private func addSuccessors(of number: Int, upTo end: Int) -> Bool {
    // Those of the next state come near while these are added.
    if number + 1 < end, lookahead.isComplete(number + 1) {
      lookahead.bringNear(successorsOf: number + 1, in: states.table.view)
    }
    for place in lookahead.successors(of: number) {
      if addSuccessor(of: number, at: place), meetsLimit() {
        stepCount += Int(lookahead.successor(at: place).rank)
        return false
      }
    }
    stepCount += lookahead.possibleCount(of: number)
    return true
  }

  /// Adds the state to which a known step leads; `false` when it has been added since.
  @inline(__always)
  private func addSuccessor(of origin: Int, at place: Int) -> Bool {
    guard states.insert(packed: lookahead.state(at: place)).isNew else { return false }
    let successor = lookahead.successor(at: place)
    ways.noteNew(from: origin, by: successor.step, after: successor.seconds)
    return true
  }

  /// Judges the states that have been reached since, in their order.
  private func judgeAll() {
    let new = judgedCount..<states.count
    guard !options.judgesAtOnce, !new.isEmpty else { return }
    judgedCount = states.count
    let judged = lookahead.judge(new, of: states.table.view, model.lookup(states.layout))
    for (state, isJudged) in zip(new, judged) where !isJudged { judge(states[state], state) }
  }

  /// Performs a step; `nil` when it leads to no state.
  private func perform(_ step: Int, _ state: inout [UInt32], from origin: Int) -> (number: Int, isNew: Bool)? {
    let passed: Double
    let outcome = model.perform(step, on: &state)
    modelSize = model.size
    if let limit = options.metMemoryLimit() {
      end = .outOfMemory(megabytes: limit)
      return nil
    }
    switch outcome {
    case .impossible: return nil
    case .givenUp(let seconds, let found):
      stepCount += 1
      faults.noteGivenUp()
      faults.note(found) { steps(to: origin) + [model.text(of: step, seconds: seconds)] }
      return nil
    case .next(let seconds, let found):
      stepCount += 1
      passed = seconds
      faults.note(found) { steps(to: origin) + [model.text(of: step, seconds: seconds)] }
    }
    let (number, isNew) = states.insert(state)
    ways.note(from: origin, to: number, by: step, after: passed)
    if isNew {
      ways.noteNew(from: origin, by: Int32(step), after: passed)
      if options.judgesAtOnce { judge(state, number) }
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
      if stepCount & 1023 == 0, options.progress(states.count, stepCount) {
        end = .stopped
        return
      }
      states.copy(number, into: &state)
      if let (reached, isNew) = perform(Int(generator.next() % UInt64(model.stepCount)), &state, from: number) {
        number = reached
        misses = 0
        if isNew, isOver() || isTooLarge() { return }
      } else {
        if isOver() { return }
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
    faults.note(model.judge(state, number: number), in: number)
    modelSize = model.size
  }
}
