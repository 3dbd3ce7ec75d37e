import CellModel
import Diagnostics
import Formulas
import SheetText

/// The charts that a text draws of its sheet, with the columns as they are now.
package struct SheetCharts {
  let sheet: LiveSheet

  /// The labels of the charts, in the order of the text.
  package var labels: [String] { statements.map(\.definition.label.text) }

  /// A chart by its label in any case.
  package func chart(_ label: String) -> Chart? {
    statements.first { $0.definition.label.key == label.lowercased() }.map {
      chart($0.definition, home: $0.grid, in: sheet.document.source)
    }
  }

  /// A chart of columns that are written as behind the `=` of a chart: `plan[month], plan[cash] as line`.
  package func chart(of columns: String) -> Result<Chart, LiveSheet.FormulaFailure> {
    let read = SheetDocument(name: "chart", "chart \"\" = \(columns)")
    var findings = read.diagnostics
    guard case .chart(var chart)? = read.statements.first?.kind, read.statements.count == 1 else {
      return .failure(LiveSheet.FormulaFailure(source: read.source, diagnostics: findings))
    }
    findings += chart.columns.flatMap { sheet.findings(in: $0.tree) }
    guard !findings.contains(where: { $0.severity == .error }) else {
      return .failure(LiveSheet.FormulaFailure(source: read.source, diagnostics: findings))
    }
    chart.label.text = columns
    return .success(self.chart(chart, home: sheet.currentGrid, in: read.source))
  }

  private func chart(_ definition: ChartDefinition, home: String?, in source: SourceText) -> Chart {
    let columns = definition.columns.map { formula in
      let (value, format) = sheet.evaluate(formula, home: home)
      let values = if case .array(let array) = value { array.elements } else { [value] }
      return Chart.Column(
        name: formula.tree.onlyColumn ?? source[formula.span], values: values, format: format)
    }
    return Chart(definition.label.text, columns, as: definition.kind)
  }

  private var statements: [(definition: ChartDefinition, grid: String?)] {
    sheet.document.statements.compactMap { statement in
      if case .chart(let chart) = statement.kind { (chart, statement.grid) } else { nil }
    }
  }
}

extension FormulaTree {
  /// `cash` of `plan[cash]` and of `plan[[cash]]`; `nil` where a formula is anything but a column of a table.
  fileprivate var onlyColumn: String? {
    switch self[root] {
    case .structured(let reference):
      reference.rows == .data && reference.firstColumn == reference.lastColumn ? reference.firstColumn : nil
    case .subscript_(let base, let index):
      if case .name = self[base], case .name(let name, sheet: nil) = self[index] { name } else { nil }
    default: nil
    }
  }
}
