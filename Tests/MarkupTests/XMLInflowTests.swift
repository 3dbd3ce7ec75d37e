import Testing

@testable import Markup

@Suite("XML inflow")
struct XMLInflowTests {
  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 % 251) } }

  @Test("A document that is there at once is complete")
  func nothingToCome() {
    let bytes = bytes(3)
    bytes.withUnsafeBufferPointer { bytes in
      var (cursor, inflow) = (XMLCursor(bytes), XMLInflow())
      #expect(inflow.isComplete)
      let (readOn, readMore) = (inflow.readOn(&cursor), inflow.readMore(&cursor, than: 0))
      #expect(!readOn && !readMore)
      #expect(inflow.passable(cursor) == 0)
    }
  }

  @Test("Tokens near to the end of what is there may go on, until all of it is there")
  func safeEnd() {
    let feed = StepFeed(bytes(10_000), step: 5_000)
    var (cursor, inflow) = (XMLCursor(feed.window), XMLInflow(feed))
    #expect(cursor.count == 0 && inflow.safeEnd == -4096)
    _ = inflow.readOn(&cursor)
    #expect(cursor.count == 5_000 && inflow.safeEnd == 5_000 - 4096)
    _ = inflow.readOn(&cursor)
    #expect(cursor.count == 10_000 && inflow.isComplete)
    let reads = inflow.readOn(&cursor)
    #expect(!reads)
  }

  @Test("What is there of a token is doubled")
  func readingMore() {
    let feed = StepFeed(bytes(10_000), step: 100)
    var (cursor, inflow) = (XMLCursor(feed.window), XMLInflow(feed))
    while cursor.count < 1_000 { _ = inflow.readOn(&cursor) }
    let reads = inflow.readMore(&cursor, than: 200)
    #expect(reads && cursor.count == 1_800)
  }

  @Test("What is given up is in front of what was read, and the place in the document stays")
  func passing() {
    let feed = StepFeed(bytes(10_000), step: 6_000)
    var (cursor, inflow) = (XMLCursor(feed.window), XMLInflow(feed))
    _ = inflow.readOn(&cursor)
    cursor.position = 500
    let next = cursor.bytes[500]
    let passed = inflow.passable(cursor)
    #expect(passed == 500)
    inflow.pass(passed, of: &cursor)
    #expect(cursor.position == 0 && cursor.bytes[0] == next)
    #expect(cursor.count == 5_500 && inflow.safeEnd == 5_500 - 4096)
  }
}
