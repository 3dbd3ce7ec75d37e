import CellModel
import Diagnostics

/// Reads events.
enum EventReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "an event") else { return nil }
    var isValid = true
    var event = EventDefinition(name: name)
    if reader.nextByte() == Ascii.leftParenthesis {
      reportParentheses(&reader, of: name)
      isValid = false
    }
    (event.type, event.domain) = DomainReader.values(&reader, &isValid)
    if reader.take(Ascii.equals) { event.stream = reader.expression([], "a stream") }
    if !isValid { reader.cursor = reader.limit }
    return .event(event)
  }

  /// Reports a payload in parentheses as other languages have it: one type, or the fields of a record.
  private static func reportParentheses(_ reader: inout SheetReader, of name: WrittenText) {
    let open = reader.cursor
    let end = reader.scanner.partner(of: open, limit: reader.limit) ?? reader.limit
    let words = reader.source[SourceSpan(open + 1, end)].split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let type = words.count <= 2 ? words.last.flatMap { ValueType(rawValue: $0.lowercased()) } : nil
    reader.report(
      ClauseFinding.payloadInParentheses(
        name, type: (type ?? .record).rawValue, at: SourceSpan(open, min(end + 1, reader.limit))))
    reader.cursor = reader.limit
  }
}
