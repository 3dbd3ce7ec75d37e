import Testing

@testable import SheetText

@Suite("Edits of definitions")
struct DefinitionEditTests {
  private func check(
    _ text: String, _ edits: DefinitionEdit..., gives expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    let document = SheetDocument(name: "t", text)
    #expect(document.applying(edits).text == expected, sourceLocation: location)
    // One after the other they give the same.
    let single = edits.reduce(document) { $0.applying([$1]) }
    #expect(single.text == expected, "one by one", sourceLocation: location)
  }

  @Test("Formulas, additions and removals are made at once as one by one")
  func definitions() {
    check(
      "A = 1\nB = 2\n", .formula(.name("b"), "3"), .addition(.name("c"), "C = 4", grid: nil), .formula(.name("c"), "5"),
      gives: "A = 1\nB = 3\nC = 5\n")
    check("A = 1\nB = 2\n", .formula(.name("a"), "9"), .removal(.name("a")), gives: "B = 2\n")
    check("A = 1\n", .removal(.name("a")), .addition(.name("a"), "A = 2", grid: nil), gives: "A = 2\n")
    check("A = 1\n", .addition(.name("b"), "B = 2", grid: nil), .removal(.name("b")), gives: "A = 1\n")
    check(
      "sheet S\nA1 = 1\nsheet T\nA1 = 2\n", .formula(.cell(grid: "t", row: 0, column: 0), "7"),
      .addition(.cell(grid: "s", row: 1, column: 0), "A2 = 3", grid: "S"),
      gives: "sheet S\nA1 = 1\nA2 = 3\nsheet T\nA1 = 7\n")
    check("input x: number = 5 // c\n", .formula(.name("x"), nil), gives: "input x: number // c\n")
    check("input x: number\n", .formula(.name("x"), "5"), gives: "input x: number = 5\n")
    check("A = 1\n", .formula(.name("zz"), "5"), gives: "A = 1\n")
  }

  @Test("A statement is replaced as a whole, with its documentation or without")
  func redefinitions() {
    check(
      "/// old\nA = 1  // c\nB = 2\n", .redefinition(.name("a"), "A = 10 as \"0\"", StatementRemarks()),
      gives: "/// old\nA = 10 as \"0\"  // c\nB = 2\n")
    check(
      "/// old\nA = 1\n", .redefinition(.name("a"), "A = 2", StatementRemarks(documentation: "/// new")),
      .redefinition(.name("a"), "A = 3 as \"0\"", StatementRemarks()), .formula(.name("a"), "4"),
      gives: "/// new\nA = 4 as \"0\"\n")
    check(
      "A1 = 1\n", .formula(.cell(grid: nil, row: 0, column: 0), "2"),
      .redefinition(.cell(grid: nil, row: 0, column: 0), "A1 = 3", StatementRemarks(documentation: "/// new")),
      gives: "/// new\nA1 = 3\n")
    check(
      "", .addition(.name("a"), "A = 1", grid: nil),
      .redefinition(.name("a"), "A = 2", StatementRemarks(documentation: "/// new")),
      .formula(.name("a"), "3"), gives: "/// new\nA = 3\n")
    check("A = 1\n", .redefinition(.name("a"), "A = 2", StatementRemarks()), .removal(.name("a")), gives: "")
  }

  @Test("A comment that is given stands behind the statement, in place of the one that was there")
  func comments() {
    let remarks = StatementRemarks(comment: "// new")
    check("A = 1\nB = 2\n", .redefinition(.name("a"), "A = 3", remarks), gives: "A = 3  // new\nB = 2\n")
    check("A = 1   // old\n", .redefinition(.name("a"), "A = 31", remarks), gives: "A = 31  // new\n")
    check("A = 1; B = 2  // old\n", .redefinition(.name("a"), "A = 3", remarks), gives: "A = 3; B = 2  // old\n")
    check("A = 1", .redefinition(.name("a"), "A = 3", remarks), gives: "A = 3  // new")
    check(
      "", .addition(.name("a"), "// above\nA = 1 // c", grid: nil), .formula(.name("a"), "2"),
      gives: "// above\nA = 2 // c\n")
    check(
      "A = 1\n", .redefinition(.name("a"), "A = 2", remarks),
      .redefinition(.name("a"), "A = 3", StatementRemarks(documentation: "/// d")), gives: "/// d\nA = 3  // new\n")
  }

  @Test("The remarks of a statement are the comments above it and the one behind it on its line")
  func remarks() {
    let document = SheetDocument(
      name: "t",
      "Z = 0 // z\n// far\n\n// near\n  // nearer\n/// d\nA = 1; B = 2 // b\nC = 3 /// c  \nD = (4 + // in\n 5)\n")
    let remarked = document.statements.map { document.source[$0.remarkedSpan(in: document.source)] }
    #expect(
      remarked == [
        "Z = 0 // z", "// far\n\n// near\n  // nearer\n/// d\nA = 1", "B = 2 // b", "C = 3 /// c",
        "D = (4 + // in\n 5)",
      ])
    let comments = document.statements.map { StatementRemarks(of: $0, in: document.source).comment }
    #expect(comments == ["// z", nil, "// b", "/// c", nil])
  }

  @Test("The lines of a statement say of it what the whole text says")
  func lines() {
    let text = """
      a = 1
      /// about b

      /// about c
      // beside it
      c = (2 +
        3) as "0" // c
      d = 1; e = 2
      sheet "S s"
        /// indented
        A1 = d
      input x: number in 1..5 = 3
      """
    let document = SheetDocument(name: "t", text)
    var count = 0
    for (index, statement) in document.statements.enumerated() {
      guard let lines = document.linesAlone(ofStatement: index) else { continue }
      count += 1
      #expect(lines.statements.count == 1)
      #expect(lines.source[lines.statements[0].span] == document.source[statement.span])
      #expect(lines.statements[0].documentation?.text == statement.documentation?.text)
      #expect(lines.statements[0].place == statement.place)
    }
    // Two share a line.
    #expect(count == document.statements.count - 2)
  }

  @Test("Rows keep their lines, their bars and the comments behind them")
  func rows() {
    let table = "table t {\n  | a   | b |\n  | 1   | x | // c\n  | 2   |   |\n  d = a\n}\n"
    func rows(_ edit: RowEdit) -> DefinitionEdit { .rows(table: "T", edit) }
    check(
      table, rows(.set(row: 0, column: 0, "10")),
      gives: "table t {\n  | a   | b |\n  | 10  | x | // c\n  | 2   |   |\n  d = a\n}\n")
    check(
      table, rows(.insert(at: 1, ["5"])), rows(.set(row: 1, column: 1, "z")), rows(.delete(at: 0)),
      gives: "table t {\n  | a   | b |\n  | 5   | z |\n  | 2   |   |\n  d = a\n}\n")
    check(table, rows(.delete(at: 1)), rows(.delete(at: 0)), gives: "table t {\n  | a   | b |\n  d = a\n}\n")
    check(
      table, rows(.delete(at: 0)), rows(.insert(at: 0, ["7", "y"])),
      gives: "table t {\n  | a   | b |\n  | 7   | y |\n  | 2   |   |\n  d = a\n}\n")
    check("table t { | a |\n| 1 | }", rows(.delete(at: 0)), gives: "table t { | a |\n }")
    check(
      "table t {\n| a |\n|---|\n}\n", rows(.insert(at: 0, ["1"])), gives: "table t {\n| a |\n|---|\n| 1 |\n}\n")
    check("table t { | a |; b = a }", rows(.insert(at: 0, ["1"])), gives: "table t { | a |\n| 1 |; b = a }")
    check("table t {\r\n| a |\r\n}\r\n", rows(.insert(at: 0, ["1"])), gives: "table t {\r\n| a |\r\n| 1 |\r\n}\r\n")
  }
}
