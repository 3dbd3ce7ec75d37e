import CellModel
import Diagnostics
import Formulas

/// Reads what a step expects.
enum ExpectationReader {
  static func read(_ reader: inout SheetReader) -> TestStep.Kind? {
    var result: [Expectation] = []
    repeat {
      guard let expectation = expectation(&reader) else { return nil }
      result.append(expectation)
    } while reader.take(Ascii.comma)
    return .expect(result)
  }

  private static func expectation(_ reader: inout SheetReader) -> Expectation? {
    reader.skipBlanks()
    let start = reader.cursor
    let isNegated = reader.take("not")
    if reader.take("called") {
      reader.skipBlanks()
      let end = reader.pathEnd(reader.cursor)
      if end > reader.cursor {
        let span = SourceSpan(reader.cursor, end)
        reader.cursor = end
        var values: [SheetFormula?]?
        if reader.nextByte() == Ascii.leftParenthesis {
          values = reader.arguments()
          if values == nil { return nil }
        } else if reader.isNext("with") {
          let word = reader.elementSpan()
          reader.cursor = word.upper
          reader.skipBlanks()
          let given = reader.source[reader.rest]
          reader.report(StatementFinding.unexpected("with", at: word, meant: "called \(reader.source[span])(\(given))"))
          return nil
        }
        return .call(
          service: WrittenText(reader.source[span], at: span), arguments: values, isExpected: !isNegated,
          span: SourceSpan(start, reader.behind().lower))
      }
    }
    reader.cursor = start
    if let second = reader.secondValue(before: reader.limit), !reader.isNext("not") {
      let word = reader.source[second]
      // One word behind a number is a unit.
      if OperatorWord.help(for: word) == nil, !reader.bytes[second.lower].isWordStart || second.upper < reader.limit {
        reader.report(PieceFinding.missingComma(before: word, of: "condition", at: second))
        return nil
      }
    }
    return reader.expression(.comma, "a condition").map { .condition($0) }
  }
}
