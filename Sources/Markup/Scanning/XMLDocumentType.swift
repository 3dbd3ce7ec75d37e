/// Reads `<!DOCTYPE name PUBLIC "…" "…">`, which says what to expect and nothing more.
///
/// A definition in it is not taken.
enum XMLDocumentType {
  /// Reads on from behind `<!DOCTYPE`, and gives the name.
  static func read(_ cursor: inout XMLCursor) throws(XMLFault) -> XMLName {
    cursor.skipBlanks()
    let name = try cursor.readName()
    if cursor.bytes[name.start..<name.end].contains(0x5B) { throw definition }
    while true {
      cursor.skipBlanks()
      guard cursor.position < cursor.count else { throw XMLFault("The document type is not complete.") }
      switch cursor.bytes[cursor.position] {
      case 0x3E:
        cursor.position += 1
        return name
      case 0x5B: throw definition
      case 0x22:
        cursor.position += 1
        _ = try cursor.piece(until: "\"")
      case 0x27:
        cursor.position += 1
        _ = try cursor.piece(until: "'")
      default: _ = try cursor.readName()  // PUBLIC or SYSTEM
      }
    }
  }

  private static var definition: XMLFault { XMLFault("A document type definition is not taken.") }
}
