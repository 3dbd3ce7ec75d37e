import CellModel
import Diagnostics

/// Reads `input name : type in domain = value as "…" where condition`.
enum InputReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.definedName(of: "an input") else { return nil }
    var isValid = true
    var input = InputDefinition(name: name)
    (input.type, input.domain) = DomainReader.values(&reader, &isValid)
    if isValid, input.domain == nil, reader.cursor < reader.limit,
      reader.nextByte().isDigit || reader.nextByte() == Ascii.leftBrace
    {
      let rest = reader.source[reader.rest]
      if rest.contains("..") || rest.hasPrefix("{") {
        reader.report(TypeFinding.missingIn(rest, at: reader.elementSpan()))
      } else {
        let head = SourceSpan(name.span.lower, reader.behind().upper)
        reader.report(
          StatementFinding.missingEquals(
            behind: WrittenText(reader.source[head], at: head), at: reader.elementSpan(), value: rest))
      }
      isValid = false
    }
    if reader.take(Ascii.equals) {
      input.initial = reader.expression([.where, .as], "the value of an input")
      if input.initial == nil { isValid = false }
    }
    while isValid, reader.cursor < reader.limit {
      if input.format == nil, reader.isNext("as") {
        input.format = reader.format()
        if input.format == nil { isValid = false }
      } else if input.condition == nil, reader.take("where") {
        input.condition = reader.expression(.as, "a condition")
        if input.condition == nil { isValid = false }
        if input.initial == nil, let condition = input.condition, let finding = defaultBehind(condition, reader) {
          reader.report(finding)
          input.condition = nil
          isValid = false
        }
      } else {
        if let meant = partMeant(&reader, name) {
          reader.report(
            StatementFinding.unexpected(reader.source[reader.elementSpan()], at: reader.elementSpan(), meant: meant))
          isValid = false
        }
        break
      }
    }
    // The input itself stands even where a clause of it does not, so that its readers are not blamed too.
    if !isValid { reader.cursor = reader.limit }
    return .input(input)
  }

  /// The part of an input that somebody meant who goes on with a comparison, with bounds in words, or with the word of a
  /// database.
  private static func partMeant(_ reader: inout SheetReader, _ name: WrittenText) -> String? {
    let next = reader.nextByte()
    let rest = reader.source[reader.rest]
    guard rest.utf8.count < 60, !rest.contains(where: \.isNewline) else { return nil }
    if next == Ascii.less || next == Ascii.greater { return "where \(name.text) \(rest)" }
    let words = rest.split(separator: " ", maxSplits: 4).map(String.init)
    let bounds = [["between", "and"], ["from", "to"]]
    if words.count > 3, bounds.contains([words[0].lowercased(), words[2].lowercased()]) {
      return (["in \(words[1])..\(words[3])"] + words.dropFirst(4)).joined(separator: " ")
    }
    for word in ["default", "check"] where rest.lowercased().hasPrefix("\(word) ") {
      return "\(word == "check" ? "where" : "=") \(rest.dropFirst(word.utf8.count + 1))"
    }
    return nil
  }

  /// A default that stands behind the condition, as in `where a > 0 = 5`, where it would be compared with the answer.
  private static func defaultBehind(_ condition: SheetFormula, _ reader: SheetReader) -> (any DiagnosticFact)? {
    let tree = condition.tree
    guard case .binary(.equal, let left, let right)? = tree.nodes.last,
      case .binary(let comparison, _, _) = tree[left],
      [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual].contains(comparison),
      let value = tree.subtree(at: right).constant
    else { return nil }
    if case .logical = value { return nil }
    let place = tree.span(of: right)
    return TypeFinding.defaultBehindCondition(reader.source[place], reader.source[tree.span(of: left)], at: place)
  }
}
