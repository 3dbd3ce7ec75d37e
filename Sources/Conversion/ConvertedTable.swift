import CellModel
import SheetText
import Workbooks

/// A table of a file as a sheet or a workbook has it.
package struct ConvertedTable {
  private let file: TableFile
  private let name: String

  package init(_ file: TableFile, name: String) {
    self.file = file
    let plain = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    self.name =
      plain.first?.isLetter != true || A1Notation.cell(plain) != nil ? "table_" + plain : WorkbookNames.name(plain)
  }

  /// A sheet with the table, its rows written out.
  ///
  /// - Parameter document: What the sheet is called.
  package func sheet(named document: String) -> SheetDocument {
    var text = "table \(name) {\n"
    text += TableText.line(file.columns.map(TableText.header))
    for row in file.rows { text += TableText.line(row.map(TableText.cell)) }
    return SheetDocument(name: document, text + "}\n", keepsTrees: false)
  }

  /// What the text has otherwise than the file, in words, with how often.
  package var omissions: [String: Int] {
    let texts = file.columns + file.rows.joined().compactMap(\.text)
    let count = texts.count(where: TableText.hasLineBreak)
    return count == 0 ? [:] : ["line break in a text, in place of which there is a blank": count]
  }

  /// A workbook with the table at the top of its only sheet.
  package var workbook: Workbook {
    var workbook = Workbook()
    var styles = WorkbookStyles()
    var sheet = WorkbookSheet(name: WorkbookNames.sheetName(name, besides: []))
    for (column, title) in file.columns.enumerated() {
      var cells = ConstantColumn()
      cells.append(.text(title), row: 0, style: 0)
      for (row, values) in file.rows.enumerated() where !values[column].isBlank {
        var style: Int32 = 0
        if case .number(let number, let kind) = values[column], kind != .plain {
          style = styles.style(of: kind.workbookFormat(for: number))
        }
        cells.append(values[column], row: row + 1, style: style)
      }
      sheet.columns[column] = cells
    }
    sheet.tables = [
      WorkbookTable(
        name: name, block: CellBlock(top: 0, left: 0, bottom: max(file.rows.count, 1), right: file.columns.count - 1),
        hasHeaders: true, hasTotals: false, columns: file.columns)
    ]
    workbook.sheets = [sheet]
    workbook.numberFormats = styles.formats
    return workbook
  }
}
