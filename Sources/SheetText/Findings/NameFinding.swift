import Diagnostics

/// What can be wrong with names, and with what gives something its name.
enum NameFinding: DiagnosticFact {
  case missingName(of: StaticString, at: SourceSpan)
  case sheetOfWords(_ name: String, at: SourceSpan)
  case sheetOfDigits(_ name: WrittenText)
  case addressAsName(_ name: WrittenText)
  case reservedName(_ name: WrittenText)
  case badName(_ name: WrittenText)
  case badTarget(_ target: WrittenText)
  case duplicate(_ what: StaticString, _ name: WrittenText, first: WrittenText)
  case missingAlias(at: SourceSpan)
  case missingPath(after: StaticString, at: SourceSpan)
  /// - Parameter rest: What stands in place of the label and behind it.
  case missingLabel(of: StaticString, at: SourceSpan, rest: String)

  var code: DiagnosticCode {
    switch self {
    case .missingName: .missingName
    case .sheetOfWords, .sheetOfDigits: .unexpectedText
    case .addressAsName: .addressAsName
    case .reservedName: .reservedName
    case .badName: .badName
    case .badTarget: .badTarget
    case .duplicate(let what, _, _): what.description == "column" ? .duplicateColumn : .duplicateParameter
    case .missingAlias: .missingAlias
    case .missingPath: .missingPath
    case .missingLabel: .missingLabel
    }
  }

  var words: DiagnosticWords {
    switch self {
    case .missingName(let what, let span):
      return DiagnosticWords("the name of \(what) is missing", at: span, label: "a name goes here")
    case .sheetOfWords(let name, let span):
      return DiagnosticWords(
        "the name of a sheet with blanks stands in quotes", at: span, label: "it goes on here",
        help: "write sheet '\(name)'")
    case .sheetOfDigits(let name):
      return DiagnosticWords(
        "the name of a sheet that begins with a digit stands in quotes", at: name.span, label: "is no plain name",
        help: "write sheet '\(name.text)'")
    case .addressAsName(let name):
      return DiagnosticWords(
        "\(name.text) is a cell of the grid and cannot be a name", at: name.span, label: "looks like an address",
        help: "write \(name.text)_ or another name")
    case .reservedName(let name):
      return DiagnosticWords("\(name.text) is a value and cannot be defined", at: name.span, label: "a logical value")
    case .badName(let name):
      return DiagnosticWords(
        "\(name.text) is not a name", at: name.span,
        label: "a name starts with a letter or _ and goes on with letters, digits and _")
    case .badTarget(let target):
      return DiagnosticWords(
        "this cannot be defined", at: target.span,
        label: HiddenCharacter(in: target.text)?.label ?? "neither a name nor an address such as A1 or C2:C100",
        help: MeantTarget(target.text).help, cure: MeantTarget(target.text).target.map { .write($0) })
    case .duplicate(let what, let name, let first):
      return DiagnosticWords(
        "there are two \(what)s named \(name.text)",
        at: [.init(name.span, "again here"), .init(first.span, "first here")])
    case .missingAlias(let span):
      return DiagnosticWords(
        "a used sheet needs a name", at: span, label: "as goes here", help: "write use \"File.sheet\" as name")
    case .missingPath(let word, let span):
      return DiagnosticWords("\(word) needs a file name in quotes", at: span, label: "the file name goes here")
    case .missingLabel(let what, let span, let rest):
      return DiagnosticWords(
        "the label of \(what) is missing", at: span, label: "a text in quotes goes here",
        help: form(of: what.description, rest))
    }
  }

  /// The whole form of what lacks a label.
  private func form(of what: String, _ rest: String) -> String {
    let rest = rest.contains(where: \.isNewline) || rest.utf8.count > 60 ? "" : rest
    switch what {
    case "always", "never":
      // A word before a colon was meant as the label.
      if let colon = rest.firstIndex(of: ":"),
        rest[..<colon].allSatisfy({ $0.isLetter || $0.isNumber || " _'".contains($0) })
      {
        let label = rest[..<colon].filter { $0 != "'" }
        return "write \(what) \"\(label)\"\(rest[colon...])"
      }
      return "write \(what) \"label\": \(rest.isEmpty ? "condition" : rest)"
    case "a chart": return "write chart \"label\" = column, column as line"
    case "a test": return "write test \"label\" { … }"
    default: return "write \"label\" when condition : values"
    }
  }
}
