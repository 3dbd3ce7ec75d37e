import CellModel
import LiveWorkbooks
import Workbooks

/// The values of a workbook as its number formats show them.
///
/// A number is what its cell's format shows. Constants of a file have no kinds, so what a formula makes of them says
/// nothing in a cell without a format; a value that was set keeps its own. Days are counted from 1900 here, also those of
/// a workbook that counts from 1904.
struct WorkbookReadings: ReadingSource {
  private let workbook: LiveWorkbook

  init(_ workbook: LiveWorkbook) { self.workbook = workbook }

  func value(of area: Area) -> CellValue {
    guard !area.isSingleCell else { return presented(workbook.engine.value(at: area.topLeft), at: area.topLeft) }
    guard case .array(let array) = workbook.engine.array(of: area) else { return .blank }
    var elements = array.elements
    for position in elements.indices where elements[position].number != nil {
      let address = CellAddress(
        grid: area.grid, row: Int(area.top) + position / array.columns,
        column: Int(area.left) + position % array.columns)
      elements[position] = presented(elements[position], at: address)
    }
    return .array(CellArray(rows: array.rows, columns: array.columns, elements))
  }

  private func presented(_ value: CellValue, at address: CellAddress) -> CellValue {
    guard case .number(var number, var kind) = value else { return value }
    if let format = shownFormat(at: address) {
      kind = workbook.numberKind(ofFormat: format)
    } else if workbook.engine.hasFormula(at: address) {
      kind = .plain
    }
    if kind.isDay { number = workbook.contents.dateSystem.numberInSheet(number) }
    return .number(number, kind.shown(number))
  }

  func shownFormat(at address: CellAddress) -> String? {
    let format = workbook.numberFormat(at: address)
    return format == "General" ? nil : format
  }

  func display(_ value: CellValue, format: String?) -> String {
    let format = format.flatMap { try? NumberFormat($0) } ?? .general
    return format.text(of: value, in: value.kind.isDay ? .from1900 : workbook.contents.dateSystem)
  }

  // As errors remember where they began.
  func cellName(at address: CellAddress) -> String { workbook.engine.name(of: address) }
}
