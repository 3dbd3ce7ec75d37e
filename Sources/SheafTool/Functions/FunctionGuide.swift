import CellModel
import Functions
import LiveSheets

/// What is said about functions, on the command line and at the prompt.
struct FunctionGuide {
  let catalog: FunctionCatalog
  /// The functions that a sheet itself defines.
  let lambdas: [NamedLambda]
  /// The language whose names are listed.
  private let language: FormulaLanguage?
  private let paint: Paint

  init(_ catalog: FunctionCatalog, _ paint: Paint, lambdas: [NamedLambda] = [], language: FormulaLanguage? = nil) {
    self.catalog = catalog
    self.lambdas = lambdas
    self.language = language
    self.paint = paint
  }

  // MARK: Finding

  /// A function of the catalog, or one of the sheet.
  enum Subject {
    case function(SheetFunction)
    case lambda(NamedLambda)
  }

  /// The function of a name, which may be one of another language or carry a file's prefix.
  func subject(named name: String) throws(CallFailure) -> Subject {
    if let lambda = lambdas.first(where: { $0.name.lowercased() == name.lowercased() }) { return .lambda(lambda) }
    if let function = catalog.function(named: name) { return .function(function) }
    if let reason = catalog.absence(of: name) {
      throw CallFailure("\(FunctionNames.plain(name)) is not available", help: String(reason.dropLast()))
    }
    let hint = FunctionHint(for: name, in: catalog, others: lambdas.map(\.name))
    if let hint, hint.language != nil, let function = catalog.function(named: hint.name) { return .function(function) }
    throw CallFailure("there is no function named \(name)", help: hint?.words)
  }

  // MARK: Searching

  /// The functions that have all of some words in their name or in what they do.
  func functions(about topic: String) -> [SheetFunction] {
    let words = topic.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
    guard words.contains(where: { $0.count > 1 }) else { return [] }
    let named = catalog.functions.filter { function in words.allSatisfy { function.name.lowercased().contains($0) } }
    let described = catalog.functions.filter { function in
      !named.contains { $0.name == function.name }
        && words.allSatisfy { "\(function.name) \(function.summary)".lowercased().contains($0) }
    }
    return named + described
  }

  /// The page of a name, or else a line for each function that has to do with it.
  func answer(to word: String) throws(CallFailure) -> [String] {
    do throws(CallFailure) { return try page(named: word) } catch {
      let found = functions(about: word)
      if found.isEmpty { throw error }
      // A name that was mistyped may be a part of a word that others are described with, as SUMM is of summary.
      let isTopic = found.contains {
        $0.summary.lowercased().split { !$0.isLetter }.contains { $0 == word.lowercased() }
      }
      let near =
        isTopic ? nil : FunctionHint(for: word, in: catalog, others: []).flatMap { catalog.function(named: $0.name) }
      return lines((near.map { [$0] } ?? []) + found.filter { $0.name != near?.name })
    }
  }

  /// A line for each of some functions, of very many the first.
  func lines(_ functions: [SheetFunction]) -> [String] {
    let shown = functions.prefix(30)
    let width = shown.map { TextWidth.of($0.name) }.max() ?? 0
    let lines = shown.map { "  \(paint.name(TextWidth.padded($0.name, to: width)))  \($0.summary)" }
    return lines + (functions.count > shown.count ? ["  … and \(functions.count - shown.count) more"] : [])
  }

  // MARK: Listing

  /// Every function with its summary, by family; those of the sheet come first.
  func overview() -> [String] {
    var sections = catalog.families.map { family in
      (family.title, family.functions.map { (language?.functionName(for: $0.name) ?? $0.name, $0.summary) })
    }
    sections.insert(("Of this sheet", lambdas.map { ($0.name, $0.summary) }), at: 0)
    var lines: [String] = []
    for (title, entries) in sections where !entries.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append(paint.strong(title))
      let width = entries.map { TextWidth.of($0.0) }.max() ?? 0
      for (name, summary) in entries { lines.append("  \(paint.name(TextWidth.padded(name, to: width)))  \(summary)") }
    }
    return lines
  }

  // MARK: Explaining

  /// All that is known about a function: signature, meaning, parameters, examples, other names, relatives.
  func page(named name: String) throws(CallFailure) -> [String] {
    switch try subject(named: name) {
    case .lambda(let lambda): page(of: lambda)
    case .function(let function): page(of: function)
    }
  }

  private func page(of function: SheetFunction) -> [String] {
    var lines = [paint.strong(function.signature), "  \(function.summary)"]
    if !function.aliases.isEmpty { lines.append("  Also named \(function.aliases.joined(separator: ", ")).") }
    let parameters = function.parameters.map { ($0.name, Self.help(of: $0)) }
    if !parameters.isEmpty { lines += [""] + table(parameters) }
    if !function.examples.isEmpty { lines += [""] + examples(of: function) }
    var remarks: [(String, String)] = []
    let names = Self.localizedNames(of: function)
    if !names.isEmpty {
      remarks.append(("names", names.map { "\($0.language.name) \($0.name)" }.joined(separator: ", ")))
    }
    if let strictness = ArgumentRules.strictness(of: function) { remarks.append(("strict", strictness)) }
    if let source = function.source { remarks.append(("source", source)) }
    let related = relatives(of: function)
    if !related.isEmpty { remarks.append(("see also", related.joined(separator: ", "))) }
    if !remarks.isEmpty { lines += [""] + table(remarks) }
    return lines
  }

  private func page(of lambda: NamedLambda) -> [String] {
    var lines = [paint.strong(lambda.signature)]
    lines.append("  \(lambda.summary.isEmpty ? "A function of this sheet." : lambda.summary)")
    let parameters = lambda.parameters.map { ($0.name, Self.help($0.help, isRequired: $0.isRequired)) }
    if !parameters.isEmpty { lines += [""] + table(parameters) }
    return lines + ["", "  \(lambda.name) = \(PlainText.oneLine(lambda.formula))"]
  }

  private func examples(of function: SheetFunction) -> [String] {
    let width = min(48, function.examples.map { TextWidth.of($0.formula) }.max() ?? 0)
    return function.examples.map { example in
      let formula = TextWidth.padded(example.formula, to: width)
      return "  \(formula)  \(paint.faint("→")) \(PlainText.formulaLiteral(example.result))"
    }
  }

  private func table(_ rows: [(String, String)]) -> [String] {
    let width = rows.map { TextWidth.of($0.0) }.max() ?? 0
    return rows.map { "  \(paint.name(TextWidth.padded($0.0, to: width)))  \($0.1)" }
  }

  static func help(of parameter: ParameterInfo) -> String {
    let help = help(parameter.help, isRequired: parameter.isRequired)
    return parameter.emptyIsZero ? "\(help); left empty it is \(parameter.takesLogicals ? "FALSE" : "0")" : help
  }

  private static func help(_ help: String, isRequired: Bool) -> String {
    guard !isRequired else { return help }
    return help.isEmpty ? "optional" : help + " (optional)"
  }
}
