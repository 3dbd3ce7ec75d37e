import CellModel
import LiveSheets

/// The sheet of a workbook on which names stand below each other, each beside its value, and checks after them.
struct NamesSheet {
  struct Row {
    /// What stands to the left.
    var label: String
    /// The name; `nil` for a check.
    var name: String?
    var content: PlacedFormula.Content
    var address: CellAddress?
    var documentation: String?
    /// How many cells its value takes.
    var size: (rows: Int, columns: Int) = (1, 1)

    var isSpilled: Bool { size != (1, 1) }
  }

  private(set) var rows: [Row] = []
  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ row: Row) { rows.append(row) }

  /// The rows with their places; what takes more than a cell comes last, with room for it.
  var placed: [(row: Row, line: Int)] {
    var placed: [(row: Row, line: Int)] = []
    var line = 0
    for row in rows.filter({ !$0.isSpilled }) + rows.filter(\.isSpilled) {
      placed.append((row, line))
      line += row.isSpilled ? row.size.rows + 1 : 1
    }
    return placed
  }

  /// How wide the columns are, in characters.
  var widths: [Int: Double] {
    let longest = rows.map { $0.label.count + 2 }.max() ?? 0
    return [0: Double(min(max(longest, 8), 40)), 1: 14]
  }
}
