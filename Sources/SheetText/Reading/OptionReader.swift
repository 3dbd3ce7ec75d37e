import CellModel

/// Reads options, which stand at the head of a file.
enum OptionReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.name() else {
      reader.report(PieceFinding.unknownOption("", at: reader.nextPlace()))
      return nil
    }
    guard OptionDefinition.names.contains(name.key) else {
      reader.report(PieceFinding.unknownOption(name.text, at: name.span))
      return nil
    }
    var option = OptionDefinition(name: name)
    reader.skipBlanks()
    guard reader.cursor < reader.limit else { return .option(option) }
    guard reader.take(Ascii.equals) else {
      reader.report(
        StatementFinding.missingEquals(
          behind: WrittenText("option \(name.text)", at: name.span), at: reader.elementSpan(),
          value: reader.source[reader.rest]))
      return nil
    }
    let most = Double(IterationLimit.mostRounds)
    guard
      let rounds = number(
        &reader, of: name.text, "the number of rounds", where: { 1...most ~= $0 && $0 == $0.rounded() })
    else { return nil }
    option.rounds = Int(rounds)
    if reader.take(Ascii.comma) {
      guard
        let tolerance = number(&reader, of: name.text, "the largest change of the last round", where: { $0 >= 0 })
      else { return nil }
      option.tolerance = tolerance
    }
    return .option(option)
  }

  private static func number(
    _ reader: inout SheetReader, of name: String, _ what: StaticString, where isAllowed: (Double) -> Bool
  ) -> Double? {
    guard let formula = reader.expression([.comma], what) else { return nil }
    if case .number(let number, _)? = formula.constant, isAllowed(number) { return number }
    reader.report(PieceFinding.badOption(name, at: formula.span))
    return nil
  }
}
