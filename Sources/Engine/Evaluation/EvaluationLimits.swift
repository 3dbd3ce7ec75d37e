import CellModel
import Functions

/// How far one evaluation has gone, and how it ended when it did not come to its own end.
///
/// LAMBDAs may call each other only so deep, a formula may take only so many *steps*, all cells only so much memory, and
/// somebody may want to stop it.
/// Behind any of these ends every further call fails at once, for one that calls itself twice would come to its own end
/// only after all the branches have.
struct EvaluationLimits {
  enum End {
    case tooManySteps(Int)
    case tooMuchMemory(megabytes: Int)
    case cancelled
  }

  /// How deep LAMBDAs may call each other before the result is `#NUM!`; Excel ends at about a thousand.
  static let depthLimit = 10_000
  /// How deep runs may be within each other; a level takes some hundred bytes of the thread's stack.
  static let nestedDepthLimit = 512
  /// The most steps by default: some seconds of work.
  static let defaultSteps = 10_000_000

  private(set) var end: End?
  private(set) var steps = 0
  /// How many calls of LAMBDAs are open.
  private var depth = 0
  /// How many runs are within each other, through functions such as MAP and IFS: each takes stack of the thread.
  private var nestedDepth = 0
  /// Whether LAMBDAs called each other too deeply below the outermost call.
  private var isTooDeep = false

  /// The limits of an evaluation that has taken some steps and is in no call.
  init(steps: Int = 0) { self.steps = steps }

  /// Counts steps of work.
  @inline(__always)
  mutating func takeSteps(_ count: Int, _ settings: EngineSettings) throws(CellError) {
    steps += count
    if steps > settings.stepLimit || settings.isCancelled() || settings.memory.isShort(after: count) || end != nil {
      throw stop(settings)
    }
  }

  /// Counts what elements of arrays or cells that are read cost, which is little each.
  @inline(__always)
  mutating func note(steps count: Int) { steps += count }

  private mutating func stop(_ settings: EngineSettings) -> CellError {
    if end == nil {
      if steps > settings.stepLimit {
        end = .tooManySteps(settings.stepLimit)
      } else if let limit = settings.memory.limit, !settings.isCancelled() {
        end = .tooMuchMemory(megabytes: limit)
      } else {
        end = .cancelled
      }
    }
    return error ?? .busy
  }

  /// The error with which everything ends that goes on behind an end.
  var error: CellError? {
    switch end {
    case nil: nil
    case .cancelled: CellError(.busy, "The calculation was stopped.")
    case .tooManySteps(let limit): .number("It takes more than \(Self.text(of: limit)) steps, the limit.")
    case .tooMuchMemory(let limit):
      .number("The sheet takes more than \(Self.text(of: limit)) MB of memory, the limit.")
    }
  }

  var isCancelled: Bool { if case .cancelled = end { true } else { false } }

  private static func text(of count: Int) -> String {
    var text = String(count)
    var place = text.count - 3
    while place > 0 {
      text.insert(",", at: text.index(text.startIndex, offsetBy: place))
      place -= 3
    }
    return text
  }

  // MARK: Calls

  private static let tooDeep = CellError.number("LAMBDAs call each other too deeply.")

  mutating func enterCall(_ settings: EngineSettings) throws(CellError) {
    try takeSteps(1, settings)
    guard depth < Self.depthLimit, nestedDepth < Self.nestedDepthLimit, !isTooDeep else {
      isTooDeep = true
      throw Self.tooDeep
    }
    depth += 1
  }

  mutating func leaveCall() {
    depth -= 1
    if depth == 0 { isTooDeep = false }
  }

  mutating func enterRun() throws(CellError) {
    guard nestedDepth < Self.nestedDepthLimit else {
      isTooDeep = depth > 0
      throw Self.tooDeep
    }
    nestedDepth += 1
  }

  /// Enters the run of a LAMBDA whose call has been entered, which asked whether it may.
  mutating func enterRunOfCall() { nestedDepth += 1 }

  mutating func leaveRun() { nestedDepth -= 1 }
}
