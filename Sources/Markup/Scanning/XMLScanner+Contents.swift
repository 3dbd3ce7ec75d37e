// What was read last: names, attributes and texts.
extension XMLScanner {
  /// The name of the element or instruction read last, with its prefix.
  package var name: String { string(lastName.whole) }

  /// The name of an element without its prefix.
  package var localName: String { string(lastName.local) }

  /// Whether the element that has just begun has a name, whatever its prefix.
  @inline(__always)
  package func isNamed(_ name: StaticString) -> Bool { cursor.isEqual(lastName.localStart, lastName.end, name) }

  /// Whether the element that has just begun has ended as well.
  package var isEmpty: Bool { isEmptyElement }

  // MARK: Attributes

  /// The value of an attribute of the element that has just begun, whatever its prefix.
  @inline(__always)
  package func attribute(_ name: StaticString) -> XMLPiece? { attributes.value(name, in: cursor) }

  /// The attributes of the element that has just begun, each with its whole name, its name without prefix, and its
  /// value between the quotation marks.
  package var attributePieces: [(name: XMLPiece, localName: XMLPiece, value: XMLPiece)] {
    (0..<attributes.count).map { place in
      let attribute = attributes[place]
      return (attribute.name.whole, attribute.name.local, attribute.value)
    }
  }

  /// Calls the body with each attribute of the element that has just begun: its name without prefix, and its value as
  /// it stands between the quotation marks.
  package func forEachAttribute(
    _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for place in 0..<attributes.count {
      let attribute = attributes[place]
      body(cursor.bytes(of: attribute.name.local), cursor.bytes(of: attribute.value))
    }
  }

  // MARK: Bytes

  /// The bytes between two positions.
  package func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: cursor.bytes[range])
  }

  package func byte(at position: Int) -> UInt8 { cursor.bytes[position] }

  /// Whether a piece is a text, byte by byte.
  package func isPiece(_ piece: XMLPiece, _ text: StaticString) -> Bool {
    cursor.isEqual(piece.lower, piece.upper, text)
  }

  /// The bytes of a piece as they stand.
  @inline(__always)
  package func bytes(of piece: XMLPiece) -> UnsafeBufferPointer<UInt8> { cursor.bytes(of: piece) }

  // MARK: Texts

  /// The bytes of a piece as a text; references are not replaced.
  func string(_ piece: XMLPiece) -> String { cursor.string(piece) }

  /// The text of an element, with references replaced and each line end as one line feed.
  package func text(of piece: XMLPiece) throws(XMLFault) -> String {
    piece.hasReferences ? try XMLText.contents(bytes(of: piece)) : string(piece)
  }

  /// The value of an attribute, in which line ends and tabs are blanks.
  package func value(of piece: XMLPiece) throws(XMLFault) -> String {
    piece.hasReferences ? try XMLText.value(bytes(of: piece)) : string(piece)
  }
}
