import Diagnostics

/// A place of a file, as reports name it.
struct Place {
  let file: String
  let line: Int
  let column: Int

  init(_ span: SourceSpan?, in report: TestFileReport) {
    file = report.path
    (line, column) = report.source.location(of: span?.lower ?? 0)
  }

  var text: String { "\(file):\(line):\(column)" }
}
