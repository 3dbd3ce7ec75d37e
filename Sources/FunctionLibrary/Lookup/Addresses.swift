import CellModel
import Functions

/// Functions that write addresses and links.
enum Addresses: FunctionFamily {
  static let title = "Addresses and links"

  static let functions: [SheetFunction] = [
    SheetFunction(
      "ADDRESS", "Writes the address of a row and a column as text.",
      .place("row_num", "the row, counted from 1"),
      .place("column_num", "the column, counted from 1"),
      .integer("abs_num", "1: both absolute; 2: only the row; 3: only the column; 4: both relative", default: 1),
      .logical("a1", "TRUE: A1 notation; FALSE: R1C1 notation", default: true),
      .optionalText("sheet_text", "the sheet to name in front"),
      examples: [
        "ADDRESS(2, 3)" => "$C$2", "ADDRESS(2, 3, 2)" => "C$2", "ADDRESS(2, 3, 3, FALSE)" => "R[2]C3",
        "ADDRESS(-1, -1, 4, FALSE)" => "R[-1]C[-1]",
        "ADDRESS(2, 3, 1, FALSE, \"[Book1]Sheet1\")" => "'[Book1]Sheet1'!R2C3",
        "ADDRESS(2, 3, 3, TRUE, \"[Book1]Sheet1\")" => "[Book1]Sheet1!$C2",
        "ADDRESS(2, 3, 3, TRUE, \"[My book]Sheet1\")" => "'[My book]Sheet1'!$C2",
        "ADDRESS({1,2}, 1, 4)" => [[.text("A1"), .text("A2")]],
        "ADDRESS(2, 3, , , \"Ann's\")" => "'Ann''s'!$C$2",
        "ADDRESS(0, 1)" => .value, "ADDRESS(1, 16385)" => .value, "ADDRESS(1, 1, 5)" => .value,
      ]
    ) { (row, column, form, isA1, sheet) throws(CellError) in
      let address = try address(row: row, column: column, form: form, isA1: isA1)
      return sheet.map { quotedIfNeeded($0, mayNameWorkbook: isA1) + "!" + address } ?? address
    },

    SheetFunction(
      "HYPERLINK", "Gives the text to show for a link; the link itself is followed by the program that shows the cell.",
      .text("link_location", "where the link leads"),
      .optionalAnything("friendly_name", "what the cell shows; else the link"),
      examples: [
        "HYPERLINK(\"https://example.org\", \"home\")" => "home",
        "HYPERLINK(\"https://example.org\")" => "https://example.org", "HYPERLINK(\"a\", 3)" => 3,
        "HYPERLINK({\"a\",\"b\"})" => [[.text("a"), .text("b")]], "HYPERLINK(1/0)" => .divisionByZero,
      ]
    ) { (link, name) throws(CellError) in name ?? .text(link) },
  ]

  /// The address of a cell without a sheet before it.
  static func address(row: Int, column: Int, form: Int, isA1: Bool) throws(CellError) -> String {
    guard (1...4).contains(form) else { throw .value("The form of an address is 1, 2, 3 or 4.") }
    let isRowAbsolute = form <= 2
    let isColumnAbsolute = form == 1 || form == 3
    // In R1C1 notation what is relative is a distance, which may lead up or to the left.
    let (rows, columns) = (Area.lastRow + 1, Area.lastColumn + 1)
    guard (isA1 || isRowAbsolute ? 1...rows : 1 - rows...rows).contains(row),
      (isA1 || isColumnAbsolute ? 1...columns : 1 - columns...columns).contains(column)
    else { throw .value("The address lies outside the sheet.") }
    if isA1 {
      return A1Notation.address(column: column - 1, isColumnAbsolute, row: row - 1, isRowAbsolute)
    }
    return (isRowAbsolute ? "R\(row)" : "R[\(row)]") + (isColumnAbsolute ? "C\(column)" : "C[\(column)]")
  }

  /// A sheet's name as a reference writes it: in quotes when it, or the workbook in brackets before it, holds more than
  /// letters, digits, `_` and `.`.
  ///
  /// - Parameter mayNameWorkbook: Whether a workbook in brackets is no reason for quotes; in R1C1 notation it is one.
  static func quotedIfNeeded(_ sheet: String, mayNameWorkbook: Bool = true) -> String {
    if mayNameWorkbook, let close = sheet.firstIndex(of: "]"), sheet.first == "[" {
      let book = String(sheet[sheet.index(after: sheet.startIndex)..<close])
      let name = String(sheet[sheet.index(after: close)...])
      if isPlain(book), isPlain(name) { return sheet }
    }
    if isPlain(sheet) { return sheet }
    var result = "'"
    for character in sheet {
      result.append(character)
      if character == "'" { result.append("'") }
    }
    return result + "'"
  }

  private static func isPlain(_ name: String) -> Bool {
    name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
      && name.first.map { $0.isLetter || $0 == "_" } ?? true && A1Notation.cell(name) == nil
  }
}
