import CellModel
import Engine
import Formulas
import Workbooks

/// Brings the names of a workbook into an engine: those of cells and areas as references, those of functions as cells of their own.
///
/// What else a name stands for is put into the formulas that name it.
struct NameLoading {
  private let contents: Workbook
  private let names: NameDirectory
  private let engine: Engine
  private let scope: ScopeID
  /// The grids of the workbook's sheets.
  private let grids: [GridID]

  init(_ contents: Workbook, _ names: NameDirectory, in engine: Engine, scope: ScopeID, grids: [GridID]) {
    self.contents = contents
    self.names = names
    self.engine = engine
    self.scope = scope
    self.grids = grids
  }

  func run() {
    for (name, meaning) in names.global { add(name, meaning, on: nil) }
    for (sheet, local) in names.local where grids.indices.contains(sheet) {
      for (name, meaning) in local { add(name, meaning, on: sheet) }
    }
  }

  private func add(_ name: String, _ meaning: NameDirectory.Meaning, on sheet: Int?) {
    switch meaning {
    case .reference(let reference):
      if let binding = binding(of: reference) { bind(name, to: binding, on: sheet) }
    case .lambda(let tree):
      // In a cell of its own, so that it may call itself.
      var expansion = NameExpansion(names, sheet: sheet ?? 0, row: 0, column: 0)
      let spelling = contents.names.first { $0.name.lowercased() == name }?.name ?? name
      engine.setFormula(expansion.expanded(tree), at: engine.names.add(spelling, in: scope, key: name))
    case .formula(let tree):
      // INDIRECT finds what stands for cells of a table by its name; formulas have the definition itself.
      guard case .structured(let reference)? = tree.nodes.first, tree.nodes.count == 1, reference.rows != .thisRow,
        let area = engine.expressions.area(of: tree, in: scope)
      else { return }
      bind(name, to: .area(area), on: sheet)
    case .broken: break
    }
  }

  private func bind(_ name: String, to binding: NameBinding, on sheet: Int?) {
    if let sheet {
      engine.names.bind(name, to: binding, onlyOn: grids[sheet])
    } else {
      engine.names.bind(name, to: binding, in: scope)
    }
  }

  private func binding(of reference: GridReference) -> NameBinding? {
    guard let prefix = reference.sheet, let grid = engine.names.sheet(named: prefix.first, in: scope) else {
      return nil
    }
    switch reference.shape {
    case .cell(let row, let column):
      return .cell(CellAddress(grid: grid, row: Int(row.value), column: Int(column.value)))
    case .area(let row, let column, let row2, let column2):
      return .area(
        Area(
          grid: grid, top: Int(min(row.value, row2.value)), left: Int(min(column.value, column2.value)),
          bottom: Int(max(row.value, row2.value)), right: Int(max(column.value, column2.value))))
    case .columns(let first, let last):
      return .area(
        Area(
          grid: grid, top: 0, left: Int(min(first.value, last.value)), bottom: Area.lastRow,
          right: Int(max(first.value, last.value))))
    case .rows(let first, let last):
      return .area(
        Area(
          grid: grid, top: Int(min(first.value, last.value)), left: 0, bottom: Int(max(first.value, last.value)),
          right: Area.lastColumn))
    case .deleted: return nil
    }
  }
}
