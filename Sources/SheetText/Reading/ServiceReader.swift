import CellModel

/// Reads services.
enum ServiceReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "a service"), let parameters = reader.parameters() else { return nil }
    var isValid = true
    var service = ServiceDefinition(name: name, parameters: parameters)
    (service.type, service.domain) = DomainReader.values(&reader, &isValid)
    if reader.take(Ascii.equals) { service.body = reader.expression([], "what the service does") }
    if !isValid { reader.cursor = reader.limit }
    return .service(service)
  }
}
