import Testing

@testable import SheetText

@Suite("Meant targets and keywords")
struct MeantTargetTests {
  @Test("What stands before = without being a target has the one that was meant, or a word on what to write")
  func targets() {
    let rows: [(text: String, target: String?, help: String?)] = [
      ("$A$1", "A1", "write A1"), ("\"total\"", "total", "write total"),
      ("unit price", "unit_price", "write unit_price"), ("no-break", "no_break", "write no_break"),
      ("a\u{200B}b", "ab", "write ab"), ("if x", nil, "write … = IF(condition, a, b)"),
      ("/* x", nil, "comments begin with //"), ("t[1]", nil, "only tests and the prompt set what a path leads to"),
      ("Two!A1", nil, "write the definition below a line: sheet Two"),
      ("book.Two!A1", nil, "a cell of a used sheet or workbook is bound: book.Two!A1 <~ 5"),
      ("total: number", nil, "only what is set from outside has a type: input total: number = …"),
      ("f(x)", nil, "write f = LAMBDA(x, …)"), ("f()", nil, "write f = LAMBDA(…)"), ("\"", nil, nil), ("1", nil, nil),
    ]
    for row in rows {
      let meant = MeantTarget(row.text)
      #expect(meant.target == row.target && meant.help == row.help, "\(row.text): \(meant.help ?? "")")
    }
  }

  @Test("A keyword is near when one letter is too much, missing, other or exchanged")
  func keywords() {
    let rows: [(word: String, near: SheetKeyword?)] = [
      ("imput", .input), ("inptu", .input), ("stat", .state), ("States", .state), ("tset", .test), ("alwys", .always),
      ("us", nil), ("inpuuut", nil), ("price", nil), ("servicesss", nil),
    ]
    for row in rows { #expect(SheetKeyword(near: row.word) == row.near, "\(row.word)") }
  }
}
