import Diagnostics

/// What can be wrong with modes.
enum ModesFinding: DiagnosticFact {
  /// Modes without a mode.
  case noModes(WrittenText)
  case missingOver(behind: WrittenText, at: SourceSpan)
  /// What makes a formula of a cell in the list of modes.
  case formulaInModes(at: SourceSpan)
  case missingWhen(at: SourceSpan)
  case modeLength(_ mode: ModesDefinition.Mode, _ cells: [SheetFormula])
  case modeTwice(_ label: WrittenText, _ first: WrittenText)

  var code: DiagnosticCode {
    switch self {
    case .noModes: .missingBlock
    case .missingOver: .missingOver
    case .formulaInModes: .unexpectedText
    case .missingWhen: .missingWhen
    case .modeLength: .modeLength
    case .modeTwice: .definedTwice
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .noModes(let name):
      return DiagnosticWords(
        "the modes \(name.text) are none at all", at: name.span, label: "one of them has to hold",
        help: "write \"name\" when condition : value for each of them")
    case .missingOver(let name, let span):
      return DiagnosticWords(
        "the cells of the modes are missing", at: span, label: "over goes here",
        help: "write modes \(name.text) over cell, cell { … }")
    case .formulaInModes(let span):
      return DiagnosticWords(
        "modes list cells by their names", at: span, label: "this makes a formula of it",
        help: "define a cell with the formula, and write its name here")
    case .missingWhen(let span):
      return DiagnosticWords("a mode needs a condition", at: span, label: "when goes here")
    case .modeLength(let mode, let cells):
      let first = cells.first?.span ?? mode.span
      let last = cells.last?.span ?? mode.span
      let values = counted(mode.values.count, "value")
      return DiagnosticWords(
        "the mode \(mode.label.text) has \(values) for \(counted(cells.count, "cell"))",
        at: [.init(mode.span, values), .init(first.union(last), counted(cells.count, "cell"))])
    case .modeTwice(let label, let first):
      return DiagnosticWords(
        "the mode \(label.text) is there twice",
        at: [.init(label.span, "again here"), .init(first.span, "first here")],
        help: "rename one of them, or join their conditions with OR")
    }
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}
