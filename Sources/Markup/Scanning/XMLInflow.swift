/// What of a document is still to come, and how near to the end of what is there a token can be read without a thought.
struct XMLInflow {
  /// A word in place of the two of an existential, for the sake of the scanner's size.
  private final class Source {
    let feed: any XMLFeed
    init(_ feed: any XMLFeed) { self.feed = feed }
  }

  /// As much as a token seldom needs.
  private static let margin = 4096

  private let source: Source?
  /// From where on a token may go on behind the bytes that there are.
  private(set) var safeEnd = Int.max

  /// Nothing is to come.
  init() { source = nil }

  init(_ feed: any XMLFeed) {
    source = Source(feed)
    look(at: feed)
  }

  private mutating func look(at feed: any XMLFeed) {
    safeEnd = feed.isComplete ? .max : feed.window.count - Self.margin
  }

  /// Whether all of the document is there.
  @inline(__always) var isComplete: Bool { safeEnd == .max }

  /// Reads on a bit; `false` at the end of the document.
  mutating func readOn(_ cursor: inout XMLCursor) -> Bool {
    guard let feed = source?.feed, !feed.isComplete else { return false }
    feed.readOn()
    cursor.bytes = feed.window
    look(at: feed)
    return true
  }

  /// Doubles what is there of a token, so that reading it again and again costs no more than reading it twice.
  mutating func readMore(_ cursor: inout XMLCursor, than start: Int) -> Bool {
    let goal = 2 * (cursor.count - start)
    guard readOn(&cursor) else { return false }
    while cursor.count - start < goal, readOn(&cursor) {}
    return true
  }

  /// How many of the bytes that have been read could be given up now.
  func passable(_ cursor: XMLCursor) -> Int { source?.feed.passable(before: cursor.position) ?? 0 }

  /// Gives up so many bytes; what stands behind them moves to the front.
  mutating func pass(_ count: Int, of cursor: inout XMLCursor) {
    guard let feed = source?.feed else { return }
    feed.pass(count)
    cursor.bytes = feed.window
    cursor.position -= count
    if safeEnd != .max { safeEnd -= count }
  }
}
