import CellModel
import Workbooks

/// The days of a workbook as those of a sheet, which count from 1900.
struct SheetDates {
  private let system: DateSystem

  init(_ system: DateSystem) { self.system = system }

  /// A number that a format shows as what it stands for; a day that is none of the calendar stays a number.
  func shifted(_ number: Double, _ kind: NumberKind) -> CellValue {
    guard kind.isDay else { return .number(number, kind) }
    let day = system.numberInSheet(number)
    // A sheet has no days before 1900, and none for the 29 February 1900 of Excel.
    guard (1..<2_958_466).contains(day), Int(day) != 60 else { return .number(number) }
    return .number(day, kind)
  }

  /// A value of a sheet as the workbook has it.
  func unshifted(_ value: CellValue) -> CellValue {
    guard case .number(let number, let kind) = value, kind.isDay else { return value }
    return .number(system.number(fromSheet: number), kind)
  }
}
