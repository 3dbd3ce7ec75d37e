import Diagnostics
import SheetText

/// The words of what is wrong with the names, the used sheets and the tables of a program.
package enum ProgramDiagnostics {
  static func definedTwice(_ name: WrittenText, _ first: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "defined-twice", "\(name.text) is defined twice",
      at: [Diagnostic.Label(name.span, "again here"), Diagnostic.Label(first.span, "first here")],
      help: "rename one of them, or remove it")
  }

  static func filledTwice(_ span: SourceSpan, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "defined-twice", "some of these cells are filled twice",
      at: [Diagnostic.Label(span, "again here"), Diagnostic.Label(first, "first here")])
  }

  static func fillTooLarge(_ span: SourceSpan, _ count: Int, limit: Int) -> Diagnostic {
    Diagnostic(
      code: "fill-too-large", "a fill of \(count) cells is more than one statement may make", at: span,
      label: "at most \(limit)", help: "name the rows that are used, as in A1:A1000")
  }

  static func badRange(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "bad-domain", "the range has no numbers in it", at: span, label: "from a number to a greater one",
      help: "write in 0..1")
  }

  static func columnTwice(_ name: WrittenText, _ first: SourceSpan?) -> Diagnostic {
    Diagnostic(
      code: "defined-twice", "the column \(name.text) is there already",
      at: [Diagnostic.Label(name.span, "again here")] + (first.map { [Diagnostic.Label($0, "first here")] } ?? []),
      help: first == nil ? "the file has a column of this name; choose another" : nil)
  }

  static func unreadableFile(_ source: WrittenText, _ why: String) -> Diagnostic {
    Diagnostic(code: "unreadable-file", "“\(source.text)” cannot be read", at: source.span, label: why)
  }

  static func badFile(_ source: WrittenText, _ line: Int, _ why: String) -> Diagnostic {
    Diagnostic(code: "bad-csv", "\(source.text):\(line): \(why)", at: source.span, label: "read from here")
  }

  static func missingColumn(_ name: WrittenText, _ source: WrittenText, _ columns: [String]) -> Diagnostic {
    Diagnostic(
      code: "missing-column", "\(source.text) has no column named \(name.text)", at: name.span,
      label: "not in the file",
      help: NearNames.suggestion(for: name.text, among: columns).map { "did you mean \($0)?" } ?? self.columns(columns))
  }

  static func unknownUse(_ path: WrittenText, _ why: String) -> Diagnostic {
    Diagnostic(code: "unreadable-file", "“\(path.text)” cannot be read", at: path.span, label: why)
  }

  static func useOfItself(_ path: WrittenText) -> Diagnostic {
    Diagnostic(
      code: "circular-use", "“\(path.text)” uses itself", at: path.span, label: "it would have no end")
  }

  static func notInRows(_ what: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      code: "not-in-rows", "a sheet in the rows of a table cannot have \(what)", at: span,
      label: "each row has named cells only", help: "use it once with use … as, or give it named cells")
  }

  /// The columns of a table that has not too many of them, for the help of a finding.
  package static func columns(_ names: [String]) -> String? {
    names.isEmpty || names.count > 12 ? nil : "its columns are \(names.joined(separator: ", "))"
  }
}
