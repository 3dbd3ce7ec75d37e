/// Reads an XML document piece by piece, over its UTF-8 bytes and without making anything of them.
///
/// What is read is well formed as far as elements, attributes and their quotation marks go. A document type may be named, but it
/// defines nothing: there are no entities but the five that every document has. Names come with their prefixes. A text is a
/// *piece* of the bytes until somebody asks for it as a `String`, so that what nobody wants costs nothing.
///
/// The bytes must outlive the scanner. They may come piece by piece from a feed: then whoever scans says now and then that
/// it needs none of the pieces before (``passRead()``), and the memory for a long document is that of its longest token.
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

  /// Bytes between two offsets.
  package struct Piece: BitwiseCopyable {
    package let lower: Int
    package let upper: Int
    /// Whether references such as `&amp;` stand for something in it.
    package let hasReferences: Bool

    package var count: Int { upper - lower }
  }

  struct Attribute: BitwiseCopyable {
    let nameStart: Int
    let localStart: Int
    let nameEnd: Int
    let value: Piece
  }

  /// An element that is open. The name of one whose bytes have been passed stands in ``Feeding/passedNames``, and -1 minus its place
  /// there is its lower bound.
  struct OpenElement: BitwiseCopyable {
    var lower: Int
    var upper: Int
    /// How many bytes of the name are its prefix and the colon.
    var prefix: Int

    var length: Int { upper &- lower }
  }

  // It is handed from function to function, and up to 128 bytes that is next to nothing.
  private var source: UnsafeBufferPointer<UInt8>
  package private(set) var position = 0
  private let feeding: Feeding?
  /// From where on a token may go on behind the bytes that there are.
  private var safeEnd = Int.max
  private var open = PlainStack<OpenElement>()
  private var hasRoot = false
  /// Whether the element that has just begun has ended as well.
  private var isEmptyElement = false
  private var nameStart = 0
  private var localStart = 0
  private var nameEnd = 0
  private var attributeStack = PlainStack<Attribute>()
  /// Each is compared with all before it.
  private static let mostAttributes = 1024
  /// The text, the comment or the contents of the instruction read last.
  package private(set) var piece = Piece(lower: 0, upper: 0, hasReferences: false)

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    source = bytes
    feeding = nil
    skipMark()
  }

  package init(_ feed: any XMLFeed) {
    feeding = Feeding(feed)
    source = feed.window
    while count < 3, readOn() {}
    safeEnd = feed.isComplete ? .max : count - Self.margin
    skipMark()
  }

  /// Passes the mark that says that the bytes are UTF-8.
  private mutating func skipMark() {
    if count >= 3, source[0] == 0xEF, source[1] == 0xBB, source[2] == 0xBF { position = 3 }
  }

  private var count: Int { source.count }

  /// How many elements are open.
  package var depth: Int { open.count }

  /// The bytes of the document that are there, for somebody who knows how some of its elements are nearly always written and reads them
  /// from ``position`` on; `nil` where no element can begin.
  package var bytesAtElement: UnsafeBufferPointer<UInt8>? {
    isEmptyElement || open.count == 0 || position >= count ? nil : source
  }

  /// Passes whole elements that were read in another way.
  package mutating func pass(to end: Int) { position = end }

  // MARK: Events

  package mutating func next() throws(XMLFault) -> Event {
    if isEmptyElement {
      isEmptyElement = false
      open.removeLast()
      return .end
    }
    guard position < safeEnd else { return try readFed() }
    let (start, hadRoot) = (position, hasRoot)
    do throws(XMLFault) {
      let event = try read()
      if position < count || isWhole(event) || safeEnd == .max { return event }
    } catch { if safeEnd == .max { throw error } }
    return try readLong(from: start, hadRoot)
  }

  /// Reads a token again that is longer than tokens seldom are.
  @inline(never)
  private mutating func readLong(from start: Int, _ hadRoot: Bool) throws(XMLFault) -> Event {
    (position, hasRoot) = (start, hadRoot)
    return try readFed()
  }

  /// Whether what has just been read does not go on in bytes that are still to come.
  private func isWhole(_ event: Event) -> Bool { position < count || event != .text && event != .finish }

  private mutating func read() throws(XMLFault) -> Event {
    while position < count {
      guard source[position] == 0x3C else {
        if let text = try readText() {
          piece = text
          return .text
        }
        continue
      }
      guard position + 1 < count else { throw XMLFault("A name is missing.") }
      switch source[position + 1] {
      case 0x2F:  // </
        try readEnd()
        return .end
      case 0x21:  // <!
        return try readDeclaration()
      case 0x3F:  // <?
        try readInstruction()
        // The declaration that a document begins with tells nothing.
        if isNamed("xml") {
          guard !hasRoot, nameStart <= 5 else { throw XMLFault("The declaration must come first.") }
          continue
        }
        return .instruction
      default:
        try readStart()
        return .start
      }
    }
    if let last = open.last {
      throw XMLFault("The element \(String(decoding: openName(last), as: UTF8.self)) is not closed.")
    }
    guard hasRoot else { throw XMLFault("There is no element.") }
    return .finish
  }

  /// Reads on to the end of the element that has begun last, whatever is in it.
  package mutating func skipElement() throws(XMLFault) {
    let outer = depth - 1
    while depth > outer || isEmptyElement { if try next() == .finish { return } }
  }

  private mutating func readText() throws(XMLFault) -> Piece? {
    let start = position
    let (source, end) = (source, count)
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
    position = at
    if open.count == 0 {
      guard isBlank else { throw XMLFault("There is text outside of the root element.") }
      return nil
    }
    return Piece(lower: start, upper: position, hasReferences: hasReferences)
  }

  private mutating func readDeclaration() throws(XMLFault) -> Event {
    if begins("<![CDATA[") {
      guard open.count > 0 else { throw XMLFault("There is text outside of the root element.") }
      position += 9
      piece = try self.piece(until: "]]>")
      return .text
    }
    guard begins("<!--") else { return try readDocumentType() }
    position += 4
    piece = try self.piece(until: "-->")
    for offset in piece.lower..<max(piece.upper - 1, piece.lower)
    where source[offset] == 0x2D && source[offset + 1] == 0x2D {
      throw XMLFault("There are two hyphens in a comment.")
    }
    return .comment
  }

  /// Reads `<!DOCTYPE name PUBLIC "…" "…">`, which says what to expect and nothing more.
  private mutating func readDocumentType() throws(XMLFault) -> Event {
    guard begins("<!DOCTYPE"), !hasRoot else { throw XMLFault("A declaration stands where none can be.") }
    position += 9
    skipBlanks()
    try readName()
    if source[nameStart..<nameEnd].contains(0x5B) { throw XMLFault("A document type definition is not taken.") }
    while true {
      skipBlanks()
      guard position < count else { throw XMLFault("The document type is not complete.") }
      switch source[position] {
      case 0x3E:
        position += 1
        return .documentType
      case 0x5B: throw XMLFault("A document type definition is not taken.")
      case 0x22:
        position += 1
        _ = try piece(until: "\"")
      case 0x27:
        position += 1
        _ = try piece(until: "'")
      default:
        // PUBLIC or SYSTEM, which is not the name that was asked for.
        let (start, local, end) = (nameStart, localStart, nameEnd)
        try readName()
        (nameStart, localStart, nameEnd) = (start, local, end)
      }
    }
  }

  private mutating func readInstruction() throws(XMLFault) {
    position += 2
    try readName()
    skipBlanks()
    piece = try self.piece(until: "?>")
  }

  private mutating func readEnd() throws(XMLFault) {
    position &+= 2
    if let last = open.last, last.lower >= 0 {
      let end = position &+ last.length
      if end < count, source[end] == 0x3E, areEqual(last.lower, position, last.length) {
        (nameStart, localStart, nameEnd) = (position, position &+ last.prefix, end)
        position = end &+ 1
        open.removeLast()
        return
      }
    }
    try readName()
    skipBlanks()
    guard position < count, source[position] == 0x3E, let last = open.last, last.length == nameEnd - nameStart,
      last.lower >= 0
        ? areEqual(last.lower, nameStart, nameEnd - nameStart)
        : openName(last).elementsEqual(source[nameStart..<nameEnd])
    else { throw XMLFault("The end of \(name) does not fit an element.") }
    position += 1
    open.removeLast()
  }

  @inline(__always)
  private mutating func openElement() {
    open.append(OpenElement(lower: nameStart, upper: nameEnd, prefix: localStart &- nameStart))
  }

  private mutating func readStart() throws(XMLFault) {
    guard open.count > 0 || !hasRoot else { throw XMLFault("There is more than one root element.") }
    hasRoot = true
    position += 1
    try readName()
    attributeStack.removeAll()
    while true {
      let blanks = skipBlanks()
      guard position < count else { throw XMLFault("The element \(name) is not complete.") }
      switch source[position] {
      case 0x3E:
        position &+= 1
        openElement()
        return
      case 0x2F:
        guard position + 1 < count, source[position + 1] == 0x3E else {
          throw XMLFault("The element \(name) is not complete.")
        }
        position &+= 2
        openElement()
        isEmptyElement = true
        return
      default:
        guard blanks else { throw XMLFault("A blank is missing in the element \(name).") }
        if !readPlainAttribute() { try readAttribute() }
      }
    }
  }

  /// Reads an attribute as nearly all are written: a name of letters and digits, an equals sign, and a value in quotation marks without
  /// blanks and references. Any other is not read at all.
  private mutating func readPlainAttribute() -> Bool {
    let (source, end) = (source, count)
    let start = position
    var at = start
    while at < end, Self.isPlain(source[at]) { at &+= 1 }
    let nameEnd = at
    guard nameEnd > start, at &+ 1 < end, source[at] == 0x3D, source[at &+ 1] == 0x22 else { return false }
    at &+= 2
    let valueStart = at
    // Behind quotation marks, & and blanks.
    while at < end, source[at] > 0x27, source[at] != 0x3C { at &+= 1 }
    guard at < end, source[at] == 0x22, !hasAttribute(start, nameEnd), attributeStack.count < Self.mostAttributes else {
      return false
    }
    position = at &+ 1
    attributeStack.append(
      Attribute(
        nameStart: start, localStart: start, nameEnd: nameEnd,
        value: Piece(lower: valueStart, upper: at, hasReferences: false)))
    return true
  }

  /// Whether an attribute of this name has been read.
  @inline(__always)
  private func hasAttribute(_ start: Int, _ end: Int) -> Bool {
    for place in 0..<attributeStack.count {
      let other = attributeStack[place]
      if other.nameEnd &- other.nameStart == end &- start, source[other.nameStart] == source[start],
        areEqual(other.nameStart, start, end &- start)
      {
        return true
      }
    }
    return false
  }

  private mutating func readAttribute() throws(XMLFault) {
    let (elementStart, elementLocal, elementEnd) = (nameStart, localStart, nameEnd)
    try readName()
    let (start, local, end) = (nameStart, localStart, nameEnd)
    (nameStart, localStart, nameEnd) = (elementStart, elementLocal, elementEnd)
    skipBlanks()
    guard position < count, source[position] == 0x3D else {
      throw XMLFault("The attribute \(string(Piece(lower: start, upper: end, hasReferences: false))) has no value.")
    }
    position &+= 1
    skipBlanks()
    guard position < count, source[position] == 0x22 || source[position] == 0x27 else {
      throw XMLFault(
        "The value of \(string(Piece(lower: start, upper: end, hasReferences: false))) is not in quotation marks.")
    }
    let mark = source[position]
    position &+= 1
    let valueStart = position
    var hasReferences = false
    while position < count, source[position] != mark {
      let byte = source[position]
      // A line end in an attribute is a blank.
      if byte == 0x26 || byte < 0x20 { hasReferences = true }
      if byte == 0x3C {
        throw XMLFault("The value of \(string(Piece(lower: start, upper: end, hasReferences: false))) has a < in it.")
      }
      position &+= 1
    }
    guard position < count else {
      throw XMLFault("The value of \(string(Piece(lower: start, upper: end, hasReferences: false))) is not closed.")
    }
    let value = Piece(lower: valueStart, upper: position, hasReferences: hasReferences)
    position &+= 1
    guard !hasAttribute(start, end) else {
      throw XMLFault("The attribute \(string(Piece(lower: start, upper: end, hasReferences: false))) occurs twice.")
    }
    guard attributeStack.count < Self.mostAttributes else {
      throw XMLFault("An element has more than \(Self.mostAttributes) attributes.")
    }
    attributeStack.append(Attribute(nameStart: start, localStart: local, nameEnd: end, value: value))
  }

  // MARK: Bytes

  private mutating func readName() throws(XMLFault) {
    let (source, end) = (source, count)
    nameStart = position
    localStart = position
    var at = position
    while at < end {
      if Self.isPlain(source[at]) {
        at &+= 1
        continue
      }
      switch source[at] {
      case 0x3A:
        at &+= 1
        localStart = at
        continue
      case 0...0x20, 0x22, 0x26, 0x27, 0x2F, 0x3C, 0x3D, 0x3E, 0x3F: break
      default:
        at &+= 1
        continue
      }
      break
    }
    position = at
    nameEnd = at
    guard nameEnd > localStart else { throw XMLFault("A name is missing.") }
  }

  @discardableResult
  private mutating func skipBlanks() -> Bool {
    let start = position
    while position < count, Self.isBlank(source[position]) { position &+= 1 }
    return position > start
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

  /// Whether a byte is a letter of ASCII or a digit.
  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }

  @inline(__always)
  private func areEqual(_ a: Int, _ b: Int, _ length: Int) -> Bool {
    for offset in 0..<length where source[a + offset] != source[b + offset] { return false }
    return true
  }

  private func begins(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position + length <= count else { return false }
    for offset in 0..<length where source[position + offset] != text.utf8Start[offset] { return false }
    return true
  }

  /// The bytes up to a mark, behind which the position stands then.
  private mutating func piece(until end: StaticString) throws(XMLFault) -> Piece {
    let start = position
    while position < count {
      if begins(end) {
        defer { position += end.utf8CodeUnitCount }
        return Piece(lower: start, upper: position, hasReferences: false)
      }
      position &+= 1
    }
    throw XMLFault("\(end) is missing.")
  }
}

// MARK: - Bytes that come piece by piece

extension XMLScanner {
  /// Where more bytes come from, and what is needed of those that have been passed.
  private final class Feeding {
    let feed: any XMLFeed
    /// The names of open elements whose bytes have been passed.
    var passedNames: [[UInt8]] = []

    init(_ feed: any XMLFeed) { self.feed = feed }
  }

  /// As much as a token seldom needs: so far before the end of what is there it is read without a thought.
  private static let margin = 4096

  /// Lets the feed read on; `false` at the end of the document.
  private mutating func readOn() -> Bool {
    guard let feed = feeding?.feed, !feed.isComplete else { return false }
    feed.readOn()
    source = feed.window
    safeEnd = feed.isComplete ? .max : count - Self.margin
    return true
  }

  /// Reads a token that may go on behind the bytes that there are; if it does, it is read again when there are more.
  @inline(never)
  private mutating func readFed() throws(XMLFault) -> Event {
    while position >= safeEnd { if !readOn() { break } }
    let (start, hadRoot) = (position, hasRoot)
    while true {
      do throws(XMLFault) {
        let event = try read()
        // A text that reaches to the end of what is there may go on.
        if isWhole(event) || !readMore(than: start) { return event }
      } catch { guard readMore(than: start) else { throw error } }
      (position, hasRoot) = (start, hadRoot)
    }
  }

  /// Doubles what is there of a token, so that reading it again and again costs no more than reading it twice.
  private mutating func readMore(than start: Int) -> Bool {
    let goal = 2 * (count - start)
    guard readOn() else { return false }
    while count - start < goal, readOn() {}
    return true
  }

  /// Says that no piece is needed any more, so that the memory of what was read may be used again.
  ///
  /// Pieces and attributes that were given before are not good any more.
  package mutating func passRead() {
    guard let feeding else { return }
    let moved = feeding.feed.passable(before: position)
    guard moved > 0 else { return }
    for place in 0..<open.count where open[place].lower >= 0 {
      let element = open[place]
      var lower = element.lower - moved
      if lower < 0 {
        feeding.passedNames.append(openName(element))
        lower = -feeding.passedNames.count
      }
      open[place] = OpenElement(lower: lower, upper: lower + element.length, prefix: element.prefix)
    }
    feeding.feed.pass(moved)
    source = feeding.feed.window
    position -= moved
    if safeEnd != .max { safeEnd -= moved }
    attributeStack.removeAll()
  }

  private func openName(_ element: OpenElement) -> [UInt8] {
    guard element.lower < 0 else { return Array(source[element.lower..<element.upper]) }
    return feeding?.passedNames[-1 - element.lower] ?? []
  }
}

// MARK: - Names and attributes

extension XMLScanner {
  var attributes: [Attribute] { (0..<attributeStack.count).map { attributeStack[$0] } }

  /// The attributes of the element that has just begun, each with its whole name, its name without prefix, and its value
  /// between the quotation marks.
  package var attributePieces: [(name: Piece, localName: Piece, value: Piece)] {
    attributes.map { attribute in
      (
        Piece(lower: attribute.nameStart, upper: attribute.nameEnd, hasReferences: false),
        Piece(lower: attribute.localStart, upper: attribute.nameEnd, hasReferences: false), attribute.value
      )
    }
  }

  /// Calls the body with each attribute of the element that has just begun: its name without prefix, and its value as it
  /// stands between the quotation marks.
  package func forEachAttribute(
    _ body: (_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) -> Void
  ) {
    for place in 0..<attributeStack.count {
      let attribute = attributeStack[place]
      body(
        UnsafeBufferPointer(rebasing: source[attribute.localStart..<attribute.nameEnd]), bytes(of: attribute.value))
    }
  }

  /// The bytes between two positions.
  package func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: source[range]) }

  package func byte(at position: Int) -> UInt8 { source[position] }

  /// Whether the element that has just begun has ended as well.
  package var isEmpty: Bool { isEmptyElement }

  /// The name of the element or instruction read last, with its prefix.
  package var name: String { string(Piece(lower: nameStart, upper: nameEnd, hasReferences: false)) }

  /// The name of an element without its prefix.
  package var localName: String { string(Piece(lower: localStart, upper: nameEnd, hasReferences: false)) }

  /// Whether the element that has just begun has a name, whatever its prefix.
  @inline(__always)
  package func isNamed(_ name: StaticString) -> Bool { isEqual(localStart, nameEnd, name) }

  /// The value of an attribute of the element that has just begun, whatever its prefix.
  @inline(__always)
  package func attribute(_ name: StaticString) -> Piece? {
    for place in 0..<attributeStack.count {
      let attribute = attributeStack[place]
      if isEqual(attribute.localStart, attribute.nameEnd, name) { return attribute.value }
    }
    return nil
  }

  @inline(__always)
  private func isEqual(_ lower: Int, _ upper: Int, _ name: StaticString) -> Bool {
    guard upper &- lower == name.utf8CodeUnitCount else { return false }
    let start = name.utf8Start
    for offset in 0..<(upper &- lower) where source[lower &+ offset] != start[offset] { return false }
    return true
  }

  /// Whether a piece is a text, byte by byte.
  package func isPiece(_ piece: Piece, _ text: StaticString) -> Bool { isEqual(piece.lower, piece.upper, text) }

  /// The bytes of a piece as they stand.
  @inline(__always)
  package func bytes(of piece: Piece) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: source[piece.lower..<piece.upper])
  }

  /// The bytes of a piece as a text; references are not replaced.
  func string(_ piece: Piece) -> String { String(decoding: bytes(of: piece), as: UTF8.self) }

  // MARK: Texts

  /// The text of an element, with references replaced and each line end as one line feed.
  package func text(of piece: Piece) throws(XMLFault) -> String {
    piece.hasReferences ? try decoded(piece, isAttribute: false) : string(piece)
  }

  /// The value of an attribute, in which line ends and tabs are blanks.
  package func value(of piece: Piece) throws(XMLFault) -> String {
    piece.hasReferences ? try decoded(piece, isAttribute: true) : string(piece)
  }

  private func decoded(_ piece: Piece, isAttribute: Bool) throws(XMLFault) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(piece.count)
    var offset = piece.lower
    while offset < piece.upper {
      switch source[offset] {
      case 0x26: offset = try appendReference(at: offset, before: piece.upper, to: &result)
      case 0x0D:
        offset += 1
        if offset < piece.upper, source[offset] == 0x0A { offset += 1 }
        result.append(isAttribute ? 0x20 : 0x0A)
      case 0x09 where isAttribute, 0x0A where isAttribute:
        result.append(0x20)
        offset += 1
      default:
        result.append(source[offset])
        offset += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends what `&lt;` and its kin or `&#65;` stand for, and gives the offset behind it.
  private func appendReference(at start: Int, before end: Int, to result: inout [UInt8]) throws(XMLFault) -> Int {
    var offset = start + 1
    while offset < end, source[offset] != 0x3B, offset - start < 12 { offset += 1 }
    guard offset < end, source[offset] == 0x3B else { throw XMLFault("There is an & that begins no entity.") }
    let name = string(Piece(lower: start + 1, upper: offset, hasReferences: false))
    switch name {
    case "lt": result.append(0x3C)
    case "gt": result.append(0x3E)
    case "amp": result.append(0x26)
    case "quot": result.append(0x22)
    case "apos": result.append(0x27)
    default:
      let value =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let value, let scalar = Unicode.Scalar(value), XMLCharacter.isAllowed(scalar) else {
        throw XMLFault("There is no entity \(name).")
      }
      result.append(contentsOf: Array(String(Character(scalar)).utf8))
    }
    return offset + 1
  }
}
