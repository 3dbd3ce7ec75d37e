import Diagnostics

/// How a chart draws its columns.
package enum ChartKind: String, CaseIterable, Sendable {
  case line, bar, point, area, histogram
}

/// `chart "label" = column, column as kind`: a picture of columns, which computes nothing.
package struct ChartDefinition: Sendable {
  package var label: WrittenText
  package var columns: [SheetFormula]
  /// `nil` for the kind that suits the columns.
  package var kind: ChartKind?
}

extension ChartDefinition: StatementDefinition {
  package var definedName: WrittenText? { nil }
  package var formulas: [StatementFormula] { columns.map { StatementFormula($0) } }
}
