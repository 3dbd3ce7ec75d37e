/// Something whose states can be searched: where it begins, what may happen to it, what follows, and what must hold.
///
/// A state is a list of small numbers, one for each place that can differ, all of one length; equal lists mean equal
/// states. Steps have numbers; which of them are possible depends on the state. A search knows this and nothing else, so
/// it can be tested with a model of a few lines.
protocol Model: AnyObject {
  /// Something that must hold and does not hold in some state.
  associatedtype Violation
  /// Something that was found wrong while a step was performed.
  associatedtype Finding
  /// What findings have in common of which only the first is reported.
  associatedtype FindingClass: Hashable
  /// What is known without performing anything.
  associatedtype Lookup: StateLookup = NothingKnown

  /// How many numbers a state has.
  var width: Int { get }
  /// What it keeps for the states that were seen.
  var size: ModelSize { get }
  /// How many steps there are to try in each state. Those of states that came of a step may be more: they are behind the
  /// others, and cannot happen in states that were there before it.
  var stepCount: Int { get }

  /// The state in which all begins, and what was found wrong on the way to it.
  func begin() -> (state: [UInt32], findings: [Finding])
  /// Performs a step on a state, in place, if it is possible there; otherwise the state stays as it is.
  ///
  /// What follows may depend on nothing but the state.
  func perform(_ step: Int, on state: inout [UInt32]) -> Transition<Finding>
  /// What does not hold in a state that was reached for the first time and was held by all states before it.
  func judge(_ state: [UInt32], number: Int) -> [Violation]
  /// The class of a finding.
  static func findingClass(of finding: Finding) -> FindingClass
  /// A step as it is told, which took so many seconds.
  func text(of step: Int, seconds: Double) -> String
  /// What is known by now, of states that a layout packs; good until something is performed or judged.
  func lookup(_ layout: StateLayout) -> Lookup
}

extension Model where FindingClass == Finding {
  static func findingClass(of finding: Finding) -> Finding { finding }
}

extension Model where Lookup == NothingKnown {
  func lookup(_ layout: StateLayout) -> NothingKnown { NothingKnown() }
}

/// What a model keeps for the states that were seen.
struct ModelSize {
  /// About how many bytes.
  var byteCount = 0
  /// The slot that has grown most since the beginning, and by how many entries of a list that is kept for it.
  var mostGrown = (slot: 0, count: 0)
}

/// What came of a step.
enum Transition<Finding> {
  case impossible
  /// The state is another one, after so many seconds.
  case next(seconds: Double, [Finding])
  /// The step was given up in the middle: its state means nothing and is not followed.
  case givenUp(seconds: Double, [Finding])
}
