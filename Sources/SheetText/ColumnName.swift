/// A column of a table as it is called from outside the table, `ledger[cash]` or `ledger.cash`.
package struct ColumnName: Sendable {
  package var table: WrittenText
  package var name: WrittenText
  /// Who has given the name.
  var origin: Origin

  enum Origin {
    case text
    /// The file that the rows are read from.
    case file
    /// The sheet that the rows are, by its file.
    case sheet(String)
  }

  /// The name that stands behind that of the table, where a new name is given with it as well.
  package func later(_ name: String) -> String {
    guard let parts = Self.parts(of: name), parts.table.lowercased() == table.key else { return name }
    return parts.column
  }

  fileprivate static func parts(of text: String) -> (table: String, column: String)? {
    guard let sign = text.firstIndex(where: { $0 == "[" || $0 == "." }) else { return nil }
    let column = text[text.index(after: sign)...]
    if text[sign] == "." { return (String(text[..<sign]), String(column)) }
    return column.last == "]" ? (String(text[..<sign]), String(column.dropLast())) : nil
  }
}

extension SheetDocument {
  /// The column of a table of the text that a name calls; `nil` if it calls none.
  package func column(named text: String) -> ColumnName? {
    ColumnName.parts(of: text).flatMap { column($0.column, ofTable: $0.table) }
  }

  func column(_ name: String, ofTable tableName: String) -> ColumnName? {
    guard let index = definition(of: tableName), case .table(let table) = statements[index].kind else { return nil }
    let key = name.lowercased()
    guard let column = table.columnNames.first(where: { $0.key == key }) else { return nil }
    var origin = ColumnName.Origin.text
    if table.header?.columns.contains(where: { $0.name.key == key }) == true {
      if table.source != nil { origin = .file }
      if let sheet = table.instanceSource { origin = .sheet(sheet.text) }
    }
    return ColumnName(table: table.name, name: column, origin: origin)
  }
}
