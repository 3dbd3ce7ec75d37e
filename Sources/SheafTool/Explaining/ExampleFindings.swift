import Diagnostics
import FunctionLibrary
import Linting
import LiveSheets
import SheetText

/// What is said of an example of `sheaf check`, in this process and without files.
struct ExampleFindings {
  private let file: FileFindings?

  init(_ example: FindingExample) {
    guard example.place == .check || example.place == .recorded else {
      file = nil
      return
    }
    let files = example.filesBesideWrong.mapValues(\.text)
    let text = example.wrong.text
    var environment = LiveSheet.Environment(
      catalog: .standard,
      readFile: { name in
        if let text = files[name] { return Array(text.utf8) }
        if name == FindingExample.sheetName { return Array(text.utf8) }
        throw CallFailure("there is no such file")
      })
    environment.services = .mocked
    let document = SheetDocument(name: FindingExample.sheetName, bytes: Array(text.utf8))
    file = FileFindings(
      LiveSheet(document, environment: environment), .all,
      LintedSheet.Context(mayRun: true, recordedFiles: Self.recordedFiles(of: example)))
  }

  private static func recordedFiles(of example: FindingExample) -> [String: RecordedFile] {
    let lines = example.filesBesideWrong[FindingExample.recordName]?.text.split(separator: "\n") ?? []
    let files = lines.compactMap { DataRecordText.file($0) }.filter { $0.sheet == FindingExample.sheetName }
    return Dictionary(files.map { ($0.file.name, $0.file) }) { first, _ in first }
  }

  func first(with code: String) -> (diagnostic: Diagnostic, source: SourceText)? {
    guard let file, let finding = file.findings.first(where: { $0.diagnostic.code == code }) else { return nil }
    return (finding.diagnostic, file.source)
  }
}
