import CellModel
import Engine
import Formulas
import SheetPrograms

/// Finds the items of a sheet and their relations.
struct RelationFinder {
  private(set) var result = SheetRelations()
  private let sheet: LiveSheet
  private var engine: Engine { sheet.engine }

  /// The items of single cells, of larger areas by their grid, of the columns of tables, and of what has no cells, by its key.
  private var cells: [CellAddress: Int] = [:]
  private var areas: [GridID: [(area: Area, item: Int)]] = [:]
  private var columns: [GridID: [Int?]] = [:]
  private var others: [String: Int] = [:]
  private var tables: [GridID: Int] = [:]
  private var known: Set<SheetRelations.Relation> = []

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
    for event in form?.events ?? [] {
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
    if case .sheet = engine.kind(of: cell.address.grid), cell.kind == .constant,
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
    if case .sheet(let name) = engine.kind(of: cell.address.grid) {
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
      let last = max(engine.rowCount(of: table.grid) - 1, 0)
      var cell = CellInfo(
        name: name, address: CellAddress(grid: table.grid, row: 0, column: index),
        area: Area(grid: table.grid, top: 0, left: index, bottom: last, right: index), kind: .range)
      cell.format = column.format
      cell.definitionSpan = column.span
      let formula = column.formula.map { column.unit?.document.source[$0.span] ?? $0.tree.text() }
      let kind: SheetRelations.Kind
      switch column.kind {
      case .input: kind = .input
      case .state: kind = .state
      case .event: kind = .event
      case .fetch: kind = .fetch
      default: kind = .column
      }
      return append(
        SheetRelations.Item(
          name: name, kind: kind, cell: cell, formula: column.isComposed ? nil : formula,
          documentation: column.documentation, group: table.name))
    }
  }

  /// The item of a table as a whole, which its columns make up.
  private mutating func wholeTable(_ grid: GridID) -> Int? {
    if let item = tables[grid] { return item }
    guard let table = sheet.tableInfo(in: grid), case .success(let cell) = sheet.cell(table.name)
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
  private mutating func items(in area: Area, isInside: Bool = false) -> [Int] {
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
    let table = sheet.tableInfo(in: area.grid)
    return area.left == 0 && Int(area.right) + 1 >= table?.columns.count ?? 0
  }

  // MARK: Relations

  private mutating func relate(_ from: Int, to item: Int, isEvent: Bool = false) {
    guard from != item else { return }
    let relation = SheetRelations.Relation(from: from, to: item, isEvent: isEvent)
    if known.insert(relation).inserted { result.relations.append(relation) }
  }

  private mutating func relate(_ read: [Area], to item: Int) {
    let grid = result.items[item].kind == .table ? nil : result.items[item].cell?.address.grid
    for area in read { for from in items(in: area, isInside: area.grid == grid) { relate(from, to: item) } }
  }

  private mutating func relateFormulas() {
    let computed = result.items.indices.compactMap { item in
      result.items[item].cell.map { (item: item, cell: $0) }
    }
    for (item, cell) in computed { relate(engine.areasRead(in: cell.area ?? Area(cell.address)), to: item) }
    for (address, item) in sortedCells where result.items[item].cell == nil {
      relate(engine.areasRead(in: Area(address)), to: item)
    }
    for table in sheet.tableDefinitions where engine.rowCount(of: table.grid) == 0 {
      for (index, item) in (columns[table.grid] ?? []).enumerated() {
        guard let item, let tree = sheet.placing.columnFormula(index, of: table) else { continue }
        let place = CellAddress(grid: table.grid, row: 0, column: index)
        let own = tree.nodes.compactMap { node -> Int? in
          guard case .name(let name, sheet: nil) = node else { return nil }
          return table.columns.firstIndex { $0.name.lowercased() == name.lowercased() }
        }
        for column in own { if let from = columns[table.grid]?[column] { relate(from, to: item) } }
        relate(engine.areas(of: engine.compile(tree, at: place), at: place).filter { $0.grid != table.grid }, to: item)
      }
    }
  }

  private var sortedCells: [(key: CellAddress, value: Int)] {
    cells.sorted { ($0.key.grid, $0.key.row, $0.key.column) < ($1.key.grid, $1.key.row, $1.key.column) }
  }

  private mutating func markCycles() {
    for cycle in engine.cycles() {
      var onCycle: Set<Int> = []
      for address in cycle { onCycle.formUnion(items(in: Area(address))) }
      result.markCycle(onCycle)
    }
  }
}

// MARK: Time

extension RelationFinder {
  private mutating func relateTime() {
    for (key, service) in sheet.timeline.work.services.sorted(by: { $0.key < $1.key }) {
      guard let item = others[key], let body = service.body else { continue }
      relate(body, to: item)
    }
    if let form = sheet.timeline.instances.first?.form { relate(form, named: { $0 }) }
    for table in sheet.tableDefinitions {
      guard let form = table.form?.form else { continue }
      relate(form) { "\(table.name)[\($0)]" }
    }
  }

  private mutating func relate(_ form: TimeForm, named name: (String) -> String) {
    let reader = StreamOrigins(form)
    for (number, event) in form.events.enumerated() {
      guard let stream = event.stream, let item = items(in: Area(event.cell)).first else { continue }
      for origin in reader.origins(of: stream) where origin != .event(number) {
        relate(origin, of: form, to: item, named: name)
      }
      for expression in reader.expressions(of: stream) { relate(expression, to: item) }
    }
    for state in form.states {
      guard let item = items(in: Area(state.cell)).first else { continue }
      for reaction in state.reactions {
        relate(stream: reaction.stream, of: form, reader, to: item, named: name)
        for clause in reaction.clauses {
          relate(clause.condition, to: item)
          relate(clause.value, to: item)
        }
      }
    }
    for action in form.actions {
      guard let item = others[name(action.name).lowercased()] else { continue }
      relate(action.condition, to: item)
      relate(action.body, to: item)
      for reaction in action.reactions {
        relate(stream: reaction.stream, of: form, reader, to: item, named: name)
        for clause in reaction.clauses {
          relate(clause.condition, to: item)
          for argument in clause.arguments { relate(argument, to: item) }
        }
      }
    }
    for fetch in form.fetches {
      guard let item = items(in: Area(fetch.cell)).first else { continue }
      relate(fetch.body, to: item)
      relate(fetch.placeholder, to: item)
    }
    for binding in form.bindings {
      guard let item = items(in: Area(binding.target)).first else { continue }
      relate(binding.value, to: item)
      if let model = binding.model, let other = items(in: Area(model.cell)).first { relate(item, to: other) }
    }
    for reaction in form.tableReactions {
      var guards: [TimeExpression] = []
      for clause in reaction.clauses {
        // Whether a clause is carried out depends on those before it, too.
        if let condition = clause.condition { guards.append(condition) }
        relate(clause, of: reaction, form, reader, under: guards, named: name)
      }
    }
  }

  private mutating func relate(
    _ clause: TableClauseForm, of reaction: TableReaction, _ form: TimeForm, _ reader: StreamOrigins,
    under guards: [TimeExpression], named name: (String) -> String
  ) {
    let table = sheet.tableDefinitions[reaction.table]
    var item: Int?
    var expressions: [TimeExpression?] = guards
    switch clause.change {
    case .insert(let position, let values):
      item = wholeTable(table.grid)
      expressions += values
      switch position {
      case .first, .last: break
      case .before(let row), .after(let row): expressions.append(row)
      }
    case .delete(let condition):
      item = wholeTable(table.grid)
      expressions.append(condition)
    case .update(let column, let value, let condition):
      item = columns[table.grid]?[column] ?? nil
      expressions += [value, condition]
    }
    guard let item else { return }
    relate(stream: reaction.stream, of: form, reader, to: item, named: name)
    for expression in expressions { relate(expression, to: item, exceptGrid: table.grid) }
  }

  private mutating func relate(
    stream: Int, of form: TimeForm, _ reader: StreamOrigins, to item: Int, named name: (String) -> String
  ) {
    for origin in reader.origins(of: stream) { relate(origin, of: form, to: item, named: name) }
    for expression in reader.expressions(of: stream) { relate(expression, to: item) }
  }

  private mutating func relate(
    _ origin: StreamOrigins.Origin, of form: TimeForm, to item: Int, named name: (String) -> String
  ) {
    switch origin {
    case .event(let number):
      for from in items(in: Area(form.events[number].cell)) { relate(from, to: item, isEvent: true) }
    case .action(let number):
      if let from = others[name(form.actions[number].name).lowercased()] { relate(from, to: item, isEvent: true) }
    case .watch(let number):
      switch form.watches[number] {
      case .cells(let area): for from in items(in: area) { relate(from, to: item, isEvent: true) }
      case .table(let expression):
        for area in expression.reads(in: engine, row: nil).areas {
          for from in items(in: area) { relate(from, to: item, isEvent: true) }
        }
      }
    }
  }

  private mutating func relate(_ expression: TimeExpression?, to item: Int, exceptGrid: GridID? = nil) {
    guard let expression else { return }
    relate(expression.reads(in: engine, row: nil).areas.filter { $0.grid != exceptGrid }, to: item)
  }

  /// What is read when an action or a fetch begins, and the services that it calls.
  private mutating func relate(_ body: RunForm, to item: Int) {
    for read in body.reads { relate(read, to: item) }
    for node in body.function.tree.nodes {
      guard case .call(let name, let arguments) = node, name.lowercased() == ServiceFunctions.call,
        let first = arguments.first, case .text(let called) = body.function.tree[first],
        let service = others[called.lowercased()]
      else { continue }
      relate(service, to: item)
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

/// What the streams of a form come from in the end.
struct StreamOrigins {
  enum Origin: Hashable {
    case event(Int)
    case action(Int)
    case watch(Int)
  }
  private let form: TimeForm

  init(_ form: TimeForm) { self.form = form }

  /// The events, actions and cells that a stream is made of; an event that is itself a stream is where it ends.
  func origins(of stream: Int) -> [Origin] {
    switch form.streams[stream].kind {
    case .event(let number): return [.event(number)]
    case .action(let number, _): return [.action(number)]
    case .changes(let watch): return [.watch(watch)]
    case .function(let function):
      return function.sources.flatMap { origins(of: $0) } + (function.watch.map { [.watch($0)] } ?? [])
    }
  }

  /// What a stream evaluates on its way from there.
  func expressions(of stream: Int) -> [TimeExpression] {
    guard let function = form.streams[stream].function else { return [] }
    return function.functions + function.settings + function.sources.flatMap { expressions(of: $0) }
  }
}
