import CellModel
import Conversion
import Drawing
import LiveWorkbooks

/// A workbook as one page: its sheets, the comparison with the stored values, and the graph.
struct HTMLWorkbookReport {
  let path: String
  let opened: OpenWorkbook
  let readings: [Reading]
  /// The sheets with the values that are stored for them.
  let tests: TestFileReport

  var bytes: [UInt8] {
    let relations = WorkbookRelations(opened.live)
    let source = WorkbookReadings(opened.live)
    let whole = Diagram(relations.result, titled: "What is made of what in \(path)") { source.fewWords(on: $0) }
    let part = whole.partForReport
    let computed = relations.result.items.filter { $0.kind == .formula }
    var sections = readings.enumerated().map { number, reading in
      ReportSection(id: "sheet\(number + 1)", title: reading.name) { page in
        let area = reading.cell.area ?? Area(reading.cell.address)
        let last = A1Notation.text(row: Int(area.bottom), column: Int(area.right))
        page.rows(
          of: reading, named: reading.name, in: path, asked: "\"\(opened.live.name(of: area.topLeft)):\(last)\"",
          firstRow: Int(area.top) + 1)
        let own = computed.filter { $0.cell?.address.grid == reading.cell.address.grid }
        page.formulas(own.map { ($0.name, $0.formula ?? "", nil) })
      }
    }
    if tests.outcomes.contains(where: { $0.kind == .sheet }) {
      sections.append(
        ReportSection(id: "stored", title: "Compared with the stored values") { $0.outcomes(.sheet, of: tests) })
    }
    if !part.edges.isEmpty {
      sections.append(
        ReportSection(id: "graph", title: "What is made of what") {
          $0.graph(part, undrawn: whole.nodes.count - part.nodes.count, of: path)
        })
    }
    let count = "\(readings.count) sheet\(readings.count == 1 ? "" : "s")"
    return ReportPage.bytes(
      of: path, summary: "\(count) · \(tests.counts.text(ofFile: true))", isBad: tests.counts.failed > 0, sections)
  }
}
