import CellModel

/// The kind of what a numeric program gives, found beside its numbers.
///
/// The program runs once more over kinds instead of numbers: for a block of rows once, since its operands mostly have one
/// kind each. Where that is not enough to tell, as with IF between a date and a number, there is no answer, and the general
/// program gives each value with its kind. A program that gives plain numbers in any case is never asked.
extension NumericHandle {
  /// The kind of the result when the operand of each reading operation has a kind; `nil` when that does not decide it.
  func kind(
    _ stack: UnsafeMutablePointer<NumberKind?>, _ operand: (NumericProgram.Operation) -> NumberKind?
  ) -> NumberKind? {
    var top = stack - 1
    for index in 0..<count {
      let operation = operations[index]
      switch operation.code {
      case .loadReference, .loadPrevious, .loadResult, .loadPreviousResult:
        top += 1
        top.pointee = operand(operation)
      case .loadTruth, .loadOwnNumber, .loadRow:
        top += 1
        top.pointee = .plain
      case .loadConstant:
        top += 1
        top.pointee = operation.kind
      case .aggregate:
        top += 1
        top.pointee = operation.keepsKind ? operand(operation) : .plain
      case .addReference: top.pointee = Self.join(top.pointee, operand(operation), NumberKind.sum)
      case .subtractReference: top.pointee = Self.join(top.pointee, operand(operation), NumberKind.difference)
      case .addConstant: top.pointee = Self.join(top.pointee, operation.kind, NumberKind.sum)
      case .subtractConstant: top.pointee = Self.join(top.pointee, operation.kind, NumberKind.difference)
      case .add, .finalAdd:
        top -= 1
        top.pointee = Self.join(top.pointee, top[1], NumberKind.sum)
      case .subtract, .finalSubtract:
        top -= 1
        top.pointee = Self.join(top.pointee, top[1], NumberKind.difference)
      case .negate: top.pointee = top.pointee?.negated
      case .percent: top.pointee = .percent
      case .multiplyReference, .divideReference, .multiplyConstant, .divideConstant, .absolute, .squareRoot, .floor,
        .not:
        top.pointee = .plain
      case .multiply, .divide, .power, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
        top -= 1
        top.pointee = .plain
      case .larger, .smaller, .total, .lastTotal:
        top -= 1
        if top.pointee != top[1] { top.pointee = nil }
      case .select:
        top -= 2
        top.pointee = top[1] == top[2] ? top[1] : nil
      case .choose:
        let count = Int(operation.constant)
        top -= count
        let kind = top[1]
        top.pointee = (1...count).allSatisfy { top[$0] == kind } ? kind : nil
      case .call:
        top -= Int(operation.constant) - 1
        top.pointee = functionKind(operation)
      }
    }
    return top.pointee
  }

  private static func join(
    _ a: NumberKind?, _ b: NumberKind?, _ rule: (NumberKind, NumberKind) -> NumberKind
  ) -> NumberKind? {
    guard let a, let b else { return nil }
    return rule(a, b)
  }

  /// The kind of the result in one row.
  func kind(
    at row: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader,
    _ stack: UnsafeMutablePointer<NumberKind?>
  ) -> NumberKind? {
    kind(stack) { operation in
      let reference = references[Int(operation.reference)]
      if operation.code == .aggregate { return reader.arePlain(reference) ? .plain : nil }
      let source = reference.topRow(at: row)
      if source < 0 { return operation.kind }  // PREVIOUS in the first row
      return reader.kind(reference, source)
    }
  }

  /// The kind of the results in some rows; `nil` when they may have several.
  func kind(
    from row: Int, rows count: Int, _ references: UnsafePointer<GroupReference>, _ reader: ColumnReader,
    _ stack: UnsafeMutablePointer<NumberKind?>
  ) -> NumberKind? {
    kind(stack) { operation in
      let reference = references[Int(operation.reference)]
      if operation.code == .aggregate { return reader.arePlain(reference) ? .plain : nil }
      guard reference.topIsRelative else { return reader.kind(reference, Int(reference.top)) }
      let first = reference.topRow(at: row)
      guard first >= 0 else { return nil }
      return reader.commonKind(reference, first..<first + count)
    }
  }

  /// Whether nothing that is read in any row has a kind, so that every result is plain.
  func readsPlain(_ references: UnsafePointer<GroupReference>, _ reader: ColumnReader) -> Bool {
    if givesPlain { return true }
    guard keepsPlain else { return false }
    for index in 0..<count {
      switch operations[index].code {
      case .loadReference, .loadPrevious, .loadResult, .loadPreviousResult, .addReference, .subtractReference,
        .multiplyReference, .divideReference:
        if !reader.isPlain(references[Int(operations[index].reference)]) { return false }
      case .aggregate where operations[index].keepsKind:
        if !reader.arePlain(references[Int(operations[index].reference)]) { return false }
      default: continue
      }
    }
    return true
  }
}

extension ColumnReader {
  @inline(__always)
  private func column(_ reference: GroupReference) -> UnsafeMutablePointer<ColumnStore>? {
    let table = tables[Int(reference.grid.rawValue)]
    return Int(reference.left) < table.count ? table.columns + Int(reference.left) : nil
  }

  /// Whether all numbers of the column that a reference reads are plain.
  @inline(__always)
  func isPlain(_ reference: GroupReference) -> Bool { column(reference)?.pointee.kinds.isPlain ?? true }

  /// Whether all numbers of the columns of an area are plain.
  func arePlain(_ reference: GroupReference) -> Bool {
    let table = tables[Int(reference.grid.rawValue)]
    return (Int(reference.left)..<min(Int(reference.right) + 1, max(table.count, Int(reference.left))))
      .allSatisfy { table.columns[$0].kinds.isPlain }
  }

  /// The kind of what stands in a row; what is no number is plain.
  @inline(__always)
  func kind(_ reference: GroupReference, _ row: Int) -> NumberKind {
    guard let column = column(reference), !column.pointee.kinds.isPlain,
      BoxedValue(bits: column.pointee.bits(at: row)).isNumber
    else { return .plain }
    return column.pointee.kinds[row]
  }

  /// The kind of the numbers that fill some rows; `nil` when they have several.
  func commonKind(_ reference: GroupReference, _ rows: Range<Int>) -> NumberKind? {
    guard let column = column(reference) else { return .plain }
    return column.pointee.kinds.common(rows)
  }
}
