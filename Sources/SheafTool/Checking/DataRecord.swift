import Diagnostics
import Linting

/// What the files were that sheets read, as a file keeps it beside them.
///
/// Its lines are those of ``DataRecordText``, sorted, with the paths of sheets from the folder of the record, so that it holds wherever the
/// check is called.
struct DataRecord {
  private struct RecordedLine {
    let sheet: String
    /// Where the sheet is; `nil` where there is none.
    let place: String?
    let file: RecordedFile
    let line: Int
  }

  private let path: String
  private let source: SourceText
  private let entries: [RecordedLine]

  /// - Throws: Why a file is no record.
  init(reading path: String) throws(CallFailure) {
    self.path = path
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    source = SourceText(name: path, text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.first?.hasPrefix("# sheaf data 1") == true else {
      throw CallFailure(
        "\(path) is no record of files", help: "sheaf check … --write-data \(FilePath.shellWord(path)) writes one")
    }
    var entries: [RecordedLine] = []
    let folder = FilePath.directory(of: path)
    for (number, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      guard let (sheet, file) = DataRecordText.file(line) else {
        throw CallFailure("\(path):\(number + 1): the line is no record of a file")
      }
      let place = FilePath.resolved(FilePath.joined(folder, sheet))
      entries.append(RecordedLine(sheet: sheet, place: place, file: file, line: number))
    }
    self.entries = entries
  }

  /// What is recorded for a sheet, by the names of the files.
  func files(of sheet: String) -> [String: RecordedFile] {
    guard let place = FilePath.resolved(sheet) else { return [:] }
    var files: [String: RecordedFile] = [:]
    for entry in entries where entry.place == place { files[entry.file.name] = entry.file }
    return files
  }

  /// What is recorded and was not asked for: of sheets that do not read the file, and of sheets that are gone.
  ///
  /// - Parameter read: The names of the files that each sheet reads which was checked.
  func findings(_ read: [String: Set<String>], _ selection: FindingSelection) -> FileFindings {
    var readAtPlace: [String: Set<String>] = [:]
    for (sheet, files) in read { if let place = FilePath.resolved(sheet) { readAtPlace[place] = files } }
    var findings: [FileFindings.Finding] = []
    for entry in entries {
      let page: FindingPage
      let words: String
      if let place = entry.place {
        guard let files = readAtPlace[place], !files.contains(entry.file.name) else { continue }
        (page, words) = (RecordedFile.stale, "\(entry.sheet) does not read \(entry.file.name)")
      } else {
        (page, words) = (RecordedFile.unreferenced, "there is no sheet \(entry.sheet)")
      }
      let span = source.span(ofLine: entry.line)
      findings.append(
        .init(diagnostic: Diagnostic(page.severity, code: page.code, words, at: span, label: "recorded here")))
    }
    return FileFindings(source, findings, selection)
  }

  /// Writes what the files of sheets are now.
  static func write(
    _ files: [(sheet: String, file: RecordedFile)], to path: String, notReplacing read: [String], _ log: FileLog
  ) throws(CallFailure) {
    let folder = FilePath.resolved(FilePath.directory(of: path)) ?? FilePath.directory(of: path)
    let lines = files.map { sheet, file in
      DataRecordText.line(FilePath.resolved(sheet).map { way(from: folder, to: $0) } ?? sheet, file)
    }.sorted()
    let text = ([DataRecordText.head] + lines).joined(separator: "\n") + "\n"
    try OutputFile.write(Array(text.utf8), to: path, .results(from: read, log))
  }

  /// The way from a folder to a file; both are given from the root on.
  private static func way(from folder: String, to file: String) -> String {
    let from = folder.split(separator: "/")
    let to = file.split(separator: "/")
    let common = zip(from, to).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: from.count - common) + to.dropFirst(common)).joined(separator: "/")
  }
}
