import Testing

@testable import SheafTool

@Suite("An entry that may go on")
struct PendingEntryTests {
  @Test("It is known by its first line, and needs more while a bracket is open")
  func lines() {
    var entry = PendingEntry()
    #expect(entry.isEmpty && !entry.needsMore)
    entry.add("t = SUM(1, // of a long list of many numbers", number: 7)
    #expect(entry.needsMore && entry.firstLine == 7 && entry.beginning == "t = SUM(1, // of a long list …")
    entry.add("\"(\",", number: 8)
    #expect(entry.needsMore)
    entry.add("2)", number: 9)
    #expect(!entry.needsMore && entry.firstLine == 7)
    #expect(entry.text == "t = SUM(1, // of a long list of many numbers\n\"(\",\n2)")
  }

  @Test("A bracket in the name of a file, or in a pattern, is not one that is open")
  func commands() {
    for line in [":load a(b.sheet", ":save! x[1.sheet", "  :test (", ":cells [", "?(", ":lod a(b", ":graph {.svg"] {
      var entry = PendingEntry()
      entry.add(line, number: 1)
      #expect(!entry.needsMore, "\(line)")
    }
    for line in [":why SUM(A,", ":set x {", ":run search(", "t = SUM("] {
      var entry = PendingEntry()
      entry.add(line, number: 1)
      #expect(entry.needsMore, "\(line)")
    }
  }

  @Test("Lines of comments and blank ones between them wait for what they are about")
  func comments() {
    var entry = PendingEntry()
    for (number, line) in ["// (", "", "   ", "  /// said"].enumerated() {
      entry.add(line, number: number)
      #expect(entry.isComments && !entry.needsMore, "\(line)")
    }
    entry.add("A = 1", number: 5)
    #expect(!entry.isComments)
  }
}
