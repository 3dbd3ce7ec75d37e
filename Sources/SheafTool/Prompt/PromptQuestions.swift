import CellModel
import Diagnostics
import Functions
import LiveSheets

/// What is asked about a sheet at the prompt.
///
/// Answering changes nothing of the sheet, its text or its history.
struct PromptQuestions {
  private let sheet: LiveSheet
  private let console: Console
  private let display: PromptDisplay
  private let findings: PromptFindings

  init(_ sheet: LiveSheet, _ console: Console, _ display: PromptDisplay, _ findings: PromptFindings) {
    self.sheet = sheet
    self.console = console
    self.display = display
    self.findings = findings
  }

  /// The cell of a path that a command was given.
  func cell(_ path: String, for verb: PromptVerb) throws(CallFailure) -> CellInfo {
    guard !path.isEmpty else {
      throw CallFailure(":\(verb.rawValue) takes a cell", help: ":\(verb.rawValue) \(verb.usage)")
    }
    switch sheet.cell(path) {
    case .success(let cell): return cell
    case .failure(let failure): throw CallFailure(failure)
    }
  }

  /// `:why`: a cell, down to its inputs, or an expression.
  func explain(_ path: String, fromLine line: Int) throws(CallFailure) {
    if path.isEmpty { _ = try cell(path, for: .why) }
    switch sheet.why(path) {
    case .success(let explanation):
      for line in ExplanationTree(console.paint).lines(explanation) { console.output.line(line) }
    case .failure(let failure):
      if let explained = sheet.explanation(ofExpression: path) {
        for line in ExplanationTree(console.paint).lines(explained) { console.output.line(line) }
      } else if !isOneWord(path), case .failure(let unread) = sheet.evaluate(path) {
        // What is wrong with an expression is said of the part that is.
        findings.fail(unread.diagnostics, unread.source, entered: path, fromLine: line)
      } else {
        throw CallFailure(failure)
      }
    }
  }

  private func isOneWord(_ path: String) -> Bool { path.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } }

  /// `:cells`: all of them, or those whose names fit a pattern with `*`, or begin with what is typed.
  func listCells(_ pattern: String) throws(CallFailure) {
    let fitting = sheet.listedContents.filter { $0.kind != .table && NamePattern(pattern).fits($0.name) }
    for cell in fitting { display.show(cell, of: sheet) }
    if fitting.isEmpty, !pattern.isEmpty { throw CallFailure("no cell has a name that fits \(pattern)") }
  }

  /// `:deps` and `:uses`: the cells and ranges that belong to a cell in some way.
  func list(_ path: String, _ areas: (CellInfo) -> [Area]) throws(CallFailure) {
    let found = areas(try cell(path, for: .deps))
    for area in found {
      if area.isSingleCell {
        display.show(sheet.info(at: area.topLeft), of: sheet)
      } else {
        console.output.line("\(console.paint.name(sheet.name(of: area))) \(area.rows) × \(area.columns)")
      }
    }
    if found.isEmpty { console.remark("none") }
  }

  /// `:table`: a table, or what tables there are.
  func showTable(_ name: String) throws(CallFailure) {
    let tables = sheet.tables
    guard name.isEmpty else {
      guard case .success(let cell) = sheet.cell(name) else {
        let near = NearNames.suggestion(for: name, among: tables.map(\.name))
        throw CallFailure("there is no table named \(name)", help: near.map { "did you mean \($0)?" })
      }
      return display.show(cell, of: sheet, isWhole: true)
    }
    for table in tables {
      let rows = "\(table.rowCount) row\(table.rowCount == 1 ? "" : "s")"
      console.output.line("\(console.paint.name(table.name)) \(rows): \(table.columns.joined(separator: ", "))")
    }
    if tables.isEmpty { console.remark("there are no tables") }
  }

  /// `:plot`: a chart by its label, what a chart would be made of, or all charts.
  func plot(_ rest: String) throws(CallFailure) {
    let labels = sheet.charts.labels
    if rest.isEmpty {
      guard !labels.isEmpty else {
        throw CallFailure("there are no charts in this sheet", help: ":plot plan[cash] draws a column")
      }
      return labels.compactMap(sheet.charts.chart).forEach(display.show)
    }
    let isQuoted = rest.count > 1 && rest.hasPrefix("\"") && rest.hasSuffix("\"")
    if let chart = sheet.charts.chart(isQuoted ? String(rest.dropFirst().dropLast()) : rest) {
      return display.show(chart)
    }
    switch sheet.charts.chart(of: rest) {
    case .success(let chart): display.show(chart)
    case .failure(let failure):
      let finding = failure.diagnostics.first
      let charts = labels.isEmpty ? nil : "the charts of this sheet are \(labels.joined(separator: ", "))"
      throw CallFailure(finding?.message ?? "this is no chart", help: finding?.help ?? charts)
    }
  }

  var help: PromptHelp {
    PromptHelp(
      console.paint, FunctionGuide(sheet.environment.catalog, console.paint, lambdas: NamedLambda.all(of: sheet)))
  }

  /// `:history`: what can be taken back, the latest first.
  func showHistory() {
    let lines = sheet.pastLines
    let width = String(lines.count).count
    for (number, line) in lines.enumerated().reversed() {
      let count = TextWidth.padded(String(number + 1), to: width)
      console.output.line("\(console.paint.faint(count))  \(PlainText.oneLine(line))")
    }
    if lines.isEmpty { console.remark("nothing was entered that can be taken back") }
  }

  /// `:stats`: how much work there was.
  func showWork() { for line in WorkReport.lines(of: sheet.engine) { console.output.line(line) } }

  /// `:explain`: the page of a finding.
  func explainFinding(_ code: String) throws(CallFailure) {
    guard !code.isEmpty else {
      throw CallFailure(":explain takes the code of a finding", help: ":explain unknown-name")
    }
    console.page(FindingGuide(console.paint).lines(of: try FindingGuide.page(of: code)))
  }
}
