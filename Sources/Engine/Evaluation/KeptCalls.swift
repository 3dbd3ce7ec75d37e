import CellModel
import Functions

/// What calls of functions gave that read much, kept for the formulas of a pass that ask for the same.
///
/// `(A1 - AVERAGE(A$1:A$9999)) / STDEV(A$1:A$9999)` filled down a column asks ten thousand times for one deviation, and
/// `INDEX(SORT(A$1:A$9999), ROW())` for one order. Here a function is asked twice: what it gives the second time it is said to
/// give to the same operands from then on. Cells that have a value keep it for as long as a pass lasts, so nothing in it can
/// become wrong; when a cell changes after all, as one that an array fills, it is emptied.
///
/// A function that is asked for something else each time is hardly noted any more, unless it is given another array each time.
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
  private static let mostElements = (operand: 1 << 19, result: 1 << 20)

  /// Whose formulas asked: those of another scope may compare texts in another way.
  private var scope: ScopeID?
  /// The functions that were asked, in the order in which they first were.
  @exclusivity(unchecked) private var functions: [AskedFunction] = []

  /// Whether a call is one that is kept: an operand is long, and each is known by more than what it comes to.
  @inline(__always)
  static func mayKeep(_ function: FunctionCall, _ operands: UnsafeBufferPointer<Operand>) -> Bool {
    (function.dependsOnlyOnOperands || function.mayResizeThird && thirdHasSizeOfFirst(operands)
      || function.givesPlacesOfOperands && haveOwnEnds(operands)
      || function.mayReadParts && function.isRunForMany(operands, atLeast: leastElements)) && areKnown(operands)
  }

  /// Whether the third operand, if there is one, is an area of the size of the first.
  private static func thirdHasSizeOfFirst(_ operands: UnsafeBufferPointer<Operand>) -> Bool {
    guard operands.count > 2 else { return true }
    guard case .reference(let first) = operands[0], case .reference(let third) = operands[2] else { return false }
    return first.first.rows == third.first.rows && first.first.columns == third.first.columns
  }

  /// Whether the operands are areas that end where they are said to end, whatever else the formula reads.
  private static func haveOwnEnds(_ operands: UnsafeBufferPointer<Operand>) -> Bool {
    operands.allSatisfy { operand in
      if case .reference(let reference) = operand { !reference.first.isClippedWhenRead } else { false }
    }
  }

  /// Whether each operand is known by more than what it comes to, and one of them is long.
  static func areKnown(_ operands: UnsafeBufferPointer<Operand>) -> Bool {
    var isLong = false
    for place in operands.indices {
      guard let length = knownLength(of: operands[place]) else { return false }
      if length >= leastElements { isLong = true }
    }
    return isLong
  }

  /// How many elements an operand has that is known by more than what it comes to; `nil` for any other.
  ///
  /// It is borrowed, here and where it is looked at for each call: a copy would count one more owner.
  private static func knownLength(of operand: borrowing Operand) -> Int? {
    switch operand {
    case .deferred, .value(.lambda), .value(.record): nil
    case .reference(let reference):
      reference.isSingleArea && !reference.isArray ? reference.first.rows * reference.first.columns : nil
    case .value(.array(let array)):
      array.count <= mostElements.operand && array.identity != nil ? array.count : nil
    case .omitted, .value: 1
    }
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
    fileprivate let function: AskedFunction
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
    guard let asked = functions.first(where: { $0.function == function }) else {
      if functions.count == Self.mostFunctions { functions.removeFirst() }
      functions.append(AskedFunction(function, operands, reach))
      return nil
    }
    guard let place = asked.place(of: operands, reach) else { return nil }
    if let result = asked.calls.answer(at: place) { return .kept(result.value, result.trace) }
    return .madeOnce(Place(function: asked, call: place))
  }

  /// Keeps what a call gave, unless another took its place while it was made.
  func keep(
    _ value: CellValue, _ trace: Trace, at place: Place, _ operands: UnsafeBufferPointer<Operand>, reach: OpenEnds.Reach
  ) {
    let asked = place.function
    guard value.elementCount <= Self.mostElements.result, functions.contains(where: { $0 === asked }),
      place.call < asked.calls.count, asked.calls.question(at: place.call).isOf(operands, reach)
    else { return }
    asked.keep(value, trace, at: place.call)
  }

  func removeAll() { if !functions.isEmpty { functions = [] } }
}

/// A function, and the last calls of it.
private final class AskedFunction {
  struct Question {
    let operands: [Operand]
    let reach: OpenEnds.Reach

    func isOf(_ operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) -> Bool {
      guard self.operands.count == operands.count, self.reach == reach else { return false }
      return self.operands.withUnsafeBufferPointer { own in
        operands.indices.allSatisfy { own[$0].isSame(as: operands[$0]) }
      }
    }
  }

  /// After how many calls in a row that nobody had asked for only one among so many is looked for; it is odd, so that each of
  /// the calls of a formula has its turn.
  private static let mostMisses = 17

  let function: FunctionCall
  @exclusivity(unchecked) private(set) var calls = KeptAnswers<Question, (value: CellValue, trace: KeptCalls.Trace)>()
  @exclusivity(unchecked) private var misses = 0
  /// The array of the last call, if there was one.
  @exclusivity(unchecked) private var lastArray: UnsafeRawPointer?

  init(_ function: FunctionCall, _ operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) {
    self.function = function
    note(operands, reach, Self.hash(of: operands, reach))
  }

  /// The place of a call that was noted before; one that was not is noted now, unless the function is asked for something else
  /// each time.
  func place(of operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) -> Int? {
    misses += 1
    // What is made of another array each time, or of each of its elements, takes longer than to note it.
    let array = longArray(of: operands)
    guard
      misses <= Self.mostMisses || misses.isMultiple(of: Self.mostMisses) || array != lastArray
        || function.isRunForMany(operands, atLeast: Operand.longCount)
    else { return nil }
    lastArray = array
    let hash = Self.hash(of: operands, reach)
    if let place = calls.place(of: hash, where: { $0.isOf(operands, reach) }) {
      misses = 0
      return place
    }
    note(operands, reach, hash)
    return nil
  }

  private func longArray(of operands: UnsafeBufferPointer<Operand>) -> UnsafeRawPointer? {
    for place in operands.indices { if let array = Operand.longArray(operands[place]) { return array } }
    return nil
  }

  func keep(_ value: CellValue, _ trace: KeptCalls.Trace, at place: Int) {
    calls.keep((value.inBoxes, trace), at: place, size: value.elementCount)
  }

  private func note(_ operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach, _ hash: Int) {
    calls.note(
      Question(operands: Array(operands), reach: reach), hash,
      size: operands.reduce(0) { size, operand in
        if case .value(.array(let array)) = operand { size + array.keptCount } else { size }
      })
  }

  private static func hash(of operands: UnsafeBufferPointer<Operand>, _ reach: OpenEnds.Reach) -> Int {
    var hash = QuickHash()
    switch reach {
    case .used: break
    case .beyond(let count): hash.add(count)
    case .all: hash.add(-1)
    }
    for operand in operands { operand.add(to: &hash) }
    return hash.value
  }
}

extension Operand {
  /// How many elements an array has that takes a while to read.
  fileprivate static var longCount: Int { 512 }

  /// Where such an array stands.
  fileprivate static func longArray(_ operand: borrowing Operand) -> UnsafeRawPointer? {
    switch operand {
    case .value(.array(let array)): array.count >= longCount ? array.identity : nil
    default: nil
    }
  }

  /// Adds what operands have in common of which no call can tell one from the other.
  fileprivate func add(to hash: inout QuickHash) {
    switch self {
    case .reference(let reference):
      let area = reference.first
      hash.add(Int(area.grid.rawValue) << 32 | Int(area.top))
      hash.add(Int(area.left) << 32 | Int(area.bottom))
      hash.add(Int(area.right))
    case .value(let value): value.add(to: &hash)
    case .omitted, .deferred: hash.add(1)
    }
  }
}

extension CellValue {
  fileprivate func add(to hash: inout QuickHash) {
    switch self {
    case .array(let array):
      hash.add(array.rows << 32 | array.columns)
      // A short one may be the same though it stands elsewhere.
      if array.count > Self.mostCompared { hash.add(Int(bitPattern: array.identity)) }
    case .number(let number, let kind):
      hash.add(Int(bitPattern: UInt(number.bitPattern)))
      hash.add(Int(kind.rawValue))
    case .text(let text): hash.add(text)
    case .logical(let logical): hash.add(logical ? 3 : 2)
    default: hash.add(4)
    }
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
        || one.count <= Self.mostCompared && one.rows == other.rows && one.columns == other.columns
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

  /// How many elements an array has at most that is compared element by element.
  private static var mostCompared: Int { 16 }

  /// A long array whose elements are kept in boxes, where they have some: operators take those as they are.
  fileprivate var inBoxes: CellValue {
    guard case .array(let array) = self, array.count > Self.mostCompared, array.boxedOthers == nil,
      let boxes = array.boxedNumbers(onlyPlain: true)
    else { return self }
    return .array(CellArray(rows: array.rows, columns: array.columns, boxes))
  }

  fileprivate var elementCount: Int { if case .array(let array) = self { array.count } else { 1 } }
}
