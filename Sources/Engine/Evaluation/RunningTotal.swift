import CellModel

/// A column of which each cell is the one above it plus or minus a number of its own row: `B2 = B1 + A2` filled down.
///
/// So are running totals and balances, and each row waits for the one before: it is kept in a register, where the executor
/// of one row would write it to its stack and to the cell and read it back.
struct RunningTotal {
  /// What each row adds or takes away.
  private let term: GroupReference
  private let subtracts: Bool
  /// Whether the cell above is the left operand, of whose size the difference may be next to nothing.
  private let isLeft: Bool

  /// `nil` when a formula of a group is something else.
  init?(_ numeric: NumericHandle, _ references: UnsafePointer<GroupReference>, of group: FormulaGroup) {
    guard numeric.count == 3, numeric.operations[0].code == .loadReference,
      numeric.operations[1].code == .loadReference
    else { return nil }
    switch numeric.operations[2].code {
    case .finalAdd: subtracts = false
    case .finalSubtract: subtracts = true
    default: return nil
    }
    let operands = (0...1).map { references[Int(numeric.operations[$0].reference)] }
    guard let above = operands.firstIndex(where: { $0.isCellAbove(in: group) }), above == 0 || !subtracts else {
      return nil
    }
    term = operands[1 - above]
    isLeft = above == 0
    guard term.isCell, !term.mayBeMissing, !term.reads(column: group.column, of: group.grid) else { return nil }
  }

  /// What comes of some rows of a block, one by one; it ends before the first that is no plain number.
  ///
  /// - Parameters:
  ///   - above: What stands above the first row.
  ///   - body: Takes the row's number, and tells whether to go on.
  @inline(__always)
  func forEach(
    from row: Int, through end: Int, above: UInt64, _ reader: ColumnReader, _ body: (Double) -> Bool
  ) {
    guard var total = Self.number(above) else { return }
    for row in row...end {
      let source = term.topRow(at: row)
      guard source >= 0, let number = Self.number(reader.bits(term, source)) else { return }
      let (left, right) = isLeft ? (total, number) : (number, total)
      total = subtracts ? CellArithmetic.finalSubtract(left, right) : CellArithmetic.finalAdd(left, right)
      guard total.isFinite, body(total) else { return }
    }
  }

  /// The number of a cell, that of a blank among them.
  @inline(__always)
  private static func number(_ bits: UInt64) -> Double? {
    if bits < BoxedValue.firstTagged { return Double(bitPattern: bits) }
    return bits == BoxedValue.blank.bits ? CellValue.blankAsNumber : nil
  }
}

extension GroupReference {
  /// Whether it is the cell above the formula's own.
  func isCellAbove(in group: FormulaGroup) -> Bool {
    isCell && topIsRelative && top == -1 && reads(column: group.column, of: group.grid) && !mayBeMissing
  }
}
