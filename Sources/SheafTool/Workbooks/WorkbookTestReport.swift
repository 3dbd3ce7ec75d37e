import CellModel
import Diagnostics
import LiveWorkbooks
import Verification

/// A comparison of stored and computed values as the report of a test: one outcome a sheet.
///
/// A workbook has no text that a failure could point into, so one is made: a line for each cell that is a cause.
struct WorkbookTestReport {
  /// How many causes of a sheet are shown when not all are asked for.
  private static let mostShown = 10

  private(set) var file: TestFileReport
  /// What the report leaves out, in words.
  private(set) var remarks: [String] = []

  init(
    _ path: String, _ workbook: LiveWorkbook, _ comparison: StoredValueComparison, showsAll: Bool,
    _ matches: (String) -> Bool
  ) {
    var text = ""
    var outcomes: [TestOutcome] = []
    let told = showsAll ? comparison.differences : comparison.firstCauses
    let causes = Dictionary(grouping: told) { $0.cell.grid }
    let counts = Dictionary(grouping: comparison.differences) { $0.cell.grid }.mapValues(\.count)
    for (sheet, grid) in zip(workbook.contents.sheets, workbook.grids) where matches(sheet.name) {
      guard !sheet.formulas.isEmpty else { continue }
      var failures: [TestFailure] = []
      for cause in (causes[grid] ?? []).prefix(showsAll ? .max : Self.mostShown) {
        let start = text.utf8.count
        let name = workbook.name(of: cause.cell)
        let formula = workbook.shownFormula(at: cause.cell).map(PlainText.oneLine) ?? "(filled by an array)"
        text += "\(name) \(formula)\n"
        failures.append(
          TestFailure(
            kind: .expectation, span: SourceSpan(start, start + name.utf8.count),
            message:
              "\(name) is \(PlainText.formulaLiteral(cause.computed)), and \(PlainText.formulaLiteral(cause.stored)) is stored",
            help: cause.computed.error.map(\.message).flatMap { $0.isEmpty ? nil : $0 }))
      }
      let start = failures.first?.span.lower ?? 0
      outcomes.append(TestOutcome(kind: .sheet, label: sheet.name, span: SourceSpan(start, start), failures: failures))
      let hidden = (counts[grid] ?? 0) - failures.count
      if hidden > 0 {
        remarks.append(
          "\(path): \(hidden) more \(hidden == 1 ? "cell" : "cells") of \(sheet.name) differ, most because of these;"
            + " --all tells of each")
      }
    }
    let circles = Self.circles(of: comparison, in: workbook, &text, matches)
    file = TestFileReport(of: SourceText(name: path, text), findings: circles)
    file.outcomes = outcomes
    remarks.append("\(path): \(comparison.agreeing) of \(comparison.compared) cells agree with what is stored")
    for (reason, count) in comparison.setApart.sorted(by: { $0.key < $1.key }) {
      remarks.append("\(path): \(count) \(count == 1 ? "cell" : "cells") set apart: \(reason)")
    }
  }

  /// A warning for each circle that is set apart, with its cells; it gets a line of the text.
  private static func circles(
    of comparison: StoredValueComparison, in workbook: LiveWorkbook, _ text: inout String, _ matches: (String) -> Bool
  ) -> [Diagnostic] {
    comparison.circles.compactMap { circle in
      guard let first = circle.first, let sheet = workbook.grids.firstIndex(of: first.grid),
        matches(workbook.contents.sheets[sheet].name)
      else { return nil }
      let start = text.utf8.count
      let name = workbook.name(of: first)
      text += "\(name) \(workbook.shownFormula(at: first).map(PlainText.oneLine) ?? "")\n"
      let names = circle.prefix(mostShown).map { workbook.name(of: $0) }.joined(separator: ", ")
      let others = circle.count > mostShown ? " and \(circle.count - mostShown) more" : ""
      let does = circle.count == 1 ? "depends on itself" : "depend on each other in a circle"
      return Diagnostic(
        .warning, code: DiagnosticCode.circularReference.rawValue,
        "\(names)\(others) \(does), for which Excel stores 0",
        at: [Diagnostic.Label(SourceSpan(start, start + name.utf8.count))])
    }
  }
}
