import CellModel

/// A cell as nearly all are written, such as `<c r="B7" s="3"><f t="shared" si="4"/><v>12</v></c>`, read in one go over its bytes.
///
/// It knows an address, a style and a type, each in quotation marks; a formula of its own, or one that is shared; and a value. There are no
/// blanks between, no references such as `&amp;`, no prefixes. Whatever else stands there is left to the scanner, which reads the same
/// of a cell that is written like this.
struct PlainCell {
  enum ValueType { case number, sharedString, string, logical }

  enum Formula {
    case plain(Range<Int>)
    /// The number by which the file names a formula, where its text stands, and whether its cells are told.
    case shared(Int, Range<Int>, hasArea: Bool)
  }

  private(set) var row = 0
  private(set) var column = 0
  private(set) var style: Int32 = 0
  private(set) var type = ValueType.number
  private(set) var formula: Formula?
  /// Where the bytes of the value stand; empty without one.
  private(set) var value = 0..<0
  /// The offset behind the cell.
  private(set) var end = 0

  /// Reads the cell that begins at an offset; `nil` when it is written otherwise or goes on behind the bytes.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard bytes.count &- start >= 8, bytes[start] == Ascii.less, bytes[start &+ 1] == UInt8(ascii: "c"),
      bytes[start &+ 2] == Ascii.space
    else { return nil }
    self.init(whole: bytes, at: start)
  }

  private init?(whole bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
    var line = Line(bytes, at: start &+ 2)
    var hasAddress = false
    var hasStyle = false
    var hasType = false
    while line.takes(Ascii.space) {
      guard let name = line.next(), line.takes(Ascii.equals), line.takes(Ascii.quote) else { return nil }
      switch name {
      case UInt8(ascii: "r"):
        guard !hasAddress, readAddress(&line) else { return nil }
        hasAddress = true
      case UInt8(ascii: "s"):
        guard !hasStyle, let number = line.number() else { return nil }
        style = Int32(number)
        hasStyle = true
      case UInt8(ascii: "t"):
        guard !hasType, let type = Self.type(&line) else { return nil }
        self.type = type
        hasType = true
      default: return nil
      }
      guard line.takes(Ascii.quote) else { return nil }
    }
    guard hasAddress else { return nil }
    if line.takes(Ascii.slash) {
      guard line.takes(Ascii.greater) else { return nil }
      end = line.position
      return
    }
    guard line.takes(Ascii.greater) else { return nil }
    if line.takes("<f") {
      guard let formula = Self.formula(&line) else { return nil }
      self.formula = formula
    }
    if line.takes("<v>") {
      value = line.text()
      guard !value.isEmpty, line.takes("</v>") else { return nil }
    }
    guard line.takes("</c>") else { return nil }
    end = line.position
  }

  private mutating func readAddress(_ line: inout Line) -> Bool {
    var letters = 0
    while let byte = line.peek, byte &- UInt8(ascii: "A") < 26, letters <= Area.lastColumn {
      letters = letters &* 26 &+ Int(byte &- UInt8(ascii: "A")) &+ 1
      line.pass()
    }
    guard letters > 0, letters <= Area.lastColumn + 1, let digits = line.number(), digits > 0,
      digits <= Area.lastRow + 1
    else { return false }
    row = digits &- 1
    column = letters &- 1
    return true
  }

  private static func type(_ line: inout Line) -> ValueType? {
    if line.takes("str") { return .string }
    return switch line.next() {
    case UInt8(ascii: "s"): .sharedString
    case UInt8(ascii: "b"): .logical
    case UInt8(ascii: "n"): .number
    default: nil
    }
  }

  /// Reads a formula behind `<f`.
  private static func formula(_ line: inout Line) -> Formula? {
    var isShared = false
    var number: Int?
    var hasArea = false
    while line.takes(Ascii.space) {
      if !isShared, line.takes("t=\"shared\"") {
        isShared = true
      } else if number == nil, line.takes("si=\"") {
        guard let digits = line.number(), line.takes(Ascii.quote) else { return nil }
        number = digits
      } else if !hasArea, line.takes("ref=\"") {
        _ = line.text(before: Ascii.quote)
        guard line.takes(Ascii.quote) else { return nil }
        hasArea = true
      } else {
        return nil
      }
    }
    guard isShared == (number != nil) else { return nil }
    var text = 0..<0
    if line.takes(Ascii.greater) {
      text = line.text()
      guard line.takes("</f>") else { return nil }
    } else {
      guard line.takes("/>") else { return nil }
    }
    if let number { return .shared(number, text, hasArea: hasArea) }
    return text.isEmpty ? nil : .plain(text)
  }
}

extension PlainCell {
  /// Bytes that are read from left to right.
  private struct Line {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int

    @inline(__always)
    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) {
      self.bytes = bytes
      self.position = position
    }

    @inline(__always)
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    @inline(__always)
    mutating func pass() { position &+= 1 }

    @inline(__always)
    mutating func next() -> UInt8? {
      guard position < bytes.count else { return nil }
      position &+= 1
      return bytes[position &- 1]
    }

    /// Passes a byte if it comes next.
    @inline(__always)
    mutating func takes(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position &+= 1
      return true
    }

    /// Passes a text if it comes next.
    @inline(__always)
    mutating func takes(_ text: StaticString) -> Bool {
      let count = text.utf8CodeUnitCount
      guard bytes.count &- position >= count else { return false }
      for offset in 0..<count where bytes[position &+ offset] != text.utf8Start[offset] { return false }
      position &+= count
      return true
    }

    /// Passes up to eight digits; `nil` when there are none or more.
    @inline(__always)
    mutating func number() -> Int? {
      var number = 0
      let start = position
      while position < bytes.count, bytes[position] &- Ascii.zero < 10 {
        number = number &* 10 &+ Int(bytes[position] &- Ascii.zero)
        position &+= 1
        guard position &- start <= 8 else { return nil }
      }
      return position > start ? number : nil
    }

    /// Passes what stands before a `<` or another mark, as long as all of it means itself.
    @inline(__always)
    mutating func text(before mark: UInt8 = Ascii.less) -> Range<Int> {
      let start = position
      while position < bytes.count {
        let byte = bytes[position]
        if byte == mark || byte == Ascii.less || byte == Ascii.ampersand || byte == Ascii.carriageReturn { break }
        position &+= 1
      }
      return start..<position
    }
  }
}
