import Diagnostics
import Hosting

/// A place in a text as the protocol counts it: lines from 0, and in a line the code units of UTF-16.
struct LinePosition: Hashable, Comparable {
  var line: Int
  var character: Int

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// `nil` for anything but an object with two numbers that are not negative.
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer, line >= 0, character >= 0
    else { return nil }
    self.init(line: line, character: character)
  }

  var json: JSONValue { ["line": .integer(line), "character": .integer(character)] }

  static func < (a: LinePosition, b: LinePosition) -> Bool { (a.line, a.character) < (b.line, b.character) }
}

extension SourceText {
  /// The place of an offset.
  func position(of offset: Int) -> LinePosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: offset)
    var units = 0
    // A byte that begins a character is a unit; one that begins a character beyond the first plane is two.
    for byte in bytes[lineStarts[line]..<offset] where byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
    return LinePosition(line: line, character: units)
  }

  /// The offset of a place; the nearest one before it where the text has no such place.
  func offset(of position: LinePosition) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    let line = span(ofLine: position.line)
    // A byte order mark that an editor sends is a character of its text.
    var offset = lineStarts[position.line]
    var units = 0
    while offset < line.upper {
      let lead = bytes[offset]
      units += lead >= 0xF0 ? 2 : 1
      if units > position.character { break }
      offset += 1
      while offset < line.upper, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }

  /// The span of a range of the protocol; `nil` for what is none.
  func span(of range: JSONValue?) -> SourceSpan? {
    guard let start = LinePosition(range?["start"]), let end = LinePosition(range?["end"]) else { return nil }
    let lower = offset(of: min(start, end))
    return SourceSpan(lower, offset(of: max(start, end)))
  }

  /// The range of the protocol for a span.
  func range(of span: SourceSpan) -> JSONValue {
    ["start": position(of: span.lower).json, "end": position(of: span.upper).json]
  }
}
