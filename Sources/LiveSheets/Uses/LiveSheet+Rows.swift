import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Tables whose rows are sheets.
extension LiveSheet {
  /// Makes the table of a `table … of` statement, with a column for each cell of the sheet in its rows.
  func loadInstances(_ table: TableDefinition, _ statement: Statement, _ unit: SheetUnit) {
    guard let path = table.instanceSource, let used = usedUnit(path, prefix: "", by: unit, path: []) else { return }
    var rowUnits = [used.unit]
    addRowUnits(of: used.unit, path: [used.file], &rowUnits)
    let name = unit.fullName(table.name.text)
    let columns = rowColumns(rowUnits)
    let paths = Self.paths(columns, rowUnits)
    for unit in rowUnits { unit.paths = paths }
    noteDottedColumns(paths, of: name)
    declareServices(of: rowUnits)
    let count = Int((table.instanceCount.flatMap { constant($0) }?.number ?? 0).clamped(to: 0...100_000))
    let grid = engine.addTable(named: name, columns: columns.map(\.name), rows: count, in: scope)
    var loaded = LoadedTable(
      name: name, definition: table, documentation: statement.documentation?.text, grid: grid, columns: columns,
      unit: unit)
    loaded.form = RowForm(self, rowUnits, grid: grid, columns: columns)
    loaded.shownCount = columns.prefix { $0.kind != .event && $0.kind != .part }.count
    addRowChecks(rowUnits, &loaded)
    tableDefinitions.append(loaded)
    guard count > 0 else { return }
    for row in 0..<count { setFirstValues(of: loaded, row: row, []) }
    for (index, column) in columns.enumerated() {
      guard let formula = column.formula, let unit = column.unit else { continue }
      engine.setFormula(
        placed(formula.tree, unit, column.home),
        over: Area(grid: grid, top: 0, left: index, bottom: count - 1, right: index))
    }
    for (index, tree) in loaded.hiddenFormulas.enumerated() {
      let column = columns.count + index
      engine.setFormula(tree, over: Area(grid: grid, top: 0, left: column, bottom: count - 1, right: column))
    }
  }

  private func addRowUnits(of unit: SheetUnit, path: [String], _ units: inout [SheetUnit]) {
    for used in usedUnits(of: unit, path: path) {
      units.append(used.unit)
      addRowUnits(of: used.unit, path: path + [used.file], &units)
    }
  }

  /// The names with dots of cells, actions and events in the rows, in lower case.
  private static func paths(_ columns: [LoadedTable.Column], _ units: [SheetUnit]) -> Set<String> {
    var paths = Set(columns.map(\.name).filter { $0.contains(".") }.map { $0.lowercased() })
    for unit in units where !unit.prefix.isEmpty {
      for statement in unit.document.statements {
        guard case .action(let action) = statement.kind else { continue }
        paths.insert(unit.fullName(action.name.text).lowercased())
      }
    }
    return paths
  }

  /// Makes columns whose names have dots known by them: `people[2].adding.username`, `people[adding.username]`.
  func noteDottedColumns(_ paths: some Sequence<String>, of table: String) {
    for path in paths { dottedColumns.formUnion(Self.prefixes(of: path).map { "\(table).\($0)".lowercased() }) }
  }

  /// A path and every beginning of it that has a dot: `a.b.c` and `a.b`.
  private static func prefixes(of path: String) -> [String] {
    var prefixes = [path]
    var rest = path[...]
    while let dot = rest.lastIndex(of: ".") {
      rest = rest[..<dot]
      if rest.contains(".") { prefixes.append(String(rest)) }
    }
    return prefixes
  }

  /// The services of the sheets in the rows are services of the whole program.
  private func declareServices(of units: [SheetUnit]) {
    for unit in units {
      for statement in unit.document.statements {
        guard case .service(let service) = statement.kind, otherNames[service.name.key] == nil else { continue }
        otherNames[service.name.key] = "service"
        let calls = engine.addName("\(service.name.text).calls", in: scope)
        let definition = Definition(name: "\(service.name.text).calls", kind: .part, span: service.name.span)
        definition.unit = unit
        definitions[calls] = definition
        engine.setConstant(.number(0), at: calls)
      }
    }
  }

  // MARK: Columns

  /// A column for each named cell: inputs first, then what is shown, then what comes with actions and events.
  private func rowColumns(_ units: [SheetUnit]) -> [LoadedTable.Column] {
    var inputs: [LoadedTable.Column] = []
    var shown: [LoadedTable.Column] = []
    var hidden: [LoadedTable.Column] = []
    for unit in units {
      for statement in unit.document.statements {
        guard let (column, rank) = rowColumn(statement, unit) else {
          if let name = statement.definedName, case .action = statement.kind {
            for part in parts(of: statement) {
              hidden.append(rowPart("\(unit.fullName(name.text)).\(part)", part, statement, unit))
            }
          }
          continue
        }
        switch rank {
        case 0: inputs.append(column)
        case 1: shown.append(column)
        default: hidden.append(column)
        }
      }
    }
    var seen: Set<String> = []
    return (inputs + shown + hidden).filter { seen.insert($0.name.lowercased()).inserted }
  }

  private func rowColumn(_ statement: Statement, _ unit: SheetUnit) -> (LoadedTable.Column, rank: Int)? {
    guard let name = statement.definedName else {
      switch statement.kind {
      case .cell(let cell): add(TimeDiagnostics.notInRows("cells of a grid", cell.target.span), of: unit)
      default: break
      }
      return nil
    }
    var column = LoadedTable.Column(
      name: unit.fullName(name.text), documentation: statement.documentation?.text, span: name.span, unit: unit,
      home: statement.grid)
    switch statement.kind {
    case .input(let input):
      column.kind = .input
      column.input = rule(of: input, unit)
      column.input?.name = column.name
      column.format = Self.format(of: input, column.input ?? InputRule(type: .any))
      column.value = column.input?.initial
      return (column, 0)
    case .cell(let cell):
      column.format = cell.format?.text ?? cell.formula.impliedFormat ?? Self.percentFormat(cell.formula.tree)
      if cell.isConstant, let value = cell.formula.constant {
        column.kind = .constant
        column.value = value
      } else {
        column.formula = cell.formula
      }
    case .state(let state):
      column.kind = .state
      column.format = state.format?.text ?? state.initial.impliedFormat
      column.first = state.initial
      column.value = state.initial.constant
    case .fetch: column.kind = .fetch
    case .modes(let modes):
      let loaded = LoadedModes(modes) { $0.tree }
      column.formula = SheetFormula(tree: loaded.formula, span: modes.name.span)
      column.text = loaded.formula.text()
    case .event:
      column.kind = .event
      return (column, 2)
    case .table:
      add(TimeDiagnostics.notInRows("tables", name.span), of: unit)
      return nil
    default: return nil
    }
    return (column, 1)
  }

  private func rowPart(
    _ name: String, _ part: String, _ statement: Statement, _ unit: SheetUnit
  ) -> LoadedTable.Column {
    var column = LoadedTable.Column(name: name, span: statement.definedName?.span, unit: unit, home: statement.grid)
    column.kind = .part
    switch (part, statement.kind) {
    case ("isExecuting", _): column.value = .logical(false)
    case ("isEnabled", .action(let action)):
      let isIdle = FormulaTree.call("NOT", [.member(action.name.text, "isExecuting")])
      let tree = action.condition.map { .call("AND", [$0.tree, isIdle]) } ?? isIdle
      column.formula = SheetFormula(tree: tree, span: action.name.span)
      column.text = tree.text()
    default: break
    }
    return column
  }

  private func addRowChecks(_ units: [SheetUnit], _ table: inout LoadedTable) {
    for unit in units {
      for statement in unit.document.statements {
        switch statement.kind {
        case .check(let check):
          let tree = placed(check.condition.tree, unit, statement.grid)
          addRowCheck(
            LoadedCheck(
              label: unit.prefix + check.label.text, kind: check.isAlways ? .always : .never,
              span: check.condition.span, unit: unit, tree: tree, values: tree), &table)
        case .modes(let modes):
          let loaded = LoadedModes(modes) { self.placed($0.tree, unit, statement.grid) }
          var check = LoadedCheck(
            label: unit.fullName(modes.name.text), kind: .modes, span: modes.name.span, unit: unit,
            tree: loaded.check, values: loaded.values)
          check.modes = loaded
          addRowCheck(check, &table)
        default: break
        }
      }
    }
  }

  private func addRowCheck(_ check: LoadedCheck, _ table: inout LoadedTable) {
    var check = check
    check.table = table.grid
    check.address = CellAddress(
      grid: table.grid, row: 0, column: table.columns.count + table.hiddenFormulas.count)
    table.hiddenFormulas.append(check.tree)
    checks.append(check)
  }

  // MARK: Rows

  /// Puts the first values of a row's cells, after those that are given for its inputs.
  private func setFirstValues(of table: LoadedTable, row: Int, _ given: [CellValue]) {
    for (index, column) in table.columns.enumerated() where index >= given.count && column.formula == nil {
      let value = column.value ?? .blank
      if !value.isBlank { engine.setConstant(value, at: CellAddress(grid: table.grid, row: row, column: index)) }
    }
  }

  /// Lets time begin in the rows that a table has at load.
  func beginRows(of number: Int) {
    guard let form = tableDefinitions[number].form else { return }
    let count = engine.rowCount(of: tableDefinitions[number].grid)
    tableDefinitions[number].rows = (0..<count).map { TimeInstance(form.form, row: $0) }
    for row in tableDefinitions[number].rows { begin(row, form) }
  }

  /// Lets time begin in a row that was inserted.
  func beginRow(of number: Int, at position: Int, _ values: [CellValue]) {
    guard let form = tableDefinitions[number].form else { return }
    setFirstValues(of: tableDefinitions[number], row: position, values)
    for row in tableDefinitions[number].rows[position...] { row.row = (row.row ?? 0) + 1 }
    let instance = TimeInstance(form.form, row: position)
    tableDefinitions[number].rows.insert(instance, at: position)
    begin(instance, form)
  }

  private func begin(_ instance: TimeInstance, _ form: RowForm) {
    timeline.instances.append(instance)
    engine.recalculate()
    for state in form.form.states {
      guard let first = form.initial[Int(state.cell.column)], first.tree.constant == nil else { continue }
      engine.setConstant(first.value(in: engine, row: instance.row), at: instance.at(state.cell))
    }
    timeline.connect(instance)
    timeline.isUnsettled = true
    timeline.start(instance)
  }

  /// Ends what happens in a row that is deleted: its timers, and its calls.
  func endRow(of number: Int, at position: Int) {
    let instance = tableDefinitions[number].rows.remove(at: position)
    instance.hasEnded = true
    for row in tableDefinitions[number].rows[position...] { row.row = (row.row ?? 1) - 1 }
    timeline.end(instance)
  }
}
