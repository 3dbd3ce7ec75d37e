import CellModel
import Workbooks

/// The numbers of a workbook that stand for days as a sheet has them.
///
/// They are the same numbers, with which formulas count; before March 1900 a sheet calls them by another day than
/// OpenDocument does, as Excel would. Only where days count from 1904 each is the number of the same day.
struct SheetDates {
  /// By how much a number of a sheet is larger.
  private let shift: Double

  init(_ system: DateSystem) { shift = system == .from1904 ? DateSystem.daysBetween : 0 }

  /// A number that a format shows as what it stands for; a day that is none of the calendar stays a number.
  func shifted(_ number: Double, _ kind: NumberKind) -> CellValue {
    guard kind.isDay else { return .number(number, kind) }
    let day = number + shift
    // A sheet has no days before 1900, and none for the 29 February 1900 of Excel.
    guard (1..<2_958_466).contains(day), Int(day) != 60 else { return .number(number) }
    return .number(day, kind)
  }

  /// A value of a sheet as the workbook has it.
  func unshifted(_ value: CellValue) -> CellValue {
    guard case .number(let number, let kind) = value, kind.isDay else { return value }
    return .number(number - shift, kind)
  }
}
