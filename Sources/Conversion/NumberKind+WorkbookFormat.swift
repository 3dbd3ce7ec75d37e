import CellModel

extension NumberKind {
  /// The number format by which a workbook shows a number of this kind as a sheet does.
  func workbookFormat(for number: Double) -> String {
    guard self != .plain else { return "General" }
    let value = CellValue.number(number, self)
    let shown = ValueText().shown(value, nil)
    return Self.formats.first { $0.text(of: value) == shown }?.source ?? "General"
  }

  /// The formats by which a sheet shows what is not plain, the shortest of each kind first.
  private static let formats = [
    "yyyy-mm-dd", "yyyy-mm-dd hh:mm", "yyyy-mm-dd hh:mm:ss", "hh:mm", "hh:mm:ss", "[hh]:mm", "[hh]:mm:ss", "0%",
    "0.00%",
  ].compactMap { try? NumberFormat($0) }
}
