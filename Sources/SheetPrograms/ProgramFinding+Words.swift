import Diagnostics
import SheetText

/// The words of each finding.
extension ProgramFinding {
  package var words: DiagnosticWords {
    switch self {
    case .definedTwice(let name, let first):
      return DiagnosticWords(
        "\(name.text) is defined twice",
        at: [Diagnostic.Label(name.span, "again here"), Diagnostic.Label(first.span, "first here")],
        help: "rename one of them, or remove it")
    case .optionTwice(let name, let first):
      return DiagnosticWords(
        "the option \(name.text) is given twice",
        at: [Diagnostic.Label(name.span, "again here"), Diagnostic.Label(first.span, "first here")],
        help: "remove one of them")
    case .filledTwice(let span, let first):
      return DiagnosticWords(
        "some of these cells are filled twice",
        at: [Diagnostic.Label(span, "again here"), Diagnostic.Label(first, "first here")])
    case .fillTooLarge(let span, let count, let limit):
      return DiagnosticWords(
        "a fill of \(count) cells is more than one statement may make", at: span, label: "at most \(limit)",
        help: "name the rows that are used, as in A1:A1000")
    case .badRange(let span):
      return DiagnosticWords(
        "the range has no numbers in it", at: span, label: "from a number to a greater one", help: "write in 0..1")
    case .columnTwice(let name):
      return DiagnosticWords(
        "the column \(name.text) is there already", at: name.span, label: "again here",
        help: "the file has a column of this name; choose another")
    case .unreadableFile(let source, let why):
      return DiagnosticWords("“\(source.text)” cannot be read", at: source.span, label: why)
    case .badFile(let source, let error):
      return DiagnosticWords("\(source.text):\(error.line): \(error.message)", at: source.span, label: "read from here")
    case .keptDigits(let digits, let column, let source, let line):
      let shown = digits.count > 40 ? digits.prefix(37) + "…" : digits[...]
      return DiagnosticWords(
        "\(column) holds digits that a number would lose, so they stay text", at: source.span,
        label: "\(shown) on line \(line)",
        help: "say what the column is with | \(column): text |, or : number for numbers")
    case .fieldNotOfType(let text, let column, let type, let source, let line):
      return DiagnosticWords(
        "\(source.text):\(line): \(text) is not a \(type.type.rawValue)",
        at: [.init(source.span, "read from here"), .init(type.span, "\(column.text) is declared here")])
    case .missingColumn(let name, let source, let columns):
      return DiagnosticWords(
        "\(source.text) has no column named \(name.text)", at: name.span, label: "not in the file",
        suggestion: NearNames.suggestion(for: name.text, among: columns), help: Self.columns(columns))
    case .notAnInput(let name, let source, let inputs):
      return DiagnosticWords(
        "\(source.text) has no input named \(name.text)", at: name.span, label: "rows of sheets give values to inputs",
        suggestion: NearNames.suggestion(for: name.text, among: inputs), help: Self.columns(inputs))
    case .unknownUse(let path, let why):
      return DiagnosticWords("“\(path.text)” cannot be read", at: path.span, label: why)
    case .useOfItself(let path):
      return DiagnosticWords("“\(path.text)” uses itself", at: path.span, label: "it would have no end")
    case .notInRows(let what, let span):
      return DiagnosticWords(
        "a sheet in the rows of a table cannot have \(what)", at: span,
        label: "rows that come and go have named cells only",
        help: "let the rows stay as they are written, use it once with use … as, or give it named cells")
    }
  }

  /// The columns of a table that has not too many of them, for the help of a finding.
  package static func columns(_ names: [String]) -> String? {
    names.isEmpty || names.count > 12 ? nil : "its columns are \(names.joined(separator: ", "))"
  }
}
