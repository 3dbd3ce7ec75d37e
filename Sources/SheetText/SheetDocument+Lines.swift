import CellModel
import Diagnostics

extension SourceText {
  /// A part of the text with some changes in it.
  ///
  /// - Parameter edits: They lie in the part and do not overlap.
  package func text(of part: SourceSpan, with edits: [TextEdit]) -> String {
    var text = ""
    var index = part.lower
    for edit in edits.sorted(by: { $0.span.lower < $1.span.lower }) {
      text += self[SourceSpan(index, edit.span.lower)] + edit.text
      index = edit.span.upper
    }
    return text + self[SourceSpan(index, part.upper)]
  }
}

extension SheetDocument {
  /// What stands before a statement on its line, if that is nothing but blanks; `nil` where something comes before.
  package func indentation(of statement: Statement) -> String? {
    let start = LineFinder(bytes: bytes).start(statement.span.lower)
    guard bytes[start..<statement.span.lower].allSatisfy(\.isBlank) else { return nil }
    return source[SourceSpan(start, statement.span.lower)]
  }

  /// What takes statements away, each with its documentation and the comment behind it; lines on which nothing else stands
  /// go as a whole.
  ///
  /// - Parameter indices: In ascending order.
  package func edits(removing indices: [Int]) -> [TextEdit] {
    let lines = LineFinder(bytes: bytes)
    var edits: [TextEdit] = []
    var place = 0
    while place < indices.count {
      let first = indices[place]
      // Statements that stand on the same lines are taken together.
      var end = place + 1
      var limit = lines.limit(statements[first].span.upper)
      while end < indices.count, indices[end] == indices[end - 1] + 1, statements[indices[end]].span.lower < limit {
        limit = lines.limit(statements[indices[end]].span.upper)
        end += 1
      }
      edits += self.edits(removingRun: first...indices[end - 1], through: limit)
      place = end
    }
    return edits
  }

  /// What takes statements away that follow one another on the same lines.
  ///
  /// - Parameter limit: Where these lines end.
  private func edits(removingRun run: ClosedRange<Int>, through limit: Int) -> [TextEdit] {
    let (first, last) = (statements[run.lowerBound], statements[run.upperBound])
    let next = run.upperBound + 1
    let isFirst = indentation(of: first) != nil
    guard next == statements.count || statements[next].span.lower >= limit else {
      let documentation = isFirst ? first.documentation.map { $0.span } : nil
      let start = LineFinder(bytes: bytes).start(first.span.lower)
      let above = documentation.map { TextEdit(SourceSpan(LineFinder(bytes: bytes).start($0.lower), start), "") }
      return [above, TextEdit(SourceSpan(first.span.lower, statements[next].span.lower), "")].compactMap(\.self)
    }
    if isFirst {
      let lower = LineFinder(bytes: bytes).start(first.documentation?.span.lower ?? first.span.lower)
      return [TextEdit(SourceSpan(lower, limit), "")]
    }
    var lower = first.span.lower
    while lower > 0, bytes[lower - 1].isBlank || bytes[lower - 1] == Ascii.semicolon { lower -= 1 }
    return [TextEdit(SourceSpan(lower, last.span.upper), "")]
  }
}
