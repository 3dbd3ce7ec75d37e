import CellModel
import Diagnostics
import LiveSheets
import Workbooks

/// What can be saved as a CSV file, or with the ending .tsv as TSV, which a sheet reads again with the same values.
enum SavedContent {
  case table(SavedTable)
  /// An array, a range or a spill range: its rows as they are, without names of columns; a table of a used workbook has them.
  case area(Reading)

  /// Writes the file as a whole or not at all.
  ///
  /// - Parameters:
  ///   - source: The sheet's file, which is not written over.
  ///   - log: The files that it reads, for which the same holds.
  ///   - guardsFormulas: Whether texts are written so that no program takes them for formulas.
  ///   - standardOutput: What `-` stands for, where the results of the console go to a file.
  func write(
    to path: String, from source: String?, _ log: FileLog, _ console: Console, guardsFormulas: Bool,
    standardOutput: TextSink? = nil
  ) throws(CallFailure) {
    if path == FilePath.standardOutput {
      write(to: standardOutput ?? console.output, CSVWriter(guardsFormulas: guardsFormulas))
    } else {
      let delimiter = FileEnding.delimiter(of: path) ?? Ascii.comma
      // A file that is read is refused with its own reason first.
      let file = try OutputFile(path, .results(from: [source].compactMap(\.self), log))
      if let ending = FileEnding.otherThanRows(path) {
        file.abandon()
        throw CallFailure(
          "\(path) would hold rows of fields, and .\(ending) is the ending of other files",
          help: "the endings are .csv and .tsv")
      }
      write(to: file.sink, CSVWriter(delimiter: delimiter, guardsFormulas: guardsFormulas))
      try file.finish()
      if let remark = file.remark { console.remark(remark) }
    }
    if hasNestedValues {
      console.remark("\(path) has records and arrays as JSON, which is read back as text")
    }
  }

  private func write(to sink: TextSink, _ writer: CSVWriter) {
    if let header { sink.write(writer.line(header)) }
    for row in 0..<rowCount where sink.isUsable { sink.write(line(ofRow: row, writer)) }
  }

  private var header: [String]? {
    switch self {
    case .table(let table): table.header
    case .area(let reading): reading.shape == .table ? reading.columns : nil
    }
  }

  /// Whether one of its values is made of others, for which a field has no form of its own.
  private var hasNestedValues: Bool {
    (0..<rowCount).contains { row in
      values(ofRow: row).contains { value in
        switch value {
        case .array, .record: true
        default: false
        }
      }
    }
  }

  private func values(ofRow row: Int) -> [CellValue] {
    switch self {
    case .table(let table): table.values(ofRow: row)
    case .area(let reading): reading.values(ofRow: row)
    }
  }

  private var rowCount: Int {
    switch self {
    case .table(let table): table.rowCount
    case .area(let reading): reading.rowCount
    }
  }

  private func line(ofRow row: Int, _ writer: CSVWriter) -> String {
    let fields = values(ofRow: row).map { Self.field($0, writer) }
    return writer.joined(fields == [""] ? [CSVWriter.emptyRow] : fields)
  }

  /// A field that is read again as the same value; records and arrays are JSON.
  private static func field(_ value: CellValue, _ writer: CSVWriter) -> String {
    switch value {
    case .array, .record: writer.field(.text(PlainText.text(value)))
    default: writer.field(value)
    }
  }
}

/// The columns of a table that a file of it has.
struct SavedTable {
  private let table: TableInfo
  private let sheet: LiveSheet

  init(_ table: TableInfo, of sheet: LiveSheet) {
    self.table = table
    self.sheet = sheet
  }

  var header: [String] { table.savedColumns.map { table.columns[$0] } }
  var rowCount: Int { table.rowCount }

  func values(ofRow row: Int) -> [CellValue] {
    table.savedColumns.map { sheet.value(at: CellAddress(grid: table.grid, row: row, column: $0)) }
  }
}

/// `--save` on the command line: what is written, and the files that it is written to.
struct SavedFiles {
  private let pairs: [(name: String, path: String)]
  private let guardsFormulas: Bool
  private let standardOutput: TextSink

  var isEmpty: Bool { pairs.isEmpty }

  /// - Parameters:
  ///   - guardsFormulas: Whether texts are written so that no program takes them for formulas.
  ///   - standardOutput: What `-` stands for.
  init(_ texts: [String], guardsFormulas: Bool, standardOutput: TextSink) throws(CallFailure) {
    self.guardsFormulas = guardsFormulas
    self.standardOutput = standardOutput
    var pairs: [(name: String, path: String)] = []
    for text in texts {
      guard let pair = NameAndValue(text), !pair.value.isEmpty else {
        throw CallFailure("--save takes NAME=FILE, and “\(text)” is not that", help: "--save people=people.csv")
      }
      pairs.append((pair.name, pair.value))
    }
    self.pairs = pairs
  }

  /// Writes the files; when one of the names is not there none is written.
  func write(from sheet: LiveSheet, _ log: FileLog, _ console: Console) throws(CallFailure) {
    var found: [(content: SavedContent, path: String)] = []
    for (name, path) in pairs { found.append((try sheet.saved(named: name), path)) }
    for (content, path) in found {
      try content.write(
        to: path, from: sheet.document.source.name, log, console, guardsFormulas: guardsFormulas,
        standardOutput: standardOutput)
    }
  }
}

extension LiveSheet {
  /// What a name stands for, for one who wants to save it.
  func saved(named name: String) throws(CallFailure) -> SavedContent {
    if let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return .table(SavedTable(table, of: self))
    }
    switch cell(name) {
    case .success(var cell):
      cell.name = name
      return .area(Reading(cell, in: self))
    case .failure(let failure): throw CallFailure(failure)
    }
  }
}
