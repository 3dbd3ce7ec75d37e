import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What formulas mean in the unit and the section that they stand in.
struct FormulaPlacing {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }
  private var units: [SheetUnit] { loaded.units }

  /// A tree as it is understood in a unit; see ``NamePlaces``.
  func tree(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String> = []) -> FormulaTree {
    let grid = foreignGrid(unit, home)
    if unit.isMain, grid == nil, !tree.hasDots { return tree }
    guard !tree.nodes.isEmpty else { return tree }
    let places = NamePlaces(placing: self, unit: unit, hidden: hidden, grid: grid)
    return tree.placed(places, loaded.environment.catalog)
  }

  /// The name of the first grid of what is used under a full name in lower case; `nil` where it has none.
  func firstGrid(of key: String) -> String? {
    guard let used = units.first(where: { !$0.isMain && $0.prefix.dropLast().lowercased() == key }) else {
      return nil
    }
    let first = used.gridName(nil)
    if loaded.grids.sheets[first.lowercased()] != nil { return first }
    // The sheet itself may have the name under which it uses a workbook.
    return used.workbook?.sheets.first.map { used.prefix + $0.name }
  }

  /// What becomes of a name that a used sheet does not define, so that it means nothing of the sheet that uses it; `nil`
  /// where it stays: services belong to the whole program, and functions to everybody.
  func nameInVain(_ name: String, _ role: @autoclosure () -> NameRole, _ unit: SheetUnit) -> String? {
    guard !unit.isMain, loaded.program.service(named: name) == nil else { return nil }
    switch role() {
    case .called where loaded.names.isFunction(name): return nil
    case .argument where loaded.environment.catalog.function(named: name) != nil:
      // In the rows of a table their columns are nobody's business either.
      return unit.isInRows || engine.names.binding(of: name, in: loaded.scope) != nil ? unit.functionName(name) : nil
    case .value, .argument, .called: return unit.nobodysName(name)
    }
  }

  /// A name behind that of a grid: one of the unit that the grid belongs to, whose names are those of its whole file.
  func name(_ name: String, behind prefix: SheetPrefix, _ unit: SheetUnit) -> FormulaTree.Node? {
    let grid = unit.isMain ? prefix.first : unit.grid(named: prefix.first)
    let owner = units.first { !$0.isMain && $0.workbook == nil && $0.hasGrid(grid) }
    if let owner, owner.declared.names.contains(name.lowercased()) { return .name(owner.fullName(name), sheet: nil) }
    return unit.isMain ? nil : .name(name, sheet: SheetPrefix(grid))
  }

  /// Whether formulas without dots mean in a unit what they mean in the engine.
  func isAsWritten(_ unit: SheetUnit, _ home: String?) -> Bool { unit.isMain && foreignGrid(unit, home) == nil }

  /// A tree of the sheet itself with the addresses that stand alone made those of the grid it was written on.
  func atHome(_ tree: FormulaTree, _ home: String?) -> FormulaTree { self.tree(tree, units[0], home) }

  /// The value of an expression of the sheet itself that no cell holds.
  ///
  /// - Parameter home: The section in which it stands.
  func value(of tree: FormulaTree, _ home: String?) -> CellValue {
    // No cell of that name has anything to do with it, so no error begins there.
    engine.expressions.evaluate(atHome(tree, home), at: loaded.homes.place(of: units[0], home), isInCell: false)
  }

  /// A reference that a formula in a cell has made of a text: it means what it would mean if it stood in the formula.
  func tree(ofTextIn address: CellAddress, _ tree: FormulaTree) -> FormulaTree {
    let hasSheetsInRows = loaded.tableDefinitions.contains { $0.form != nil }
    // A used workbook has names of its own.
    guard units.count > 1 || hasSheetsInRows || !units[0].gridLines.names.isEmpty,
      loaded.workbooks.workbook(of: address.grid) == nil
    else { return tree }
    let (unit, home) = home(of: address)
    if let dotted = tree.withCellsBehindDots { return self.tree(dotted, unit, home).withJoinedCorners }
    return isAsWritten(unit, home) ? tree : self.tree(tree, unit, home)
  }

  /// The unit and the section in which the formula of a cell, or an expression that stands at a place, is written.
  func home(of address: CellAddress) -> (unit: SheetUnit, section: String?) {
    if let expression = loaded.homes.home(at: address) { return expression }
    if let known = loaded.definitions.statement(at: address) { return (known.unit, known.statement.grid) }
    if let definition = loaded.definitions[address] ?? loaded.definitions.fill(at: address)?.definition {
      return (definition.unit ?? units[0], definition.home)
    }
    if let check = loaded.checks.list.first(where: { $0.stands(at: address) }) { return (check.unit, check.home) }
    guard let table = loaded.tables.table(in: address.grid) else { return (units[0], nil) }
    guard table.form != nil else { return (table.unit ?? units[0], table.home) }
    let column = table.columns.indices.contains(Int(address.column)) ? table.columns[Int(address.column)] : nil
    return (column?.unit ?? units[0], column?.home)
  }

  /// The grid that addresses without one mean, if it is not the first of the sheet itself.
  private func foreignGrid(_ unit: SheetUnit, _ home: String?) -> String? {
    if unit.isMain, home == nil { return nil }
    let key = (unit.isMain ? home ?? "" : unit.gridName(home)).lowercased()
    guard let grid = loaded.grids.sheets[key], grid != loaded.homeSheet,
      case .sheet(let name) = engine.grids.kind(of: grid)
    else {
      return nil
    }
    return name
  }

  /// Whether a full name with dots, in lower case, is one.
  func isKnownPath(_ key: String) -> Bool {
    engine.names.binding(of: key, in: loaded.scope) != nil || loaded.otherNames[key] != nil
      || loaded.tables.dottedColumns.contains(key)
      || isTable(key)
  }

  /// Whether a name with a dot, in lower case, is a cell of a service, which belongs to the whole program.
  func isOfService(_ key: String) -> Bool {
    loaded.program.service(named: String(key.prefix { $0 != "." })) != nil && isKnownPath(key)
  }

  /// Whether a full name is that of a table, be it loaded or not.
  func isTable(_ name: String) -> Bool {
    let key = name.lowercased()
    return loaded.program.tables.contains { $0.name.lowercased() == key }
      || engine.names.sheetTable(named: key, in: loaded.scope) != nil
  }

  /// Whether a full name is that of a table whose rows have names of their own.
  func hasFixedRows(_ name: String) -> Bool { loaded.program.tablesOfInstances.contains(name.lowercased()) }

  /// The formulas of columns, by their places, as they are understood in their units; in those of the table itself the columns
  /// come first.
  func columnFormulas(of table: LoadedTable) -> [(column: Int, tree: FormulaTree)] {
    lazy var own = Set(table.columns.map { $0.name.lowercased() })
    return table.columns.indices.compactMap { index in
      let column = table.columns[index]
      guard let formula = column.formula else { return nil }
      let hidden = column.unit === table.unit ? own : []
      return (index, tree(formula.tree, column.unit ?? units[0], column.home, hidden: hidden))
    }
  }
}
