import CellModel
import SheetText

/// The lines of a prompt that can be taken back and made again.
///
/// An *entry* is one line. It holds the text before it and after it, so that text and cells cannot fall out of step, and
/// what it has done to values that follow from no text. These rules hold:
///
/// - R1. An entry follows the one before it; what was taken back can be made again until there is a new entry.
/// - R2. What an entry has changed is told by names and by the identities of rows, which stay when a text is loaded anew.
/// - R3. No more than ``limit`` entries are kept, because each holds a text.
struct EntryHistory {
  struct Entry {
    var line: String
    /// The text before and after.
    var before: TextRevision
    var after: TextRevision
    /// The definitions whose cells are to follow the text; `nil` for an entry that loads its text anew.
    var places: [DefinitionPlace]? = []
    var steps: [ValueStep] = []
    /// What was set by hand and stands in no text, before and after.
    var handSet = (before: HandSetValues(), after: HandSetValues())
    var grid: (before: String?, after: String?) = (nil, nil)
    /// Which row of a table is which, by the table's name in lower case: a text that is loaded anew may have other rows.
    var rows = (before: [String: RowIdentities](), after: [String: RowIdentities]())
    /// What the texts differ in though they say the same.
    var rewriting: TextRewriting?
    let lost = LostStates()
    /// Whether it stands for an entry that is made again.
    var isInverse = false

    /// Whether anything has come of the line that can be taken back.
    var isEmpty: Bool { before === after && steps.isEmpty && grid.before == grid.after }
  }

  /// What texts had no place for: the text after an entry, and the text before it, when the entry is taken back.
  final class LostStates {
    var after: LostState?
    var before: LostState?
  }

  static let limit = 200

  private(set) var past: [Entry] = []
  private(set) var future: [Entry] = []
  /// How many entries were ever added.
  private(set) var count = 0

  /// Adds a new entry.
  mutating func add(_ entry: Entry) {
    count += 1
    past.append(entry)
    if past.count > Self.limit { past.removeFirst() }
    future = []
  }

  /// The entry to be taken back next, which can be made again afterwards.
  mutating func takeBack() -> Entry? {
    guard let entry = past.popLast() else { return nil }
    future.append(entry)
    return entry
  }

  mutating func makeAgain() -> Entry? {
    guard let entry = future.popLast() else { return nil }
    past.append(entry)
    return entry
  }
}

/// Values that were set by hand and that no text of the sheet can say, such as those of inputs of a used sheet.
///
/// What an input holds that a binding sets, too, is none of them; see ``CarriedBindings``.
struct HandSetValues {
  private(set) var values: [DefinitionPlace: CellValue] = [:]

  subscript(place: DefinitionPlace) -> CellValue? {
    get { values[place] }
    set { values[place] = newValue }
  }

  mutating func removeAll(where isGone: (DefinitionPlace) -> Bool) { values = values.filter { !isGone($0.key) } }

  /// Takes the values for those of the same definitions in another text.
  mutating func rewrite(_ rewriting: TextRewriting) {
    values = Dictionary(
      values.compactMap { place, value in rewriting.later(place).map { ($0, value) } },
      uniquingKeysWith: { first, _ in first })
  }
}

extension DefinitionPlace {
  /// The place when something has another name, of which it bears the name or is reached by a dot behind it.
  func renamed(_ old: String, to new: String) -> DefinitionPlace {
    let (old, new) = (old.lowercased(), new.lowercased())
    func renamed(_ name: String) -> String {
      name == old || name.hasPrefix(old + ".") ? new + name.dropFirst(old.count) : name
    }
    return switch self {
    case .name(let name): .name(renamed(name))
    // The grids of what is used are named after it.
    case .cell(let grid?, let row, let column): .cell(grid: renamed(grid), row: row, column: column)
    case .cell: self
    }
  }

  /// Whether it is one of the cells of a grid, which is known by the name on its `sheet` line.
  func lies(in cells: CellRectangle, ofGrid grid: String?) -> Bool {
    guard case .cell(let own, let row, let column) = self else { return false }
    return own == grid?.lowercased() && cells.contains(CellRectangle(row: row, column: column))
  }

  /// Whether it is reached through something of a name.
  func isPart(of name: String) -> Bool {
    let name = name.lowercased()
    return switch self {
    case .name(let own): own.hasPrefix(name + ".")
    case .cell(let grid?, _, _): grid == name || grid.hasPrefix(name + ".")
    case .cell: false
    }
  }
}

/// A change of a value or of a row, beside what the text says.
enum ValueStep {
  /// `nil` where a formula gives the value.
  case value(DefinitionPlace, old: CellValue?, new: CellValue?)
  case rowCell(table: String, row: Int, column: Int, old: CellValue, new: CellValue)
  case insertion(table: String, RowRecord)
  case deletion(table: String, RowRecord)

  /// The step that takes this one back.
  var inverse: ValueStep {
    switch self {
    case .value(let place, let old, let new): .value(place, old: new, new: old)
    case .rowCell(let table, let row, let column, let old, let new):
      .rowCell(table: table, row: row, column: column, old: new, new: old)
    case .insertion(let table, let row): .deletion(table: table, row)
    case .deletion(let table, let row): .insertion(table: table, row)
    }
  }
}

/// A row that is inserted or deleted.
struct RowRecord {
  /// What tells it from other rows, wherever it stands.
  var identity: Int
  var position: Int
  var content: TableContents.Row
  /// Its number among the rows of the text; `nil` where it stands in none.
  var textRow: Int?
}
