import CellModel

/// The days of a workbook as those of a sheet, which counts from 1900 as Excel does, with a 29 February.
extension DateSystem {
  /// The number that a sheet has for a day of a workbook; for days before 1900, which no sheet has, one below 1.
  package func numberInSheet(_ number: Double) -> Double {
    switch self {
    case .from1900: number
    case .from1904: number + Self.daysBetween
    // In OpenDocument 60 is 28 February 1900, and 61 the day behind it.
    case .from1899: number < 61 ? number - 1 : number
    }
  }

  /// The number that a workbook has for a day of a sheet.
  package func number(fromSheet number: Double) -> Double {
    switch self {
    case .from1900: number
    case .from1904: number - Self.daysBetween
    case .from1899: number < 60 ? number + 1 : number
    }
  }
}
