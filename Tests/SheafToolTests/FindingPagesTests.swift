import Diagnostics
import Foundation
import Testing

@testable import SheafTool

@Suite("Pages of findings")
struct FindingPagesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("Every code of a finding has one page")
  func codes() {
    let codes = FindingGuide.codes
    #expect(Set(codes).count == codes.count)
    for code in DiagnosticCode.allCases { #expect(codes.contains(code.rawValue), "\(code.rawValue) has no page") }
  }

  @Test("A code that stands in the source as a text has a page")
  func textsInSource() throws {
    let files = FileManager.default.enumerator(
      at: Self.root.appendingPathComponent("Sources"), includingPropertiesForKeys: nil)
    var count = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      count += 1
      for match in text.matches(of: /Diagnostic\(\s*(?:\.\w+, )?code: "([^"]+)"/) {
        #expect(FindingGuide.codes.contains(String(match.1)), "\(match.1) in \(file.lastPathComponent)")
      }
    }
    #expect(count > 100)
  }

  @Test("Words of a page are whole")
  func words() {
    for page in FindingGuide.pages {
      #expect(!page.summary.hasSuffix(".") && page.summary.first?.isUppercase == false, "\(page.code)")
      #expect(page.why.hasSuffix(".") && page.fix.hasSuffix("."), "\(page.code)")
    }
  }

  /// Codes of findings that no small file shows, and why.
  private static let unshown: Set = [
    "csv-unreadable",  // a failing disk
    "not-settable", "not-utf-8",  // programs that embed sheets
  ]

  @Test(
    "The example of a page shows its finding, and the cured one does not", arguments: FindingGuide.chapters.map(\.title)
  )
  func examples(chapter: String) throws {
    for page in FindingGuide.chapters.first(where: { $0.title == chapter })?.pages ?? [] {
      guard let example = page.example else {
        #expect(Self.unshown.contains(page.code), "\(page.code) has no example")
        continue
      }
      #expect(!Self.unshown.contains(page.code))
      let wrong = try Self.run(example, example.wrong, beside: example.filesBesideWrong)
      #expect(Self.shows(page.code, wrong), "\(page.code): \(wrong.prefix(600))")
      if example.place == .check || example.place == .recorded {
        #expect(wrong.contains("\(page.severity)"), "\(page.code) is no \(page.severity): \(wrong.prefix(600))")
      }
      let right = try Self.run(example, example.right, beside: example.filesBesideRight)
      #expect(!Self.shows(page.code, right), "\(page.code) is not cured: \(right.prefix(600))")
      #expect(!right.contains("error:") && !right.contains("failed-"), "\(page.code), cured: \(right.prefix(600))")
    }
  }

  private static func shows(_ code: String, _ printed: String) -> Bool {
    printed.contains("[\(code)]") || printed.contains("\"code\": \"\(code)\"")
  }

  private static let rowsName = "rows.csv"
  private static let workbookName = "example.fods"
  /// The sheet whose inputs the rows of an example set.
  private static let sheetOfRows = "input a = 1\ninput b = 2\nc = a + b\n"

  /// What the tool prints of an example.
  private static func run(
    _ example: FindingExample, _ text: ExampleText, beside besides: [String: ExampleText]
  ) throws -> String {
    var files = besides.mapValues(\.text)
    switch example.place {
    case .check, .test, .recorded: files[FindingExample.sheetName] = text.text
    case .rows:
      files[FindingExample.sheetName] = sheetOfRows
      files[rowsName] = text.text
    case .workbook: files[workbookName] = text.text
    case .prompt: break
    }
    let folder = try TemporaryFolder(files)
    let sheet = folder[FindingExample.sheetName]
    let runs: [ToolRun] =
      switch example.place {
      case .check: [ToolRun("check", sheet, "--select", "all")]
      case .recorded: [ToolRun("check", sheet, "--select", "all", "--data", folder[FindingExample.recordName])]
      case .test: [ToolRun("test", sheet, "-f", "json")]
      case .rows: [ToolRun("eval", sheet, "--rows", folder[rowsName])]
      case .prompt: [ToolRun(input: text.text)]
      case .workbook:
        [["check"], ["test", "-f", "json"]].map { ToolRun($0 + [folder[workbookName]]) }
      }
    return runs.map { $0.output + $0.errors }.joined()
  }

  @Test("The tables of the guide are those of the pages")
  func guide() throws {
    let page = try String(
      contentsOf: Self.root.appendingPathComponent("Sources/Sheaf/Sheaf.docc/Errors.md"), encoding: .utf8)
    let tables = ToolRun("explain", "-f", "markdown").output
    #expect(page.contains(tables), "write the output of sheaf explain -f markdown into Errors.md")
  }

  @Test("explain tells of one finding, and lists all")
  func explain() {
    let run = ToolRun("explain", "unknown-name")
    #expect(run.status == 0)
    for part in ["unknown-name: nobody knows", "Amout * 2", "did you mean Amount?", "Cure", "Amount * 2"] {
      #expect(run.output.contains(part), "\(part)")
    }
    #expect(ToolRun("explain", "[Unknown-Name]").output == run.output)
    #expect(ToolRun("explain", "line-too-long").output.contains("xxx… (1100000 times)"))
    #expect(ToolRun("explain", "misreading").output.contains("It is a note."))
    let near = ToolRun("explain", "unkown-name")
    #expect(near.status == 2 && near.errors.contains("did you mean unknown-name?"))
    let all = ToolRun("explain").output
    for code in FindingGuide.codes { #expect(all.contains("  \(code) "), "\(code)") }
    #expect(ToolRun("explain", "-f", "json").output.contains("\"code\": \"bad-wait\""))
  }
}
