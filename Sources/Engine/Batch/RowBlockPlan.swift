import CellModel

/// Which cells become columns of a ``RowBlock``, and with which formulas.
struct RowBlockPlan {
  /// Where the value of a cell is read.
  struct Place {
    /// The column that stands for it; `nil` for a cell that is the same in all rows.
    var column: Int?
  }

  /// A reference of a formula, before the grid of the block is known.
  enum Reference {
    case column(Int, isCell: Bool)
    case fixed(GroupReference)

    /// The reference in a formula of the block, wherever in its column it stands.
    func absolute(in grid: GridID) -> GroupReference {
      switch self {
      case .fixed(let reference): reference
      case .column(let column, let isCell):
        GroupReference(
          Area(CellAddress(grid: grid, row: 0, column: column)), relativeTo: 0, topIsRelative: true,
          bottomIsRelative: true, isCell: isCell)
      }
    }
  }

  private let store: FormulaStore
  /// What depends on an input.
  private let varying: VaryingCells
  private var found: [CellAddress: Place] = [:]
  private var open: Set<CellAddress> = []
  /// How many cells one may read through another; a longer chain is evaluated row by row.
  private static let mostOpen = 1_000
  /// The cells that the columns stand for, inputs first.
  private(set) var columns: [CellAddress]
  private(set) var formulas: [(column: Int, formula: (template: TemplateID, references: [Reference]))] = []

  /// `nil` when chance or the clock has a part in the sheet, or an input stands in the header twice.
  init?(_ engine: Engine, inputs: [CellAddress]) {
    store = engine.formulaStore
    columns = inputs
    guard Set(inputs).count == inputs.count else { return nil }
    for (column, cell) in inputs.enumerated() { found[cell] = Place(column: column) }
    var isVolatile = false
    store.forEachLive { [store] id in if store.template(of: id).isVolatile { isVolatile = true } }
    if isVolatile { return nil }
    varying = VaryingCells(of: engine, with: inputs.map { Area($0) })
  }

  /// Where a cell is read, with columns made for it and for what it reads; `nil` when there can be none.
  mutating func place(of cell: CellAddress) -> Place? {
    if let place = found[cell] { return place }
    guard let id = store.group(at: cell), varying.contains(id) else {
      if varying.contains(cell) { return nil }
      found[cell] = Place(column: nil)
      return found[cell]
    }
    let group = store[id]
    guard !store.cells.grids[cell.grid.index].isSheet, !store.template(of: id).readsDynamically,
      open.count < Self.mostOpen, open.insert(cell).inserted
    else { return nil }
    defer { open.remove(cell) }
    var references: [Reference] = []
    var isVarying = false
    for reference in store.references(of: group) {
      guard let own = self.reference(reference, at: Int(cell.row)) else { return nil }
      if case .column = own { isVarying = true }
      references.append(own)
    }
    guard isVarying else {
      found[cell] = Place(column: nil)
      return found[cell]
    }
    columns.append(cell)
    formulas.append((columns.count - 1, (group.template, references)))
    found[cell] = Place(column: columns.count - 1)
    return found[cell]
  }

  /// A reference of a formula in a row as one of the block.
  private mutating func reference(_ reference: GroupReference, at row: Int) -> Reference? {
    if let number = store.ownNumbers.written(reference, at: row) { return .fixed(GroupReference(ownNumber: number)) }
    let (top, bottom) = (reference.topRow(at: row), reference.bottomRow(at: row))
    guard top >= 0, bottom >= 0 else { return nil }
    let area = store.cells.clipped(reference.area(at: row))
    var fixed = reference
    (fixed.topIsRelative, fixed.bottomIsRelative) = (false, false)
    (fixed.top, fixed.bottom) = (Int32(top), Int32(bottom))
    // A LAMBDA that calls itself by the name of its cell means the one of its own row.
    if reference.isPlaceOnly { return area.isSingleCell && open.contains(area.topLeft) ? nil : .fixed(fixed) }
    if area.isSingleCell, !reference.mayBeMissing {
      guard let place = place(of: area.topLeft) else { return nil }
      return place.column.map { .column($0, isCell: reference.isCell) } ?? .fixed(fixed)
    }
    return varying.contains(area) ? nil : .fixed(fixed)
  }
}
