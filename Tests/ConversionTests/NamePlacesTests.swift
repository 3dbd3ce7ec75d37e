import CellModel
import LiveSheets
import SheetText
import Testing
import Workbooks

@testable import Conversion

/// Where names of a sheet stand in a workbook.
@Suite("Places of names")
struct NamePlacesTests {
  /// - Returns: The formats of cells by their addresses, and the cells of names.
  private static func places(_ text: String) -> (formats: [String: String], names: [String]) {
    let sheet = LiveSheet(SheetDocument(name: "costs.sheet", text), environment: RoundTripTests.environment)
    let workbook = WorkbookFromSheet(sheet, name: "costs").workbook
    var formats: [String: String] = [:]
    for sheet in workbook.sheets {
      func add(_ row: Int, _ column: Int, _ style: Int32) {
        formats[sheet.name + "!" + A1Notation.text(row: row, column: column)] = workbook.numberFormat(ofStyle: style)
      }
      for formula in sheet.formulas { add(Int(formula.row), Int(formula.column), formula.style) }
      for (column, constants) in sheet.columns {
        for (index, row) in constants.rows.enumerated() { add(Int(row), column, constants.styles[index]) }
      }
    }
    return (formats, workbook.names.map { $0.name + " = " + $0.formula })
  }

  @Test("A cell that shows a name has a format of its own, where it has one, and else that of the name")
  func formats() {
    let made = Self.places(
      """
      sheet P
      rate = 7 as "0.0"; A1 = rate as "0.000"
      cost = A1 * 2 as "0.0"; A2 = cost
      half = 50%; A3 = half as "0.00"
      part = 25%; A4 = part
      days = {1; 2}; A5 = INDEX(days, 2) as "0.00"
      """)
    #expect(
      made.formats.filter { $0.key.hasPrefix("P!") } == [
        "P!A1": "0.000", "P!A2": "0.0", "P!A3": "0.00", "P!A4": "0%", "P!A5": "0.00",
      ])
  }

  @Test("The place of a name is the cell on its own sheet that shows it, also behind one on another, or else the first")
  func homes() {
    let made = Self.places(
      """
      far = 3
      sheet P
      A1 = rate as "0.000"; A2 = far; A3 = size
      sheet Q
      rate = 7 * A2 as "0.0"; B1 = rate; C1 = rate
      A2 = far
      input size = 4; A3 = size
      """)
    #expect(made.names.sorted() == ["far = P!$A$2", "rate = Q!$B$1", "size = Q!$A$3"])
    #expect(made.formats["P!A1"] == "0.000")
    #expect(made.formats["Q!B1"] == "0.0")
  }
}
