import CellModel
import Diagnostics
import LiveSheets
import Workbooks

/// A table as a CSV file, which a sheet reads again with the same values.
struct SavedTable {
  private let table: TableInfo
  private let sheet: LiveSheet
  private let writer = CSVWriter()

  init(_ table: TableInfo, of sheet: LiveSheet) {
    self.table = table
    self.sheet = sheet
  }

  /// Writes the file as a whole or not at all.
  ///
  /// - Parameter source: The sheet's file, which is not written over.
  func write(to path: String, from source: String?, _ console: Console) throws(CallFailure) {
    let file = try OutputFile(path, .results(from: [source].compactMap(\.self)))
    file.sink.write(writer.line(table.savedColumns.map { table.columns[$0] }))
    for row in 0..<table.rowCount where file.sink.isUsable { file.sink.write(line(ofRow: row)) }
    try file.finish()
    if let remark = file.remark { console.remark(remark) }
  }

  private func line(ofRow row: Int) -> String {
    let fields = table.savedColumns.map { column in
      field(sheet.value(at: CellAddress(grid: table.grid, row: row, column: column)))
    }
    // A line of its own that is empty would be no row.
    return (fields == [""] ? "\"\"" : fields.joined(separator: ",")) + "\r\n"
  }

  /// A field that is read again as the same value; records and arrays are JSON.
  private func field(_ value: CellValue) -> String {
    switch value {
    case .array, .record: writer.field(.text(PlainText.text(value)))
    default: writer.field(value)
    }
  }
}

/// `--save` on the command line: tables and the files they are written to.
struct SavedTables {
  private let pairs: [(name: String, path: String)]

  init(_ texts: [String]) throws(CallFailure) {
    var pairs: [(name: String, path: String)] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex, text.index(after: equals) < text.endIndex
      else {
        throw CallFailure("--save takes TABLE=FILE, and “\(text)” is not that", help: "--save people=people.csv")
      }
      pairs.append((String(text[..<equals].trimmed), String(text[text.index(after: equals)...])))
    }
    self.pairs = pairs
  }

  /// Writes the tables; when one of them is not there none is written.
  func write(from sheet: LiveSheet, _ console: Console) throws(CallFailure) {
    var found: [(table: TableInfo, path: String)] = []
    for (name, path) in pairs {
      found.append((try sheet.savedTable(named: name), path))
    }
    for (table, path) in found {
      try SavedTable(table, of: sheet).write(to: path, from: sheet.document.source.name, console)
    }
  }
}

extension LiveSheet {
  /// The table of a name, for one who wants to save it.
  func savedTable(named name: String) throws(CallFailure) -> TableInfo {
    if let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) { return table }
    throw CallFailure(
      "there is no table named \(name)", near: NearNames.suggestion(for: name, among: tables.map(\.name)))
  }
}
