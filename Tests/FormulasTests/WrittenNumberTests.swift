import TestSupport
import Testing

@testable import Formulas

@Suite("Written number")
struct WrittenNumberTests {
  @Test(
    "It is the number that the parser reads, and spelled as it was",
    arguments: [
      "0", "7", "007", "1.5", "1.50", "0.1", "3.", "00.10", "123456789012345", "0.00000000000001", "9.99999999999999",
    ])
  func spelling(text: String) {
    let number = WrittenNumber(text)
    #expect(number?.text == text)
    #expect(FormulaParser.parse(text, dialect: .sheet).tree.nodes == [.number(number?.value ?? -1, text: text)])
    #expect(number?.node == .number(number?.value ?? -1, text: text))
  }

  @Test(
    "Whatever else is no such number",
    arguments: ["", ".5", "1e3", "1.2.3", "1234567890123456", "5%", "-1", "A1", "1 "])
  func others(text: String) { #expect(WrittenNumber(text) == nil) }

  @Test("Random digits come back as they were")
  func random() {
    var chance = SeededGenerator(seed: 7)
    for _ in 0..<TestLength.count(20_000, of: 2_000_000) {
      var text = String((0..<chance.number(1...15)).map { _ in Character("\(chance.number(0...9))") })
      if chance.happens(70) {
        let dot = chance.number(1...text.count)
        text.insert(".", at: text.index(text.startIndex, offsetBy: dot))
      }
      #expect(WrittenNumber(text)?.text == text)
      #expect(WrittenNumber(text)?.value == Double(text.hasSuffix(".") ? String(text.dropLast()) : text))
    }
  }
}
