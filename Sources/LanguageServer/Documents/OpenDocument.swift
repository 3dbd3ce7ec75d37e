import Diagnostics
import Hosting
import LiveSheets
import SheetText

/// A text that a client has open, and the sheets in it.
///
/// The text of a sheet is one sheet. In Markdown each block of code that is called `sheet` is one of its own; around it
/// stands nothing but blanks, so that its places are those of the whole text.
final class OpenDocument {
  let uri: String
  /// The path of its file; `nil` for a text that has none.
  let path: String?
  let isMarkdown: Bool
  private(set) var version: Int
  private(set) var source: SourceText
  /// The sheets of the text, read when somebody asks.
  private(set) lazy var parts = readParts()
  /// Whether what is wrong with the text was told since it changed.
  var isTold = false
  /// What a client was given as the tokens of the text, for telling only what changes.
  var givenTokens: (id: Int, data: [Int])?
  /// What came of the tests of the text that were run.
  var outcomes = TestOutcomes()

  init(uri: String, version: Int, isMarkdown: Bool, text: String) {
    self.uri = uri
    self.version = version
    self.isMarkdown = isMarkdown
    path = FileAddress.path(ofURI: uri)
    source = SourceText(name: FileAddress.path(ofURI: uri) ?? uri, text)
  }

  /// Takes the changes of one notification, each of which is about the text that the one before has made.
  ///
  /// A change without a range is a text in place of the whole one.
  func apply(_ changes: [JSONValue], version: Int) {
    for change in changes {
      guard let text = change["text"]?.text else { continue }
      guard let range = change["range"], !range.isNull, let span = source.span(of: range) else {
        source = SourceText(name: source.name, text)
        continue
      }
      var bytes = source.bytes
      bytes.replaceSubrange(span.lower..<span.upper, with: text.utf8)
      source = SourceText(name: source.name, bytes: bytes)
    }
    self.version = version
    reread()
  }

  /// Forgets what was read, because the text or a file that it uses has changed.
  func reread() {
    let former = parts
    parts = readParts(after: former)
    // Blocks of Markdown come and go; of a whole text the sheet before is at hand.
    if !isMarkdown { parts.first?.former = former.first?.latest }
    outcomes.forget()
    isTold = false
  }

  /// The sheet that an offset lies in.
  func part(at offset: Int) -> SheetPart? {
    parts.last { $0.span.lower <= offset && offset <= $0.span.upper }
  }

  /// - Parameter former: The parts of the text before a change.
  private func readParts(after former: [SheetPart] = []) -> [SheetPart] {
    guard isMarkdown else {
      return [SheetPart(source, SourceSpan(0, source.bytes.count), changing: former.first?.document)]
    }
    return EmbeddedSheets.spans(in: source).map { span in
      SheetPart(EmbeddedSheets.text(of: span, in: source), span)
    }
  }
}

/// One sheet of an open text, loaded when somebody asks for its values.
final class SheetPart {
  let document: SheetDocument
  /// Its place in the open text.
  let span: SourceSpan
  private(set) var loaded: LoadedPart?
  /// The sheet of the text before it, from which this one may differ in little.
  fileprivate(set) var former: LoadedPart?
  /// The sheet, or the one before it that was loaded last.
  fileprivate var latest: LoadedPart? { loaded ?? former }

  /// - Parameter former: The document of a text that differs from this one in little.
  init(_ source: SourceText, _ span: SourceSpan, changing former: SheetDocument? = nil) {
    document = former.map { SheetDocument(source, changing: $0) } ?? SheetDocument(source)
    self.span = span
  }

  /// The sheet as it runs; it is loaded once, or made of the one before it.
  func loaded(by load: (SheetDocument, _ former: LoadedPart?) -> LoadedPart) -> LoadedPart {
    if let loaded { return loaded }
    let made = load(document, former)
    former = nil
    loaded = made
    return made
  }

  /// The statement that an offset lies in or right behind.
  func statement(at offset: Int) -> Statement? {
    document.statementIndex(at: offset).map { document.statements[$0] }
  }
}

/// A sheet that runs, with what was found wrong with it.
struct LoadedPart {
  var sheet: LiveSheet
  var findings: [Diagnostic]
  /// Judges the sheet, and what it is after a change.
  var judge: (LiveSheet) -> [Diagnostic]
  /// The files that it read, by their paths.
  var files: Set<String>
}
