import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Sheet completion")
struct SheetCompletionTests {
  @Test("The call that is open at the end of a text is the innermost one")
  func openCalls() {
    func check(_ text: String, _ function: String?, _ argument: Int = 0) {
      let call = TypedCall(at: text)
      #expect(call?.function == function, "\(text)")
      #expect(call == nil || call?.argument == argument, "\(text)")
    }
    check("A & \"(\" & MID({1,2}, ", "MID", 1)
    check("SUM(1, ROUND(2), ", "SUM", 2)
    check("SUM(1, ROUND(2", "ROUND")
    check("SUM(\"a, b\", ", "SUM", 1)
    check("(1 + ", nil)
    check("ROUND(1) ", nil)
    check("\"SUM(", nil)
  }

  @Test("What a word may become depends on what stands before it")
  func candidates() {
    let text = """
      input size in {"S", "M"} = "M"
      input on_sale: logical
      total = 12
      person = {name: "Ada", age: 36}
      table plan {
        | month | cash |
        | 1     | 2    |
      }
      table wide {
        | unit price | pieces |
        | 1          | 2      |
      }
      modes form over total {
        "low" when total < 10 : 1
        "high" when total >= 10 : 12
      }
      event tick
      service totals(x)
      """
    let sheet = LiveSheet(
      SheetDocument(name: "t", text), environment: LiveSheet.Environment(catalog: .standard, services: .mocked))
    let completion = SheetCompletion(sheet)
    func check(
      _ before: String, _ word: String, _ expected: [String], isInTest: Bool = false, inRowsOf table: String? = nil
    ) {
      let found = completion.candidates(before: before, word: word, isInTest: isInTest, inRowsOf: table)
      #expect(found.map(\.text) == expected, "\(before)\(word)")
    }
    check("x = plan[", "", ["cash", "month"])
    check("x = plan[@", "c", ["cash"])
    check("size = ", "", ["\"M\"", "\"S\""])
    check("x = IF(size = ", "", ["\"M\"", "\"S\""])
    check("on_sale = ", "", ["FALSE", "TRUE"])
    check("expect form = ", "", ["\"high\"", "\"low\""])
    check("x = ", "tota", ["total", "totals", "totals.calls"])
    check("x = ", "TIC", ["tick"])
    check("x = ", "person.", ["person.age", "person.name"])
    check("x = ", "person.n", ["person.name"])
    check("", "exp", ["EXP(", "EXPAND(", "EXPON.DIST(", "EXPONDIST("])
    check("  ", "exp", ["expect ", "EXP(", "EXPAND(", "EXPON.DIST(", "EXPONDIST("], isInTest: true)
    check("", "stat", ["state "])
    check("x = ", "", [])
    // What is compared with an input may be a name, too.
    check("x = on_sale = ", "f", ["FALSE"])
    check("x = on_sale = ", "tota", ["total", "totals", "totals.calls"])
    // In the rows of a table its columns are names.
    check("  profit = ", "cas", ["cash"], inRowsOf: "plan")
    check("  profit = ", "cas", [])
    // Texts and comments hold no names; what looks like a comment in a text is none.
    check("x = \"a ", "tota", [])
    check("x = 1 // of the ", "tota", [])
    check("/// of the ", "tota", [])
    check("x = \"http://\" & ", "tota", ["total", "totals", "totals.calls"])
    // Behind a row stand its columns.
    check("x = plan[1]", ".", [".cash", ".month"])
    check("x = plan[1]", ".ca", [".cash"])
    check("x = SUM(plan[12]", ".", [".cash", ".month"])
    check("x = nothing[1]", ".", [])
    check("x = plan[a]", ".", [])
    check("x = wide[1]", ".", [".[unit price]", ".pieces"])
    check("x = wide[1].[", "un", ["unit price"])
    // All there is where somebody asks without a word.
    func asked(_ before: String) -> [String] {
      completion.candidates(before: before, word: "", isAskedFor: true).map(\.text)
    }
    #expect(asked("x = ").prefix(4) == ["form", "on_sale", "person", "plan"])
    #expect(asked("x = ").contains("SUM("))
    #expect(asked("").first == "action ")
    #expect(asked("size = ") == ["\"M\"", "\"S\""])
  }

  @Test("A candidate is shown with what it is")
  func labels() {
    let text = "total = 12\n/// - part: of it\nrest = LAMBDA(part, 1 - part)"
    let completion = SheetCompletion(
      LiveSheet(SheetDocument(name: "t", text), environment: LiveSheet.Environment(catalog: .standard)))
    func check(_ text: String, _ kind: CompletionCandidate.Kind, _ label: String) {
      #expect(completion.label(of: CompletionCandidate(text: text, kind: kind)) == label)
    }
    check("total", .name, "total = 12")
    check("rest", .name, "rest(part)")
    check("ROUND(", .function, "ROUND(number, [digits])")
    check("state ", .keyword, "state ")
    #expect(completion.hint(at: "x = rest(")?.activeWords == "part: of it")
    #expect(completion.hint(at: "x = ROUND(1, 2, 3, ")?.active == nil)
  }
}
