import CellModel
import Formulas
import Functions

/// Finds the format that a formula's result takes over from what it is made of.
///
/// Dates pass through what keeps them dates; other formats pass only by a plain `= A`.
struct FormatInference {
  let catalog: FunctionCatalog
  /// The format of the cell that a part of a formula names.
  let formatOfCell: (FormulaTree) -> String?

  /// The functions that give one of their arguments, or a value between them, with the places of those arguments.
  private static let passing: [String: Range<Int>] = [
    "IF": 1..<255, "CHOOSE": 1..<255, "MIN": 0..<1, "MAX": 0..<1, "MEDIAN": 0..<1, "SMALL": 0..<1, "LARGE": 0..<1,
    "INDEX": 0..<1, "IFERROR": 0..<1, "IFNA": 0..<1, "SORT": 0..<1, "UNIQUE": 0..<1, "FILTER": 0..<1, "TAKE": 0..<1,
    "PREVIOUS": 0..<1, "MAXIFS": 0..<1, "MINIFS": 0..<1, "XLOOKUP": 2..<3, "LOOKUP": 2..<3,
  ]

  func format(of tree: FormulaTree) -> String? {
    tree.nodes.isEmpty ? nil : format(of: tree, tree.root, isWhole: true, depth: 0)
  }

  private func format(of tree: FormulaTree, _ index: FormulaTree.Index, isWhole: Bool, depth: Int) -> String? {
    guard depth < 32 else { return nil }
    func part(_ index: FormulaTree.Index) -> String? { format(of: tree, index, isWhole: false, depth: depth + 1) }
    func date(_ index: FormulaTree.Index) -> String? { part(index).flatMap { Self.isDate($0) ? $0 : nil } }
    switch tree[index] {
    case .date: return "yyyy-mm-dd"
    case .name, .reference, .structured, .member:
      let found = formatOfCell(tree.subtree(at: index))
      return isWhole ? found : found.flatMap { Self.isDate($0) ? $0 : nil }
    case .parenthesized(let operand): return format(of: tree, operand, isWhole: isWhole, depth: depth + 1)
    case .binary(.add, let left, let right):
      switch (date(left), date(right)) {
      case (let format?, nil), (nil, let format?): return format
      default: return nil
      }
    case .binary(.subtract, let left, let right): return date(right) == nil ? date(left) : nil
    case .call(let name, let arguments):
      let plain = FormulaTree.functionName(name)
      if let traits = catalog.function(named: plain)?.traits {
        if traits.contains(.givesDate) { return "yyyy-mm-dd" }
        if traits.contains(.givesDateTime) { return "yyyy-mm-dd hh:mm:ss" }
      }
      if plain == "LET" { return arguments.last.flatMap(part) }
      guard let passing = Self.passing[plain] else { return nil }
      return arguments.indices.lazy.filter(passing.contains).compactMap { part(arguments[$0]) }.first
    default: return nil
    }
  }

  private static func isDate(_ format: String) -> Bool {
    format.utf8.contains { $0 | 0x20 == UInt8(ascii: "y") || $0 | 0x20 == UInt8(ascii: "d") }
  }
}

/// The formats of cells, each looked for once.
final class FormatCache {
  /// How many cells a format is looked for through: a stack has an end.
  static let depthLimit = 100

  private var known: [CellAddress: String?] = [:]
  /// How many cells deep a format is being looked for.
  private var depth = 0

  /// The format of a cell; a cell that is asked for while it is looked for has none.
  func format(of cell: CellAddress, find: () -> String?) -> String? {
    if let known = known[cell] { return known }
    guard depth < Self.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    known[cell] = String?.none
    let found = find()
    known[cell] = found
    return found
  }

  func forget() { known = [:] }
}
