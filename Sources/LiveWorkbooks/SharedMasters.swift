import Formulas
import Workbooks

/// The shared formulas of one sheet, each read once, and which of them are the same formula shared twice.
///
/// Excel shares a formula over the cells that were filled at once, and so often row by row what is one fill of columns.
struct SharedMasters {
  private let formulas: [SharedFormula]
  private let read: (SharedFormula) -> FormulaTree?
  private var trees: [Int32: FormulaTree?] = [:]
  /// For each the first that is known to be the same formula, or one on the way to it.
  private var firsts: [Int32]
  /// Those that are known to be others, each by its first.
  private var differing: Set<Pair> = []

  private struct Pair: Hashable {
    var first: Int32
    var second: Int32
  }

  init(_ formulas: [SharedFormula], read: @escaping (SharedFormula) -> FormulaTree?) {
    self.formulas = formulas
    self.read = read
    firsts = formulas.indices.map { Int32($0) }
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
    let pair = Pair(first: known(first), second: known(second))
    if pair.first == pair.second { return true }
    if differing.contains(pair) { return false }
    let (one, other) = (self[first], self[second])
    if let a = tree(first), let b = tree(second),
      b.isFilled(from: a, rows: Int(other.row - one.row), columns: Int(other.column - one.column))
    {
      firsts[Int(pair.second)] = pair.first
      return true
    }
    differing.insert(pair)
    return false
  }

  /// The first that a formula is known to be the same as.
  private mutating func known(_ number: Int32) -> Int32 {
    var first = firsts[Int(number)]
    while firsts[Int(first)] != first { first = firsts[Int(first)] }
    firsts[Int(number)] = first
    return first
  }
}
