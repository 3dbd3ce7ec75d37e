import CellModel
import Diagnostics

extension FormulaTree {
  /// The formula as it reads when it is filled from its cell to one that lies some rows and columns off.
  ///
  /// Relative coordinates move and absolute ones stay; what leaves the grid becomes `#REF!`. Spans stay those of the
  /// text that was read.
  package func shifted(rows: Int, columns: Int) -> FormulaTree {
    if rows == 0, columns == 0 { return self }
    return mappingReferences { reference in
      reference.shape = reference.shape.shifted(rows: rows, columns: columns)
    }
  }

  /// The formula with all addresses as if they were written with `$`, so that they mean the same wherever it is filled.
  package var withFixedAddresses: FormulaTree {
    mappingReferences { reference in reference.shape = reference.shape.addressed(absolute: true) }
  }

  /// The formula with all addresses as if they were written without `$`, for what is filled nowhere.
  package var withPlainAddresses: FormulaTree {
    mappingReferences { reference in reference.shape = reference.shape.addressed(absolute: false) }
  }

  /// The formula as it reads after cells of a grid have moved.
  ///
  /// Cells move with their contents, areas grow and shrink, and what is deleted becomes `#REF!`. A run of sheets stays as
  /// it is unless `concerns` says otherwise.
  ///
  /// - Parameter concerns: Whether a sheet before an address, or none, means the grid that was changed.
  package func adjusted(for change: GridChange, concerns: (SheetPrefix?) -> Bool) -> FormulaTree {
    mappingReferences { reference in
      if concerns(reference.sheet) { reference.shape = reference.shape.adjusted(for: change) }
    }
  }

  /// The formula with another sheet wherever one is named, as when a sheet gets a new name.
  package func mappingSheets(_ transform: (SheetPrefix) -> SheetPrefix) -> FormulaTree {
    var copy = mappingReferences { reference in reference.sheet = reference.sheet.map(transform) }
    for (position, node) in nodes.enumerated() {
      if case .name(let name, let sheet?) = node { copy.nodes[position] = .name(name, sheet: transform(sheet)) }
    }
    return copy
  }

  /// The formula with its addresses changed; one that no change touches shares its storage.
  package func mappingReferences(_ change: (inout GridReference) -> Void) -> FormulaTree {
    var copy = self
    for (position, node) in nodes.enumerated() {
      guard case .reference(let reference) = node else { continue }
      var changed = reference
      change(&changed)
      if changed != reference { copy.nodes[position] = .reference(changed) }
    }
    return copy
  }
}

extension Coordinate {
  /// The coordinate moved by a fill, or `nil` when it leaves the grid.
  func shifted(by offset: Int, limit: Int) -> Coordinate? {
    if isAbsolute { return self }
    let (moved, overflow) = Int(value).addingReportingOverflow(offset)
    return overflow || !(0...limit).contains(moved) ? nil : Coordinate(moved)
  }
}

extension GridReference {
  /// Whether the reference means other cells when it is filled down.
  package var movesDown: Bool { shape.shifted(rows: 1, columns: 0) != shape }
}

extension GridReference.Shape {
  package func shifted(rows: Int, columns: Int) -> Self {
    func row(_ row: Coordinate) -> Coordinate? { row.shifted(by: rows, limit: Area.lastRow) }
    func column(_ column: Coordinate) -> Coordinate? { column.shifted(by: columns, limit: Area.lastColumn) }
    switch self {
    case .deleted: return self
    case .cell(let r, let c):
      guard let r = row(r), let c = column(c) else { return .deleted }
      return .cell(row: r, column: c)
    case .area(let r, let c, let r2, let c2):
      guard let r = row(r), let c = column(c), let r2 = row(r2), let c2 = column(c2) else { return .deleted }
      return .area(row: r, column: c, row2: r2, column2: c2)
    case .columns(let first, let last):
      guard let first = column(first), let last = column(last) else { return .deleted }
      return .columns(first, last)
    case .rows(let first, let last):
      guard let first = row(first), let last = row(last) else { return .deleted }
      return .rows(first, last)
    }
  }

  /// The same cells, with `$` before each row and column, or before none.
  package func addressed(absolute: Bool) -> Self {
    func written(_ coordinate: Coordinate) -> Coordinate { Coordinate(Int(coordinate.value), absolute: absolute) }
    return switch self {
    case .deleted: self
    case .cell(let row, let column): .cell(row: written(row), column: written(column))
    case .area(let row, let column, let row2, let column2):
      .area(row: written(row), column: written(column), row2: written(row2), column2: written(column2))
    case .columns(let first, let last): .columns(written(first), written(last))
    case .rows(let first, let last): .rows(written(first), written(last))
    }
  }
}
