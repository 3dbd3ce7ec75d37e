import Diagnostics
import Testing

@testable import SheetText

/// Edits that are offered for what is wrong with a text.
@Suite("Obvious edits")
struct ObviousEditTests {
  /// The text with the first edit of the first finding that has one; `nil` where none is offered.
  private func cured(_ text: String) -> (text: String, isSafe: Bool)? {
    let document = SheetDocument(name: "x.sheet", text)
    for finding in document.diagnostics {
      guard let edit = finding.obviousEdits(in: document).first else { continue }
      return (document.replacing(edit.edits).text, edit.isSafe)
    }
    return nil
  }

  @Test(
    "What is written otherwise in other languages is written as here",
    arguments: [
      ("a = 1 == 2", "a = 1 = 2", true), ("a = 1 != 2", "a = 1 <> 2", true), ("a = 2 ** 3", "a = 2 ^ 3", true),
      ("a = 2 − 3", "a = 2 - 3", true), ("# a", "// a", true),
      ("input x: number in 5..1", "input x: number in 1..5", false),
      ("$A$1 = 5", "A1 = 5", false), ("income tax = 5", "income_tax = 5", false), ("a = (1 + 2", "a = (1 + 2)", false),
      ("a = 1)", "a = 1", false), ("a = ROUND(1; 2)", "a = ROUND(1, 2)", true), ("a == 1", "a = 1", true),
    ])
  func written(_ text: String, _ expected: String, _ isSafe: Bool) throws {
    let result = try #require(cured(text))
    #expect(result.text == expected)
    #expect(result.isSafe == isSafe)
  }

  @Test("A bracket is closed before a statement, and not where ; parts what it holds")
  func closedBrackets() {
    #expect(cured("a = SUM(1; b = 2")?.text == "a = SUM(1); b = 2")
    #expect(cured("a = SUM(1; 2; 3") == nil)
    #expect(cured("a = {1; 2") == nil)
  }

  @Test(
    "Where the help does not say all of it, nothing is offered", arguments: ["a = b && c", "if a = 5", "f(x) = x + 1"])
  func unsaid(_ text: String) { #expect(cured(text) == nil) }
}
