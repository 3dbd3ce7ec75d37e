import SheetText
import Testing

@testable import SheetPrograms

@Suite("Meaning of statements")
struct StatementMeaningTests {
  /// A statement of each kind, with the cells it makes and what else is told of it.
  @Test("Each kind says which cells it makes")
  func cells() {
    check("A = 2", ["A constant"])
    check("A = B", ["A formula"])
    check("B7 = 2", [])
    check("input a = 1", ["a input"])
    check("table t { | x | }", [])
    check("always \"x\": TRUE", [])
    check("event e", ["e event"])
    check("state s = 1", ["s state"])
    check("service s(x)", ["s.calls part"])
    check("action a = 1", ["a.isEnabled part", "a.isExecuting part", "a.value part", "a.error part", "a.failed part"])
    check("fetch f = HTTP.GET(\"x\")", ["f fetch"])
    check("use \"x.sheet\" as u", [])
    check("a <~ b", [])
    check("modes m over A { \"one\" when TRUE : 1 }", ["m formula"])
  }

  @Test("Modes are a formula that names the one that holds, and a condition")
  func modes() {
    let statement = SheetDocument(name: "", "modes m over A { \"one\" when x : 1 }").statements[0]
    guard case .composed(let tree)? = statement.meaning.cells([]).first?.content else {
      Issue.record("no formula")
      return
    }
    #expect(tree.text() == "IFS(x, \"one\")")
    #expect(
      statement.meaning.conditions.first?.condition.text() == "AND(SUM(IF(x, 1, 0)) = 1, IF(x, AND(A = 1), TRUE))")
  }

  @Test("An action is enabled while its condition holds and it is not under way")
  func enabled() {
    let statement = SheetDocument(name: "", "action go when x > 1 = 2").statements[0]
    guard case .composed(let tree)? = statement.meaning.cells([]).first?.content else {
      Issue.record("no formula")
      return
    }
    #expect(tree.text() == "AND(x > 1, NOT(go.isExecuting))")
  }

  private func check(_ text: String, _ expected: [String], at location: SourceLocation = #_sourceLocation) {
    let statement = SheetDocument(name: "", text).statements[0]
    let meaning = statement.meaning
    let cells = meaning.cells([.failed]).map {
      "\($0.name(of: meaning.definedName?.text ?? "")) \($0.kind)"
    }
    #expect(cells == expected, sourceLocation: location)
  }
}
