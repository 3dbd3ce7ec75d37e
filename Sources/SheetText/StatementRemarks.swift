import CellModel
import Diagnostics

/// What is said of a statement beside what it says: documentation above it, and a comment behind it.
package struct StatementRemarks: Sendable, Hashable {
  /// The lines with three slashes.
  package var documentation: String?
  /// From its slashes to its last character that is no blank.
  package var comment: String?

  package init(documentation: String? = nil, comment: String? = nil) {
    self.documentation = documentation
    self.comment = comment
  }

  /// Those of a statement in its own text.
  package init(of statement: Statement, in source: SourceText) {
    documentation = statement.documentation.map { source[$0.span] }
    comment = source.comment(behind: statement.span.upper).map { source[$0] }
  }

  package var isEmpty: Bool { documentation == nil && comment == nil }

  /// Those that another has, and these where it has none.
  func replaced(by other: StatementRemarks) -> StatementRemarks {
    StatementRemarks(
      documentation: other.documentation ?? documentation, comment: other.comment ?? comment)
  }
}

extension Statement {
  /// Its place with that of its documentation.
  var documentedSpan: SourceSpan { documentation.map { $0.span.union(span) } ?? span }

  /// Its place with those of its documentation, of the lines of comments above it, and of the comment behind it.
  package func remarkedSpan(in source: SourceText) -> SourceSpan {
    var lower = documentedSpan.lower
    let line = source.lineIndex(of: lower)
    if source.firstOfLine(line) == lower {
      for line in (0..<line).reversed() {
        guard let first = source.firstOfLine(line) else { continue }
        guard source.beginsComment(at: first) else { break }
        lower = first
      }
    }
    return SourceSpan(lower, source.comment(behind: span.upper)?.upper ?? span.upper)
  }
}

extension SourceText {
  /// Where the first character of a line stands that is no blank; `nil` for a blank line.
  fileprivate func firstOfLine(_ index: Int) -> Int? {
    let line = span(ofLine: index)
    return (line.lower..<line.upper).first { !bytes[$0].isBlank && !bytes[$0].isLineEnd }
  }

  fileprivate func beginsComment(at index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == Ascii.slash && bytes[index + 1] == Ascii.slash
  }

  /// The comment that stands next on the line behind an offset.
  func comment(behind offset: Int) -> SourceSpan? {
    guard let first = (offset..<bytes.count).first(where: { !bytes[$0].isBlank }), beginsComment(at: first) else {
      return nil
    }
    var end = (first..<bytes.count).first { bytes[$0].isLineEnd } ?? bytes.count
    while bytes[end - 1].isBlank { end -= 1 }
    return SourceSpan(first, end)
  }
}
