import CellModel
import Diagnostics

/// Reads charts.
enum ChartReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let label = reader.label(of: "a chart"), reader.expectEquals(behind: label) else { return nil }
    var columns: [SheetFormula] = []
    repeat {
      guard let column = reader.expression([.comma, .as], "a column of the chart") else { return nil }
      columns.append(column)
    } while reader.take(Ascii.comma)
    var kind: ChartKind?
    if reader.take("as") {
      guard let known = Self.kind(&reader) else { return nil }
      kind = known
    }
    return .chart(ChartDefinition(label: label, columns: columns, kind: kind))
  }

  private static func kind(_ reader: inout SheetReader) -> ChartKind? {
    reader.skipBlanks()
    guard let end = reader.word(at: reader.cursor) else {
      reader.report(TypeFinding.unknownChart("", at: reader.nextPlace()))
      return nil
    }
    let span = SourceSpan(reader.cursor, end)
    reader.cursor = end
    if let kind = ChartKind(rawValue: reader.source[span].lowercased()) { return kind }
    reader.report(TypeFinding.unknownChart(reader.source[span], at: span))
    return nil
  }
}
