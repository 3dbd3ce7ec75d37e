import CellModel

extension NumberKind {
  /// The number format by which a workbook shows a number of this kind; dates look as the reader's country has them.
  var workbookFormat: String {
    switch self {
    case .plain: "General"
    case .date: "m/d/yyyy"
    case .time: "h:mm"
    case .dateTime: "m/d/yyyy h:mm"
    case .percent: "0.00%"
    }
  }
}
