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
      guard let traits = catalog.function(named: name)?.traits else { return nil }
      if traits.contains(.givesDate) { return "yyyy-mm-dd" }
      if traits.contains(.givesDateTime) { return "yyyy-mm-dd hh:mm:ss" }
      if traits.contains(.keepsDateOfChoices) { return arguments.dropFirst().lazy.compactMap(part).first }
      if traits.contains(.keepsDateOfFirst) { return arguments.first.flatMap(part) }
      if traits.contains(.keepsDateOfThird) { return arguments.count > 2 ? part(arguments[2]) : nil }
      return traits.contains(.keepsDateOfLast) ? arguments.last.flatMap(part) : nil
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
