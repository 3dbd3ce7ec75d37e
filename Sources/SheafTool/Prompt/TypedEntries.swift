import CellModel
import Diagnostics

/// What was typed or piped in so far, by its lines, which place findings.
///
/// The sheet's text is made of entries, but its lines are not those that somebody has typed: a finding about a statement
/// of the text is shown where the statement was entered. What comes from a file keeps its place there.
struct TypedEntries {
  private struct TypedText {
    let text: [UInt8]
    let line: Int
  }

  private var entries: [TypedText] = []

  mutating func add(_ text: String, line: Int) { entries.append(TypedText(text: Array(text.utf8), line: line)) }

  /// The finding and the text in which it is shown: the entry in which its places were typed, or its own text.
  func placed(
    _ diagnostic: Diagnostic, in source: SourceText, named name: String
  ) -> (diagnostic: Diagnostic, source: SourceText) {
    guard let place = diagnostic.labels.first?.span, place.upper <= source.bytes.count else {
      return (diagnostic, source)
    }
    let line = source.span(ofLine: source.lineIndex(of: place.lower))
    let written = source.bytes[line.lower..<line.upper].drop { $0 == Ascii.space || $0 == Ascii.tab }
    guard !written.isEmpty else { return (diagnostic, source) }
    for entry in entries.reversed() {
      guard let start = entry.text.firstRange(of: written)?.lowerBound else { continue }
      let offset = start - written.startIndex
      let isThere = diagnostic.labels.allSatisfy { label in
        let (lower, upper) = (label.span.lower + offset, label.span.upper + offset)
        return lower >= 0 && upper <= entry.text.count && label.span.upper <= source.bytes.count
          && entry.text[lower..<upper] == source.bytes[label.span.lower..<label.span.upper]
      }
      guard isThere else { continue }
      return (diagnostic.shifted(by: offset), SourceText(name: name, bytes: entry.text, firstLine: entry.line))
    }
    return (diagnostic, source)
  }
}
