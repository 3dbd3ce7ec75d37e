import SheetText

/// A text of a sheet while it is edited line by line: what it was before, and what has been done to it.
///
/// Whoever goes back takes an earlier revision, so that the text is what it was, byte for byte. A revision is read when
/// somebody asks for its ``document``; until then it costs no more than its edits. These rules hold:
///
/// - R1. What a revision says never changes.
/// - R2. No more than ``depth`` revisions that have not been read stand one upon the other.
/// - R3. What ``definition(at:in:)`` says of a definition is what the ``document`` says.
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
    let (base, edits) = sinceRead
    let document = base.applying(edits)
    (read, self.base, self.edits) = (document, nil, [])
    return document
  }

  /// Whether nobody has read all of the text yet.
  var isUnread: Bool { read == nil }

  /// The text that was read last, and what was done to it since.
  private var sinceRead: (base: SheetDocument, edits: [DefinitionEdit]) {
    var waiting: [[DefinitionEdit]] = []
    var revision = self
    while revision.read == nil, let base = revision.base {
      waiting.append(revision.edits)
      revision = base
    }
    return (revision.read ?? SheetDocument(name: "", ""), waiting.reversed().flatMap(\.self))
  }

  /// What the text says of a definition; `nil` where it says nothing.
  ///
  /// However long the text is, no more of it is read than the lines of that definition: of a text that was read long ago
  /// they are changed by themselves.
  ///
  /// - Parameter find: Finds the statement of the place in a text that was read.
  func definition(at place: DefinitionPlace, in find: (SheetDocument) -> Int?) -> WrittenDefinition? {
    if let read { return find(read).map { WrittenDefinition(document: read, index: $0) } }
    let (base, edits) = sinceRead
    let own = edits.filter { $0.place == place }
    let index = find(base)
    if own.isEmpty { return index.map { WrittenDefinition(document: base, index: $0) } }
    var lines = SheetDocument(name: base.source.name, "")
    if let index {
      // Once the first of several is gone, the second counts.
      let isOnlyOne = !own.contains(where: \.isRemoval) || base.definition(at: place, from: index + 1) == nil
      guard isOnlyOne, let alone = base.linesAlone(ofStatement: index) else { return whole(place) }
      lines = alone
    }
    let changed = lines.applying(own)
    return changed.definition(at: place).map { WrittenDefinition(document: changed, index: $0) }
  }

  private func whole(_ place: DefinitionPlace) -> WrittenDefinition? {
    document.definition(at: place).map { WrittenDefinition(document: document, index: $0) }
  }
}

/// A definition as it is written, in a text or in the lines of it that are about it.
struct WrittenDefinition {
  let document: SheetDocument
  fileprivate let index: Int

  fileprivate init(document: SheetDocument, index: Int) {
    self.document = document
    self.index = index
  }

  var statement: Statement { document.statements[index] }
}

extension DefinitionEdit {
  fileprivate var isRemoval: Bool { if case .removal = self { true } else { false } }
}
