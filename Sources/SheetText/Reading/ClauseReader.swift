import CellModel
import Diagnostics

/// Reads what clauses have in common, which say what happens at an event.
enum ClauseReader {
  /// The event of a clause, and the condition under which it counts.
  typealias Head = (event: SheetFormula, condition: SheetFormula?)

  /// Whether `on` begins a clause here and is not the name of a column.
  static func isNext(_ reader: inout SheetReader) -> Bool {
    guard reader.isNext("on") else { return false }
    var index = reader.cursor + 2
    while index < reader.limit, reader.bytes[index].isBlank { index += 1 }
    return index == reader.limit || reader.bytes[index] != Ascii.equals
  }

  /// Reads `on S where condition :`.
  static func head(_ reader: inout SheetReader) -> Head? {
    guard reader.take("on") else { return nil }
    if let arrow = arrowForColon(reader) {
      reader.report(ClauseFinding.arrowForColon(reader.source[arrow], at: arrow))
      return nil
    }
    if reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: .colon).stop == reader.limit,
      let value = reader.secondValue(before: reader.limit)
    {
      reader.report(PieceFinding.missingColon(before: "what the event does", at: value))
      return nil
    }
    if let finding = severalStreams(&reader) {
      reader.report(finding)
      return nil
    }
    guard let event = reader.expression([.where, .colon], "an event") else { return nil }
    var condition: SheetFormula?
    if reader.take("where") {
      condition = reader.expression(.colon, "a condition")
      if condition == nil { return nil }
    }
    guard reader.take(Ascii.colon) else {
      reader.report(PieceFinding.missingColon(before: "what the event does", at: reader.nextPlace()))
      return nil
    }
    return (event, condition)
  }

  /// What is wrong where commas stand between streams.
  private static func severalStreams(_ reader: inout SheetReader) -> (any DiagnosticFact)? {
    reader.skipBlanks()
    let stops: SheetScanner.Stops = [.where, .colon]
    let first = reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: [.where, .colon, .comma])
    guard first.stop < reader.limit, reader.bytes[first.stop] == Ascii.comma else { return nil }
    let end = reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: stops).end
    return ClauseFinding.severalStreams(
      reader.source[SourceSpan(reader.cursor, end)], at: SourceSpan(first.stop, first.stop + 1))
  }

  /// The `=>`, `->` or `then` of a clause in which nothing is a colon.
  private static func arrowForColon(_ reader: SheetReader) -> SourceSpan? {
    guard reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: .colon).stop == reader.limit
    else { return nil }
    var index = reader.cursor
    while index < reader.limit {
      if reader.bytes[index] == Ascii.quote {
        index = reader.scanner.endOfQuoted(index, limit: reader.limit) ?? reader.limit
        continue
      }
      if index + 1 < reader.limit, reader.bytes[index + 1] == Ascii.greater,
        reader.bytes[index] == Ascii.equals || reader.bytes[index] == 0x2D
      {
        return SourceSpan(index, index + 2)
      }
      if let end = reader.word(at: index) {
        if reader.scanner.isWord(index, end, "then") { return SourceSpan(index, end) }
        index = end
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Reads the clauses behind a statement, if there is a block of them.
  static func forEach(
    in reader: inout SheetReader, of what: StaticString, help: StaticString,
    _ read: (inout SheetReader, Head, SheetItem) -> Void
  ) {
    guard var items = SheetItems(ofBlockIn: &reader) else { return }
    while let item = items.next(&reader) {
      let before = reader.findings.count
      guard reader.isNext("on") else {
        reader.report(ClauseFinding.unknownClause(of: what, help: help, at: item.span))
        continue
      }
      guard let head = head(&reader) else { continue }
      read(&reader, head, item)
      reader.finish(before)
    }
  }
}
