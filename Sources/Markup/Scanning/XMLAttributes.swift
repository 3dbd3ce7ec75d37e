/// The attributes of an element, in the order in which they stand in its tag.
///
/// - A1. No name occurs twice, prefixes and all.
/// - A2. There are at most ``limit``: each is compared with all before it.
struct XMLAttributes: ~Copyable {
  /// A name, and a value between its quotation marks.
  struct Attribute: BitwiseCopyable {
    let name: XMLName
    let value: XMLPiece
  }

  static let limit = 1024

  private var stack = PlainStack<Attribute>()

  @inline(__always) var count: Int { stack.count }

  @inline(__always) subscript(place: Int) -> Attribute { stack[place] }

  @inline(__always)
  mutating func removeAll() { stack.removeAll() }

  /// The value of an attribute, whatever its prefix.
  @inline(__always)
  func value(_ name: StaticString, in cursor: XMLCursor) -> XMLPiece? {
    for place in 0..<stack.count {
      let attribute = stack[place]
      if cursor.isEqual(attribute.name.localStart, attribute.name.end, name) { return attribute.value }
    }
    return nil
  }

  // MARK: Reading

  /// Reads the attribute that stands at the position.
  mutating func read(_ cursor: inout XMLCursor) throws(XMLFault) {
    if !readPlain(&cursor) { try readAny(&cursor) }
  }

  /// Reads an attribute as nearly all are written: a name of letters and digits, an equals sign, and a value in
  /// quotation marks without blanks and references. Any other is not read at all.
  private mutating func readPlain(_ cursor: inout XMLCursor) -> Bool {
    let (source, end) = (cursor.bytes, cursor.count)
    let start = cursor.position
    var at = start
    while at < end, XMLCursor.isPlain(source[at]) { at &+= 1 }
    let name = XMLName(start: start, end: at)
    guard at > start, at &+ 1 < end, source[at] == 0x3D, source[at &+ 1] == 0x22 else { return false }
    at &+= 2
    let valueStart = at
    // Behind quotation marks, & and blanks.
    while at < end, source[at] > 0x27, source[at] != 0x3C { at &+= 1 }
    guard at < end, source[at] == 0x22, !contains(name, in: cursor), stack.count < Self.limit else { return false }
    cursor.position = at &+ 1
    stack.append(Attribute(name: name, value: XMLPiece(lower: valueStart, upper: at)))
    return true
  }

  private mutating func readAny(_ cursor: inout XMLCursor) throws(XMLFault) {
    let name = try cursor.readName()
    cursor.skipBlanks()
    guard cursor.position < cursor.count, cursor.bytes[cursor.position] == 0x3D else {
      throw XMLFault("The attribute \(cursor.string(name.whole)) has no value.")
    }
    cursor.position &+= 1
    cursor.skipBlanks()
    let value = try Self.readValue(&cursor, of: name)
    guard !contains(name, in: cursor) else {
      throw XMLFault("The attribute \(cursor.string(name.whole)) occurs twice.")
    }
    guard stack.count < Self.limit else { throw XMLFault("An element has more than \(Self.limit) attributes.") }
    stack.append(Attribute(name: name, value: value))
  }

  /// Reads a value with its quotation marks, which may be of either kind.
  private static func readValue(_ cursor: inout XMLCursor, of name: XMLName) throws(XMLFault) -> XMLPiece {
    let (source, end) = (cursor.bytes, cursor.count)
    var at = cursor.position
    guard at < end, source[at] == 0x22 || source[at] == 0x27 else {
      throw XMLFault("The value of \(cursor.string(name.whole)) is not in quotation marks.")
    }
    let mark = source[at]
    at &+= 1
    let start = at
    var hasReferences = false
    while at < end, source[at] != mark {
      let byte = source[at]
      // A line end in an attribute is a blank.
      if byte == 0x26 || byte < 0x20 { hasReferences = true }
      if byte == 0x3C { throw XMLFault("The value of \(cursor.string(name.whole)) has a < in it.") }
      at &+= 1
    }
    cursor.position = at
    guard at < end else { throw XMLFault("The value of \(cursor.string(name.whole)) is not closed.") }
    cursor.position = at &+ 1
    return XMLPiece(lower: start, upper: at, hasReferences: hasReferences)
  }

  /// Whether an attribute of this name has been read.
  @inline(__always)
  private func contains(_ name: XMLName, in cursor: XMLCursor) -> Bool {
    for place in 0..<stack.count {
      let other = stack[place].name
      if other.length == name.length, cursor.bytes[other.start] == cursor.bytes[name.start],
        cursor.areEqual(other.start, name.start, name.length)
      {
        return true
      }
    }
    return false
  }
}
