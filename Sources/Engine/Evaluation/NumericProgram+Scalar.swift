import CellModel
import Functions
import Mathematics

/// The values of cells for the fast executors.
struct ColumnReader {
  let tables: UnsafeMutablePointer<ColumnTable>

  @inline(__always)
  func bits(_ reference: GroupReference, _ row: Int) -> UInt64 {
    let column = Int(reference.left)
    let table = tables[Int(reference.grid.rawValue)]
    guard column < table.count, row >= 0 else { return BoxedValue.blank.bits }
    return table.columns[column].bits(at: row)
  }
}

/// What a numeric program gives in one row.
struct NumericResult {
  var box: BoxedValue
  var kind: NumberKind

  @inline(__always) init(_ box: BoxedValue, _ kind: NumberKind = .plain) {
    self.box = box
    self.kind = kind
  }
}

/// A numeric program in plain memory, which its template owns.
struct NumericHandle {
  var operations: UnsafeMutablePointer<NumericProgram.Operation>
  /// Most programs call no function and have no memory for any.
  private var functions: UnsafeMutablePointer<NumericBody>?
  private var functionKinds: UnsafeMutablePointer<NumberKind>?
  var functionCount: Int
  var count: Int
  var depth: Int
  var givesLogical: Bool
  /// Whether it reads areas, of which something may be kept between two rows.
  let readsAreas: Bool
  /// Whether the result is a plain number, or a logical value, whatever is read.
  private(set) var givesPlain = false
  /// Whether the result is plain when all that is read is.
  private(set) var keepsPlain = false
  /// Whether there is a program at all.
  var isPresent: Bool

  init(_ program: NumericProgram?) {
    let list = program?.operations ?? []
    count = list.count
    depth = program?.depth ?? 0
    givesLogical = program?.givesLogical ?? false
    readsAreas = program?.readsAreas ?? false
    isPresent = program != nil
    operations = .allocate(capacity: max(count, 1))
    for (index, operation) in list.enumerated() { (operations + index).initialize(to: operation) }
    functionCount = program?.functions.count ?? 0
    if let program, functionCount > 0 {
      functions = .allocate(capacity: functionCount)
      functionKinds = .allocate(capacity: functionCount)
      for (index, body) in program.functions.enumerated() { (functions.unsafelyUnwrapped + index).initialize(to: body) }
      for (index, kind) in program.functionKinds.enumerated() {
        (functionKinds.unsafelyUnwrapped + index).initialize(to: kind)
      }
    }
    guard program != nil else { return }
    withUnsafeTemporaryAllocation(of: NumberKind?.self, capacity: depth + 1) { stack in
      guard let start = stack.baseAddress else { return }
      stack.initialize(repeating: nil)
      givesPlain = kind(start) { _ in nil } == .plain
      keepsPlain =
        kind(start) { operation in
          // In the first row PREVIOUS gives its second argument.
          switch operation.code {
          case .loadPrevious, .loadPreviousResult: operation.kind
          default: .plain
          }
        } == .plain
    }
  }

  func deallocate() {
    operations.deallocate()
    functions?.deinitialize(count: functionCount)
    functions?.deallocate()
    functionKinds?.deallocate()
  }

  /// The kind of the numbers that the function of an operation gives.
  func functionKind(_ operation: NumericProgram.Operation) -> NumberKind {
    functionKinds.unsafelyUnwrapped[Int(operation.reference)]
  }

  /// The function of an operation.
  @inline(__always)
  func function(of operation: NumericProgram.Operation) -> NumericBody {
    functions.unsafelyUnwrapped[Int(operation.reference)]
  }

  /// The result of a function of numbers; `nil` when a number is none, or the function has no result.
  @inline(__always)
  static func call(_ body: NumericBody, _ arguments: UnsafeMutablePointer<Double>, _ count: Int) -> Double? {
    for index in 0..<count where !arguments[index].isFinite { return nil }
    do throws(CellError) { return try body(NumericArguments(arguments, count: count)) } catch { return nil }
  }

  /// The result of the function of an operation.
  @inline(__always)
  func call(_ operation: NumericProgram.Operation, _ arguments: UnsafeMutablePointer<Double>) -> Double? {
    Self.call(function(of: operation), arguments, Int(operation.constant))
  }
}

extension NumericHandle {
  /// The number in a cell, that of a blank among them; `nil` for anything else.
  @inline(__always)
  private static func number(_ reference: GroupReference, _ row: Int, _ reader: ColumnReader) -> Double? {
    let source = reference.topRow(at: row)
    guard source >= 0 else { return nil }
    let box = BoxedValue(bits: reader.bits(reference, source))
    if box.isNumber { return box.number }
    return box.isBlank && !reference.mayBeMissing ? CellValue.blankAsNumber : nil
  }

  /// The number in a cell that may be all of a result; `nil` for anything else, a blank among them.
  @inline(__always)
  private static func result(_ reference: GroupReference, _ row: Int, _ reader: ColumnReader) -> Double? {
    let source = reference.topRow(at: row)
    guard source >= 0 else { return nil }
    let box = BoxedValue(bits: reader.bits(reference, source))
    return box.isNumber ? box.number : nil
  }

  /// 1 or 0 for the truth value in a cell; `nil` for what is none, a blank among them.
  @inline(__always)
  static func truth(_ bits: UInt64) -> Double? {
    let box = BoxedValue(bits: bits)
    if box.isNumber { return box.number == 0 ? 0 : 1 }
    return box.kind == .logical ? (box.logical ? 1 : 0) : nil
  }

  /// What the numbers of an area come to; no part of the loop over operations, which has to stay small.
  @inline(never)
  private static func fold(
    _ aggregate: NumberAggregate, _ reference: UnsafePointer<GroupReference>, _ row: Int, _ reader: ColumnReader,
    _ scratch: KernelScratch
  ) -> Double? {
    scratch.folds.pointee.result(of: aggregate, reference.pointee, at: row, reader)
  }

  /// The result in one row with its kind; `nil` when something came up that the general program must settle.
  @inline(__always)
  func result(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ cells: CellStore, _ scratch: KernelScratch
  ) -> NumericResult? {
    let reader = ColumnReader(tables: cells.tables.base)
    guard let box = run(at: row, references, reader, scratch) else { return nil }
    if givesPlain || (keepsPlain && !cells.mayHaveKinds) { return NumericResult(box) }
    return kind(at: row, references, reader, scratch.kinds).map { NumericResult(box, $0) }
  }

  /// Runs the program for one row; `nil` when something came up that the general program must settle.
  @inline(__always)
  func run(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader,
    _ scratch: KernelScratch
  ) -> BoxedValue? {
    var top = scratch.stack - 1
    var operation = operations
    let end = operations + count
    while operation < end {
      // For a call it is the number of a function, and no reference is read.
      let reference = references + Int(operation.pointee.reference)
      switch operation.pointee.code {
      case .loadReference:
        guard let number = Self.number(reference.pointee, row, reader) else { return nil }
        top += 1
        top.pointee = number
      case .loadResult:
        guard let number = Self.result(reference.pointee, row, reader) else { return nil }
        top += 1
        top.pointee = number
      case .loadTruth:
        let source = reference.pointee.topRow(at: row)
        guard source >= 0, let truth = Self.truth(reader.bits(reference.pointee, source)) else { return nil }
        top += 1
        top.pointee = truth
      case .loadConstant:
        top += 1
        top.pointee = operation.pointee.constant
      case .loadOwnNumber:
        top += 1
        top.pointee = reference.pointee.number
      case .aggregate:
        guard let number = Self.fold(operation.pointee.aggregate, reference, row, reader, scratch) else { return nil }
        top += 1
        top.pointee = number
      case .loadPreviousResult:
        top += 1
        if reference.pointee.topRow(at: row) < 0 {
          top.pointee = operation.pointee.constant
        } else {
          guard let number = Self.result(reference.pointee, row, reader) else { return nil }
          top.pointee = number
        }
      case .loadPrevious:
        top += 1
        if reference.pointee.topRow(at: row) < 0 {
          top.pointee = operation.pointee.constant
        } else {
          guard let number = Self.number(reference.pointee, row, reader) else { return nil }
          top.pointee = number
        }
      case .addReference:
        guard let number = Self.number(reference.pointee, row, reader) else { return nil }
        top.pointee += number
      case .subtractReference:
        guard let number = Self.number(reference.pointee, row, reader) else { return nil }
        top.pointee -= number
      case .multiplyReference:
        guard let number = Self.number(reference.pointee, row, reader) else { return nil }
        top.pointee *= number
      case .divideReference:
        guard let number = Self.number(reference.pointee, row, reader), number != 0 else { return nil }
        top.pointee /= number
      case .addConstant: top.pointee += operation.pointee.constant
      case .subtractConstant: top.pointee -= operation.pointee.constant
      case .multiplyConstant: top.pointee *= operation.pointee.constant
      case .divideConstant: top.pointee /= operation.pointee.constant
      case .finalAdd:
        top -= 1
        top.pointee = CellArithmetic.finalAdd(top.pointee, top[1])
      case .finalSubtract:
        top -= 1
        top.pointee = CellArithmetic.finalSubtract(top.pointee, top[1])
      case .add:
        top -= 1
        top.pointee += top[1]
      case .subtract:
        top -= 1
        top.pointee -= top[1]
      case .multiply:
        top -= 1
        top.pointee *= top[1]
      case .negate: top.pointee = -top.pointee
      case .percent: top.pointee /= 100
      case .absolute: top.pointee = abs(top.pointee)
      case .squareRoot:
        if top.pointee < 0 { return nil }
        top.pointee = top.pointee.squareRoot()
      case .floor: top.pointee = DecimalRounding.floor(top.pointee)
      case .not:
        if !top.pointee.isFinite { return nil }
        top.pointee = top.pointee == 0 ? 1 : 0
      case .call:
        top -= Int(operation.pointee.constant) - 1
        guard let result = call(operation.pointee, top) else { return nil }
        top.pointee = result
      case .select:
        top -= 2
        if !top.pointee.isFinite { return nil }
        top.pointee = top.pointee != 0 ? top[1] : top[2]
      default:
        top -= 1
        guard let result = NumericProgram.combine(operation.pointee.code, top.pointee, top[1]) else { return nil }
        top.pointee = result
      }
      operation += 1
    }
    guard top.pointee.isFinite else { return nil }
    return givesLogical ? BoxedValue(top.pointee != 0) : BoxedValue(top.pointee)
  }
}

extension NumericProgram {
  /// The result of an operation on two numbers; `nil` when it is none.
  @inline(__always)
  static func combine(_ code: Code, _ a: Double, _ b: Double) -> Double? {
    switch code {
    case .add: return a + b
    case .subtract: return a - b
    case .multiply: return a * b
    case .divide: return b == 0 || !b.isFinite ? nil : a / b
    case .finalAdd: return CellArithmetic.finalAdd(a, b)
    case .finalSubtract: return CellArithmetic.finalSubtract(a, b)
    case .power:
      guard a.isFinite, b.isFinite else { return nil }
      return power(a, b)
    case .larger, .smaller:
      guard a.isFinite, b.isFinite else { return nil }
      return (code == .larger ? b > a : b < a) ? b : a
    default:
      guard a.isFinite, b.isFinite else { return nil }
      let order = CellComparison.order(a, b)
      switch code {
      case .equal: return order == 0 ? 1 : 0
      case .notEqual: return order != 0 ? 1 : 0
      case .less: return order < 0 ? 1 : 0
      case .lessOrEqual: return order <= 0 ? 1 : 0
      case .greater: return order > 0 ? 1 : 0
      case .greaterOrEqual: return order >= 0 ? 1 : 0
      default: return nil
      }
    }
  }

  /// A square without a call, everything else as the general program has it.
  @inline(__always)
  private static func power(_ a: Double, _ b: Double) -> Double? {
    if b == 2 { return a * a }
    return a > 0 ? CellArithmetic.power(a, b) : nil
  }
}
