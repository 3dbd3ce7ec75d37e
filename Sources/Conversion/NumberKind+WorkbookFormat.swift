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

  /// Whether a format shows a number as a sheet does by itself, or as its reader's country has it.
  static func isStandard(_ format: String, for value: CellValue) -> Bool {
    switch format {
    case "m/d/yyyy", "m/d/yyyy h:mm", "h:mm", "yyyy-mm-dd h:mm", "0.00%": true
    default: (try? NumberFormat(format))?.text(of: value) == ValueText().shown(value, nil)
    }
  }
}
