import CellModel
import Functions

/// The reference of the guide: a page for each family, made from the declarations.
struct FunctionPages {
  struct Page {
    let file: String
    let text: String
  }

  private let guide: FunctionGuide
  private static let origin = "<!-- Made by `sheaf functions --format docc`. The declarations are what to edit. -->"

  init(_ guide: FunctionGuide) { self.guide = guide }

  /// The pages of all families, and the one that lists them.
  var pages: [Page] {
    let families = guide.catalog.families.filter { !$0.functions.isEmpty }
    let rules = ArgumentRules(families.flatMap(\.functions))
    return [index(of: families), Page(file: ArgumentRules.file, text: rules.page(Self.origin))] + families.map(page)
  }

  /// The name of a family's page: the words of its title without blanks.
  static func name(of title: String) -> String {
    let words = title.filter { $0 != "'" && $0 != "’" }.split { !$0.isLetter && !$0.isNumber }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.hasSuffix("Functions") ? name : name + "Functions"
  }

  private func index(of families: [FunctionCatalog.Family]) -> Page {
    let count = families.map(\.functions.count).reduce(0, +)
    var lines = [
      "# Function reference", "", Self.origin, "", "All \(count) functions, by family.", "", "## Overview", "",
      "`sheaf functions NAME` and `:help NAME` tell the same about one function. <doc:WorkingWithFunctions> shows how to",
      "find a function and how to make one.", "",
    ]
    for family in families {
      let names = family.functions.map { "`\($0.name)`" }.joined(separator: " ")
      lines += ["- term <doc:\(Self.name(of: family.title))>: \(names)"]
    }
    lines += ["", "## Topics", "", "### Arguments", "", "- <doc:\(ArgumentRules.name)>", "", "### Families", ""]
    lines += families.map { "- <doc:\(Self.name(of: $0.title))>" }
    return Page(file: "FunctionReference.md", text: lines.joined(separator: "\n") + "\n")
  }

  private func page(of family: FunctionCatalog.Family) -> Page {
    let names = family.functions.map { "`\($0.name)`" }.joined(separator: ", ")
    var lines = ["# \(family.title)", "", Self.origin, "", "\(names).", ""]
    for function in family.functions { lines += section(of: function) }
    return Page(file: Self.name(of: family.title) + ".md", text: lines.joined(separator: "\n"))
  }

  private func section(of function: SheetFunction) -> [String] {
    var lines = ["## \(function.name)", "", "`\(function.signature)`", "", MarkdownText.escaped(function.summary), ""]
    if !function.aliases.isEmpty {
      lines += ["Also named \(function.aliases.map { "`\($0)`" }.joined(separator: ", ")).", ""]
    }
    for parameter in function.parameters {
      lines.append("- term `\(parameter.name)`: \(MarkdownText.escaped(FunctionGuide.help(of: parameter)))")
    }
    if !function.parameters.isEmpty { lines.append("") }
    if let strictness = ArgumentRules.strictness(of: function) {
      lines += ["Strict (<doc:\(ArgumentRules.name)>): \(strictness).", ""]
    }
    if !function.examples.isEmpty {
      let width = min(48, function.examples.map { TextWidth.of($0.formula) }.max() ?? 0)
      lines.append("```")
      for example in function.examples {
        lines.append(
          "\(TextWidth.padded(example.formula, to: width)) → \(PlainText.formulaLiteral(example.result))")
      }
      lines += ["```", ""]
    }
    if let source = function.source { lines += ["Source: \(source).", ""] }
    let relatives = guide.relatives(of: function)
    if !relatives.isEmpty { lines += ["See also: \(relatives.map { "`\($0)`" }.joined(separator: ", ")).", ""] }
    return lines
  }

  /// A text without the characters that mean something in Markdown.
}
