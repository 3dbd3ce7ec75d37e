import CellModel
import Diagnostics
import Formulas

/// Reading options, which stand at the head of a file.
extension SheetParser {
  mutating func option() -> Statement.Kind? {
    guard let name = name() else {
      findings.append(.unknownOption("", at: cursor < limit ? elementSpan() : behind()))
      return nil
    }
    guard OptionDefinition.names.contains(name.key) else {
      findings.append(.unknownOption(name.text, at: name.span))
      return nil
    }
    var option = OptionDefinition(name: name)
    guard take(Ascii.equals) else { return .option(option) }
    guard let rounds = optionNumber(of: name.text, "the number of rounds") else { return nil }
    guard rounds >= 1, rounds <= Double(IterationLimit.mostRounds), rounds == rounds.rounded() else {
      findings.append(.badOption(name.text, at: behind()))
      return nil
    }
    option.rounds = Int(rounds)
    if take(Ascii.comma) {
      guard let tolerance = optionNumber(of: name.text, "the largest change of the last round") else { return nil }
      guard tolerance >= 0 else {
        findings.append(.badOption(name.text, at: behind()))
        return nil
      }
      option.tolerance = tolerance
    }
    return .option(option)
  }

  private mutating func optionNumber(of name: String, _ what: StaticString) -> Double? {
    guard let formula = expression([.comma], what) else { return nil }
    if case .number(let number, _)? = formula.constant { return number }
    findings.append(.badOption(name, at: formula.span))
    return nil
  }
}
