/// Bytes of a document between two offsets, of which no text is made before somebody asks for it.
package struct XMLPiece: BitwiseCopyable {
  package let lower: Int
  package let upper: Int
  /// Whether references such as `&amp;` stand for something in it.
  package let hasReferences: Bool

  init(lower: Int, upper: Int, hasReferences: Bool = false) {
    (self.lower, self.upper, self.hasReferences) = (lower, upper, hasReferences)
  }

  package var count: Int { upper - lower }
}
