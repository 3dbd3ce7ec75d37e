/// Reads an XML document token by token, over its UTF-8 bytes and without making anything of them.
///
/// What is read is well formed as far as elements, attributes and their quotation marks go. A document type may be
/// named, but it defines nothing: there are no entities but the five that every document has. Names come with their
/// prefixes. A text is a *piece* of the bytes until somebody asks for it as a `String`, so that what nobody wants costs
/// nothing.
///
/// The bytes must outlive the scanner. They may come piece by piece from a feed: then whoever scans says now and then
/// that it needs none of the pieces before (``passRead()``), and the memory for a long document is that of its longest
/// token.
package struct XMLScanner: ~Copyable {
  package enum Event {
    /// The beginning of an element, with its name and attributes; one without contents is followed by its end at once.
    case start
    case end
    /// Some of an element's text; what stands before and behind a comment or CDATA comes in several pieces.
    case text
    case comment
    case instruction
    /// The name of a document type, whose definition stands elsewhere and is not looked for.
    case documentType
    /// The document is complete.
    case finish
  }

  // It is handed from function to function, and up to 128 bytes that is next to nothing.
  var cursor: XMLCursor
  private var inflow: XMLInflow
  var open = XMLOpenElements()
  /// The name of the element or instruction read last.
  var lastName = XMLName()
  var attributes = XMLAttributes()
  /// The text, the comment or the contents of the instruction read last.
  package internal(set) var piece = XMLPiece(lower: 0, upper: 0)
  var hasRoot = false
  /// Whether the element that has just begun has ended as well.
  var isEmptyElement = false

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    cursor = XMLCursor(bytes)
    inflow = XMLInflow()
    cursor.skipMark()
  }

  package init(_ feed: any XMLFeed) {
    cursor = XMLCursor(feed.window)
    inflow = XMLInflow(feed)
    while cursor.count < 3, inflow.readOn(&cursor) {}
    cursor.skipMark()
  }

  package var position: Int { cursor.position }

  /// How many elements are open.
  package var depth: Int { open.count }

  /// The bytes of the document that are there, for somebody who knows how some of its elements are nearly always
  /// written and reads them from ``position`` on; `nil` where no element can begin.
  package var bytesAtElement: UnsafeBufferPointer<UInt8>? {
    isEmptyElement || open.count == 0 || cursor.position >= cursor.count ? nil : cursor.bytes
  }

  /// Passes whole elements that were read in another way.
  package mutating func pass(to end: Int) { cursor.position = end }

  // MARK: Events

  package mutating func next() throws(XMLFault) -> Event {
    if isEmptyElement {
      isEmptyElement = false
      open.close()
      return .end
    }
    guard cursor.position < inflow.safeEnd else { return try readFed() }
    let (start, hadRoot) = (cursor.position, hasRoot)
    do throws(XMLFault) {
      let event = try read()
      if isWhole(event) || inflow.isComplete { return event }
    } catch { if inflow.isComplete { throw error } }
    return try readLong(from: start, hadRoot)
  }

  /// Reads on to the end of the element that has begun last, whatever is in it.
  package mutating func skipElement() throws(XMLFault) {
    let outer = depth - 1
    while depth > outer || isEmptyElement { if try next() == .finish { return } }
  }

  // MARK: What comes piece by piece

  /// Reads a token again that is longer than tokens seldom are.
  @inline(never)
  private mutating func readLong(from start: Int, _ hadRoot: Bool) throws(XMLFault) -> Event {
    (cursor.position, hasRoot) = (start, hadRoot)
    return try readFed()
  }

  /// Whether what has just been read does not go on in bytes that are still to come.
  ///
  /// A text that reaches to the end of what is there may go on.
  private func isWhole(_ event: Event) -> Bool { cursor.position < cursor.count || event != .text && event != .finish }

  /// Reads a token that may go on behind the bytes that there are; if it does, it is read again when there are more.
  @inline(never)
  private mutating func readFed() throws(XMLFault) -> Event {
    while cursor.position >= inflow.safeEnd { if !inflow.readOn(&cursor) { break } }
    let (start, hadRoot) = (cursor.position, hasRoot)
    while true {
      do throws(XMLFault) {
        let event = try read()
        if isWhole(event) || !inflow.readMore(&cursor, than: start) { return event }
      } catch { guard inflow.readMore(&cursor, than: start) else { throw error } }
      (cursor.position, hasRoot) = (start, hadRoot)
    }
  }

  /// Says that no piece is needed any more, so that the memory of what was read may be used again.
  ///
  /// Pieces and attributes that were given before are not good any more.
  package mutating func passRead() {
    let passed = inflow.passable(cursor)
    guard passed > 0 else { return }
    open.pass(passed, of: cursor)
    inflow.pass(passed, of: &cursor)
    attributes.removeAll()
  }
}
