import SheetText

/// A text of a sheet while it is edited line by line: what it was before, and what has been done to it.
///
/// Whoever goes back takes an earlier revision, so that the text is what it was, byte for byte. A revision is read when
/// somebody asks for its ``document``; until then it costs no more than its edits. These rules hold:
///
/// - R1. What a revision says never changes.
/// - R2. No more than ``depth`` revisions that have not been read stand one upon the other.
final class TextRevision {
  private static let depth = 512

  private var read: SheetDocument?
  private var base: TextRevision?
  private var edits: [DefinitionEdit] = []
  private let height: Int

  init(_ document: SheetDocument) {
    read = document
    height = 0
  }

  private init(_ base: TextRevision, _ edits: [DefinitionEdit]) {
    self.base = base
    self.edits = edits
    height = base.read == nil ? base.height + 1 : 1
    if height > Self.depth { _ = document }
  }

  /// The text with some changes.
  func applying(_ edits: [DefinitionEdit]) -> TextRevision { edits.isEmpty ? self : TextRevision(self, edits) }

  var document: SheetDocument {
    if let read { return read }
    var waiting: [[DefinitionEdit]] = []
    var revision = self
    while revision.read == nil, let base = revision.base {
      waiting.append(revision.edits)
      revision = base
    }
    let document = (revision.read ?? SheetDocument(name: "", "")).applying(waiting.reversed().flatMap(\.self))
    (read, base, edits) = (document, nil, [])
    return document
  }
}
