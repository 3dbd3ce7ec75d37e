import Diagnostics
import Testing

@testable import SheafTool

@Suite("Reports of a check")
struct CheckReportsTests {
  /// Notes what it is told.
  private final class Notes {
    var lines: [String] = []
  }

  private struct NotingReporter: FindingReporter {
    let notes: Notes

    func show(_ file: FileFindings) { notes.lines.append("\(file.path): \(file.findings.count)") }
    func finish(_ summary: String) { notes.lines.append(summary) }
  }

  private func file(_ path: String, _ findings: [(Diagnostic.Severity, isFixable: Bool)]) -> FileFindings {
    FileFindings(
      SourceText(name: path, "A = 1\n"),
      findings.map { severity, isFixable in
        FileFindings.Finding(
          diagnostic: Diagnostic(severity, code: "cell-error", "wrong", at: [Diagnostic.Label(SourceSpan(0, 1))]),
          isFixable: isFixable)
      }, .usual)
  }

  @Test("Findings are told in the order of their places, whoever finds them")
  func places() throws {
    let text =
      "A = \"x\" // allow hidden-whitespace: so\nB = 1 / 0\nC = \"y \"\nD = B + C // allow volatile\ninput e = 1\n"
    let folder = try TemporaryFolder(["a.sheet": text])
    let lines = ToolRun("check", folder["a.sheet"], "-f", "short").output.split(separator: "\n")
    let places = lines.map {
      $0.dropFirst(folder["a.sheet"].count + 1).split(separator: ":").prefix(2).compactMap { Int($0) }
    }
    #expect(places.map(\.first) == [1, 2, 3, 4, 4, 5], "\(lines)")
    #expect(places[3].lexicographicallyPrecedes(places[4]))
  }

  private func reports(
    failing: Diagnostic.Severity = .error, known: FindingBaseline? = nil, listsFindings: Bool = false, _ notes: Notes
  ) -> CheckReports {
    CheckReports(
      [NotingReporter(notes: notes)], failing: failing, known: known, listsFindings: listsFindings)
  }

  @Test("The sum tells files, findings and what can be cured")
  func sums() {
    let notes = Notes()
    var some = reports(notes)
    some.take(file("a.sheet", []))
    some.finish(fileCount: 1, isQuiet: false)
    #expect(notes.lines == ["a.sheet: 0", "checked 1 file"])
    some.take(file("b.sheet", [(.warning, false), (.note, true)]))
    some.finish(fileCount: 2, isQuiet: false)
    #expect(notes.lines.last == "checked 2 files, 2 findings, 1 of which --fix cures")
    some.finish(fileCount: 2, isQuiet: true)
    #expect(notes.lines.count == 4)
  }

  @Test("It fails from a severity on")
  func failing() {
    let rows: [(Diagnostic.Severity, from: Diagnostic.Severity, fails: Bool)] = [
      (.error, from: .error, fails: true), (.warning, from: .error, fails: false),
      (.warning, from: .warning, fails: true), (.note, from: .warning, fails: false),
    ]
    for (severity, failing, fails) in rows {
      var some = reports(failing: failing, Notes())
      some.take(file("a.sheet", [(severity, false)]))
      #expect(some.status == (fails ? .sheet : .success), "\(severity), \(failing)")
    }
  }

  @Test("What is known is not told, and what is listed is all that was found")
  func baselines() {
    var known = FindingBaseline()
    known.add(file("a.sheet", [(.error, false)]))
    let notes = Notes()
    var some = reports(known: known, listsFindings: true, notes)
    some.take(file("a.sheet", [(.error, false), (.error, false)]))
    #expect(notes.lines == ["a.sheet: 1"])
    #expect(some.known?.count == 0 && some.listed?.count == 2)
  }
}
