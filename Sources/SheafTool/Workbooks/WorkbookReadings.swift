import CellModel
import LiveWorkbooks
import Workbooks

/// The values of a workbook as its number formats show them.
///
/// Days are counted from 1900 here, also those of a workbook that counts from 1904; see ``LiveWorkbook/shownValue(in:)``.
struct WorkbookReadings: ReadingSource {
  private let workbook: LiveWorkbook

  init(_ workbook: LiveWorkbook) { self.workbook = workbook }

  func value(of area: Area) -> CellValue { workbook.shownValue(in: area) }

  func shownFormat(at address: CellAddress) -> String? {
    let format = workbook.numberFormat(at: address)
    return format == "General" ? nil : format
  }

  func display(_ value: CellValue, format: String?) -> String {
    // A field of a file of separated values has no format, but it is a day or a share as it was written.
    if format == nil, value.kind != .plain { return ValueText().shown(value, format: nil) }
    let format = format.flatMap { try? NumberFormat($0) } ?? .general
    return format.text(of: value, in: value.kind.isDay ? .from1900 : workbook.contents.dateSystem)
  }

  // As errors remember where they began.
  func cellName(at address: CellAddress) -> String { workbook.engine.names.name(of: address) }
}
