import CellModel
import Markup

/// The part for another workbook that formulas refer to, with the values that it had.
enum ExcelExternalBook {
  /// The part, and the address that it is related to.
  static func part(_ book: ExternalBook) -> ([UInt8], target: String) {
    var xml = XMLWriter.document()
    xml.start("externalLink", [("xmlns", ExcelNames.main), ("xmlns:r", ExcelNames.relations)])
    xml.start("externalBook", [("r:id", "rId1")])
    if !book.sheets.isEmpty {
      xml.start("sheetNames")
      for sheet in book.sheets { xml.empty("sheetName", [("val", sheet.name)]) }
      xml.end()
    }
    if !book.names.isEmpty {
      xml.start("definedNames")
      for name in book.names {
        xml.empty(
          "definedName",
          [("name", name.name), ("refersTo", name.formula), ("sheetId", name.sheet.map { "\($0)" })])
      }
      xml.end()
    }
    if !book.sheets.isEmpty {
      xml.start("sheetDataSet")
      for (position, sheet) in book.sheets.enumerated() { write(sheet, number: position, to: &xml) }
      xml.end()
    }
    xml.endAll()
    return (xml.bytes, book.target.isEmpty ? "missing.xlsx" : book.target)
  }

  private static func write(_ sheet: ExternalBook.Sheet, number: Int, to xml: inout XMLWriter) {
    xml.start("sheetData", [("sheetId", "\(number)")])
    let rows = Dictionary(grouping: sheet.cells) { $0.row }
    for (row, cells) in rows.sorted(by: { $0.key < $1.key }) {
      xml.start("row", [("r", "\(row + 1)")])
      for cell in cells.sorted(by: { $0.column < $1.column }) {
        let (type, text): (String?, String)
        switch cell.value {
        case .number(let number, _): (type, text) = (nil, NumberText.roundTrip(number))
        case .text(let words): (type, text) = ("str", ExcelText.escaped(words))
        case .logical(let logical): (type, text) = ("b", logical ? "1" : "0")
        case .error(let error): (type, text) = ("e", ExcelErrors.text(of: error.code))
        default: continue
        }
        xml.start("cell", [("r", A1Notation.text(row: row, column: cell.column)), ("t", type)])
        xml.element("v", text: text)
        xml.end()
      }
      xml.end()
    }
    xml.end()
  }
}
