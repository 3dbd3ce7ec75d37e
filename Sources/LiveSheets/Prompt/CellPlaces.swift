import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Places of a text and the cells of a program that they mean.
struct CellPlaces {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }
  private var grids: LoadedGrids { loaded.grids }

  /// The name on the first `sheet` line of a text whose cells all stand under such lines.
  var firstGridName: String? {
    guard let home = grids.home else { return nil }
    return gridName(of: CellAddress(grid: home, row: 0, column: 0))
  }

  func hasGrid(named name: String) -> Bool { !name.isEmpty && grids.sheets[name.lowercased()] != nil }

  /// The name on the `sheet` line above a cell of a grid; `nil` where it stands before the first such line.
  func gridName(of address: CellAddress) -> String? {
    if let name = loaded.workbooks.sheetName(of: address.grid) { return name }
    guard grids.sheets.contains(where: { $0.value == address.grid && !$0.key.isEmpty }),
      case .sheet(let name) = engine.grids.kind(of: address.grid)
    else { return nil }
    return name
  }

  /// Whether a cell lies on a grid of the sheet itself.
  ///
  /// - Parameter text: What the sheet is now, which may have gained cells since it was loaded.
  func isGridCell(_ address: CellAddress, in text: @autoclosure () -> SheetDocument) -> Bool {
    guard case .sheet = engine.grids.kind(of: address.grid) else { return false }
    let name = gridName(of: address)
    return name == nil
      ? address.grid == grids.home
      : loaded.program.document.statements.contains { statement in
        if case .grid(let line) = statement.kind { line.key == name?.lowercased() } else { false }
      } || text().statements.contains { $0.grid?.lowercased() == name?.lowercased() }
  }

  /// `B7` of `Inputs!B7`.
  func localName(of address: CellAddress) -> String {
    A1Notation.text(row: Int(address.row), column: Int(address.column))
  }

  /// What a text would call a cell; `nil` for one in a table.
  func place(of address: CellAddress) -> DefinitionPlace? {
    if address.grid == grids.names {
      return loaded.definitions.contains(address) ? DefinitionPlace(engine.names.name(of: address)) : nil
    }
    guard case .sheet = engine.grids.kind(of: address.grid) else { return nil }
    return .cell(grid: gridName(of: address)?.lowercased(), row: Int(address.row), column: Int(address.column))
  }

  func place(of target: CellTarget, _ grid: String?) -> DefinitionPlace? {
    switch target {
    case .name(let name): DefinitionPlace(name.text)
    case .address(let row, let column, _): .cell(grid: grid?.lowercased(), row: row, column: column)
    case .area: nil
    }
  }

  /// The cell of a place, if it is there.
  func address(of place: DefinitionPlace) -> CellAddress? {
    switch place {
    case .name(let name):
      guard case .cell(let address)? = engine.names.binding(of: name, in: loaded.scope) else { return nil }
      return address
    case .cell(let grid, let row, let column):
      return grids.sheets[grid ?? ""].map { CellAddress(grid: $0, row: row, column: column) }
    }
  }

  /// The statement of a text that defines a place; of the text that was loaded it is known.
  func statement(at place: DefinitionPlace, in document: SheetDocument) -> Int? {
    if document.source === loaded.program.document.source, let address = address(of: place),
      let known = loaded.definitions.statement(at: address), known.unit.isMain
    {
      return Int(known.index)
    }
    return document.definition(at: place)
  }

  /// The value of a cell that no formula gives.
  func constantValue(at address: CellAddress) -> CellValue? {
    engine.formulas.hasFormula(at: address) || engine.spills.anchor(covering: address) != nil
      ? nil : engine.value(at: address)
  }

  /// The definition that a setting of an address on a grid means, as in `Inputs!B2 = 3`.
  func cellDefinition(
    _ target: SheetFormula, _ value: SheetFormula, in text: @autoclosure () -> SheetDocument
  ) -> (definition: CellDefinition, grid: String?)? {
    guard case .reference(let reference) = target.tree[target.tree.root], reference.sheet != nil,
      reference.sheet?.last == nil, case .cell(let row, let column) = reference.shape,
      let area = engine.expressions.area(of: target.tree, in: loaded.scope), isGridCell(area.topLeft, in: text())
    else { return nil }
    let cell = CellTarget.address(row: Int(row.value), column: Int(column.value), span: target.span)
    let definition = CellDefinition(target: cell, formula: value)
    return (definition, gridName(of: area.topLeft))
  }
}

extension LiveSheet {
  /// Places of the text and the cells that they mean.
  var cellPlaces: CellPlaces { loaded.places }

  /// The name on the `sheet` line under which addresses lie that are typed alone.
  package var currentGrid: String? { editor.grid }
}
