import Testing

@testable import Formulas

@Suite("Bytes of a formula")
struct FormulaBytesTests {
  private func reading<Result>(
    _ text: String, isSheet: Bool = true, endsAtLine: Bool = false, _ body: (FormulaBytes) -> Result
  ) -> Result? {
    Array(text.utf8).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map {
        body(FormulaBytes(base: $0, count: buffer.count, isSheet: isSheet, endsAtLine: endsAtLine))
      }
    }
  }

  @Test("A word ends before what no name has; a workbook's may have more dots and signs")
  func words() {
    func check(_ text: String, isSheet: Bool = true, _ word: String, at location: SourceLocation = #_sourceLocation) {
      let found = reading(text, isSheet: isSheet) { $0.text(0, $0.wordEnd(from: 0)) }
      #expect(found == word, sourceLocation: location)
    }
    check("rate*2", "rate")
    check("a.b.c+1", "a.b.c")
    check("a..b", "a")
    check("a.", "a")
    check("a.", isSheet: false, "a.")
    check("größe2-1", "größe2")
    check("a€", "a")
    check("a?b", isSheet: false, "a?b")
    check("a?b", "a")
    check("+", "")
  }

  @Test("Scalars are told with their length, and what is not UTF-8 is none")
  func scalars() {
    #expect(reading("é") { $0.scalar(at: 0)?.length } == 2)
    #expect(reading("😀") { $0.scalar(at: 0)?.scalar.value } == 0x1F600)
    #expect(reading("é") { $0.scalar(at: 1) == nil } == true)
    #expect(reading("a") { $0.scalar(at: 1) == nil } == true)
  }

  @Test("A text ends at its mark, and in a line with the line")
  func quoted() {
    #expect(reading("\"a\"\"b\" c") { $0.quoted(from: 0, by: 0x22)?.content } == "a\"b")
    #expect(reading("\"a\"\"b\" c") { $0.quoted(from: 0, by: 0x22)?.end } == 6)
    #expect(reading("\"a\nb\"") { $0.quoted(from: 0, by: 0x22)?.content } == "a\nb")
    #expect(reading("\"a\nb\"", endsAtLine: true) { $0.quoted(from: 0, by: 0x22) == nil } == true)
    #expect(reading("\"a") { $0.quoted(from: 0, by: 0x22) == nil } == true)
  }

  @Test("An error is one in any case, unless its word goes on")
  func errors() {
    #expect(reading("#n/a+1") { $0.errorCode(at: 0)?.0 } == .notAvailable)
    #expect(reading("#REF!A1") { $0.errorCode(at: 0)?.end } == 5)
    #expect(reading("#N/AB") { $0.errorCode(at: 0) == nil } == true)
  }

  @Test("An address ends where no name goes on")
  func addresses() {
    func check(
      _ text: String, isSheet: Bool = true, colonIsRange: Bool = true, end: Int?,
      at location: SourceLocation = #_sourceLocation
    ) {
      let found = reading(text, isSheet: isSheet) { $0.shape(at: 0, colonIsRange: colonIsRange)?.end ?? -1 }
      #expect(found == end ?? -1, sourceLocation: location)
    }
    check("A1+1", end: 2)
    check("$A$1:B2", end: 7)
    check("A1:B2", colonIsRange: false, end: 2)
    check("A:C", end: 3)
    check("1:3", end: 3)
    check("A1.:.B2", end: 7)
    check("A1B", end: nil)
    check("A1(", end: nil)
    check("A1!B2", end: nil)
    check("A1!=2", end: 2)
    check("A1048577", end: nil)
    check("ABCD1", end: nil)
  }

  @Test("A bracket holds columns, or the number of a row")
  func brackets() {
    #expect(reading("[rate]") { $0.bracketHoldsColumn(at: 0) } == true)
    #expect(reading("[rate]") { $0.bracketHoldsMoreThanWord(at: 0) } == false)
    #expect(reading("[two words]") { $0.bracketHoldsMoreThanWord(at: 0) } == true)
    #expect(reading("[#All]") { $0.bracketHoldsMoreThanWord(at: 0) } == true)
    #expect(reading("[i + 1]") { $0.bracketHoldsColumn(at: 0) } == false)
    #expect(reading("[2]") { $0.bracketHoldsColumn(at: 0) } == false)
  }

  @Test("Findings tell the token at a place and what stands around it")
  func surroundings() {
    #expect(reading("ab + cd") { $0.text($0.token(at: 5).lower, $0.token(at: 5).upper) } == "cd")
    #expect(reading("1,234.5") { $0.numberWithCommas(at: 1) } == "1,234.5")
    #expect(reading("10% x") { $0.word(before: 4) } == "10%")
    #expect(reading(", b = 1") { $0.definitionFollows(1) } == true)
    #expect(reading(", b + 1") { $0.definitionFollows(1) } == false)
  }
}
