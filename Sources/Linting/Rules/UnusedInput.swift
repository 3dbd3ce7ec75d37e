import Diagnostics
import SheetText

/// An input, or a named constant, that nothing reads.
enum UnusedInput: LintRule {
  static let page = FindingPage(
    code: "unused-input", .warning, "nothing reads an input or a named constant",
    why: """
      Whoever sets it expects that something changes. Mostly a formula says a number instead of the name, or reads another name. \
      Formulas, checks, expectations of tests, charts and the sheets beside that use this one count as readers; a name that \
      begins with an underscore is left out, and so are all where INDIRECT computes what it reads.
      """,
    fix: "Read it where it belongs, or take it away.",
    example: FindingExample(
      wrong: """
        input price = 100
        input rate = 7%
        total = price * 1.07
        """,
      right: """
        input price = 100
        input rate = 7%
        total = price * (1 + rate)
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    guard !sheet.mayReadAnyName else { return }
    // A sheet of constants is a list for others.
    let computes = sheet.hasStatements(with: .computesFromNames)
    for index in sheet.statements(with: computes ? [.input, .constant] : .input) where !sheet.isRead(index) {
      let statement = sheet.document.statements[index]
      guard let name = statement.definedName, !name.text.hasPrefix("_") else { continue }
      switch statement.kind {
      case .input: report.add("nothing reads the input \(name.text)", at: name.span, label: "to set it changes nothing")
      case .cell(let cell) where cell.formula.constant?.number != nil:
        report.add("nothing reads \(name.text)", at: name.span, label: "to change it changes nothing")
      default: break
      }
    }
  }
}
