import CellModel
import Formulas
import Workbooks

/// Cells of one column, one below the other, that a formula fills.
struct FilledRun {
  /// The formula as it stands in the first cell.
  let tree: FormulaTree
  let first: StoredFormula
  /// Where the first cell stands in the order of cells, in which the others follow it.
  private let start: Int
  private(set) var count = 1
  /// The shared formula of the last cell, if that has one.
  private(set) var shared: Int32?
  /// The text of the last cell's formula, if it has one of its own.
  private(set) var lastText: String?

  init(_ tree: FormulaTree, _ cell: StoredFormula, at place: Int, shared: Int32? = nil) {
    self.tree = tree
    first = cell
    start = place
    self.shared = shared
    note(cell)
  }

  /// The places of its cells.
  var places: Range<Int> { start..<start + count }

  /// Whether a cell is the one below the last.
  func isAbove(_ cell: StoredFormula) -> Bool {
    cell.column == first.column && Int(cell.row) == Int(first.row) + count
  }

  /// Whether the next cell has a formula if the run were filled one row further.
  func continues(with tree: FormulaTree) -> Bool { tree.isFilled(from: self.tree, rows: count) }

  mutating func append(_ cell: StoredFormula, shared: Int32? = nil) {
    count += 1
    self.shared = shared
    note(cell)
  }

  private mutating func note(_ cell: StoredFormula) {
    if case .plain(let text) = cell.kind { lastText = text } else { lastText = nil }
  }
}

extension FormulaTree {
  /// Whether it is what another formula becomes some rows and columns further, with every reference still on its sheet.
  func isFilled(from other: FormulaTree, rows: Int, columns: Int = 0) -> Bool {
    guard nodes.count == other.nodes.count else { return false }
    // What is used stands last: two formulas that differ mostly do so there.
    for position in nodes.indices.reversed() {
      if case .reference(let own) = nodes[position], case .reference(let former) = other.nodes[position] {
        guard own.sheet == former.sheet, own.shape.isFilled(from: former.shape, rows: rows, columns: columns) else {
          return false
        }
      } else if nodes[position] != other.nodes[position] {
        return false
      }
    }
    return true
  }
}

extension GridReference.Shape {
  fileprivate func isFilled(from other: Self, rows: Int, columns: Int) -> Bool {
    switch (self, other) {
    case (.deleted, .deleted): true
    case (.cell(let row, let column), .cell(let formerRow, let formerColumn)):
      row.isFilled(from: formerRow, by: rows) && column.isFilled(from: formerColumn, by: columns)
    case (
      .area(let row, let column, let row2, let column2),
      .area(let formerRow, let formerColumn, let formerRow2, let formerColumn2)
    ):
      row.isFilled(from: formerRow, by: rows) && column.isFilled(from: formerColumn, by: columns)
        && row2.isFilled(from: formerRow2, by: rows) && column2.isFilled(from: formerColumn2, by: columns)
    case (.columns(let first, let last), .columns(let formerFirst, let formerLast)):
      first.isFilled(from: formerFirst, by: columns) && last.isFilled(from: formerLast, by: columns)
    case (.rows(let first, let last), .rows(let formerFirst, let formerLast)):
      first.isFilled(from: formerFirst, by: rows) && last.isFilled(from: formerLast, by: rows)
    default: false
    }
  }
}

extension Coordinate {
  fileprivate func isFilled(from other: Coordinate, by offset: Int) -> Bool {
    isAbsolute == other.isAbsolute && Int(value) == Int(other.value) + (isAbsolute ? 0 : offset)
  }
}
