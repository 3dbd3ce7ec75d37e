/// How the states of a search were reached.
struct Ways {
  /// A step from one state to another.
  typealias Transition = (from: Int, to: Int, step: Int, seconds: Double)

  /// For each state the one it was first reached from, the step, and the time that passed in it.
  private var origins: [(state: Int32, step: Int32, seconds: Double)] = []
  private let keepsTransitions: Bool
  /// All steps, where they are kept.
  private(set) var transitions: [Transition] = []

  init(keepsTransitions: Bool) { self.keepsTransitions = keepsTransitions }

  /// About how many bytes they take.
  var byteCount: Int {
    origins.capacity * MemoryLayout<(Int32, Int32, Double)>.stride
      + transitions.capacity * MemoryLayout<Transition>.stride
  }

  /// Notes the state in which all begins.
  mutating func begin() { origins.append((-1, -1, 0)) }

  /// Notes how the state that was just added was reached.
  @inline(__always)
  mutating func noteNew(from origin: Int, by step: Int32, after seconds: Double) {
    origins.append((Int32(origin), step, seconds))
  }

  /// Notes a step to a state that may have been there.
  @inline(__always)
  mutating func note(from origin: Int, to state: Int, by step: Int, after seconds: Double) {
    if keepsTransitions { transitions.append((origin, state, step, seconds)) }
  }

  /// The first state of the last round that was seen whole: no state after it is nearer to the first one.
  ///
  /// - Complexity: O(*s*), where *s* is the number of states.
  var lastWholeRound: Int {
    var (whole, latest) = (0, 0)
    for (state, origin) in origins.enumerated() where origin.state >= latest { (whole, latest) = (latest, state) }
    return whole
  }

  /// The steps that first led to a state, from the first state on.
  func steps(to state: Int) -> [(step: Int, seconds: Double)] {
    var steps: [(step: Int, seconds: Double)] = []
    var state = state
    while state > 0 {
      let origin = origins[state]
      steps.append((Int(origin.step), origin.seconds))
      state = Int(origin.state)
    }
    return steps.reversed()
  }
}
