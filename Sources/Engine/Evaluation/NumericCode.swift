import CellModel
import Functions

/// The operations of a numeric program, and what runs them for one row.
///
/// The number on the top of the stack is kept in a register, those below it in memory: most formulas never store one.
struct NumericCode {
  let operations: UnsafeMutablePointer<NumericProgram.Operation>
  let count: Int
  let givesLogical: Bool
  /// Most programs call no function and have no memory for any.
  private let functions: UnsafeMutablePointer<NumericBody>?
  private let functionCount: Int
  /// What is done with two operands, where that is all.
  let pair: Pair

  /// A sum, a difference or a product of two cells or numbers.
  ///
  /// Most formulas of one row are one of these, and going through three operations costs more than all that they do.
  enum Pair: UInt8 {
    case none, sum, difference, product

    init(_ operations: [NumericProgram.Operation]) {
      func isOperand(_ operation: NumericProgram.Operation) -> Bool {
        switch operation.code {
        case .loadReference, .loadOwnNumber, .loadConstant: true
        default: false
        }
      }
      self = .none
      guard operations.count == 3, isOperand(operations[0]), isOperand(operations[1]) else { return }
      switch operations[2].code {
      case .finalAdd: self = .sum
      case .finalSubtract: self = .difference
      case .multiply: self = .product
      default: break
      }
    }
  }

  init(_ program: NumericProgram) {
    count = program.operations.count
    givesLogical = program.givesLogical
    pair = Pair(program.operations)
    operations = .allocate(capacity: max(count, 1))
    for (index, operation) in program.operations.enumerated() { (operations + index).initialize(to: operation) }
    functionCount = program.functions.count
    functions = functionCount > 0 ? .allocate(capacity: functionCount) : nil
    for (index, body) in program.functions.enumerated() { (functions.unsafelyUnwrapped + index).initialize(to: body) }
  }

  func deallocate() {
    operations.deallocate()
    functions?.deinitialize(count: functionCount)
    functions?.deallocate()
  }

  /// The function of an operation.
  @inline(__always)
  func function(of operation: NumericProgram.Operation) -> NumericBody {
    functions.unsafelyUnwrapped[Int(operation.reference)]
  }

  /// The result of the function of an operation; `nil` when a number is none, or there is no result. No part of the loop over
  /// operations, which has to stay small.
  @inline(never)
  private static func call(
    _ function: UnsafeMutablePointer<NumericBody>, _ arguments: UnsafeMutablePointer<Double>, _ count: Int,
    in dateSystem: DateSystem
  ) -> Double? {
    for index in 0..<count where !arguments[index].isFinite { return nil }
    return try? function.pointee(NumericArguments(arguments, count: count, in: dateSystem))
  }

  /// The number in a cell, that of a blank among them; `nil` for anything else.
  @inline(__always)
  private static func number(
    _ reference: UnsafePointer<GroupReference>, _ row: Int, _ reader: ColumnReader
  ) -> Double? {
    let source = reference.pointee.topRow(at: row)
    guard source >= 0 else { return nil }
    let box = BoxedValue(bits: reader.bits(reference.pointee, source))
    if box.isNumber { return box.number }
    return box.isBlank && !reference.pointee.mayBeMissing ? CellValue.blankAsNumber : nil
  }

  /// The number in a cell that may be all of a result; `nil` for anything else, a blank among them.
  @inline(__always)
  private static func result(
    _ reference: UnsafePointer<GroupReference>, _ row: Int, _ reader: ColumnReader
  ) -> Double? {
    let source = reference.pointee.topRow(at: row)
    guard source >= 0 else { return nil }
    let box = BoxedValue(bits: reader.bits(reference.pointee, source))
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

  /// The number of an operand of a ``Pair``; `nil` when its cell has none.
  @inline(__always)
  private static func operand(
    _ operation: UnsafePointer<NumericProgram.Operation>, _ row: Int, _ references: UnsafePointer<GroupReference>,
    _ reader: ColumnReader
  ) -> Double? {
    let reference = references + Int(operation.pointee.reference)
    switch operation.pointee.code {
    case .loadReference: return number(reference, row, reader)
    case .loadOwnNumber: return reader.number(reference, row)
    default: return operation.pointee.constant
    }
  }

  /// The result of the ``pair`` that there is; `nil` when something came up that the general program must settle.
  @inline(__always)
  func resultOfPair(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader
  ) -> BoxedValue? {
    guard let left = Self.operand(operations, row, references, reader),
      let right = Self.operand(operations + 1, row, references, reader)
    else { return nil }
    let result =
      switch pair {
      case .difference: CellArithmetic.finalSubtract(left, right)
      case .product: left * right
      default: CellArithmetic.finalAdd(left, right)
      }
    return result.isFinite ? BoxedValue(result) : nil
  }

  /// Puts a number on top of the one that is there.
  @inline(__always)
  private static func push(_ number: Double, _ room: inout UnsafeMutablePointer<Double>, _ top: inout Double) {
    room.pointee = top
    room += 1
    top = number
  }

  /// Takes the number below the top.
  @inline(__always)
  private static func pop(_ room: inout UnsafeMutablePointer<Double>) -> Double {
    room -= 1
    return room.pointee
  }

  /// Runs the program for one row; `nil` when something came up that the general program must settle.
  ///
  /// One loop, however long: most operations are one instruction of the machine, and a call would cost several times that.
  @inline(__always)
  func run(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader, _ scratch: KernelScratch
  ) -> BoxedValue? {
    // Where the number on the top is put when another comes on top of it.
    var room = scratch.stack
    var top = 0.0
    var operation = operations
    let end = operations + count
    while operation < end {
      // For a call it is the number of a function, and no reference is read.
      let reference = references + Int(operation.pointee.reference)
      switch operation.pointee.code {
      case .loadReference:
        guard let number = Self.number(reference, row, reader) else { return nil }
        Self.push(number, &room, &top)
      case .loadResult:
        guard let number = Self.result(reference, row, reader) else { return nil }
        Self.push(number, &room, &top)
      case .loadTruth:
        let source = reference.pointee.topRow(at: row)
        guard source >= 0, let truth = Self.truth(reader.bits(reference.pointee, source)) else { return nil }
        Self.push(truth, &room, &top)
      case .loadConstant: Self.push(operation.pointee.constant, &room, &top)
      case .loadOwnNumber: Self.push(reader.number(reference, row), &room, &top)
      case .loadRow: Self.push(Double(row + 1), &room, &top)
      case .aggregate:
        guard let number = Self.fold(operation.pointee.aggregate, reference, row, reader, scratch) else { return nil }
        Self.push(number, &room, &top)
      case .loadPreviousResult:
        let isFirst = reference.pointee.topRow(at: row) < 0
        guard let number = isFirst ? operation.pointee.constant : Self.result(reference, row, reader) else {
          return nil
        }
        Self.push(number, &room, &top)
      case .loadPrevious:
        let isFirst = reference.pointee.topRow(at: row) < 0
        guard let number = isFirst ? operation.pointee.constant : Self.number(reference, row, reader) else {
          return nil
        }
        Self.push(number, &room, &top)
      case .addReference:
        guard let number = Self.number(reference, row, reader) else { return nil }
        top += number
      case .subtractReference:
        guard let number = Self.number(reference, row, reader) else { return nil }
        top -= number
      case .multiplyReference:
        guard let number = Self.number(reference, row, reader) else { return nil }
        top *= number
      case .divideReference:
        guard let number = Self.number(reference, row, reader), number != 0 else { return nil }
        top /= number
      case .addConstant: top += operation.pointee.constant
      case .subtractConstant: top -= operation.pointee.constant
      case .multiplyConstant: top *= operation.pointee.constant
      case .divideConstant: top /= operation.pointee.constant
      case .finalAdd: top = CellArithmetic.finalAdd(Self.pop(&room), top)
      case .finalSubtract: top = CellArithmetic.finalSubtract(Self.pop(&room), top)
      case .add: top = Self.pop(&room) + top
      case .subtract: top = Self.pop(&room) - top
      case .multiply: top = Self.pop(&room) * top
      case .negate: top = CellArithmetic.negate(top)
      case .percent: top /= 100
      case .absolute: top = abs(top)
      case .squareRoot:
        if top < 0 { return nil }
        top = top.squareRoot()
      case .floor: top = DecimalRounding.floor(top)
      case .not:
        if !top.isFinite { return nil }
        top = top == 0 ? 1 : 0
      case .call:
        let count = Int(operation.pointee.constant)
        room.pointee = top
        room -= count - 1
        let function = functions.unsafelyUnwrapped + Int(operation.pointee.reference)
        guard let result = Self.call(function, room, count, in: reader.dateSystem) else { return nil }
        top = result
      case .choose:
        let count = operation.pointee.constant
        room.pointee = top
        room -= Int(count)
        guard room.pointee >= 1, room.pointee < count + 1 else { return nil }
        top = room[Int(room.pointee)]
      case .select:
        room -= 2
        if !room.pointee.isFinite { return nil }
        if room.pointee != 0 { top = room[1] }
      default:
        guard let result = NumericProgram.combine(operation.pointee.code, Self.pop(&room), top) else { return nil }
        top = result
      }
      operation += 1
    }
    guard top.isFinite else { return nil }
    return givesLogical ? BoxedValue(top != 0) : BoxedValue(top)
  }
}
