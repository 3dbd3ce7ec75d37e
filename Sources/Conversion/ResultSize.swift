import CellModel
import Formulas
import Functions

/// How many rows and columns a formula gives.
struct ResultSize: Equatable {
  var rows: Int
  var columns: Int

  static let one = ResultSize(rows: 1, columns: 1)

  /// The size of what two arrays make together element by element, a single row or column repeated.
  func joined(with other: ResultSize) -> ResultSize {
    ResultSize(rows: max(rows, other.rows), columns: max(columns, other.columns))
  }
}

/// Tells the sizes that formulas give whatever their cells hold.
///
/// What depends on values, as in INDEX and FILTER, has no size that shows; neither has what it goes into.
struct ResultSizes {
  let catalog: FunctionCatalog
  /// The cells that a name or a part of a table stands for.
  let cells: (FormulaTree.Node) -> GridReference?
  /// Whether functions of matrices give matrices; where they cannot, they give one error.
  let givesMatrices: Bool

  /// The size of the whole formula; `nil` where none shows.
  func size(of tree: FormulaTree) -> ResultSize? {
    var sizes: [ResultSize?] = []
    for node in tree.nodes { sizes.append(size(of: node) { sizes[Int($0)] }) }
    return sizes.last ?? nil
  }

  private func size(of node: FormulaTree.Node, _ operand: (FormulaTree.Index) -> ResultSize?) -> ResultSize? {
    switch node {
    case .number, .text, .logical, .error, .date, .missing: return .one
    case .reference(let reference): return Self.size(of: reference)
    case .name, .structured: return cells(node).flatMap { Self.size(of: $0) }
    case .array(let rows, let columns, _): return ResultSize(rows: rows, columns: columns)
    case .parenthesized(let inner): return operand(inner)
    case .unary(.intersect, _): return .one
    case .unary(let op, let inner): return [.plus, .minus, .percent].contains(op) ? operand(inner) : nil
    case .binary(let op, let left, let right): return op.joinsReferences ? nil : joined([left, right].map(operand))
    case .call(let name, let arguments):
      return catalog.function(named: name).flatMap { size(of: $0, arguments.map(operand)) }
    default: return nil
    }
  }

  private static func size(of reference: GridReference) -> ResultSize? {
    if reference.sheet?.last != nil { return nil }
    func count(_ first: Coordinate, _ last: Coordinate) -> Int { abs(Int(first.value) - Int(last.value)) + 1 }
    switch reference.shape {
    case .cell, .deleted: return .one
    case .area(let row, let column, let row2, let column2):
      return ResultSize(rows: count(row, row2), columns: count(column, column2))
    case .columns(let first, let last): return ResultSize(rows: Area.lastRow + 1, columns: count(first, last))
    case .rows(let first, let last): return ResultSize(rows: count(first, last), columns: Area.lastColumn + 1)
    }
  }

  private func joined(_ sizes: [ResultSize?]) -> ResultSize? {
    var whole = ResultSize.one
    for size in sizes {
      guard let size else { return nil }
      whole = whole.joined(with: size)
    }
    return whole
  }

  // MARK: Calls

  private func size(of function: SheetFunction, _ arguments: [ResultSize?]) -> ResultSize? {
    switch function.form {
    case .call: break
    case .rescue: return arguments.last == .one || arguments.last == arguments.first ? arguments.first ?? nil : nil
    case .branch:
      // A single condition gives one of the others as it is.
      guard arguments.first == .one else { return joined(arguments) }
      // Without the last it is FALSE.
      let chosen = arguments.count > 2 ? arguments.dropFirst() : arguments.dropFirst() + [.one]
      return chosen.allSatisfy { $0 == chosen.first } ? chosen.first ?? nil : nil
    default: return nil
    }
    let traits = function.traits
    if traits.contains(.turnsRows) { return arguments.first?.map { ResultSize(rows: $0.columns, columns: $0.rows) } }
    if traits.contains(.givesMatrices) { return givesMatrices ? product(of: arguments) : nil }
    if traits.contains(.tellsOwnRow) { return arguments.first?.map { ResultSize(rows: $0.rows, columns: 1) } }
    if traits.contains(.tellsOwnColumn) { return arguments.first?.map { ResultSize(rows: 1, columns: $0.columns) } }
    guard traits.isDisjoint(with: Self.unforeseen) else { return nil }
    // What takes each of several references gives as many values, and AGGREGATE as many as it is given places.
    let isPlain = traits.isDisjoint(with: [.takesEachReference, .leavesOutSubtotals]) || !arguments.contains(nil)
    if !isPlain || arguments.count == 4 && traits.contains(.leavesOutSubtotals) { return nil }
    return joined(arguments.indices.filter { function.info(ofArgument: $0)?.lifts == true }.map { arguments[$0] })
  }

  /// The size of the matrix that is made of some: it has the rows of the first and the columns of the last.
  private func product(of matrices: [ResultSize?]) -> ResultSize? {
    guard matrices.allSatisfy({ $0 != nil }), let first = matrices.first, let first, let last = matrices.last, let last
    else { return nil }
    return ResultSize(rows: first.rows, columns: last.columns)
  }

  /// What functions do that give another size than their arguments have.
  private static let unforeseen: SheetFunction.Traits = [
    .spills, .givesReferences, .givesPartOfFirst, .takesFirstCells, .readsFormulas,
  ]
}
