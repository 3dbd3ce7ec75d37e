import CellModel
import LiveWorkbooks

/// The values of a workbook as its number formats show them.
struct WorkbookReadings: ReadingSource {
  private let workbook: LiveWorkbook

  init(_ workbook: LiveWorkbook) { self.workbook = workbook }

  func value(of area: Area) -> CellValue {
    area.isSingleCell ? workbook.engine.value(at: area.topLeft) : workbook.engine.array(of: area)
  }

  func shownFormat(at address: CellAddress) -> String? {
    let format = workbook.numberFormat(at: address)
    return format == "General" ? nil : format
  }

  func display(_ value: CellValue, format: String?) -> String {
    let format = format.flatMap { try? NumberFormat($0) } ?? .general
    return format.text(of: value, in: workbook.contents.dateSystem)
  }

  func cellName(at address: CellAddress) -> String { workbook.name(of: address) }
}
