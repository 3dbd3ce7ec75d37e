import Diagnostics

/// A place of a file, as reports name it; the end is behind the last character.
struct Place {
  let file: String
  let line: Int
  let column: Int
  let endLine: Int
  let endColumn: Int

  init(_ span: SourceSpan?, in source: SourceText, of path: String) {
    file = path
    (line, column) = source.location(of: span?.lower ?? 0)
    (endLine, endColumn) = source.location(of: max(span?.upper ?? 0, span?.lower ?? 0))
  }

  var text: String { "\(file):\(line):\(column)" }
}
