import CellModel
import Diagnostics
import Formulas
import SheetText

/// A chart of a sheet with its columns as they are now.
package struct Chart: Sendable {
  /// A series of values, one below the other; blanks and what is no number leave gaps.
  package struct Column: Sendable, Equatable {
    package var name: String
    package var values: [CellValue]
    /// The number format of the cells, where they have one.
    package var format: String?

    package init(name: String, values: [CellValue], format: String? = nil) {
      self.name = name
      self.values = values
      self.format = format
    }

    package var numbers: [Double?] { values.map { $0.chartedNumber } }

    /// The number of one row, which is not made from all as ``numbers`` are.
    package func number(at row: Int) -> Double? { values[row].chartedNumber }

    fileprivate var areTexts: Bool {
      values.contains { if case .text = $0 { true } else { false } } && numbers.allSatisfy { $0 == nil }
    }

    fileprivate var areDays: Bool {
      let kinds = values.compactMap { if case .number(_, let kind) = $0 { kind } else { nil } }
      return !kinds.isEmpty && kinds.allSatisfy(\.isDay)
    }

    fileprivate var areNumbers: Bool { numbers.contains { $0 != nil } }

    fileprivate var ascend: Bool {
      let numbers = numbers.compactMap(\.self)
      return numbers.count == values.count && numbers.count > 1
        && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }
  }

  package var label: String
  package var kind: ChartKind
  /// What stands along the chart; `nil` where values are numbered from 1.
  package var along: Column?
  package var columns: [Column]

  /// Makes a chart of columns. The first stands along it when there are others and it is made of texts, of days or of
  /// numbers that ascend, or when the others are drawn as points over it.
  ///
  /// - Parameter kind: `nil` for the kind that suits the columns: bars over texts and for a few values, lines over days
  ///   and ascending numbers and for many values, and points for a number over another.
  package init(_ label: String, _ columns: [Column], as kind: ChartKind? = nil) {
    self.label = label
    var rest = columns[...]
    var along: Column?
    if let first = columns.first, columns.count > 1, kind != .histogram {
      let isPair = columns.count == 2 && first.areNumbers
      if first.areTexts || first.areDays || first.ascend || kind == .point || (kind == nil && isPair) {
        along = rest.removeFirst()
      }
    }
    self.along = along
    self.columns = Array(rest)
    self.kind = kind ?? Self.suitable(along, self.columns)
  }

  /// How many values a chart may have whose bars are still seen at once.
  private static let few = 24

  private static func suitable(_ along: Column?, _ columns: [Column]) -> ChartKind {
    guard let along else { return (columns.map(\.values.count).max() ?? 0) <= few ? .bar : .line }
    if along.areTexts { return .bar }
    return along.areDays || along.ascend ? .line : .point
  }
}

extension LiveSheet {
  /// The labels of the sheet's charts, in the order of the text.
  package var chartLabels: [String] { chartStatements.map(\.definition.label.text) }

  /// A chart of the sheet, by its label in any case.
  package func chart(_ label: String) -> Chart? {
    chartStatements.first { $0.definition.label.key == label.lowercased() }.map {
      chart($0.definition, home: $0.grid, in: document.source)
    }
  }

  /// A chart of columns that are written as behind the `=` of a chart: `plan[month], plan[cash] as line`.
  package func chart(of columns: String) -> Result<Chart, FormulaFailure> {
    let read = SheetDocument(name: "chart", "chart \"\" = \(columns)")
    var findings = read.diagnostics
    guard case .chart(var chart)? = read.statements.first?.kind, read.statements.count == 1 else {
      return .failure(FormulaFailure(source: read.source, diagnostics: findings))
    }
    findings += chart.columns.flatMap { self.findings(in: $0.tree) }
    guard !findings.contains(where: { $0.severity == .error }) else {
      return .failure(FormulaFailure(source: read.source, diagnostics: findings))
    }
    chart.label.text = columns
    return .success(self.chart(chart, home: currentGrid, in: read.source))
  }

  private func chart(_ definition: ChartDefinition, home: String?, in source: SourceText) -> Chart {
    let columns = definition.columns.map { formula in
      let (value, format) = evaluate(formula, home: home)
      let values = if case .array(let array) = value { array.elements } else { [value] }
      return Chart.Column(
        name: formula.tree.onlyColumn ?? source[formula.span], values: values, format: format)
    }
    return Chart(definition.label.text, columns, as: definition.kind)
  }

  private var chartStatements: [(definition: ChartDefinition, grid: String?)] {
    document.statements.compactMap { statement in
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

extension CellValue {
  /// The number that stands for a value in a chart.
  fileprivate var chartedNumber: Double? {
    if case .number(let number, _) = self { number.isFinite ? number : nil } else { nil }
  }
}
