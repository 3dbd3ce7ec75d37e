import Archives
import Diagnostics
import LiveSheets
import SheetText

/// What a file of a table was when somebody recorded it: its hash and its columns.
package struct RecordedFile: Sendable, Hashable {
  /// The name under which the sheet reads it.
  package let name: String
  /// The SHA-256 of its bytes, in hexadecimal digits.
  package let hash: String
  package let columns: [String]

  package init(name: String, hash: String, columns: [String]) {
    self.name = name
    self.hash = hash
    self.columns = columns
  }

  /// The files that the tables of a sheet read, as they are now.
  package static func all(in sheet: LiveSheet) -> [RecordedFile] {
    var files: [RecordedFile] = []
    for statement in sheet.document.statements {
      guard case .table(let table) = statement.kind, let source = table.source,
        !files.contains(where: { $0.name == source.text }), let file = RecordedFile(of: table, source, in: sheet)
      else { continue }
      files.append(file)
    }
    return files
  }

  init?(of table: TableDefinition, _ source: WrittenText, in sheet: LiveSheet) {
    guard let bytes = try? sheet.environment.readFile(source.text) else { return nil }
    let computed = Set(table.columns.map(\.name.key))
    let read = sheet.tables.table(named: table.name.key)?.columns ?? []
    self.init(
      name: source.text, hash: SHA256.text(of: bytes), columns: read.filter { !computed.contains($0.lowercased()) })
  }

  // MARK: Pages

  package static let pages = [stale, unreferenced]

  package static let stale = FindingPage(
    code: "stale-snapshot", .warning, "a file is recorded for a sheet that does not read it",
    why: "The record says what a file is to be; nobody is told any more when it is another one.",
    fix: "Write the record anew with sheaf check --write-data.",
    example: FindingExample(
      in: .recorded, wrong: "table t from \"b.csv\" {}\ntotal = SUM(t[x])",
      right: "table t from \"a.csv\" {}\ntotal = SUM(t[x])",
      beside: [
        "a.csv": "x\n1\n", "b.csv": "x\n1\n",
        FindingExample.recordName: ExternalDataChanged.record(of: "a.csv", with: ["x"], "x\n1\n"),
      ]))

  package static let unreferenced = FindingPage(
    code: "unreferenced-snapshot", .warning, "a file is recorded for a sheet that is not there",
    why: "The sheet was renamed or taken away; under its new name nothing is recorded.",
    fix: "Write the record anew with sheaf check --write-data.",
    example: FindingExample(
      in: .recorded, wrong: "table t from \"a.csv\" {}\ntotal = SUM(t[x])",
      right: "table t from \"a.csv\" {}\ntotal = SUM(t[x])",
      beside: [
        "a.csv": "x\n1\n",
        FindingExample.recordName: ExternalDataChanged.record(of: "a.csv", with: ["x"], "x\n1\n", sheet: "gone.sheet"),
      ],
      rightBeside: [
        "a.csv": "x\n1\n",
        FindingExample.recordName: ExternalDataChanged.record(of: "a.csv", with: ["x"], "x\n1\n"),
      ]))
}

/// A file that is another one than was recorded.
enum ExternalDataChanged: LintRule {
  static let page = FindingPage(
    code: "external-data-changed", .error, "a file that a table reads is not as it was recorded",
    why: """
      Results change with it, and nobody has looked at it. sheaf check --write-data writes the hash and the columns of each file into \
      a record, which is kept with the sheets; --data compares with it.
      """,
    fix: "Look at what has changed, and write the record anew with --write-data.",
    example: FindingExample(
      in: .recorded, wrong: "table t from \"a.csv\" {}\ntotal = SUM(t[x])",
      right: "table t from \"a.csv\" {}\ntotal = SUM(t[x])",
      beside: ["a.csv": "x\n2\n", FindingExample.recordName: record(of: "a.csv", with: ["x"], "x\n1\n")],
      rightBeside: ["a.csv": "x\n1\n", FindingExample.recordName: record(of: "a.csv", with: ["x"], "x\n1\n")]))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    guard !sheet.context.recordedFiles.isEmpty else { return }
    for statement in sheet.document.statements {
      guard case .table(let table) = statement.kind, let source = table.source,
        let recorded = sheet.context.recordedFiles[source.text],
        let file = RecordedFile(of: table, source, in: sheet.live), file.hash != recorded.hash
      else { continue }
      let gone = recorded.columns.filter { !file.columns.contains($0) }
      let new = file.columns.filter { !recorded.columns.contains($0) }
      let label: String
      if !gone.isEmpty {
        label = "without \(gone.joined(separator: ", "))" + (new.isEmpty ? "" : ", with \(new.joined(separator: ", "))")
      } else if !new.isEmpty {
        label = "with \(new.joined(separator: ", "))"
      } else {
        label = file.columns == recorded.columns ? "its columns are the same" : "its columns stand in another order"
      }
      report.add("\(source.text) is not as it was recorded", at: source.span, label: label)
    }
  }

  /// A record of one file for an example.
  static func record(
    of file: String, with columns: [String], _ text: String, sheet: String = FindingExample.sheetName
  ) -> ExampleText {
    ExampleText(
      DataRecordText.head + "\n"
        + DataRecordText.line(
          sheet, RecordedFile(name: file, hash: SHA256.text(of: Array(text.utf8)), columns: columns))
        + "\n")
  }
}

/// How a record of files is written: a line for each, sorted, with tabs between sheet, file, hash and columns.
package enum DataRecordText {
  package static let head = "# sheaf data 1: files that sheets read, as they were"

  package static func line(_ sheet: String, _ file: RecordedFile) -> String {
    ([sheet, file.name, file.hash] + file.columns).map(oneField).joined(separator: "\t")
  }

  private static func oneField(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }

  /// The sheet and the file of a line; `nil` where it is none.
  package static func file(_ line: some StringProtocol) -> (sheet: String, file: RecordedFile)? {
    let fields = line.split(separator: "\t" as Character, omittingEmptySubsequences: false).map { String($0) }
    guard fields.count >= 3, fields[2].count == 64 else { return nil }
    return (fields[0], RecordedFile(name: fields[1], hash: fields[2], columns: Array(fields.dropFirst(3))))
  }
}
