import CellModel
import Diagnostics

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
    if condition == nil, let word = wordForWhen(&reader) {
      reader.report(ClauseFinding.wordForWhen(word))
      return nil
    }
    guard reader.expectEquals(behind: name), hasOneStep(&reader),
      let body = reader.expression(.block, "what the action does")
    else { return nil }
    var clauses: [ActionDefinition.Clause] = []
    ClauseReader.forEach(in: &reader, of: "an action", help: "on event : start") { reader, head, item in
      guard let effect = effect(&reader) else {
        reader.report(ClauseFinding.badActionClause(at: reader.nextPlace()))
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

  /// A word of a clause or of another language where the condition of an action begins.
  private static func wordForWhen(_ reader: inout SheetReader) -> WrittenText? {
    reader.skipBlanks()
    guard let end = reader.word(at: reader.cursor) else { return nil }
    let span = SourceSpan(reader.cursor, end)
    let word = WrittenText(reader.source[span], at: span)
    return ["if", "where", "while", "unless"].contains(word.key) ? word : nil
  }

  /// Whether no comma stands between two expressions, which is reported.
  private static func hasOneStep(_ reader: inout SheetReader) -> Bool {
    reader.skipBlanks()
    let (end, comma) = reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: [.block, .comma])
    guard comma < reader.limit, reader.bytes[comma] == Ascii.comma, end > reader.cursor else { return true }
    let first = reader.source[SourceSpan(reader.cursor, end)]
    reader.cursor = comma + 1
    reader.skipBlanks()
    let (last, _) = reader.scanner.expressionEnd(from: reader.cursor, limit: reader.limit, stops: [.block])
    let then = reader.source[SourceSpan(reader.cursor, max(last, reader.cursor))]
    reader.report(ClauseFinding.commaBetweenSteps(first, then, at: SourceSpan(comma, comma + 1)))
    return false
  }

  private static func effect(_ reader: inout SheetReader) -> ActionDefinition.Effect? {
    if reader.take("start") { return .start }
    return reader.take("stop") ? .stop : nil
  }
}
