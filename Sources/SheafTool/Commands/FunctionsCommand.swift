import ArgumentParser
import CellModel
import Diagnostics
import Functions

/// `sheaf functions [NAME]`: the catalog, or one function of it.
struct FunctionsCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions", abstract: "Lists the functions by family, or explains one.")

  @Argument(help: "A function, such as ROUND.")
  var name: String?

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let catalog = FunctionCatalog.standard
    guard let name else {
      for line in FunctionGuide(catalog, console.paint).overview() { console.output.line(line) }
      return .success
    }
    guard let function = catalog.function(named: name) else { throw FunctionGuide.unknown(name, in: catalog) }
    for line in FunctionGuide(catalog, console.paint).page(of: function) { console.output.line(line) }
    return .success
  }
}

/// What is said about functions, on the command line and at the prompt.
struct FunctionGuide {
  private let catalog: FunctionCatalog
  private let paint: Paint

  init(_ catalog: FunctionCatalog, _ paint: Paint) {
    self.catalog = catalog
    self.paint = paint
  }

  static func unknown(_ name: String, in catalog: FunctionCatalog) -> CallFailure {
    CallFailure(
      "there is no function named \(name)",
      near: NearNames.suggestion(for: name.uppercased(), among: catalog.names))
  }

  /// Every function with its summary, by family.
  func overview() -> [String] {
    var lines: [String] = []
    for family in catalog.families where !family.functions.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append(paint.strong(family.title))
      let width = family.functions.map { $0.name.utf8.count }.max() ?? 0
      for function in family.functions {
        lines.append("  \(paint.name(TextWidth.padded(function.name, to: width)))  \(function.summary)")
      }
    }
    return lines
  }

  /// The signature, the summary, the parameters and the examples of a function.
  func page(of function: SheetFunction) -> [String] {
    var lines = [paint.strong(function.signature), "  \(function.summary)"]
    if !function.aliases.isEmpty { lines.append("  Also named \(function.aliases.joined(separator: ", ")).") }
    if !function.parameters.isEmpty {
      lines.append("")
      let width = function.parameters.map { TextWidth.of($0.name) }.max() ?? 0
      for parameter in function.parameters {
        var help = parameter.help
        if !parameter.isRequired { help += help.isEmpty ? "optional" : " (optional)" }
        lines.append("  \(paint.name(TextWidth.padded(parameter.name, to: width)))  \(help)")
      }
    }
    if !function.examples.isEmpty {
      lines.append("")
      let width = min(48, function.examples.map { TextWidth.of($0.formula) }.max() ?? 0)
      for example in function.examples {
        lines.append(
          "  \(TextWidth.padded(example.formula, to: width))  \(paint.faint("→")) \(literal(example.result))")
      }
    }
    return lines
  }

  /// A value as it would be written in a formula.
  private func literal(_ value: CellValue) -> String {
    switch value {
    case .text(let text):
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    case .blank: "blank"
    case .number(let number): NumberText.general(number)
    case .array(let array):
      "{"
        + (0..<array.rows).map { row in array.row(row).map(literal).joined(separator: ", ") }.joined(separator: "; ")
        + "}"
    case .record(let record):
      "{" + zip(record.names, record.values).map { "\($0): \(literal($1))" }.joined(separator: ", ") + "}"
    case .logical, .error, .lambda: PlainText.text(value)
    }
  }
}
