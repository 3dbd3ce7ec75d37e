import CellModel

/// Reads events.
enum EventReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "an event") else { return nil }
    var isValid = true
    var event = EventDefinition(name: name)
    (event.type, event.domain) = DomainReader.values(&reader, &isValid)
    if reader.take(Ascii.equals) { event.stream = reader.expression([], "a stream") }
    if !isValid { reader.cursor = reader.limit }
    return .event(event)
  }
}
