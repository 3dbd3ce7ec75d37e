import CellModel

/// Reads actions with their clauses.
enum ActionReader {
  /// Reads `action name(parameters) when condition = body { clauses }`; the last `=` outside brackets begins the body.
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "an action"), let parameters = reader.parameters() else { return nil }
    var condition: SheetFormula?
    if reader.take("when") {
      condition = reader.expression(.lastEquals, "a condition")
      if condition == nil { return nil }
    }
    guard reader.expectEquals(behind: name), let body = reader.expression(.block, "what the action does") else {
      return nil
    }
    var clauses: [ActionDefinition.Clause] = []
    ClauseReader.forEach(in: &reader, of: "an action", help: "on event : start") { reader, head, item in
      guard let effect = effect(&reader) else {
        reader.report(.badActionClause(at: reader.nextPlace()))
        return
      }
      var arguments: [SheetFormula?] = []
      if effect == .start, reader.nextByte() == Ascii.leftParenthesis {
        guard let values = reader.arguments() else { return }
        arguments = values
      }
      clauses.append(
        ActionDefinition.Clause(
          event: head.event, condition: head.condition, effect: effect, arguments: arguments, span: item.span))
    }
    return .action(
      ActionDefinition(name: name, parameters: parameters, condition: condition, body: body, clauses: clauses))
  }

  private static func effect(_ reader: inout SheetReader) -> ActionDefinition.Effect? {
    if reader.take("start") { return .start }
    return reader.take("stop") ? .stop : nil
  }
}
