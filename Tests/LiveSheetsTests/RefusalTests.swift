import CellModel
import SheetText
import Testing

@testable import LiveSheets

@Suite("Refusal")
struct RefusalTests {
  @Test("The words follow from the fact and the name")
  func words() {
    check(.unknown("table", near: "people"), .unknown, "there is no table named x", near: "people")
    check(.notAnEvent(near: "x.succeeded"), .unknown, "x is an action, not an event", near: "x.succeeded")
    check(.follows(.state), .formula, "x is a state and can only be changed by its events")
    check(.ofEvent(takesPayload: false), .formula, "x is an event; it is fired by its name")
    check(.ofEvent(takesPayload: true), .formula, "x is an event; it is fired by its name with the payload behind it")
    check(.follows(.part), .formula, "x follows from what happens and cannot be set")
    check(.formula("a + 1"), .formula, "x is a formula, a + 1, and can only be changed by its definition")
    check(.formula(nil), .formula, "x is a formula and can only be changed by its definition")
    check(.composed, .formula, "x follows from the conditions of its definition and can only be changed there")
    check(.wrongType(.number, found: "TRUE is a logical"), .type, "x takes a number, and TRUE is a logical")
    check(.outOfRange("0", "1.5", shown: "2"), .domain, "x must be in 0..1.5, and 2 is not")
    check(.noRow(3, count: 0), .place, "x has no rows, so there is no row 3")
    check(.noRowToInsertBefore(4, count: 1), .place, "x has 1 row, so none can be inserted before row 4")
    check(.tooManyValues(3, most: 1), .place, "x takes 1 value a row, not 3")
    check(.argumentCount(2, wanted: 0), .payload, "x takes no arguments, not 2")
    check(
      .noSuchCall(3, openCount: 1), .place, "x has 1 open call, so there is none to answer as x[3]")
    check(.callNumber, .place, "an open call of x is a number, counted from 1, or from -1 back from the latest")
    check(.noOpenCall(madeCount: 0, cancelled: 0), .place, "x has no open call; it was not called")
    check(.noOpenCall(madeCount: 1, cancelled: 0), .place, "x has no open call; its call is answered")
    check(.noOpenCall(madeCount: 2, cancelled: 0), .place, "x has no open call; its 2 calls are answered")
    check(.noOpenCall(madeCount: 1, cancelled: 1), .place, "x has no open call; its call was cancelled")
    check(
      .noOpenCall(madeCount: 3, cancelled: 1), .place,
      "x has no open call; of its 3 calls 2 are answered and 1 was cancelled")
  }

  @Test("A condition is asked of the list or the record that is given, not of the one that is there")
  func conditionsOfListsAndRecords() {
    let sheet = load(
      """
      input l: list = {1, 2} where SUM(l) > 0
      input n: list where AND(COUNT(n) = 2, INDEX(n, 1) < INDEX(n, 2))
      input r: record = {a: 1} where r.a > 0
      input s: record where AND(s.a.b = 5, SUM(s.l) = 3)
      """)
    let nested: CellValue = .record(["a": .record(["b": 5]), "l": .array(CellArray(row: [1, 2]))])
    let other: CellValue = .record(["a": .record(["b": 6]), "l": .array(CellArray(row: [1, 2]))])
    let rows: [(path: String, value: CellValue, isAccepted: Bool)] = [
      ("l", .array(CellArray(row: [-1, -2])), false), ("l", .array(CellArray(row: [5])), true),
      ("n", .array(CellArray(row: [1, 2])), true), ("n", .array(CellArray(row: [2, 1])), false),
      ("r", .record(["a": -1]), false), ("r", .record(["a": 3]), true), ("r", .record(["b": 3]), false),
      ("s", nested, true), ("s", other, false),
    ]
    for row in rows {
      let isAccepted = (try? sheet.set(row.path, to: row.value)) != nil
      #expect(isAccepted == row.isAccepted, "\(row.path) = \(sheet.literal(row.value))")
    }
    #expect(sheet["l"] == .array(CellArray(row: [5])) && sheet["s"] == nested)
  }

  @Test("The ends of a range are shown as the input shows its values, and so is what is of another type")
  func bounds() {
    let sheet = load(
      "input d: date in 2015-01-01..2015-12-31\ninput t in 08:00..17:00\ninput p in 0..50%\ninput n in 0.5..2\n"
        + "input b: logical\ninput s: date in 42005..42369\n")
    func message(_ path: String, _ text: String) -> String? {
      do throws(Refusal) { try sheet.set(path, toTyped: text) } catch { return error.message }
      return nil
    }
    #expect(message("d", "2016-01-01") == "d must be in 2015-01-01..2015-12-31, and 2016-01-01 is not")
    #expect(message("s", "2016-01-01") == "s must be in 2015-01-01..2015-12-31, and 2016-01-01 is not")
    #expect(message("t", "18:00") == "t must be in 08:00..17:00, and 18:00 is not")
    #expect(message("p", "51%") == "p must be in 0%..50%, and 51% is not")
    #expect(message("n", "3") == "n must be in 0.5..2, and 3 is not")
    #expect(message("b", "2016-01-01") == "b takes TRUE or FALSE, and 2016-01-01 is a date")
    #expect(message("b", "08:00") == "b takes TRUE or FALSE, and 08:00 is a time")
  }

  @Test("A mode is not said to be the formula that it is made of")
  func modes() {
    let sheet = load("input a = TRUE\nmodes m over a {\n  \"on\" when a : TRUE\n  \"off\" when NOT(a) : FALSE\n}\n")
    let words = "m follows from the conditions of its definition and can only be changed there"
    do throws(Refusal) { try sheet.set("m", to: "off") } catch { #expect(error.message == words) }
    #expect(sheet["m"] == "on")
  }

  @Test("A text is typed as it is or in quotation marks, whichever type is declared")
  func typedTexts() throws {
    let sheet = load("input t: text\ninput a\n")
    for (text, expected) in [
      ("\"ab\"", "ab"), ("\"a\"\"b\"", "a\"b"), ("5\" disk", "5\" disk"), (" a ", " a "), ("\"a\" b", "\"a\" b"),
    ] {
      for path in ["t", "a"] {
        try sheet.set(path, toTyped: text)
        #expect(sheet[path] == .text(expected), "\(path) \(text)")
      }
    }
    for text in ["12", "TRUE", "{1, 2}", "{a: 1}"] {
      try sheet.set("t", toTyped: text)
      #expect(sheet["t"] == .text(text))
    }
  }

  @Test("A day is a date, with a time or without, or a number that counts days; a time of day alone is none")
  func days() {
    let words = "d takes a date such as 2015-04-01, and "
    let sheet = load("input d: date\ninput n: number\nevent e: date\ntable t {\n| a: date |\n| 2026-01-01 |\n}\n")
    for (text, found) in [
      ("14:30", "14:30 is a time"), ("19%", "19% is a percentage"), ("soon", "“soon” is a text"),
      ("TRUE", "TRUE is a logical"),
    ] {
      let refusal = #expect(throws: Refusal.self) { try sheet.set("d", toTyped: text) }
      #expect(refusal?.message == words + found)
      #expect(throws: Refusal.self) { try sheet.set("t[1].a", toTyped: text) }
      #expect(sheet["d"] == .blank && sheet["t[1].a"].kind == .date)
    }
    #expect(throws: Refusal.self) { try sheet.trigger("e", [.number(0.5, .time)]) }
    for text in ["2026-01-02", "2026-01-02T14:30", "45000", "0", "45000.5"] {
      #expect(throws: Never.self) { try sheet.set("d", toTyped: text) }
      #expect(sheet["d"].kind.isDay, "\(text)")
    }
    #expect(throws: Never.self) { try sheet.set("n", toTyped: "14:30") }
    // Wherever it comes from: what the input begins with, a binding, an entry at the prompt.
    #expect(load("input d: date = 14:30\n").diagnostics.first?.labels.first?.text == words + "14:30 is a time")
    let bound = load("input d: date\nd <~ TIME(14, 30, 0)\n")
    #expect(bound["d"] == .blank)
    guard case .refused(let refusal, _)? = sheet.enter("d = TIME(14, 30, 0)").first else {
      Issue.record("it was taken")
      return
    }
    #expect(refusal.message == words + "14:30 is a time")
  }

  @Test("What is refused may be another than what the words speak of")
  func speaking() {
    let refusal = Refusal(.noPayload, of: "people", speakingOf: "name")
    #expect(refusal.cell == "people")
    #expect(refusal.message == "name takes no payload")
  }

  private func check(
    _ fact: RefusalFact, _ kind: Refusal.Kind, _ message: String, near: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) {
    let refusal = Refusal(fact, of: "x")
    #expect(refusal.message == message, sourceLocation: location)
    #expect(refusal.kind == kind, sourceLocation: location)
    #expect(refusal.suggestion == near, sourceLocation: location)
  }
}
