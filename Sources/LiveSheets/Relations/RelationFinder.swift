import CellModel
import Engine
import Formulas
import SheetPrograms

/// Finds the items of a sheet and their relations.
struct RelationFinder {
  private(set) var result = SheetRelations()
  let sheet: LiveSheet
  var engine: Engine { sheet.engine }

  /// The items of single cells, of larger areas by their grid, of the columns of tables, and of what has no cells, by its key.
  private var cells: [CellAddress: Int] = [:]
  private var areas: [GridID: [(area: Area, item: Int)]] = [:]
  private(set) var columns: [GridID: [Int?]] = [:]
  private(set) var others: [String: Int] = [:]
  private var tables: [GridID: Int] = [:]
  private var known: Set<SheetRelations.Relation> = []
  /// Named cells that columns of tables of sheets show, with the items of these.
  private var shownCells: [(address: CellAddress, item: Int)] = []

  init(_ sheet: LiveSheet) { self.sheet = sheet }

  mutating func find() {
    addTriggers()
    for cell in sheet.contents where cell.kind != .table && cells[cell.address] == nil { add(cell) }
    for table in sheet.tableDefinitions { addColumns(of: table) }
    relateFormulas()
    relateTime()
    // What happens to an item has been read by it, too.
    result.relations.removeAll { !$0.isEvent && known.contains(.init(from: $0.from, to: $0.to, isEvent: true)) }
    markCycles()
    let read = Set(result.relations.filter { $0.from != $0.to }.map(\.from))
    for item in result.items.indices where !read.contains(item) {
      switch result.items[item].kind {
      case .formula, .state, .fetch: result.items[item].isOutput = true
      case .column: result.items[item].isOutput = result.items[item].formula != nil
      case .input, .constant, .event, .action, .service, .table: break
      }
    }
  }

  // MARK: Items

  @discardableResult
  private mutating func append(_ item: SheetRelations.Item) -> Int {
    result.items.append(item)
    return result.items.count - 1
  }

  /// The events, and the actions and services, which have no cells of their own, but cells that come with them.
  private mutating func addTriggers() {
    let form = sheet.timeline.instances.first?.form
    for action in form?.actions ?? [] {
      let item = append(
        SheetRelations.Item(name: action.name, kind: .action, group: group(ofUnit: unitPrefix(of: action.name))))
      others[action.name.lowercased()] = item
      for cell in [action.isEnabled, action.isExecuting, action.value, action.error] { cells[cell] = item }
    }
    for (key, service) in sheet.timeline.work.services.sorted(by: { $0.key < $1.key }) {
      guard let calls = service.calls else { continue }
      let item = append(SheetRelations.Item(name: service.name, kind: .service))
      others[key] = item
      cells[calls] = item
    }
    for event in form?.events ?? KeptObjects() {
      if event.isMoment, let owner = owner(ofPart: event.name) {
        cells[event.cell] = owner
      } else {
        add(sheet.info(at: event.cell))
      }
    }
  }

  private mutating func add(_ cell: CellInfo) {
    let kind: SheetRelations.Kind
    switch cell.kind {
    case .input: kind = .input
    case .constant, .blank: kind = .constant
    case .formula, .part, .range: kind = .formula
    case .state: kind = .state
    case .event: kind = .event
    case .fetch: kind = .fetch
    case .table: kind = .table
    }
    let item = append(
      SheetRelations.Item(
        name: cell.name, kind: kind, cell: cell, formula: cell.formulaText, documentation: cell.documentation,
        group: group(of: cell)))
    if case .sheet = engine.grids.kind(of: cell.address.grid), cell.kind == .constant,
      case .text = engine.value(at: cell.address)
    {
      result.items[item].isLabel = true
    }
    if let area = cell.area {
      areas[area.grid, default: []].append((area, item))
    } else {
      cells[cell.address] = item
    }
  }

  /// `add` of `add.isExecuting`.
  private func owner(ofPart name: String) -> Int? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return others[name[..<dot].lowercased()]
  }

  private func group(of cell: CellInfo) -> String? {
    if case .sheet(let name) = engine.grids.kind(of: cell.address.grid) {
      return sheet.sheetNames.count > 1 ? sheet.loaded.workbooks.sheetName(of: cell.address.grid) ?? name : nil
    }
    return group(ofUnit: sheet.lookup.definition(at: cell.address)?.unit?.prefix ?? "")
  }

  private func group(ofUnit prefix: String) -> String? { prefix.isEmpty ? nil : String(prefix.dropLast()) }

  private func unitPrefix(of name: String) -> String {
    sheet.units.map(\.prefix).filter { name.hasPrefix($0) }.max { $0.count < $1.count } ?? ""
  }

  private mutating func addColumns(of table: LoadedTable) {
    for action in table.form?.form.actions ?? [] {
      let name = "\(table.name)[\(action.name)]"
      others[name.lowercased()] = append(SheetRelations.Item(name: name, kind: .action, group: table.name))
    }
    columns[table.grid] = table.columns.indices.map { index in
      let column = table.columns[index]
      let name = "\(table.name)[\(column.name)]"
      if let dot = column.name.lastIndex(of: "."),
        let owner = others["\(table.name)[\(column.name[..<dot])]".lowercased()]
      {
        return owner
      }
      // What else comes with events is no column that anybody sees.
      if column.kind == .part { return nil }
      let last = max(engine.grids.rowCount(of: table.grid) - 1, 0)
      var cell = CellInfo(
        name: name, address: CellAddress(grid: table.grid, row: 0, column: index),
        area: Area(grid: table.grid, top: 0, left: index, bottom: last, right: index), kind: .range)
      cell.format = column.format
      cell.definitionSpan = column.unit?.useSpan ?? table.unit?.useSpan ?? column.span
      let formula = column.formula.map { column.unit?.document.source[$0.span] ?? $0.tree.text() }
      let kind: SheetRelations.Kind
      switch column.kind {
      case .input: kind = .input
      case .state: kind = .state
      case .event: kind = .event
      case .fetch: kind = .fetch
      default: kind = .column
      }
      let item = append(
        SheetRelations.Item(
          name: name, kind: kind, cell: cell, formula: column.isComposed ? nil : formula,
          documentation: column.documentation, group: table.name))
      if table.showsNames(inColumn: index) { addShownCells(of: cell, item) }
      return item
    }
  }

  /// Takes what a column shows for the column itself.
  private mutating func addShownCells(of column: CellInfo, _ item: Int) {
    for row in 0..<engine.grids.rowCount(of: column.address.grid) {
      let shown = CellAddress(grid: column.address.grid, row: row, column: Int(column.address.column))
      for area in engine.dependencies.areasRead(in: Area(shown)) where area.isSingleCell {
        cells[area.topLeft] = item
        shownCells.append((area.topLeft, item))
      }
    }
  }

  /// The item of a table as a whole, which its columns make up.
  mutating func wholeTable(_ grid: GridID) -> Int? {
    if let item = tables[grid] { return item }
    guard let table = sheet.tables.table(in: grid), case .success(let cell) = sheet.cell(table.name)
    else { return nil }
    let item = append(
      SheetRelations.Item(
        name: table.name, kind: .table, cell: cell, documentation: table.documentation, group: table.name))
    tables[grid] = item
    for column in (columns[grid] ?? []).prefix(table.columns.count) {
      if let column { relate(column, to: item) }
    }
    return item
  }

  /// The tables whose rows come and go with events.
  private lazy var changingTables: Set<GridID> = {
    let reactions = sheet.timeline.instances.first?.form.tableReactions ?? []
    return Set(
      reactions.filter { $0.clauses.contains(where: \.changesRows) }.map { sheet.tableDefinitions[$0.table].grid })
  }()

  /// The items that have a cell in an area.
  ///
  /// - Parameter isInside: Whether somebody in the same table asks, for whom the table is its columns.
  mutating func items(in area: Area, isInside: Bool = false) -> [Int] {
    if let columns = columns[area.grid] {
      let range = Int(area.left)...max(Int(area.left), Int(area.right))
      let found = range.compactMap { $0 < columns.count ? columns[$0] : nil }
      if !isInside, changingTables.contains(area.grid), let whole = wholeTable(area.grid) {
        return isWhole(area) && area.left < area.right ? [whole] : found + [whole]
      }
      if !isInside, isWhole(area), area.left < area.right, let whole = wholeTable(area.grid) { return [whole] }
      return found
    }
    var found: [Int] = []
    if area.isSingleCell, let item = cells[area.topLeft] {
      found.append(item)
    } else if !area.isSingleCell {
      found += cells.filter { area.contains($0.key) }.map(\.value).sorted()
    }
    for (other, item) in areas[area.grid] ?? [] where other.intersection(area) != nil { found.append(item) }
    return found
  }

  /// Whether an area has all columns of its table that are shown.
  private func isWhole(_ area: Area) -> Bool {
    let table = sheet.tables.table(in: area.grid)
    return area.left == 0 && Int(area.right) + 1 >= table?.columns.count ?? 0
  }

  // MARK: Relations

  mutating func relate(_ from: Int, to item: Int, isEvent: Bool = false) {
    guard from != item else { return }
    let relation = SheetRelations.Relation(from: from, to: item, isEvent: isEvent)
    if known.insert(relation).inserted { result.relations.append(relation) }
  }

  mutating func relate(_ read: [Area], to item: Int) {
    let grid = result.items[item].kind == .table ? nil : result.items[item].cell?.address.grid
    for area in read { for from in items(in: area, isInside: area.grid == grid) { relate(from, to: item) } }
  }

  private mutating func relateFormulas() {
    let computed = result.items.indices.compactMap { item in
      result.items[item].cell.map { (item: item, cell: $0) }
    }
    for (item, cell) in computed {
      relate(engine.dependencies.areasRead(in: cell.area ?? Area(cell.address)), to: item)
    }
    for (address, item) in shownCells { relate(engine.dependencies.areasRead(in: Area(address)), to: item) }
    for (address, item) in sortedCells where result.items[item].cell == nil {
      relate(engine.dependencies.areasRead(in: Area(address)), to: item)
    }
    for table in sheet.tableDefinitions where engine.grids.rowCount(of: table.grid) == 0 {
      let items = columns[table.grid] ?? []
      for (index, tree) in sheet.placing.columnFormulas(of: table) where index < items.count {
        guard let item = items[index] else { continue }
        let place = CellAddress(grid: table.grid, row: 0, column: index)
        let own = tree.nodes.compactMap { node -> Int? in
          guard case .name(let name, sheet: nil) = node else { return nil }
          return table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
        }
        for column in own { if let from = columns[table.grid]?[column] { relate(from, to: item) } }
        relate(
          engine.expressions.areas(of: engine.expressions.compile(tree, at: place), at: place).filter {
            $0.grid != table.grid
          }, to: item)
      }
    }
  }

  private var sortedCells: [(key: CellAddress, value: Int)] {
    cells.sorted { ($0.key.grid, $0.key.row, $0.key.column) < ($1.key.grid, $1.key.row, $1.key.column) }
  }

  private mutating func markCycles() {
    for cycle in engine.cycles.all() {
      var onCycle: Set<Int> = []
      for address in cycle { onCycle.formUnion(items(in: Area(address))) }
      result.markCycle(onCycle)
    }
  }
}

extension TableClauseForm {
  /// Whether rows come or go.
  fileprivate var changesRows: Bool {
    switch change {
    case .insert, .delete: true
    case .update: false
    }
  }
}
