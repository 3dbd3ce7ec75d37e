import CellModel
import Engine
import Formulas
import Workbooks

/// Cells with formulas of `MULTIPLE.OPERATIONS` for the same inputs, which is how OpenFormula writes a what-if table
/// (OpenFormula 1.2, 6.14.6).
///
/// Its arguments are a cell with a formula, an input, and the cell whose value the input gets, and perhaps another input
/// with its cell.
struct MultipleOperations: WhatIfGroup {
  let inputs: Set<CellAddress>
  let cells: [WhatIfCell]
  private let places: [CellAddress: Int]
  private let readers: [CellAddress: [Area]]

  /// What a formula asks for that is such a call and nothing else, with cells for all its arguments; `nil` for another one.
  static func cell(_ tree: FormulaTree, at address: CellAddress, in engine: Engine) -> WhatIfCell? {
    guard let arguments = arguments(of: tree) else { return nil }
    var cells: [CellAddress] = []
    for argument in arguments {
      guard let area = engine.expressions.area(of: .literal(tree[argument]), at: address), area.isSingleCell else {
        return nil
      }
      cells.append(area.topLeft)
    }
    let settings = stride(from: 1, to: cells.count, by: 2).map {
      WhatIfCell.Setting(input: cells[$0], value: cells[$0 + 1])
    }
    guard !settings.contains(where: { $0.input == address }) else { return nil }
    return WhatIfCell(cell: address, formula: cells[0], settings: settings)
  }

  /// Whether a formula may be what ``cell(_:at:in:)`` reads.
  static func isCalled(by tree: FormulaTree) -> Bool { arguments(of: tree) != nil }

  private static func arguments(of tree: FormulaTree) -> [FormulaTree.Index]? {
    var root = tree.root
    while case .unary(.intersect, let operand) = tree[root] { root = operand }
    guard case .call(let name, let arguments) = tree[root], name.uppercased() == WhatIfTable.operationName,
      arguments.count == 3 || arguments.count == 5
    else {
      return nil
    }
    return arguments
  }

  /// Those of some cells that have the same inputs together, those with the same values one after the other.
  static func groups(_ cells: [WhatIfCell]) -> [MultipleOperations] {
    var groups: [[CellAddress]: [WhatIfCell]] = [:]
    var order: [[CellAddress]] = []
    for cell in cells {
      let inputs = cell.settings.map(\.input)
      if groups[inputs] == nil { order.append(inputs) }
      groups[inputs, default: []].append(cell)
    }
    return order.compactMap { groups[$0].map(MultipleOperations.init) }
  }

  private init(_ cells: [WhatIfCell]) {
    inputs = Set(cells.flatMap(\.settings).map(\.input))
    var byValues: [[CellAddress]: [WhatIfCell]] = [:]
    var order: [[CellAddress]] = []
    for cell in cells {
      let values = cell.settings.map(\.value)
      if byValues[values] == nil { order.append(values) }
      byValues[values, default: []].append(cell)
    }
    self.cells = order.flatMap { byValues[$0] ?? [] }
    places = Dictionary(uniqueKeysWithValues: self.cells.enumerated().map { ($1.cell, $0) })
    var readers: [CellAddress: [Area]] = [:]
    for cell in cells { for source in Set(cell.sources) { readers[source, default: []].append(Area(cell.cell)) } }
    self.readers = readers
  }

  var areas: [Area] { cells.map { Area($0.cell) } }
  var values: [Area] { Set(cells.flatMap { $0.settings.map(\.value) }).map { Area($0) } }
  var sources: [Area] { readers.keys.map { Area($0) } }

  func cell(at address: CellAddress) -> WhatIfCell? { places[address].map { cells[$0] } }

  func readers(of source: CellAddress) -> [Area] { readers[source] ?? [] }
}
