import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Relations of a sheet")
struct RelationTests {
  private func relations(_ text: String, files: [String: String] = [:]) -> SheetRelations {
    let environment = LiveSheet.Environment(
      catalog: .standard,
      readFile: { name in
        guard let text = files[name] else { throw LiveSheet.FileRefused() }
        return Array(text.utf8)
      })
    return SheetRelations(of: LiveSheet(SheetDocument(name: "x.sheet", text), environment: environment))
  }

  /// Expects relations such as `A>C`, `tap~count` for what events do, each marked with `!` on a cycle.
  private func check(
    _ text: String, _ expected: String, files: [String: String] = [:], at location: SourceLocation = #_sourceLocation
  ) {
    let found = relations(text, files: files)
    let words = found.relations.map { relation in
      let names = (found.items[relation.from].name, found.items[relation.to].name)
      return "\(names.0)\(relation.isEvent ? "~" : ">")\(names.1)\(relation.isOnCycle ? "!" : "")"
    }
    #expect(words.sorted().joined(separator: " ") == expected, sourceLocation: location)
  }

  @Test func cells() {
    check("A = 1\nB = 2\nC = A + B * A", "A>C B>C")
    check("A1 = 1\nA2 = 2\nB1 = SUM(A1:A2)", "A1>B1 A2>B1")
    check("A = x\nx = 1\nF(n) = n", "x>A")
    check("r = INDIRECT(\"B1\")\nB1 = 1", "B1>r")
  }

  @Test("A fill, a spill range and a column are one item each")
  func blocks() {
    check("A1 = 1\nA2:A9 = A1 + 1\nt = SUM(A2:A9)", "A1>A2:A9 A2:A9>t")
    check("n = 3\nA1 = SEQUENCE(n)\nt = SUM(A1#)", "A1:A3>t n>A1:A3")
    let plan = "start = 5\ntable p {\n | a |\n | 1 |\n | 2 |\n b = a * 2\n c = PREVIOUS(c, start) + b\n}\n"
    check(plan, "p[a]>p[b] p[b]>p[c] start>p[c]")
    check(plan + "t = SUM(p[b])", "p[a]>p[b] p[b]>p[c] p[b]>t start>p[c]")
    check(plan + "n = ROWS(p)", "p>n p[a]>p p[a]>p[b] p[b]>p p[b]>p[c] p[c]>p start>p[c]")
    check("k = 2\ntable e {\n | a |\n b = a * k\n}\n", "e[a]>e[b] k>e[b]")
  }

  @Test func cycles() {
    check("A = B\nB = A\nC = A", "A>B! A>C B>A!")
    check("A = A + 1", "A>A!")
    #expect(relations("A = B\nB = A\nC = 1").items.map(\.isOnCycle) == [true, true, false])
  }

  @Test("What nothing reads is an output")
  func outputs() {
    let found = relations("input A: number = 1\nB = A\nC = B\nD = 4\nstate s = 0 { on A.changed : 1 }")
    #expect(found.items.filter(\.isOutput).map(\.name) == ["C", "s"])
    #expect(found.items.map(\.kind) == [.input, .formula, .formula, .constant, .state])
  }

  @Test func events() {
    check("event tap\nstate n = 0 { on tap : n + 1 }", "tap~n")
    check("event tap\nk = 2\nstate n = 0 { on tap where k > 1 : n + k }", "k>n tap~n")
    check(
      "input q: text\nevent settled = DEBOUNCE(q.changed, 0.3)\nstate n = 0 { on settled : 1 }", "q~settled settled~n")
    check(
      """
      input name: text
      service find(name): text
      action go when name <> "" = find(name)
      shown = IFERROR(go.value, "")
      state done = FALSE { on go.succeeded : TRUE }
      busy = go.isExecuting
      """, "find>go go>busy go>shown go~done name>go")
    check("event add\ntable t {\n | a |\n | 1 |\n on add : insert first (2)\n}\nn = ROWS(t)", "add~t t>n t[a]>n t[a]>t")
    check("input a: number = 1\ninput b: number\nb <~ a * 2", "a>b")
  }

  @Test("The cells of a used sheet are a group, as are those of a table")
  func groups() {
    let found = relations(
      "use \"tax.sheet\" as tax\ntotal = tax.due\ntable t {\n | a |\n | 1 |\n}\n",
      files: ["tax.sheet": "input rate: number = 2\ndue = rate * 2\n"])
    let groups = found.items.map { "\($0.group ?? "")/\($0.name)" }
    #expect(groups.sorted() == ["/total", "t/t[a]", "tax/tax.due", "tax/tax.rate"])
  }

  @Test("Cells are found by their names and places")
  func items() throws {
    let text = "A1 = 1\nA2:A9 = A1 + 1\ntable p {\n | a |\n | 1 |\n}\n"
    let live = LiveSheet(
      SheetDocument(name: "x.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
    let found = SheetRelations(of: live)
    func name(_ path: String) throws -> String? {
      try found.item(of: live.cell(path).get()).map { found.items[$0].name }
    }
    #expect(try name("A5") == "A2:A9")
    #expect(try name("p[1].a") == "p[a]")
    #expect(try name("p[a]") == "p[a]")
    #expect(found.itemsWithoutLabels.count == found.items.count)
    #expect(relations("A1 = \"No.\"\nB1 = \"x\"\nC1 = B1").itemsWithoutLabels.count == 2)
  }
}
