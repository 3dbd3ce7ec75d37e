/// What a blank counts as where something is asked for: 0, the empty text or FALSE.
///
/// A blank stays blank where it is passed on: in a name, a column, a state, a field. At a grid address the blank result of a
/// formula becomes 0, as in Excel, and so do the blanks of an array that spills. As an operand it is read by
/// ``CellValue/asNumber()``, ``CellValue/asText()`` and ``CellValue/asLogical()``, and compared by ``CellComparison``.
extension CellValue {
  /// What a blank counts as where a number is asked for.
  @inlinable package static var blankAsNumber: Double { 0 }

  /// The result of a formula as a cell of a grid shows it.
  @inlinable package var atGridAddress: CellValue {
    if case .blank = self { return .number(Self.blankAsNumber) }
    return self
  }
}
