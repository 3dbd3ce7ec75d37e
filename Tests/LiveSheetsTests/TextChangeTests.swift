import CellModel
import FunctionLibrary
import SessionModel
import SheetText
import TestSupport
import Testing

@testable import LiveSheets

/// A sheet that takes on a text is the sheet that is loaded from that text.
@Suite("A sheet that takes on another text")
struct TextChangeTests {
  private func loaded(_ text: String) -> LiveSheet {
    LiveSheet(SheetDocument(name: "x.sheet", text), environment: LiveSheet.Environment(catalog: .standard))
  }

  /// Expects that a sheet is, in all that can be told of it, the one that its text makes.
  @discardableResult
  private func check(_ sheet: LiveSheet, isLoadedFrom text: String, at location: SourceLocation = #_sourceLocation)
    -> Bool
  {
    let other = loaded(text)
    func spans(_ sheet: LiveSheet) -> [String] {
      sheet.definitions.order.map { address in
        let definition = sheet.definitions[address]
        // Names have rows in the order in which they came, which nobody sees.
        return
          "\(sheet.engine.names.name(of: address)) \(definition?.name ?? "") \(String(describing: definition?.span)) "
          + "\(definition?.formulaText ?? "") \(definition?.format ?? "") \(definition?.documentation ?? "")"
      }
    }
    func checks(_ sheet: LiveSheet) -> [String] {
      sheet.loaded.checks.list.map { "\($0.label) \($0.kind) \($0.span) \(sheet.engine.value(at: $0.address))" }
        + sheet.checks.broken.map { "\($0.title) \($0.span) \($0.reason ?? "")" }
    }
    let isSame =
      SessionPicture(sheet) == SessionPicture(other) && spans(sheet) == spans(other)
      && sheet.diagnostics == other.diagnostics && sheet.document.text == text && checks(sheet) == checks(other)
      && sheet.knownNames == other.knownNames
    #expect(checks(sheet) == checks(other), "\(text)", sourceLocation: location)
    #expect(sheet.knownNames == other.knownNames, "\(text)", sourceLocation: location)
    #expect(SessionPicture(sheet) == SessionPicture(other), "\(text)", sourceLocation: location)
    #expect(spans(sheet) == spans(other), "\(text)", sourceLocation: location)
    #expect(sheet.diagnostics == other.diagnostics, "\(text)", sourceLocation: location)
    #expect(sheet.document.text == text, sourceLocation: location)
    return isSame
  }

  @Test(
    "What is typed in a definition is taken on, also half of it and what follows it",
    arguments: [
      ("a = 1\nb = a * 2\nc = b + A1\nA1 = 7\n", "a = 1\nb = a * 23\nc = b + A1\nA1 = 7\n"),
      ("a = 1\nb = a * 2\nc = b\n", "a = 1\nb = a *\nc = b\n"),
      ("a = 1\nb = a *\nc = b\n", "a = 1\nb = a * 3\nc = b\n"),
      ("a = 1\nb = a\n", "a = 1\nb = nothing\n"), ("A1 = 1 +\n", "A1 = 1\n"),
      ("a = 1\nb = nothing\n", "a = 1\nb = a\n"),
      ("A1 = 1\nA2 = A1\nA3 = A2", "A1 = 1\nA2 = SEQUENCE(3)\nA3 = A2"),
      ("A1:A9 = ROW()\nA5 = 1\nb = SUM(A1:A9)", "A1:A9 = ROW()\nA5 = -2\nb = SUM(A1:A9)"),
      ("input a = 1\nb = a\n", "input a = 1\nb = a * 2\n"),
      ("/// old\na = 1 as \"0.0\"\n", "/// new\na = 1 as \"0.00\"\n"),
      ("sheet One\nA1 = 1\nsheet Two\nA1 = One!A1\n", "sheet One\nA1 = 12\nsheet Two\nA1 = One!A1\n"),
      ("a = 1\ntest \"x\" {\n  expect a = 1\n}\n", "a = 2\ntest \"x\" {\n  expect a = 1\n}\n"),
      ("f = LAMBDA(x, x + 1)\nb = f(2)", "f = LAMBDA(x, x + 5)\nb = f(2)"), ("a = 1\nb = a\n", "a = 1\nb = a\n"),
      ("a = 1\n", "a = 1\nb = 2\n"), ("a = 1\nc = b\n", "a = 1\nb = 2\nc = b\n"), ("a = 1\nb = 2\n", "b = 2\n"),
      ("a = 1\nb = a\n", "aa = 1\nb = a\n"), ("a = 1\n", "A = 1\n"), ("A1 = 1\nB1 = A2", "A2 = 1\nB1 = A2"),
      ("a = 1\n", "input a = 1\n"), ("input a = 1\n", "input a = 2\n"),
      ("input a in 1..3 = 1\n", "input a in 1..3 = 5\n"),
      ("k = 3\ninput p = 1 where p < k\n", "k = 0\ninput p = 1 where p < k\n"),
      ("A1:A9 = 1\nb = 1", "A1:A9 = 1\nA3 = 7\nb = 1"),
      ("a = 1\nalways \"x\": a > 0\n", "a = 2\nalways \"x\": a > 1\n"),
      ("a = 1\nalways \"x\": a > 0\nnever \"y\": a > 5\n", "a = 1\nnever \"y\": a > 0\n"),
      ("a = 1\nalways \"x\": a > 0\n", "a = 1\nnever \"z\": a > 0\nalways \"x\": a > 0\n"),
      (
        "a = 1\nmodes m over a {\n  \"x\" when a > 0 : 1\n}\nb = 2",
        "a = 2\nmodes m over a {\n  \"x\" when a > 0 : 1\n}\nb = 2"
      ),
      ("A1 = SEQUENCE(3)\nA3 = 1\n", "A1 = SEQUENCE(3)\n"), ("bb = 1\nab = 2\nc = zb\n", "ab = 2\nbb = 1\nc = zb\n"),
    ])
  func taken(old: String, new: String) {
    let sheet = loaded(old)
    #expect(sheet.takeOn(SheetDocument(name: "x.sheet", new)))
    check(sheet, isLoadedFrom: new)
  }

  @Test(
    "Where more differs, or more happens, nothing is done",
    arguments: [
      ("a = 1\n", "a = 1\na = 2\n"), ("a = 1\nb = 2\n", "a = 1\na = 2\n"), ("a = 1\na = 2\n", "a = 1\na = 3\n"),
      ("a = RAND()\nb = 1", "a = RAND()\nb = 2"), ("A1 = 1\n", "A1 = 1\nB1 = 1\nA1 = 3\n"),
      ("A1:A3 = 1\nb = 1", "A1:A3 = 2\nb = 1"), ("A1:A3 = 1\n", "A1:A4 = 1\n"), ("A1:A3 = 1\nA2 = 5", "A1:A3 = 1\n"),
      ("event e\na = 1\n", "event e\na = 2\n"), ("a = 1\n", "a = 1\nevent e\n"),
      ("a = 1\n", "a = 1\nuse \"u.sheet\" as u\n"),
      ("table t {\n | x |\n | 1 |\n}\na = 1\n", "table t {\n | x |\n | 1 |\n}\na = 2\n"),
      ("option iterate = 9, 0.1\na = 1\n", "option iterate = 9, 0.1\na = 2\n"),
      ("k = 1\ninput a = k + 1\n", "k = 2\ninput a = k + 1\n"), ("k = 1\ninput a = 1\n", "k = 1\ninput a = k + 1\n"),
      ("sheet One\nA1 = 1\n", "sheet Two\nA1 = 1\n"), ("sheet One\na = 1\n", "/heet One\na = 1\n"),
    ])
  func refused(old: String, new: String) {
    let sheet = loaded(old)
    #expect(!sheet.takeOn(SheetDocument(name: "x.sheet", new)))
    check(sheet, isLoadedFrom: old)
  }

  @Test("Whatever is typed anywhere, one key after the other, the sheet is that of its text")
  func random() {
    var dice = RandomSequence(seed: 20_261_124)
    let keys = Array("aAb1+*(),:.\" =\n5SUM#-/{}xe%")
    var taken = 0
    let rounds = TestLength.count(30, of: 3_000)
    for round in 0..<rounds {
      let targets = ["a", "A1", "b", "c", "B2", "A3", "d", "e", "x", "B3:B5", "C2", "C1"]
      var text = targets.indices.map { number in
        func part() -> String {
          let parts = ["1", "2.5", "\"t\"", "SUM(A1:A3)", "SEQUENCE(2)", "nothing"]
          return parts.randomElement(using: &dice)!
        }
        func read() -> String {
          number == 0 || Bool.random(using: &dice) ? part() : targets[..<number].randomElement(using: &dice)!
        }
        return "\(targets[number]) = \(read()) \(["+", "*", "&", "="].randomElement(using: &dice)!) \(read())\n"
      }.joined()
      if round % 3 == 0 { text = "sheet S\n" + text }
      if round % 2 == 0 { text += "always \"x\": a > 1\ninput y = 3\nnever \"z\": c = y\n" }
      var sheet = loaded(text)
      for _ in 0..<12 {
        text = Self.changed(text, keys, &dice)
        if sheet.takeOn(SheetDocument(name: "x.sheet", text)) { taken += 1 } else { sheet = loaded(text) }
        guard check(sheet, isLoadedFrom: text) else { return }
      }
    }
    #expect(taken > rounds * 10 / 3)
  }

  /// A text with a key typed or taken back, or with a line more or less or at another place.
  private static func changed(_ text: String, _ keys: [Character], _ dice: inout RandomSequence) -> String {
    guard Int.random(in: 0..<3, using: &dice) == 0 else {
      var characters = Array(text)
      let place = Int.random(in: 0..<max(1, characters.count), using: &dice)
      if characters.isEmpty || Bool.random(using: &dice) {
        characters.insert(keys.randomElement(using: &dice)!, at: place)
      } else {
        characters.remove(at: place)
      }
      return String(characters)
    }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let place = Int.random(in: lines.indices, using: &dice)
    switch Int.random(in: 0..<4, using: &dice) {
    case 0: lines.remove(at: place)
    case 1:
      let line = lines.remove(at: place)
      lines.insert(line, at: Int.random(in: 0...lines.count, using: &dice))
    default:
      let new = [
        "f = a + 1", "A5 = b", "nothing = 3", "always \"w\": b > 0", "B4 = 2", "/// about", "test \"t\" {}", "",
      ]
      lines.insert(new.randomElement(using: &dice)!, at: place)
    }
    return lines.joined(separator: "\n")
  }
}
