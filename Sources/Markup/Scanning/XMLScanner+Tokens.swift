// A token is read as if all of the document were there; whether it goes on behind the bytes that there are is asked
// afterwards.
extension XMLScanner {
  mutating func read() throws(XMLFault) -> Event {
    while cursor.position < cursor.count {
      guard cursor.bytes[cursor.position] == 0x3C else {
        if let text = try readText() {
          piece = text
          return .text
        }
        continue
      }
      guard cursor.position + 1 < cursor.count else { throw XMLFault("A name is missing.") }
      switch cursor.bytes[cursor.position + 1] {
      case 0x2F:  // </
        cursor.position &+= 2
        lastName = try open.close(&cursor)
        return .end
      case 0x21:  // <!
        return try readDeclaration()
      case 0x3F:  // <?
        try readInstruction()
        // The declaration that a document begins with tells nothing.
        if isNamed("xml") {
          guard !hasRoot, lastName.start <= 5 else { throw XMLFault("The declaration must come first.") }
          continue
        }
        return .instruction
      default:
        try readStart()
        return .start
      }
    }
    if let name = open.innermostName(in: cursor) { throw XMLFault("The element \(name) is not closed.") }
    guard hasRoot else { throw XMLFault("There is no element.") }
    return .finish
  }

  private mutating func readText() throws(XMLFault) -> XMLPiece? {
    let start = cursor.position
    let (source, end) = (cursor.bytes, cursor.count)
    var at = start
    var hasReferences = false
    var isBlank = true
    while at < end {
      let byte = source[at]
      if byte == 0x3C { break }
      if byte == 0x26 || byte == 0x0D { hasReferences = true }
      if byte > 0x20 { isBlank = false }
      at &+= 1
    }
    cursor.position = at
    if open.count == 0 {
      guard isBlank else { throw XMLFault("There is text outside of the root element.") }
      return nil
    }
    return XMLPiece(lower: start, upper: at, hasReferences: hasReferences)
  }

  private mutating func readDeclaration() throws(XMLFault) -> Event {
    if cursor.begins("<![CDATA[") {
      guard open.count > 0 else { throw XMLFault("There is text outside of the root element.") }
      cursor.position += 9
      piece = try cursor.piece(until: "]]>")
      return .text
    }
    if cursor.begins("<!--") {
      try readComment()
      return .comment
    }
    guard cursor.begins("<!DOCTYPE"), !hasRoot else { throw XMLFault("A declaration stands where none can be.") }
    cursor.position += 9
    lastName = try XMLDocumentType.read(&cursor)
    return .documentType
  }

  private mutating func readComment() throws(XMLFault) {
    cursor.position += 4
    piece = try cursor.piece(until: "-->")
    for offset in piece.lower..<max(piece.upper - 1, piece.lower)
    where cursor.bytes[offset] == 0x2D && cursor.bytes[offset + 1] == 0x2D {
      throw XMLFault("There are two hyphens in a comment.")
    }
  }

  private mutating func readInstruction() throws(XMLFault) {
    cursor.position += 2
    lastName = try cursor.readName()
    cursor.skipBlanks()
    piece = try cursor.piece(until: "?>")
  }

  private mutating func readStart() throws(XMLFault) {
    guard open.count > 0 || !hasRoot else { throw XMLFault("There is more than one root element.") }
    hasRoot = true
    cursor.position += 1
    lastName = try cursor.readName()
    attributes.removeAll()
    while true {
      let blanks = cursor.skipBlanks()
      guard cursor.position < cursor.count else { throw XMLFault("The element \(name) is not complete.") }
      switch cursor.bytes[cursor.position] {
      case 0x3E:
        cursor.position &+= 1
        open.open(lastName)
        return
      case 0x2F:
        guard cursor.position + 1 < cursor.count, cursor.bytes[cursor.position + 1] == 0x3E else {
          throw XMLFault("The element \(name) is not complete.")
        }
        cursor.position &+= 2
        open.open(lastName)
        isEmptyElement = true
        return
      default:
        guard blanks else { throw XMLFault("A blank is missing in the element \(name).") }
        try attributes.read(&cursor)
      }
    }
  }
}
