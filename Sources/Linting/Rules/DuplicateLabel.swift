import Diagnostics
import SheetText

/// Two tests, or two checks, of one label.
enum DuplicateLabel: LintRule {
  static let page = FindingPage(
    code: "duplicate-label", .warning, "two tests, or two checks, have the same label",
    why: """
      A failure is named by its label, and so is what --filter and --failed run again: of two with one label nobody knows which \
      is meant.
      """,
    fix: "Say in each label what it looks at.",
    example: FindingExample(
      wrong: """
        input net = 100
        gross = net * 2
        test "gross" {
          expect gross = 200
        }
        test "gross" {
          net = 50
          expect gross = 100
        }
        """,
      right: """
        input net = 100
        gross = net * 2
        test "gross as loaded" {
          expect gross = 200
        }
        test "gross follows net" {
          net = 50
          expect gross = 100
        }
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    var tests: Set<String> = []
    var checks: Set<String> = []
    for statement in sheet.document.statements {
      switch statement.kind {
      case .test(let test):
        if !tests.insert(test.label.text).inserted { add("test", test.label, &report) }
      case .check(let check):
        if !checks.insert(check.label.text).inserted { add("check", check.label, &report) }
      default: break
      }
    }
  }

  private static func add(_ kind: String, _ label: WrittenText, _ report: inout LintReport) {
    report.add(
      "there is another \(kind) “\(label.text)” above", at: label.span, label: "a failure of either is named by it")
  }
}
