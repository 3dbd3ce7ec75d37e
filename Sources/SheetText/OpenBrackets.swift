import CellModel

/// The brackets that are open behind some lines of a text, which come one after the other.
///
/// Nothing but brackets reaches from one line into the next, as no text, comment or row of a table goes on over a line end.
/// So a text of many lines is not read again for each of them.
package struct OpenBrackets: Sendable {
  /// From the outermost to the innermost.
  private var brackets: [UInt8] = []
  private var isText = true

  package init() {}

  /// Whether the text cannot end here: a bracket is open, and nothing shows that it is no text at all.
  package var needMore: Bool { isText && !brackets.isEmpty }

  /// Goes on with the next line.
  ///
  /// - Complexity: O(*n* + *d*) for *n* bytes behind *d* open brackets.
  package mutating func pass(_ line: String) {
    let bytes = brackets + [Ascii.lineFeed] + line.utf8
    isText = isText && TextValidity.finding(in: bytes) == nil
    brackets = SheetScanner(bytes).openAtEnd.map { bytes[$0] }
  }
}
