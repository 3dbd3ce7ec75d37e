import Formulas
import Workbooks

/// The shared formulas of one sheet, each read once, and which of them are the same formula shared twice.
///
/// Excel shares a formula over the cells that were filled at once, and so often row by row what is one fill of columns.
struct SharedMasters {
  private let formulas: [SharedFormula]
  private let read: (SharedFormula) -> FormulaTree?
  private var trees: [Int32: FormulaTree?] = [:]
  private var areSame: [Pair: Bool] = [:]

  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  init(_ formulas: [SharedFormula], read: @escaping (SharedFormula) -> FormulaTree?) {
    self.formulas = formulas
    self.read = read
  }

  subscript(number: Int32) -> SharedFormula { formulas[Int(number)] }

  /// The formula for the cell that tells it; `nil` when it cannot be read.
  mutating func tree(_ number: Int32) -> FormulaTree? {
    if let known = trees[number] { return known }
    let tree = read(self[number])
    trees[number] = .some(tree)
    return tree
  }

  /// The formula for a cell that has it.
  mutating func tree(_ number: Int32, at cell: StoredFormula) -> FormulaTree? {
    let shared = self[number]
    return tree(number)?.carried(rows: Int(cell.row - shared.row), columns: Int(cell.column - shared.column))
  }

  /// Whether two of them are one formula, told for two cells.
  mutating func isSame(_ first: Int32, _ second: Int32) -> Bool {
    if first == second { return true }
    let pair = Pair(first: first, second: second)
    if let known = areSame[pair] { return known }
    let (one, other) = (self[first], self[second])
    var isSame = false
    if let a = tree(first), let b = tree(second) {
      isSame = b.isFilled(from: a, rows: Int(other.row - one.row), columns: Int(other.column - one.column))
    }
    areSame[pair] = isSame
    return isSame
  }
}
