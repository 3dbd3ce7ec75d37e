/// The elements of a document that are open, the root first.
///
/// - O1. An end closes the innermost element, and has its name to the letter, prefix and all.
/// - O2. A name is where it stands in the document; one whose bytes have been passed is kept here.
struct XMLOpenElements: ~Copyable {
  /// An element by its name.
  ///
  /// The lower bound of one whose bytes have been passed is -1 minus its place in ``passedNames``.
  struct Element: BitwiseCopyable {
    var lower: Int
    var upper: Int
    /// How many bytes of the name are its prefix and the colon.
    var prefix: Int

    var length: Int { upper &- lower }
  }

  private var stack = PlainStack<Element>()
  private var passedNames: [[UInt8]] = []

  /// How deep it is.
  @inline(__always) var count: Int { stack.count }

  /// The name of the innermost element, with its prefix.
  func innermostName(in cursor: XMLCursor) -> String? {
    stack.last.map { String(decoding: name(of: $0, in: cursor), as: UTF8.self) }
  }

  @inline(__always)
  mutating func open(_ name: XMLName) {
    stack.append(Element(lower: name.start, upper: name.end, prefix: name.prefixLength))
  }

  /// Closes the innermost element, which has no end of its own.
  @inline(__always)
  mutating func close() { stack.removeLast() }

  /// Reads an end from behind its `</`, and closes the element that it ends.
  mutating func close(_ cursor: inout XMLCursor) throws(XMLFault) -> XMLName {
    // As nearly all are written: the name that is expected, and nothing behind it.
    if let last = stack.last, last.lower >= 0 {
      let start = cursor.position
      let end = start &+ last.length
      if end < cursor.count, cursor.bytes[end] == 0x3E, cursor.areEqual(last.lower, start, last.length) {
        cursor.position = end &+ 1
        stack.removeLast()
        return XMLName(start: start, prefix: last.prefix, end: end)
      }
    }
    let name = try cursor.readName()
    cursor.skipBlanks()
    guard cursor.position < cursor.count, cursor.bytes[cursor.position] == 0x3E, let last = stack.last,
      last.length == name.length,
      last.lower >= 0
        ? cursor.areEqual(last.lower, name.start, name.length)
        : self.name(of: last, in: cursor).elementsEqual(cursor.bytes[name.start..<name.end])
    else { throw XMLFault("The end of \(cursor.string(name.whole)) does not fit an element.") }
    cursor.position += 1
    stack.removeLast()
    return name
  }

  /// Keeps the names that stand in the first bytes, which are about to be passed.
  mutating func pass(_ count: Int, of cursor: XMLCursor) {
    for place in 0..<stack.count where stack[place].lower >= 0 {
      let element = stack[place]
      var lower = element.lower - count
      if lower < 0 {
        passedNames.append(name(of: element, in: cursor))
        lower = -passedNames.count
      }
      stack[place] = Element(lower: lower, upper: lower + element.length, prefix: element.prefix)
    }
  }

  private func name(of element: Element, in cursor: XMLCursor) -> [UInt8] {
    element.lower < 0 ? passedNames[-1 - element.lower] : Array(cursor.bytes[element.lower..<element.upper])
  }
}
