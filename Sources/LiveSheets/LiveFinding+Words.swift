import CellModel
import Diagnostics
import Functions
import SheetPrograms
import SheetText

/// The words of each finding.
extension LiveFinding {
  var words: DiagnosticWords {
    switch self {
    case .unknownName(let name, let span, let candidates, let functions, let columns):
      let suggestion = NearNames.suggestion(for: name, among: columns + candidates)
      let help =
        functions.contains(name.uppercased())
        ? "\(name.uppercased()) is a function; call it with parentheses" : ProgramFinding.columns(columns)
      return columns.isEmpty
        ? DiagnosticWords(
          "there is no cell named \(name)", at: span, label: "not defined in this sheet", suggestion: suggestion,
          help: help)
        : DiagnosticWords(
          "there is no column or cell named \(name)", at: span, label: "neither in this table nor in this sheet",
          suggestion: suggestion, help: help)
    case .noFunction(let name, let span, let hint):
      return DiagnosticWords(
        "there is no function named \(name)", at: span, label: "not in the catalog", suggestion: hint?.suggestion,
        help: hint?.words)
    case .absentFunction(let name, let span, let reason):
      return DiagnosticWords(
        "\(name.uppercased()) is not available", at: span, label: "needs what a sheet does not have",
        help: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
    case .unknownSheet(let name, let span, let names):
      return DiagnosticWords(
        "there is no sheet named \(name)", at: span, label: "not in this file",
        suggestion: NearNames.suggestion(for: name, among: names))
    case .unknownColumn(let name, let span, let names):
      return DiagnosticWords(
        "there is no column named \(name)", at: span, label: "not in this table",
        suggestion: NearNames.suggestion(for: name, among: names), help: ProgramFinding.columns(names))
    case .wrongArgumentCount(let function, let count, let span):
      return DiagnosticWords(
        "\(function.name) takes \(function.arityPhrase), not \(count)", at: span, label: "\(count) given",
        help: "write \(function.signature)")
    case .cycle(let names, let labels):
      let path = names.prefix(8) + (names.count > 8 ? ["…"] : []) + names.prefix(1)
      return DiagnosticWords(
        names.count == 1
          ? "\(names[0]) depends on itself"
          : "\(names.count) cells depend on each other: \(path.joined(separator: " → "))", at: labels)
    case .badWait(let span): return DiagnosticWords("wait takes a number of seconds", at: span, label: "not one")
    case .refusedStep(let refusal, let span):
      return DiagnosticWords(
        refusal.message, at: span, label: "so none of the changes is made", suggestion: refusal.suggestion)
    case .badDefault(let name, let span, let why):
      return DiagnosticWords("the default of \(name) is not one it accepts", at: span, label: why)
    }
  }

  static func article(_ noun: String) -> String { "aeio".contains(noun.first ?? "x") ? "an" : "a" }

  /// A type with its article.
  static func name(of type: ValueType) -> String {
    switch type {
    case .number: "a number"
    case .text: "a text"
    case .logical: "TRUE or FALSE"
    case .date: "a date such as 2015-04-01"
    case .record: "a record"
    case .list: "a list"
    case .any: "anything"
    }
  }
}
