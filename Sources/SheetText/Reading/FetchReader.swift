/// Reads fetches.
enum FetchReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "a fetch") else { return nil }
    var isValid = true
    let type = DomainReader.type(&reader, &isValid)
    guard isValid, reader.expectEquals(behind: name) else { return nil }
    guard let request = reader.expression(.else, "what is fetched") else { return nil }
    var placeholder: SheetFormula?
    if reader.take("else") {
      placeholder = reader.expression([], "the value until the answer")
      if placeholder == nil { return nil }
    }
    return .fetch(FetchDefinition(name: name, type: type, request: request, placeholder: placeholder))
  }
}
