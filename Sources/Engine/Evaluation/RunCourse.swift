import CellModel

/// How far a run has come: what it has taken of its limits, and where the whole columns and rows ended that it has read.
///
/// - R1. What a part of it has taken is told by a trace; a run that takes the trace has come as far as if it had run the part.
struct RunCourse {
  var limits = EvaluationLimits()
  var ends = OpenEnds()

  /// Whether it came to an end before its own, or read whole columns as if they ended early.
  @inline(__always)
  var cameToAnEnd: Bool { limits.end != nil || ends.wereReached }

  /// Begins a part whose trace is wanted.
  ///
  /// - Returns: How far it had come, for ``endPart(_:)``.
  mutating func beginPart() -> RunCourse {
    let former = self
    ends = OpenEnds(reach: ends.reach)
    return former
  }

  /// What the part has taken that ends here.
  mutating func endPart(_ former: RunCourse) -> KeptCalls.Trace {
    let trace = KeptCalls.Trace(steps: limits.steps - former.limits.steps, ends: ends)
    ends = former.ends.joined(by: trace.ends)
    return trace
  }

  /// Goes on as if a part had run that left a trace.
  mutating func take(_ trace: KeptCalls.Trace, _ settings: EngineSettings) throws(CellError) {
    ends = ends.joined(by: trace.ends)
    if trace.steps > 0 { try limits.takeSteps(trace.steps, settings) }
  }
}
