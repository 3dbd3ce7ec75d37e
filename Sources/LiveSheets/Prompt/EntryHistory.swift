import CellModel
import Engine

/// The lines of a prompt that can be taken back and made again.
///
/// An *entry* is one line: an edit of cells, which the engine takes back where they are, or an edit of the text, which is
/// loaded anew. Each holds the text as it is without the line, so text and cells cannot fall out of step. These rules hold:
///
/// - R1. An entry follows the one before it; what was taken back can be made again until there is a new entry.
/// - R2. Edits of cells belong to the engine that runs. When the text is loaded anew, those before become edits of the
///   text, and those that have left no trace in the text are dropped.
/// - R3. No more than ``limit`` entries are kept, because each holds a whole text.
struct EntryHistory {
  enum Change {
    /// What takes the cells back; `nil` when no cell was touched.
    case cells(EditStep?, names: [Name])
    case text
  }

  /// A name that a line made: it goes when the line is taken back and comes again with it.
  struct Name {
    var text: String
    var cell: CellAddress
  }

  struct Entry {
    /// The text to go back to.
    var text: EditedText
    var change: Change
  }

  static let limit = 200

  private(set) var past: [Entry] = []
  private(set) var future: [Entry] = []
  /// How often all entries were forgotten.
  private(set) var generation = 0
  /// Whether rows have moved in a way that entries cannot take back.
  var isVoid = false

  /// Adds a new entry.
  mutating func add(_ entry: Entry) {
    past.append(entry)
    if past.count > Self.limit { past.removeFirst() }
    future = []
  }

  /// The entry to be taken back next, which leaves the history; what makes it again is put in its place by ``undid(_:)``.
  mutating func popPast() -> Entry? { past.popLast() }
  mutating func popFuture() -> Entry? { future.popLast() }

  /// Puts an entry that was taken back where it can be made again.
  mutating func undid(_ inverse: Entry) { future.append(inverse) }
  mutating func redid(_ inverse: Entry) { past.append(inverse) }

  /// Notes that a text is loaded anew: the cells of the entries are those of an engine that is gone.
  ///
  /// - Parameters:
  ///   - past: The text as the last entry has left it.
  ///   - future: The text from which the next entry that was taken back is made again.
  mutating func textIsLoaded(past lastText: EditedText, future nextText: EditedText) {
    past = Self.asTexts(past, present: lastText)
    future = Self.asTexts(future, present: nextText)
  }

  private static func asTexts(_ entries: [Entry], present: EditedText) -> [Entry] {
    var next = present.revision
    var kept: [Entry] = []
    for entry in entries.reversed() {
      defer { next = entry.text.revision }
      if case .cells = entry.change, entry.text.revision == next { continue }
      kept.append(Entry(text: entry.text, change: .text))
    }
    return kept.reversed()
  }

  /// Forgets all entries, for what they would restore is not where it was.
  mutating func forget() {
    let generation = generation + 1
    self = EntryHistory()
    self.generation = generation
  }
}
