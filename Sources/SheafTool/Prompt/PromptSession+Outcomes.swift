import CellModel
import Diagnostics
import LiveSheets
import SheetText
import Verification

/// Showing what has come of an entry.
extension PromptSession {
  /// - Parameters:
  ///   - changes: What the entry has changed, where it has defined something.
  ///   - told: The cells that have been shown by now.
  func show(
    _ outcome: Outcome, _ changes: [CellAddress: CellChange], _ told: inout Set<CellAddress>, _ text: String,
    fromLine line: Int
  ) {
    switch outcome {
    case .nothing, .done, .incomplete: break
    case .noted(let notes, let source): findings.fail(notes, source, entered: text, fromLine: line)
    case .ignored(let words): console.remark(words)
    case .defined(let cells, let notes, let source):
      if !notes.isEmpty { findings.fail(notes, source, entered: text, fromLine: line) }
      for cell in cells.map(sheet.definedCells.block) {
        // A cell of a fill was there before it got a definition of its own.
        let change = changes[cell.address].flatMap { $0.cell == cell ? $0 : nil }
        let isNew = display.insert(cell.address) && change?.old.isBlank ?? true
        guard isNew || cell.area != nil || change == nil else { continue }
        told.insert(cell.address)
        // The cells of a block are shown with it, and those of a table.
        if let area = cell.area { told.formUnion(changes.keys.filter(area.contains)) }
        display.show(cell, of: sheet)
      }
    case .value(let value, let shownText):
      if let table = sheet.tables.table(named: String(text.trimmed)),
        case .success(let cell) = sheet.cell(table.name)
      {
        return display.show(cell, of: sheet)
      }
      if case .success(let last) = sheet.cell("_"), display.showTable(value, of: last, in: sheet) { return }
      console.output.line(value.isError ? console.paint.error(shownText) : PlainText.oneLine(shownText))
      if case .error(let error) = value {
        findings.noteFailure()
        if !error.message.isEmpty { noteReason(of: error) }
      }
    case .expected(let expectations, let source): judge(expectations, in: source, entered: text, fromLine: line)
    case .failed(let diagnostics, let source):
      let source = source ?? sheet.source
      findings.fail(PromptFindings.withColonHint(diagnostics, text), source, entered: text, fromLine: line)
    case .refused(let refusal, let span): findings.fail(CallFailure(refusal), at: span, entered: text, fromLine: line)
    }
  }

  /// Draws the charts that an entry has defined.
  func showCharts(definedBy outcomes: [Outcome], of text: String) {
    guard outcomes.contains(where: \.isDefinition) else { return }
    for case .chart(let chart) in SheetDocument(name: findings.sourceName, text).statements.map(\.kind) {
      if let drawn = sheet.charts.chart(chart.label.text) { display.show(drawn) }
    }
  }

  private func noteReason(of error: CellError) {
    console.output.flush()
    var origin = ""
    // An error that began in the expression itself has no cell to name.
    if case .success(let cell) = sheet.cell(error.origin), sheet.value(of: cell).isError, error.origin != "_" {
      origin = " (from \(cell.name))"
    }
    console.errors.line("  = note: \(PlainText.message(error.message))\(origin)")
  }

  /// Says whether the sheet is as somebody expects it.
  private func judge(
    _ expectations: [Expectation], in source: SourceText, entered text: String, fromLine line: Int
  ) {
    let failures = expectations.compactMap { sheet.failure(of: $0, calls, in: source, home: sheet.currentGrid) }
    if failures.isEmpty { console.output.line(console.paint.success("ok")) }
    for failure in failures {
      findings.fail([failure.diagnostic], source, entered: text, fromLine: line)
      for line in ValueLines.text(failure.values, console.errorPaint) { console.errors.line(line) }
    }
  }
}
