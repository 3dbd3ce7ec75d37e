import CellModel
import Diagnostics
import Formulas

/// Reading charts.
extension SheetParser {
  mutating func chart() -> Statement.Kind? {
    guard let label = label(of: "a chart"), expectEquals(behind: label) else { return nil }
    var columns: [SheetFormula] = []
    repeat {
      guard let column = expression([.comma, .as], "a column of the chart") else { return nil }
      columns.append(column)
    } while take(Ascii.comma)
    var kind: ChartKind?
    if take("as") {
      guard let known = chartKind() else { return nil }
      kind = known
    }
    return .chart(ChartDefinition(label: label, columns: columns, kind: kind))
  }

  private mutating func chartKind() -> ChartKind? {
    skipBlanks()
    guard let end = word(at: cursor) else {
      findings.append(.unknownChart("", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    let span = SourceSpan(cursor, end)
    cursor = end
    if let kind = ChartKind(rawValue: source[span].lowercased()) { return kind }
    findings.append(.unknownChart(source[span], at: span))
    return nil
  }
}
