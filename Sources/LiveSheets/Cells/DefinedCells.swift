import CellModel
import Engine
import Formulas
import SheetText

/// All that a sheet defines.
package struct DefinedCells {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }
  private var definitions: DefinitionTable { loaded.definitions }

  /// What the text defines, in its order: single cells, fills and spills as one block each, and tables.
  ///
  /// - Parameter isWanted: Whether a single cell is among it, of which nothing has to be made where it is not.
  package func all(where isWanted: (CellAddress) -> Bool) -> [CellInfo] {
    let (definitions, lookup) = (definitions, loaded.lookup)
    var all: [CellInfo] = []
    for address in definitions.listed where definitions.contains(address) && isWanted(address) {
      all.append(block(of: lookup.info(at: address)))
    }
    for fill in definitions.fills {
      let first = lookup.info(at: fill.area.topLeft)
      all.append(fill.area.isSingleCell ? first : lookup.info(ofBlock: fill.area, from: first))
      // Each cell of a fill may spill beyond it.
      for column in fill.area.left...fill.area.right {
        for row in fill.area.top...fill.area.bottom {
          let anchor = CellAddress(grid: fill.area.grid, row: Int(row), column: Int(column))
          guard let spill = engine.spills.area(of: anchor), !spill.isSingleCell else { continue }
          all.append(lookup.info(ofBlock: spill, from: lookup.info(at: anchor)))
        }
      }
    }
    for table in loaded.tableDefinitions {
      if case .success(let cell) = lookup.cell(table.name, nil) { all.append(cell) }
    }
    let places = all.map { $0.definitionSpan?.lower ?? .max }
    if zip(places, places.dropFirst()).allSatisfy(<=) { return all }
    return all.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { all[$0] }
  }

  /// Whether two sheets define a cell at one address, with one name and one value that spills in neither.
  package func agrees(with other: DefinedCells, at address: CellAddress) -> Bool {
    definitions.contains(address) && other.definitions.contains(address)
      && engine.value(at: address).isIdentical(to: other.engine.value(at: address))
      && engine.spills.area(of: address) == nil && other.engine.spills.area(of: address) == nil
      && engine.names.name(of: address) == other.engine.names.name(of: address)
  }

  /// Whether anything that the text defines is an error or has one in it; cheaper than to list all that it defines.
  package var hasErrors: Bool {
    let definitions = definitions
    return definitions.listed.contains { definitions.contains($0) && hasError(at: $0) }
      || definitions.fills.contains { fill in
        hasError(in: fill.area)
          || (fill.area.left...fill.area.right).contains { column in
            (fill.area.top...fill.area.bottom).contains { row in
              hasError(at: CellAddress(grid: fill.area.grid, row: Int(row), column: Int(column)))
            }
          }
      }
      || loaded.tableDefinitions.contains { table in
        let rows = engine.grids.rowCount(of: table.grid)
        let columns = table.shownColumns.count
        return rows > 0 && columns > 0
          && hasError(in: Area(grid: table.grid, top: 0, left: 0, bottom: rows - 1, right: columns - 1))
      }
  }

  /// Whether a cell is an error, or has one in its array or its spill range.
  private func hasError(at address: CellAddress) -> Bool {
    switch engine.value(at: address) {
    case .error: return true
    case .array(let array): if array.elements.contains(where: \.isError) { return true }
    default: break
    }
    guard let spill = engine.spills.area(of: address), !spill.isSingleCell else { return false }
    return hasError(in: spill)
  }

  private func hasError(in area: Area) -> Bool {
    engine.array(of: area).array?.elements.contains(where: \.isError) ?? false
  }

  /// The block that a cell begins, where its formula fills others; else the cell itself.
  package func block(of cell: CellInfo) -> CellInfo {
    guard cell.area == nil, let spill = engine.spills.area(of: cell.address), !spill.isSingleCell else { return cell }
    return loaded.lookup.info(ofBlock: spill, from: cell)
  }

  /// The same with the area that it has by now: tables gain rows, and arrays come out in another size.
  package func present(_ cell: CellInfo) -> CellInfo {
    guard let area = cell.area else { return cell }
    var present = cell
    if cell.kind == .table {
      present.area?.bottom = Int32(engine.grids.rowCount(of: area.grid) - 1)
    } else if cell.isBlock, definitions.fill(at: cell.address)?.area != area {
      present.area = engine.spills.area(of: cell.address) ?? Area(cell.address)
    }
    return present
  }
}
