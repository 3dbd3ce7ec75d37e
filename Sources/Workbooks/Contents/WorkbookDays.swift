import CellModel

/// The days of a workbook as those of a sheet, which counts from 1900 as Excel does, with a 29 February.
///
/// So days are shown and typed. What a workbook is converted to keeps its numbers, with which formulas count.
extension DateSystem {
  /// The number that a sheet has for a day of a workbook; for days before 1900, which no sheet has, one below 1.
  func numberInSheet(_ number: Double) -> Double {
    switch self {
    case .from1900: number
    case .from1904: number + Self.daysBetween
    // In OpenDocument 60 is 28 February 1900, and 61 the day behind it.
    case .from1899: number < 61 ? number - 1 : number
    }
  }

  /// A number that a format shows, as a sheet has it; one that is no day of a sheet's calendar is a plain number there, as the
  /// workbook has it.
  ///
  /// - Parameter kind: That of the format.
  package func valueInSheet(_ number: Double, _ kind: NumberKind) -> CellValue {
    guard kind.isDay else { return .number(number, kind.shown(number)) }
    let day = numberInSheet(number)
    let isInCalendar = (1..<2_958_466).contains(day) || self == .from1900 && (0..<1).contains(day)
    return isInCalendar ? .number(day, kind.shown(day)) : .number(number)
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
