/// Reads states with their clauses.
enum StateReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "a state") else { return nil }
    var isValid = true
    let type = DomainReader.type(&reader, &isValid)
    if isValid, reader.isNext("in") {
      reader.report(TypeFinding.domainOfState(name.text, at: reader.elementSpan()))
      return nil
    }
    guard isValid, reader.expectEquals(behind: name) else { return nil }
    guard let initial = reader.expression([.block, .as], "the first value of a state") else { return nil }
    let format = reader.format()
    var clauses: [StateDefinition.Clause] = []
    ClauseReader.forEach(in: &reader, of: "a state", help: "on event : value") { reader, head, item in
      guard let value = reader.expression([], "the new value") else { return }
      clauses.append(
        StateDefinition.Clause(event: head.event, condition: head.condition, value: value, span: item.span))
    }
    return .state(StateDefinition(name: name, type: type, initial: initial, format: format, clauses: clauses))
  }
}
