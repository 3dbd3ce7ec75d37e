import ArgumentParser
import Diagnostics
import Functions
import LiveSheets

/// `sheaf translate FORMULA`: a formula in the spelling of another language.
struct TranslateCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "translate", abstract: "Writes a formula in the spelling of another language.",
    usage: "sheaf translate FORMULA [--from de|fr|es] [--to de|fr|es]",
    discussion: """
      A sheet holds formulas in English, with a comma between arguments. Languages are de, fr and es.

      Names of functions, separators, decimal marks, logicals and errors are translated, texts are not.

      Example: sheaf translate '=SUMME(A1;1,5)' --from de
      """)

  @Argument(help: "The formula, such as '=SUMME(A1;1,5)'.")
  var formula: String

  @Option(help: ArgumentHelp("The language of the formula; English without it.", valueName: "code"))
  var from: FormulaLanguage?

  @Option(help: ArgumentHelp("The language to write it in; English without it.", valueName: "code"))
  var to: FormulaLanguage?

  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    guard from != nil || to != nil else {
      throw CallFailure("the language is not named", help: "sheaf translate FORMULA --from de")
    }
    let canonical = from?.canonical(formula) ?? formula
    try Self.check(canonical)
    console.output.line(to?.localized(canonical) ?? canonical)
    return .success
  }

  /// - Throws: Why a formula in English is none, neither in a sheet nor in a workbook.
  private static func check(_ formula: String) throws(CallFailure) {
    let findings = FormulaLanguage.findings(inCanonical: formula)
    guard !findings.isEmpty else { return }
    throw CallFailure(
      "“\(PlainText.oneLine(formula))” is no formula", for: findings, in: SourceText(name: "formula", formula))
  }
}
