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

  private let entries: (inputs: [SheetReport.NumberedCell], results: [SheetReport.NumberedCell])

  init(_ report: SheetReport) {
    self.report = report
    entries = report.entries
    let shown = entries.inputs.prefix(ReportPage.mostValues) + entries.results.prefix(ReportPage.mostValues)
    places = Dictionary(uniqueKeysWithValues: shown.map { ($0.cell.address, $0.number) })
  }

  var bytes: [UInt8] {
    ReportPage.bytes(of: report.path, summary: summary, isBad: report.hasFailures, sections)
  }

  // MARK: Parts

  private var sections: [ReportSection] {
    var sections: [ReportSection] = []
    func add(_ id: String, _ title: String, if isThere: Bool, _ write: @escaping (inout ReportPage) -> Void) {
      if isThere { sections.append(ReportSection(id: id, title: title, write: write)) }
    }
    add("findings", "Findings", if: !report.findings.isEmpty, writeFindings)
    add("inputs", "Inputs", if: !entries.inputs.isEmpty) { writeValues(entries.inputs, &$0) }
    add("results", "Results", if: !entries.results.isEmpty) { writeValues(entries.results, &$0) }
    add("charts", "Charts", if: !report.charts.isEmpty, writeCharts)
    add("tables", "Tables", if: !sheet.tables.isEmpty, writeTables)
    add("grids", "Cells", if: !report.grids.isEmpty, writeGrids)
    add("modes", "Modes", if: !ModesCells.all(of: sheet).isEmpty, writeModes)
    add("explored", "Explored states", if: report.exploration != nil, writeExploration)
    let tests = report.tests.outcomes
    add("checks", "Checks", if: tests.contains { $0.kind == .check }) { $0.outcomes(.check, of: report.tests) }
    add("tests", "Tests", if: tests.contains { $0.kind == .test }) { $0.outcomes(.test, of: report.tests) }
    add("graph", "What is made of what", if: !report.diagram.edges.isEmpty) {
      $0.graph(report.diagram, undrawn: report.undrawnCount, of: report.path)
    }
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

  // MARK: Findings

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
}
