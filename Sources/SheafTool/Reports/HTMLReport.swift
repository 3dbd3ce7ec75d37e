import CellModel
import Diagnostics
import Drawing
import LiveSheets

/// A sheet as one page: inputs, results, charts, tables, modes, checks, tests, findings and the graph.
///
/// Equal sheets make equal pages, byte for byte: nothing in it tells when it was made.
struct HTMLReport {
  let report: SheetReport
  var sheet: LiveSheet { report.sheet }
  /// The numbers of the cells that have a place of their own on the page.
  let places: [CellAddress: Int]

  /// How many rows of a table are shown, and how many named cells.
  static let mostRows = 20
  static let mostColumns = 24
  static let mostValues = 400

  private let entries: (inputs: [SheetReport.Entry], results: [SheetReport.Entry])

  init(_ report: SheetReport) {
    self.report = report
    entries = report.entries
    let shown = entries.inputs.prefix(Self.mostValues) + entries.results.prefix(Self.mostValues)
    places = Dictionary(uniqueKeysWithValues: shown.map { ($0.cell.address, $0.number) })
  }

  var bytes: [UInt8] {
    var page = ReportPage(titled: FilePath.name(of: report.path))
    let sections = sections
    page.element("header") { page in
      page.text("h1", FilePath.name(of: report.path))
      page.text("p", summary, [("class", report.hasFailures ? "bad" : "faint")])
      page.element("nav", [("aria-label", "Parts of this report")]) { page in
        page.element("ul") { page in
          for section in sections {
            page.element("li") { $0.text("a", section.title, [("href", "#\(section.id)")]) }
          }
        }
      }
    }
    page.element("main") { page in
      for section in sections { page.section(section.id, section.title, section.write) }
    }
    page.text("footer", "Made by sheaf \(Tool.version).")
    return page.finished()
  }

  // MARK: Parts

  private struct Section {
    var id: String
    var title: String
    var write: (inout ReportPage) -> Void
  }

  private var sections: [Section] {
    var sections: [Section] = []
    func add(_ id: String, _ title: String, if isThere: Bool, _ write: @escaping (inout ReportPage) -> Void) {
      if isThere { sections.append(Section(id: id, title: title, write: write)) }
    }
    add("findings", "Findings", if: !report.findings.isEmpty, writeFindings)
    add("inputs", "Inputs", if: !entries.inputs.isEmpty) { writeValues(entries.inputs, &$0) }
    add("results", "Results", if: !entries.results.isEmpty) { writeValues(entries.results, &$0) }
    add("charts", "Charts", if: !report.charts.isEmpty, writeCharts)
    add("tables", "Tables", if: !sheet.tables.isEmpty, writeTables)
    add("grids", "Cells", if: !report.grids.isEmpty, writeGrids)
    add("modes", "Modes", if: !sheet.modesCells.isEmpty, writeModes)
    add("explored", "Explored states", if: report.exploration != nil, writeExploration)
    let tests = report.tests.outcomes
    add("checks", "Checks", if: tests.contains { $0.kind == .check }) { writeOutcomes(.check, &$0) }
    add("tests", "Tests", if: tests.contains { $0.kind == .test }) { writeOutcomes(.test, &$0) }
    add("graph", "What is made of what", if: !report.diagram.edges.isEmpty, writeGraph)
    return sections
  }

  private var summary: String {
    var parts: [String] = []
    func count(_ number: Int, _ one: String, _ many: String? = nil) {
      if number > 0 { parts.append("\(number) \(number == 1 ? one : many ?? one + "s")") }
    }
    count(entries.inputs.count, "input")
    count(entries.results.count, "result")
    count(sheet.tables.count, "table")
    if !report.tests.outcomes.isEmpty { parts.append(report.tests.counts.text(ofFile: true)) }
    count(report.findings.count, "finding")
    return parts.isEmpty ? "Nothing is defined." : parts.joined(separator: " · ")
  }

  // MARK: Findings and outcomes

  private func writeFindings(_ page: inout ReportPage) {
    let source = sheet.document.source
    let rows = report.findings.map { finding -> [Reading.Field] in
      let diagnostic = finding.diagnostic
      let place = diagnostic.labels.first.map { label in
        let position = source.location(of: label.span.lower)
        return "\(position.line):\(position.column)"
      }
      let words = finding.plainText
      return [("\(diagnostic.severity)", false), (place ?? "", false), (words, false), (diagnostic.code, false)]
    }
    page.scrolling("Findings") { page in
      page.table(["Severity", "Place", "Finding", "Code"], rows) { number in
        report.findings[number].diagnostic.severity == .error ? "bad" : nil
      }
    }
  }

  private func writeOutcomes(_ kind: TestOutcome.Kind, _ page: inout ReportPage) {
    page.element("ul", [("class", "outcomes")]) { page in
      for outcome in report.tests.outcomes where outcome.kind == kind {
        page.element("li") { page in
          let (good, bad) = kind == .check ? ("holds", "broken") : ("passed", "failed")
          page.text(
            "span", outcome.isPassed ? "✓ \(good)" : "✗ \(bad)",
            [("class", outcome.isPassed ? "mark good" : "mark bad")])
          page.text(outcome.label)
          for failure in outcome.failures {
            let values = ValueLines.text(failure.values, Paint(isOn: false), indent: "  ")
            page.text("pre", ([failure.message] + values).joined(separator: "\n"))
          }
        }
      }
    }
    if report.tests.notRunCount > 0, kind == .test {
      page.text("p", "\(report.tests.notRunCount) not run: the sheet has errors.", [("class", "bad")])
    }
  }

  // MARK: The graph

  private func writeGraph(_ page: inout ReportPage) {
    page.text(
      "p",
      "Values flow from left to right. Boxes are inputs, a double line is around what nothing else reads, "
        + "dashed arrows are what events do, and red is what depends on itself.", [("class", "faint")])
    page.scrolling("Graph") { $0.picture(report.diagram) }
    if report.undrawnCount > 0 {
      page.text(
        "p", "\(report.undrawnCount) more are not drawn: sheaf graph \(report.path) --all -o graph.svg",
        [("class", "faint")])
    }
  }
}
