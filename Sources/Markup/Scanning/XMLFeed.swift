/// What gives a scanner the bytes of a document piece by piece.
package protocol XMLFeed: AnyObject {
  /// The bytes that are there; they stay where they are until more are read or some are passed.
  var window: UnsafeBufferPointer<UInt8> { get }
  /// Whether nothing comes behind them.
  var isComplete: Bool { get }
  /// Puts some more behind them; what cannot be read is the end.
  func readOn()
  /// How many of those before a position it would pass, which may be none until there are many.
  func passable(before position: Int) -> Int
  /// Gives up so many bytes; the others move to the front.
  func pass(_ count: Int)
}
