import CellModel
import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SheetText

/// A document of a changed text is the document that the text makes by itself.
@Suite("Reading a changed text")
struct RereadingTests {
  /// What differs between a document that was made of another one and the one that its text makes.
  private static func differences(_ changed: SheetDocument) -> [String] {
    let whole = SheetDocument(name: "", changed.text)
    var found: [String] = []
    if changed.diagnostics != whole.diagnostics {
      found.append("\(changed.diagnostics) instead of \(whole.diagnostics)")
    }
    if changed.unshownCount != whole.unshownCount { found.append("\(changed.unshownCount) more") }
    if changed.unmatchedBrackets.map({ $0.sorted() }) != whole.unmatchedBrackets.map({ $0.sorted() }) {
      found.append("\(changed.unmatchedBrackets ?? []) instead of \(whole.unmatchedBrackets ?? [])")
    }
    if changed.statements.count != whole.statements.count {
      return found + ["\(Outline.of(changed))\ninstead of\n\(Outline.of(whole))"]
    }
    for (one, other) in zip(changed.statements, whole.statements) {
      let (one, other) = (picture(one), picture(other))
      if one != other { found.append("\(one)\ninstead of\n\(other)") }
    }
    return found
  }

  /// All that a statement says, with all places in it.
  private static func picture(_ statement: Statement) -> String {
    guard case .cell(let cell) = statement.kind else {
      var text = ""
      dump(statement, to: &text)
      return text
    }
    return "\(statement.span) \(String(describing: statement.documentation)) \(statement.grid ?? "") \(cell.target)"
      + " \(cell.isConstant) \(String(describing: cell.format)) \(cell.formula.span) \(cell.formula.tree)"
  }

  /// Expects a text to be read with each of some changes, each of which is one of the text before.
  private static func check(_ texts: [String], at location: SourceLocation = #_sourceLocation) {
    guard var document = texts.first.map({ SheetDocument(name: "", $0) }) else { return }
    for text in texts.dropFirst() {
      document = SheetDocument(SourceText(name: "", text), changing: document)
      #expect(document.text == text, sourceLocation: location)
      #expect(differences(document) == [], "\(text)", sourceLocation: location)
    }
  }

  @Test(
    "What is typed between two lines is read with what it reaches",
    arguments: [
      ["a = 1\nb = 2\nc = 3\n", "a = 1\nb = 23\nc = 3\n", "a = 1\nc = 3\n", "a = 1\n\nc = 3", "a = 1c = 3"],
      ["a = 1\nb = (2\nc = 3\n", "a = 1\nb = (2)\nc = 3\n", "a = 1\nb = (2\n + 1)\nc = 3\n", "a = 1\nb = (\nc = 3\n"],
      ["a = 1\nb = (2\n  c = 3\n", "a = 1\nb = (25\n  c = 3\n", "a = 1\nb = 25\n  c = 3\n", "a = 1\nb = {\n  c = 3\n"],
      ["a = 1\nb = 2\n", "a = 1\n/// about\nb = 2\n", "a = 1\n/// about b\nb = 2\n", "a = 1\n// about b\nb = 2\n"],
      ["/// one\na = 1\nb = 2\nc = 3", "/// one\na = 1\n/// b = 2\nc = 3", "/// one\na = 1\n/// b = 2\n\nc = 3"],
      ["sheet A\nA1 = 1\nA2 = 2\n", "sheet AB\nA1 = 1\nA2 = 2\n", "sheet AB\nA1 = 1\nsheet C\nA2 = 2\n", "A2 = 2\n"],
      ["a = 1; b = 2\nc = 3\n", "a = 1; b = 24\nc = 3\n", "a = 1; b = 24; c = 3\n", "a = 1;\nb = 24; c = 3\n"],
      [
        "action x() =\nset(a, 1)\nb = 2\n", "action x() =\n\nb = 2\n", "action x() = 1\nb = 2\n",
        "action x() =\nb = 2\n",
      ],
      [
        "a = 1\r\nb = 2\r\nc = 3\r\n", "a = 1\r\nb = 2\nc = 3\r\n", "a = 1\r\nb = 2\rc = 3\r\n",
        "a = 1\r\nb = 2\r\n\nc = 3\r\n",
      ],
      [
        "\u{FEFF}a = 1\nb = 2\n", "\u{FEFF}a = 12\nb = 2\n", "a = 12\nb = 2\n", "a = 12\nb = \u{0}2\n",
        "a = 12\nb = 2\n",
      ],
      ["a = \"x\nb = 2\nc = 3", "a = \"x\"\nb = 2\nc = 3", "a = \"x\"\nb = \"2\nc = 3", "a = \"x\"\nb = \"2\nc = \"3"],
      ["a = 1 )\nb = 2\nc = 3", "a = 1 )\nb = 25\nc = 3", "a = 1\nb = 25\nc = 3", ")\na = 1\nb = 25\nc = 3"],
      [
        "table t {\n | a |\n | 1 |\n}\nb = 2\n", "table t {\n | a |\n | 12 |\n}\nb = 2\n",
        "table t {\n | a |\n | 12 |\n\nb = 2\n",
      ],
      [
        "b = 2\ntable t {\n | a |\n | 1 |\n c = a\n}\n", "b = 25\ntable t {\n | a |\n | 1 |\n c = a\n}\n",
        "b = 25 }\ntable t {\n | a |\n",
      ],
      ["", "a = 1", "a = 1\n", "// a\n", "\n"],
    ])
  func typed(texts: [String]) { Self.check(texts) }

  @Test(
    "The sheets of the corpus, with something changed", arguments: CorpusTests.files("Good") + CorpusTests.files("Bad"))
  func corpus(file: URL) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var chance = SeededGenerator(seed: 31)
    var texts = [text]
    for _ in 0..<TestLength.count(4, of: 400) { texts.append(Self.changed(texts[texts.count - 1], &chance)) }
    Self.check(texts)
    Self.check([text, text + "\nzz = 1\n", "zz = 1\n" + text, text])
  }

  @Test("Random lines, with one thing changed after the other")
  func random() {
    var chance = SeededGenerator(seed: 32)
    let lines = [
      "a = 1", "b = a + (2 * 3)", "A1 = 5 // c", "/// doc", "", "A1:A3 = B1", "input x: number in 1..5 = 3", "sheet S",
      "check", "always \"x\": a > 1", "table t {\n  | a | b |\n  | 1 | 2 |\n  c = a\n}", "c = IF(a,\n  1, 2)",
      "  d = 1",
      "e = (1", "f = 2)", "g = \"t\"", "test \"y\" {\n  expect a = 1\n}", "h = 1; i = 2", "event tap", "é = 1 as \"0\"",
    ]
    var partly = 0
    for _ in 0..<TestLength.count(60, of: 5_000) {
      let end = chance.one(of: ["\n", "\n", "\r\n"])
      var texts = [(0..<chance.number(1...14)).map { _ in chance.one(of: lines) }.joined(separator: end)]
      for _ in 0..<8 { texts.append(Self.changed(texts[texts.count - 1], &chance)) }
      Self.check(texts)
      let former = SheetDocument(name: "", texts[0])
      if ChangedPart(of: Array(texts[1].utf8), changing: former, including: 0) != nil { partly += 1 }
    }
    #expect(partly > 20)
  }

  /// A text with something typed, taken away or moved.
  private static func changed(_ text: String, _ chance: inout SeededGenerator) -> String {
    let pieces = [
      "1", "a", "(", ")", "\"", "=", "\n", " ", "{", "}", "[", "]", "|", ";", "//", "/", "+", "\r", "///\n", "b = 2\n",
      "sheet T\n", "é",
    ]
    var characters = Array(text)
    let place = characters.isEmpty ? 0 : chance.number(0...characters.count - 1)
    switch chance.number(0...5) {
    case 0...2: characters.insert(contentsOf: chance.one(of: pieces), at: place)
    case 3: if !characters.isEmpty { characters.remove(at: place) }
    case 4: characters.removeSubrange(place..<min(characters.count, place + chance.number(1...12)))
    default:
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      characters.insert(contentsOf: lines[chance.number(0...lines.count - 1)] + "\n", at: place)
    }
    return String(characters)
  }
}
