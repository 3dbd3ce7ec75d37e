import CellModel
import Diagnostics
import Functions
import SheetPrograms
import SheetText

/// The words of what is found when a sheet is loaded.
enum LiveDiagnostics {
  /// A name that means nothing; in the formula of a table's column it may have meant one of `columns`.
  static func unknownName(
    _ name: String, _ span: SourceSpan, candidates: [String], functions: [String], columns: [String] = []
  ) -> Diagnostic {
    let suggestion = NearNames.suggestion(for: name, among: columns + candidates)
    var help = suggestion.map { "did you mean \($0)?" }
    if help == nil, functions.contains(name.uppercased()) {
      help = "\(name.uppercased()) is a function; call it with parentheses"
    }
    guard columns.isEmpty else {
      return Diagnostic(
        code: "unknown-name", "there is no column or cell named \(name)", at: span,
        label: "neither in this table nor in this sheet", help: help ?? ProgramDiagnostics.columns(columns))
    }
    return Diagnostic(
      code: "unknown-name", "there is no cell named \(name)", at: span, label: "not defined in this sheet", help: help)
  }

  /// A call of what is no function, with what may have been meant.
  ///
  /// - Parameter others: Names of the sheet that can be called, too.
  static func unknownFunction(
    _ name: String, _ span: SourceSpan, _ catalog: FunctionCatalog, others: [String] = []
  ) -> Diagnostic {
    if let reason = catalog.absence(of: name) { return absentFunction(name, span, reason) }
    return Diagnostic(
      code: "unknown-function", "there is no function named \(name)", at: span, label: "not in the catalog",
      help: FunctionHint(for: name, in: catalog, others: others)?.words)
  }

  /// A call of a function that other programs have, and that is left out here.
  static func absentFunction(_ name: String, _ span: SourceSpan, _ reason: String) -> Diagnostic {
    Diagnostic(
      code: "absent-function", "\(name.uppercased()) is not available", at: span,
      label: "needs what a sheet does not have",
      help: reason.hasSuffix(".") ? String(reason.dropLast()) : reason)
  }

  static func unknownSheet(_ name: String, _ span: SourceSpan, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-sheet", "there is no sheet named \(name)", at: span, label: "not in this file",
      help: NearNames.suggestion(for: name, among: names).map { "did you mean \($0)?" })
  }

  static func unknownColumn(_ name: String, _ span: SourceSpan, _ names: [String]) -> Diagnostic {
    Diagnostic(
      code: "unknown-column", "there is no column named \(name)", at: span, label: "not in this table",
      help: NearNames.suggestion(for: name, among: names).map { "did you mean \($0)?" }
        ?? ProgramDiagnostics.columns(names))
  }

  static func wrongArgumentCount(_ function: SheetFunction, _ count: Int, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "wrong-argument-count", "\(function.name) takes \(function.arityPhrase), not \(count)", at: span,
      label: "\(count) given", help: "write \(function.signature)")
  }

  static func cycle(_ names: [String], _ labels: [Diagnostic.Label]) -> Diagnostic {
    let path = names.prefix(8) + (names.count > 8 ? ["…"] : []) + names.prefix(1)
    return Diagnostic(
      code: "circular-reference",
      names.count == 1
        ? "\(names[0]) depends on itself"
        : "\(names.count) cells depend on each other: \(path.joined(separator: " → "))",
      at: labels)
  }

  static func badDefault(_ name: String, _ span: SourceSpan, _ why: String) -> Diagnostic {
    Diagnostic(code: "bad-default", "the default of \(name) is not one it accepts", at: span, label: why)
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
