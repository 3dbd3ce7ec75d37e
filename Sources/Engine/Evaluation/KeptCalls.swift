import CellModel
import Functions

/// What calls of functions gave that read much, kept for the formulas of a pass that ask for the same.
///
/// `(A1 - AVERAGE(A$1:A$9999)) / STDEV(A$1:A$9999)` filled down a column asks ten thousand times for one deviation, and
/// `INDEX(SORT(A$1:A$9999), ROW())` for one order. Here a function is asked twice: what it gives the second time it is said to
/// give to the same operands from then on. Cells that have a value keep it for as long as a pass lasts, so nothing in it can
/// become wrong; when a cell changes after all, as one that an array fills, it is emptied.
///
/// There are few of them, and a look at each costs less than a hash. A function that is asked for something else each time
/// is hardly noted any more.
final class KeptCalls {
  #if ENGINE_CHECKS
    /// As few as that, so that each sheet of a test comes this way.
    private static let leastElements = 2
  #else
    /// How many elements an operand has: fewer are read in no time.
    private static let leastElements = 32
  #endif
  private static let mostFunctions = 16
  /// How many elements an array has that is held as an operand, and one that is held as a result.
  private static let mostElements = (operand: 1 << 16, result: 1 << 20)

  /// Whose formulas asked: those of another scope may compare texts in another way.
  private var scope: ScopeID?
  /// The functions that were asked, in the order in which they first were.
  private var functions: [AskedFunction] = []

  /// Whether a call is one that is kept: an operand is long, and each is known by more than what it comes to.
  @inline(__always)
  static func mayKeep(_ function: FunctionCall, _ operands: UnsafeBufferPointer<Operand>) -> Bool {
    (function.dependsOnlyOnOperands || function.givesPlacesOfOperands && haveOwnEnds(operands)) && areKnown(operands)
  }

  /// Whether the operands are areas that end where they are said to end, whatever else the formula reads.
  private static func haveOwnEnds(_ operands: UnsafeBufferPointer<Operand>) -> Bool {
    operands.allSatisfy { operand in
      if case .reference(let reference) = operand { !reference.first.isClippedWhenRead } else { false }
    }
  }

  private static func areKnown(_ operands: UnsafeBufferPointer<Operand>) -> Bool {
    var isLong = false
    for operand in operands {
      switch operand {
      case .omitted: continue
      case .deferred: return false
      case .reference(let reference):
        guard reference.isSingleArea, !reference.isArray else { return false }
        if reference.first.rows * reference.first.columns >= leastElements { isLong = true }
      case .value(.array(let array)):
        guard array.count <= mostElements.operand, array.identity != nil else { return false }
        if array.count >= leastElements { isLong = true }
      case .value(.lambda), .value(.record): return false
      case .value: continue
      }
    }
    return isLong
  }

  /// What there is to a call beside what it gives.
  struct Trace {
    /// How many steps it took.
    let steps: Int
    /// Where whole columns and rows ended that it read.
    let ends: OpenEnds
  }

  /// What is known of a call.
  enum Standing {
    /// What it gave, with its trace.
    case kept(CellValue, Trace)
    /// It was made once, and is to be kept when it is made now.
    case madeOnce(Place)
  }

  /// Where a call is noted, as long as no other takes the place.
  struct Place {
    fileprivate let function: Int
    fileprivate let call: Int
  }

  /// What is known of a call; `nil` for one that is only to be made, which is noted for the next time.
  ///
  /// - Parameter reach: How far whole columns and rows are read.
  func standing(
    of function: FunctionCall, _ operands: UnsafeBufferPointer<Operand>, in scope: ScopeID, reach: OpenEnds.Reach
  ) -> Standing? {
    if scope != self.scope {
      removeAll()
      self.scope = scope
    }
    guard let index = functions.firstIndex(where: { $0.function == function }) else {
      if functions.count == Self.mostFunctions { functions.removeFirst() }
      functions.append(AskedFunction(function, operands, reach))
      return nil
    }
    guard let place = functions[index].place(of: operands, reach) else { return nil }
    if let result = functions[index].calls[place].result { return .kept(result.value, result.trace) }
    return .madeOnce(Place(function: index, call: place))
  }

  /// Keeps what a call gave, unless another took its place while it was made.
  func keep(
    _ value: CellValue, _ trace: Trace, at place: Place, of function: FunctionCall,
    _ operands: UnsafeBufferPointer<Operand>, reach: OpenEnds.Reach
  ) {
    guard value.elementCount <= Self.mostElements.result, place.function < functions.count,
      functions[place.function].function == function, place.call < functions[place.function].calls.count,
      functions[place.function].calls[place.call].isOf(operands, reach)
    else { return }
    functions[place.function].calls[place.call].result = (value, trace)
  }

  func removeAll() { functions = [] }
}

/// A function, and the last calls of it.
private struct AskedFunction {
  struct Call {
    let operands: [Operand]
    let reach: OpenEnds.Reach
    /// What it gave; `nil` when it was asked once.
    var result: (value: CellValue, trace: KeptCalls.Trace)?

    func isOf(_ operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) -> Bool {
      self.operands.count == operands.count && self.reach == reach
        && operands.indices.allSatisfy { self.operands[$0].isSame(as: operands[$0]) }
    }
  }

  private static let mostCalls = 8
  /// After how many calls in a row that nobody had asked for only one among so many is looked for; it is odd, so that each of
  /// the calls of a formula has its turn.
  private static let mostMisses = 17

  let function: FunctionCall
  var calls: [Call]
  private var misses = 0
  /// Where a place for the next call is sought, when each has one.
  private var next = 0

  init(_ function: FunctionCall, _ operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) {
    self.function = function
    calls = [Call(operands: Array(operands), reach: reach, result: nil)]
  }

  /// The place of a call that was noted before; one that was not is noted now, unless the function is asked for something else
  /// each time.
  mutating func place(of operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) -> Int? {
    misses += 1
    guard misses <= Self.mostMisses || misses.isMultiple(of: Self.mostMisses) else { return nil }
    if let place = calls.firstIndex(where: { $0.isOf(operands, reach) }) {
      misses = 0
      return place
    }
    note(Call(operands: Array(operands), reach: reach, result: nil))
    return nil
  }

  private mutating func note(_ call: Call) {
    if calls.count < Self.mostCalls { return calls.append(call) }
    // One that was asked only once makes room first.
    let place = (next..<next + Self.mostCalls).first { calls[$0 % Self.mostCalls].result == nil } ?? next
    calls[place % Self.mostCalls] = call
    next = (place + 1) % Self.mostCalls
  }
}

extension Operand {
  /// Whether no call can tell two operands apart; `false` where that would take long to find out.
  fileprivate func isSame(as other: Operand) -> Bool {
    switch (self, other) {
    case (.reference(let one), .reference(let other)): one.first == other.first
    case (.omitted, .omitted): true
    case (.value(let one), .value(let other)): one.isSame(as: other)
    default: false
    }
  }
}

extension CellValue {
  fileprivate func isSame(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.array(let one), .array(let other)):
      one.isSameStorage(as: other)
        || one.count <= 16 && one.rows == other.rows && one.columns == other.columns
          && zip(one.elements, other.elements).allSatisfy { $0.isSame(as: $1) }
    case (.number(let one, let kind), .number(let other, let otherKind)):
      one.bitPattern == other.bitPattern && kind == otherKind
    // Texts of other characters may be equal.
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.logical(let one), .logical(let other)): one == other
    case (.blank, .blank): true
    default: false
    }
  }

  fileprivate var elementCount: Int { if case .array(let array) = self { array.count } else { 1 } }
}
