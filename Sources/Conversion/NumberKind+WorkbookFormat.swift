import CellModel

extension NumberKind {
  /// The number format by which a workbook shows a number of this kind as a sheet does.
  var workbookFormat: String {
    switch self {
    case .plain: "General"
    case .date: "yyyy-mm-dd"
    case .time: "h:mm"
    case .dateTime: "yyyy-mm-dd h:mm"
    case .percent: "0.00%"
    }
  }

  /// The kind that a format shows as every number of the kind is shown, or as its reader's country has it; `nil` for a
  /// format that says more.
  static func standard(of format: String) -> NumberKind? {
    switch format {
    case "yyyy-mm-dd", "m/d/yyyy": .date
    case "h:mm", "hh:mm": .time
    case "yyyy-mm-dd h:mm", "yyyy-mm-dd hh:mm", "m/d/yyyy h:mm": .dateTime
    case "0%", "0.00%": .percent
    default: nil
    }
  }
}
