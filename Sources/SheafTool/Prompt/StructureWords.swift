import CellModel
import Formulas
import SheetPrograms

/// Reads what is to happen to cells of a grid, as in `rows 3:5`, `columns Inputs!B`, `B2:C9 down` and `A1:B9 to D1`.
struct StructureWords {
  /// What is to be done.
  enum Verb: String {
    case insert, delete, move, copy

    var usage: String {
      switch self {
      case .insert: "rows 3:5, or columns B:C, or B2:C9 down"
      case .delete: "rows 3:5, or columns B:C, or B2:C9 up"
      case .move, .copy: "A1:B9 to D1, or rows 3:5 to 9"
      }
    }
  }

  let edit: StructureEdit
  /// The sheet that is named before an address; `nil` where none is.
  private(set) var grid: String?

  /// - Throws: What does not read as one of the forms.
  init(_ verb: Verb, _ text: String) throws(CallFailure) {
    var words = Self.words(of: text)
    let failure = CallFailure(":\(verb.rawValue) takes cells of a grid", help: ":\(verb.rawValue) \(verb.usage)")
    guard words.count >= 2 else { throw failure }
    switch verb {
    case .insert, .delete:
      if let axis = Self.axis(words[0].lowercased()), words.count == 2 {
        let (grid, run) = Self.parted(words[1])
        guard let run = Self.run(run, axis) else { throw failure }
        (edit, self.grid) = (verb == .insert ? .insert(axis, run) : .delete(axis, run), grid)
        return
      }
      let direction = words.removeLast().lowercased()
      guard words.count == 1, let block = Self.block(words[0]) else { throw failure }
      grid = block.grid
      switch (verb, direction) {
      case (.insert, "down"): edit = .open(block.cells, .rows)
      case (.insert, "right"): edit = .open(block.cells, .columns)
      case (.delete, "up"): edit = .close(block.cells, .rows)
      case (.delete, "left"): edit = .close(block.cells, .columns)
      default: throw failure
      }
    case .move, .copy:
      let axis = Self.axis(words[0].lowercased())
      if axis != nil { words.removeFirst() }
      guard words.count == 3, words[1].lowercased() == "to", let block = Self.block(words[0], axis),
        let place = Self.block(words[2], axis)
      else { throw failure }
      guard place.grid == nil || place.grid?.lowercased() == block.grid?.lowercased() else {
        throw CallFailure(":\(verb.rawValue) stays in one sheet", help: ":\(verb.rawValue) \(verb.usage)")
      }
      grid = block.grid
      edit =
        verb == .copy
        ? .copy(block.cells, to: place.cells)
        : .move(block.cells, row: place.cells.rows.lowerBound, column: place.cells.columns.lowerBound)
    }
  }

  /// Whether what stands behind `:insert` or `:delete` speaks of cells of a grid and of nothing else.
  static func areMeant(by text: String) -> Bool {
    let words = words(of: text)
    guard words.count >= 2 else { return false }
    return axis(words[0].lowercased()) != nil
      || ["down", "right", "up", "left"].contains(words[words.count - 1].lowercased())
  }

  // MARK: Words

  /// The words; the name of a sheet in quotation marks is part of one.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var (word, isQuoted) = ("", false)
    for character in text {
      if character == "'" { isQuoted.toggle() }
      if character.isWhitespace, !isQuoted {
        if !word.isEmpty { words.append(word) }
        word = ""
      } else {
        word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private static func axis(_ word: String) -> GridEdit.Axis? {
    switch word {
    case "row", "rows": .rows
    case "column", "columns": .columns
    default: nil
    }
  }

  /// A block of cells, or the whole rows or columns of a run.
  private static func block(_ text: String, _ axis: GridEdit.Axis? = nil) -> (grid: String?, cells: CellRectangle)? {
    let (grid, address) = parted(text)
    if let axis {
      let whole = CellRectangle(rows: 0...Area.lastRow, columns: 0...Area.lastColumn)
      return run(address, axis).map { (grid, whole.with($0, axis)) }
    }
    return A1Notation.block(address).map { (grid, $0) }
  }

  private static func run(_ text: String, _ axis: GridEdit.Axis) -> ClosedRange<Int>? {
    let ends = text.split(separator: ":", omittingEmptySubsequences: false).map { end -> Int? in
      axis == .columns ? A1Notation.column(letters: end) : Int(end).map { $0 - 1 }
    }
    guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
      (0...axis.limit).contains(first), (0...axis.limit).contains(last)
    else { return nil }
    return min(first, last)...max(first, last)
  }

  /// The sheet before an address, and the address without its signs.
  private static func parted(_ text: String) -> (grid: String?, address: String) {
    let (sheet, address) = A1Notation.parted(text)
    return (sheet, address.filter { $0 != "$" })
  }
}
