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

  /// Writes what comes of some rows, all of them at once; `false` where one of them is no plain number, or where what they
  /// add does not lie in one block, and then nothing is said about any.
  func fill(
    _ results: UnsafeMutablePointer<Double>, from row: Int, _ count: Int, above: UInt64, _ reader: ColumnReader
  ) -> Bool {
    let first = term.topRow(at: row)
    guard let total = Self.number(above), term.topIsRelative, first >= 0,
      first & ColumnStore.blockMask + count <= ColumnStore.blockRows,
      let block = reader.block(term, first >> ColumnStore.blockShift)
    else { return false }
    let source = block + first & ColumnStore.blockMask
    guard NumericHandle.areNumbers(source, count) else { return false }
    let terms = UnsafeRawPointer(source).assumingMemoryBound(to: Double.self)
    let last =
      if subtracts {
        Self.fill(results, terms, count, total) { ($0 - $1, $0) }
      } else if isLeft {
        Self.fill(results, terms, count, total) { ($0 + $1, $0) }
      } else {
        Self.fill(results, terms, count, total) { ($0 + $1, $1) }
      }
    // What is added to an infinity, or to no number, is none either.
    return last.isFinite
  }

  /// - Parameter next: The total of a row, and the left operand that it came of.
  @inline(__always)
  private static func fill(
    _ results: UnsafeMutablePointer<Double>, _ terms: UnsafePointer<Double>, _ count: Int, _ above: Double,
    _ next: (_ above: Double, _ term: Double) -> (total: Double, left: Double)
  ) -> Double {
    var total = above
    for index in 0..<count {
      let (sum, left) = next(total, terms[index])
      // Each row would wait for a choice between two numbers; a branch that is hardly ever taken lets it go ahead.
      total = _slowPath(CellArithmetic.isRemainder(sum, of: left)) ? remainder() : sum
      results[index] = total
    }
    return total
  }

  /// What a remainder of rounding counts as. A call, so that the branch to it remains one.
  @inline(never)
  private static func remainder() -> Double { 0 }

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
