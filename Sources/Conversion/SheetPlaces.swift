import CellModel
import Engine
import Formulas
import LiveSheets
import SheetText

/// Where the parts of a sheet lie in a workbook: its grids, the cells that show a name, and the cells that show a table.
struct SheetPlaces {
  struct Cell: Hashable {
    var position: Int
    var row: Int
    var column: Int
  }

  /// A cell that does nothing but show a name.
  struct Name {
    var place: Cell
    /// The cell where it has a format of its own; else it has that of the name.
    var format: CellAddress?
  }

  /// A table that cells of a grid show.
  struct Table {
    /// The cell above and left of all others.
    var place: Cell
    var hasHeaders: Bool
    /// The columns from left to right, in lower case.
    var columns: [String]
  }

  /// The sheet of the workbook for each grid.
  private(set) var positions: [GridID: Int] = [:]
  /// The cells that show a name and are its place, by the name in lower case.
  private(set) var names: [String: Name] = [:]
  /// By the name in lower case.
  private(set) var tables: [String: Table] = [:]
  /// The cells that do nothing but show a table.
  private(set) var tableCells: Set<Cell> = []

  /// - Parameter addSheet: Adds a sheet to the workbook and gives its position.
  init(_ sheet: LiveSheet, addSheet: (_ name: String) -> Int) {
    let statements = sheet.document.statements
    let used = Set(
      statements.compactMap { statement -> GridID? in
        switch statement.kind {
        case .grid: sheet.grid(of: statement)
        case .cell(let cell) where cell.target.name == nil: sheet.grid(of: statement)
        default: nil
        }
      })
    let sections = Set(statements.compactMap { $0.grid?.lowercased() })
    for (name, grid) in sheet.grids where used.contains(grid) || sections.contains(name.lowercased()) {
      positions[grid] = addSheet(name)
    }
    findNames(sheet)
    findTables(sheet)
  }

  /// The cells of the grid that a statement fills, when it is one cell.
  private func cell(of statement: Statement, in sheet: LiveSheet) -> (place: Cell, definition: CellDefinition)? {
    guard case .cell(let definition) = statement.kind, case .address(let row, let column, _) = definition.target,
      let position = sheet.grid(of: statement).flatMap({ positions[$0] })
    else { return nil }
    return (Cell(position: position, row: row, column: column), definition)
  }

  // MARK: Names

  /// Finds the cells that do nothing but show what a name is: a constant, an input, or a formula of a single value.
  ///
  /// Of several, the place of the name is the first on its own sheet, or else the first of all.
  private mutating func findNames(_ sheet: LiveSheet) {
    var homes: [String: GridID?] = [:]
    for statement in sheet.document.statements {
      switch statement.kind {
      case .cell(let cell):
        if let name = cell.target.name, cell.formula.tree.onlyReference == nil, !Self.isWide(name.text, in: sheet) {
          homes.updateValue(sheet.grid(of: statement), forKey: name.key)
        }
      case .input(let input): homes.updateValue(sheet.grid(of: statement), forKey: input.name.key)
      default: break
      }
    }
    var away: [String: Name] = [:]
    for statement in sheet.document.statements {
      guard let (place, definition) = cell(of: statement, in: sheet),
        let name = definition.formula.tree.onlyName?.lowercased(), let home = homes[name], names[name] == nil
      else { continue }
      let grid = sheet.grid(of: statement)
      let own = definition.format == nil ? nil : grid
      let shown = Name(place: place, format: own.map { CellAddress(grid: $0, row: place.row, column: place.column) })
      if grid == home { names[name] = shown } else if away[name] == nil { away[name] = shown }
    }
    names.merge(away) { own, _ in own }
  }

  /// Whether a name holds what takes more than a cell, or none.
  private static func isWide(_ name: String, in sheet: LiveSheet) -> Bool {
    guard case .success(let info) = sheet.cell(name) else { return true }
    switch sheet.engine.value(at: info.address) {
    case .array, .record, .lambda: return true
    default: return false
    }
  }

  // MARK: Tables

  /// A cell that shows some columns of a table.
  private struct Part {
    var place: Cell
    var hasHeaders: Bool
    var columns: [String]
  }

  private mutating func findTables(_ sheet: LiveSheet) {
    let known = Dictionary(
      sheet.tables.map { ($0.name.lowercased(), $0.columns.map { $0.lowercased() }) },
      uniquingKeysWith: { first, _ in first })
    var parts: [String: [Part]] = [:]
    for statement in sheet.document.statements {
      guard let (place, definition) = cell(of: statement, in: sheet),
        let (table, part) = Self.part(definition.formula.tree, at: place, known)
      else { continue }
      parts[table, default: []].append(part)
    }
    for (name, parts) in parts {
      guard let columns = known[name] else { continue }
      let ordered = parts.sorted { $0.place.column < $1.place.column }
      guard let first = ordered.first, ordered.reduce(0, { $0 + $1.columns.count }) == columns.count,
        Set(ordered.flatMap(\.columns)) == Set(columns)
      else { continue }
      var next = first.place
      let areTogether = ordered.allSatisfy { part in
        defer { next.column += part.columns.count }
        return part.place == next && part.hasHeaders == first.hasHeaders
      }
      guard areTogether else { continue }
      tables[name] = Table(place: first.place, hasHeaders: first.hasHeaders, columns: ordered.flatMap(\.columns))
      tableCells.formUnion(ordered.map(\.place))
    }
  }

  /// The table of which a formula is all or some columns.
  private static func part(
    _ tree: FormulaTree, at place: Cell, _ known: [String: [String]]
  ) -> (table: String, part: Part)? {
    if let name = tree.onlyName?.lowercased(), let columns = known[name] {
      return (name, Part(place: place, hasHeaders: false, columns: columns))
    }
    guard tree.nodes.count == 1, case .structured(let reference) = tree.nodes[0],
      reference.rows == .all || reference.rows == .data, let name = reference.table?.lowercased(),
      let columns = known[name]
    else { return nil }
    let hasHeaders = reference.rows == .all
    guard let first = reference.firstColumn?.lowercased() else {
      return (name, Part(place: place, hasHeaders: hasHeaders, columns: columns))
    }
    guard let from = columns.firstIndex(of: first),
      let to = columns.firstIndex(of: (reference.lastColumn ?? first).lowercased()), from <= to
    else { return nil }
    return (name, Part(place: place, hasHeaders: hasHeaders, columns: Array(columns[from...to])))
  }
}
