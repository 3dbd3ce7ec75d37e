import CellModel

/// Reads options, which stand at the head of a file.
enum OptionReader {
  static func read(_ reader: inout SheetReader) -> Statement.Kind? {
    guard let name = reader.name() else {
      reader.report(.unknownOption("", at: reader.nextPlace()))
      return nil
    }
    guard OptionDefinition.names.contains(name.key) else {
      reader.report(.unknownOption(name.text, at: name.span))
      return nil
    }
    var option = OptionDefinition(name: name)
    guard reader.take(Ascii.equals) else { return .option(option) }
    guard let rounds = number(&reader, of: name.text, "the number of rounds") else { return nil }
    guard rounds >= 1, rounds <= Double(IterationLimit.mostRounds), rounds == rounds.rounded() else {
      reader.report(.badOption(name.text, at: reader.behind()))
      return nil
    }
    option.rounds = Int(rounds)
    if reader.take(Ascii.comma) {
      guard let tolerance = number(&reader, of: name.text, "the largest change of the last round") else { return nil }
      guard tolerance >= 0 else {
        reader.report(.badOption(name.text, at: reader.behind()))
        return nil
      }
      option.tolerance = tolerance
    }
    return .option(option)
  }

  private static func number(_ reader: inout SheetReader, of name: String, _ what: StaticString) -> Double? {
    guard let formula = reader.expression([.comma], what) else { return nil }
    if case .number(let number, _)? = formula.constant { return number }
    reader.report(.badOption(name, at: formula.span))
    return nil
  }
}
