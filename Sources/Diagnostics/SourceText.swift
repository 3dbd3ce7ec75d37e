/// A half-open range of UTF-8 offsets in a source text.
public struct SourceSpan: Hashable, Sendable {
  public var lower: Int
  public var upper: Int

  @inlinable package init(_ lower: Int, _ upper: Int) {
    self.lower = lower
    self.upper = max(lower, upper)
  }

  @inlinable package init(_ range: Range<Int>) { self.init(range.lowerBound, range.upperBound) }

  @inlinable package var count: Int { upper - lower }
  @inlinable package var isEmpty: Bool { lower == upper }

  /// The same span moved right by a count of bytes, as when a formula's span becomes one of its file.
  @inlinable package func shifted(by offset: Int) -> SourceSpan { SourceSpan(lower + offset, upper + offset) }

  /// The smallest span that covers both.
  @inlinable package func union(_ other: SourceSpan) -> SourceSpan {
    SourceSpan(min(lower, other.lower), max(upper, other.upper))
  }
}

/// A text somebody wrote, with the name it is known by and the places where its lines begin.
///
/// Lines and columns are counted from 1; a column counts characters, not bytes. CRLF, LF and CR end a line. A byte
/// order mark is no part of the first line.
package final class SourceText: Sendable {
  package let name: String
  package let bytes: [UInt8]
  package let lineStarts: [Int]
  /// The number of the first line; more than 1 for a piece of a longer text, such as an entry read from a pipe.
  package let firstLine: Int

  package init(name: String, bytes: [UInt8], firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
    var starts = [0]
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x0A {
        starts.append(index + 1)
      } else if bytes[index] == 0x0D, !(index + 1 < bytes.count && bytes[index + 1] == 0x0A) {
        starts.append(index + 1)
      }
      index += 1
    }
    lineStarts = starts
  }

  /// Where the first line begins: behind a byte order mark.
  package var start: Int { Self.start(of: bytes) }

  package static func start(of bytes: [UInt8]) -> Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  private func start(ofLine line: Int) -> Int { line == 0 ? start : lineStarts[line] }

  package convenience init(name: String, _ text: String) { self.init(name: name, bytes: Array(text.utf8)) }

  /// The text of a span, with ill-formed UTF-8 repaired.
  package subscript(span: SourceSpan) -> String {
    let lower = min(max(span.lower, 0), bytes.count)
    let upper = min(max(span.upper, lower), bytes.count)
    return String(decoding: bytes[lower..<upper], as: UTF8.self)
  }

  /// The line, counted from 0, that holds an offset.
  package func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The line and column of an offset; a line's number is that of the whole text, when this is a piece of it.
  package func location(of offset: Int) -> (line: Int, column: Int) {
    let line = lineIndex(of: offset)
    return (line + firstLine, characterCount(from: start(ofLine: line), to: offset) + 1)
  }

  /// The number, in its line, of the Unicode code point at an offset, counted from 1.
  package func codePointColumn(of offset: Int) -> Int {
    let lower = start(ofLine: lineIndex(of: offset))
    return bytes[lower..<min(max(offset, lower), bytes.count)].count { $0 & 0xC0 != 0x80 } + 1
  }

  /// The span of a line counted from 0, without its line end.
  package func span(ofLine line: Int) -> SourceSpan {
    let lower = start(ofLine: line)
    var upper = line + 1 < lineStarts.count ? lineStarts[line + 1] : bytes.count
    while upper > lower, bytes[upper - 1] == 0x0A || bytes[upper - 1] == 0x0D { upper -= 1 }
    return SourceSpan(lower, upper)
  }
}

extension Character {
  /// Whether it ends a line of a source text; others at which Unicode breaks lines stand in texts like any character.
  package var endsLine: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
