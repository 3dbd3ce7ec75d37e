import CellModel
import Diagnostics

/// Reads definitions of cells, and bindings, both of which have no keyword.
enum DefinitionReader {
  /// Reads `name = formula as "…"` and `input <~ expression`.
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    let start = reader.cursor
    if let end = reader.word(at: reader.cursor) {
      reader.cursor = end
      if isDefiningEquals(&reader) { return cell(&reader, SourceSpan(start, end)) }
      reader.cursor = start
    }
    let (end, stop) = reader.scanner.expressionEnd(from: start, limit: reader.limit, stops: [.arrow, .equals])
    if stop < reader.limit, reader.bytes[stop] == Ascii.less { return BindingReader.read(&reader).map { .binding($0) } }
    if stop < reader.limit, reader.bytes[stop] == Ascii.equals, end > start {
      if let finding = StatementSlip.finding(&reader, at: start) {
        reader.report(finding)
        return nil
      }
      reader.cursor = stop
      return cell(&reader, SourceSpan(start, end))
    }
    reader.report(StatementSlip.finding(&reader, at: start) ?? StatementSlip.unknownStatement(&reader, at: start))
    return nil
  }

  /// Whether an `=` comes next.
  private static func isDefiningEquals(_ reader: inout SheetReader) -> Bool { reader.nextByte() == Ascii.equals }

  /// Reads the rest of a definition from its `=`.
  private static func cell(_ reader: inout SheetReader, _ span: SourceSpan) -> Statement.Kind? {
    guard let target = target(&reader, span) else { return nil }
    if reader.isDoubledEquals() {
      reader.report(
        StatementFinding.doubledEquals(reader.source[span], at: SourceSpan(reader.cursor, reader.cursor + 2)))
      return nil
    }
    reader.cursor += 1
    guard let formula = reader.expression(.as, "the value of a cell") else { return nil }
    let format = reader.format()
    return .cell(CellDefinition(target: target, formula: formula, format: format))
  }

  /// What stands before the `=` of a definition.
  static func target(_ reader: inout SheetReader, _ span: SourceSpan) -> CellTarget? {
    let text = reader.source[span]
    if let cell = A1Notation.cell(text) { return .address(row: cell.row, column: cell.column, span: span) }
    if let colon = text.utf8.firstIndex(of: Ascii.colon) {
      let first = A1Notation.cell(text[..<colon])
      let last = A1Notation.cell(text[text.utf8.index(after: colon)...])
      if let first, let last {
        return .area(
          top: min(first.row, last.row), left: min(first.column, last.column),
          bottom: max(first.row, last.row), right: max(first.column, last.column), span: span)
      }
    }
    let name = WrittenText(text, at: span)
    if SheetNames.isReserved(text) {
      reader.report(NameFinding.reservedName(name))
      return nil
    }
    if SheetNames.isWellFormed(text) { return .name(name) }
    reader.report(NameFinding.badTarget(name))
    return nil
  }
}
