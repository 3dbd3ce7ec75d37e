import Diagnostics

/// A span that is kept for each line of a large text, in half the room. No text has four billion bytes.
struct PackedSpan: Sendable, Hashable {
  private let lower: UInt32
  private let upper: UInt32

  init(_ span: SourceSpan) {
    lower = UInt32(clamping: span.lower)
    upper = UInt32(clamping: span.upper)
  }

  var span: SourceSpan { SourceSpan(Int(lower), Int(upper)) }
}

/// A value that few of many have, kept apart.
final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
