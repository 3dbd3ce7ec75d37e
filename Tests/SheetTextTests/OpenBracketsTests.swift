import TestSupport
import Testing

@testable import SheetText

@Suite("Open brackets")
struct OpenBracketsTests {
  @Test("Line by line they are open where they are in the whole text")
  func lines() {
    var random = SeededGenerator(seed: 11)
    let pieces = [
      "(", "(", "[", "{", "{", ")", "]", "}", "\"", "\"a)\"", "'", "'a b'", "|", "| x(", "|\n", "// (", "\n", "\n",
      "\r\n",
      "\r", "a", " ", ";", ",", "\\|", "é",
    ]
    for _ in 0..<2_000 {
      let text = (0..<random.number(1...40)).map { _ in random.one(of: pieces) }.joined()
      var brackets = OpenBrackets()
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { brackets.pass(String(line)) }
      #expect(brackets.needMore == !SheetScanner(Array(text.utf8)).openAtEnd.isEmpty, "\(text.debugDescription)")
    }
  }

  @Test("What is no text waits for nothing")
  func noText() {
    var brackets = OpenBrackets()
    brackets.pass("table t {")
    #expect(brackets.needMore)
    brackets.pass("| \0")
    #expect(!brackets.needMore)
    brackets.pass("| 1 |")
    #expect(!brackets.needMore)
  }
}
