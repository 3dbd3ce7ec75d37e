import CellModel
import Engine
import Formulas
import SheetPrograms
import SheetText

/// An event from outside or an action of the sheet or of a row, which is told by its place: rows come and go.
package struct Triggerable: Hashable {
  fileprivate enum Number: Hashable {
    case event(Int)
    case action(Int)
  }
  fileprivate var place: InstancePlace
  fileprivate var number: Number

  /// The row in which it is; `nil` where it is the sheet's own.
  package var row: RowPlace? { place == .sheet ? nil : RowPlace(table: place.table, row: place.row) }
}

/// What a ``Triggerable`` takes with it.
package enum TriggerPayload {
  case nothing
  case value(InputRule)
  case arguments(count: Int)
}

/// What may be done to a sheet from outside, and doing it by address and place instead of by name.
package struct Possibilities {
  private let sheet: LiveSheet
  /// How many rows of each table of sheets are left out, and the sheet itself with them; `nil` leaves nothing out.
  private let knownRows: [Int]?

  package init(of sheet: LiveSheet) {
    self.sheet = sheet
    knownRows = nil
  }

  /// What may be done in the rows that each table has beyond so many, as ``rowCounts`` tells them, and nowhere else.
  package init(of sheet: LiveSheet, beyond rowCounts: [Int]) {
    self.sheet = sheet
    knownRows = rowCounts
  }

  private var engine: Engine { sheet.engine }
  private var timeline: Timeline { sheet.timeline }

  /// How many rows of sheets each table has now, by the numbers of the tables.
  package var rowCounts: [Int] { sheet.tableDefinitions.map(\.rows.count) }

  /// The row of a table of sheets in which a cell lies.
  package func row(of address: CellAddress) -> RowPlace? {
    guard let number = sheet.loaded.tables.number(in: address.grid), sheet.tableDefinitions[number].form != nil else {
      return nil
    }
    return RowPlace(table: number, row: Int(address.row))
  }

  /// What a path to something in a row is called where it is told of all rows of the table: by its column.
  package func title(of path: String, in row: RowPlace) -> String {
    let name = sheet.tableDefinitions[row.table].name
    return "\(name)[\(path.dropFirst("\(name)[\(row.row + 1)].".count))]"
  }

  /// The sheet itself and the rows of sheets that it has now, as far as they are not left out.
  private var instances: [TimeInstance] {
    guard let knownRows else { return timeline.instances }
    return zip(sheet.tableDefinitions, knownRows).flatMap { $0.rows.dropFirst($1) }
  }

  /// The inputs of the sheet, of those it uses, and of the rows it has now.
  package var inputs: [(path: String, address: CellAddress, rule: InputRule)] {
    var found: [(path: String, address: CellAddress, rule: InputRule)] = []
    for address in knownRows == nil ? sheet.definitions.order : [] {
      if let rule = sheet.definitions.input(at: address), let definition = sheet.definitions[address] {
        found.append((definition.name, address, widest(rule, at: address)))
      }
    }
    for (number, table) in sheet.tableDefinitions.enumerated() where table.form != nil {
      for row in table.rows.indices.dropFirst(knownRows?[number] ?? 0) {
        for (column, info) in table.columns.enumerated() {
          let address = CellAddress(grid: table.grid, row: row, column: column)
          guard let rule = sheet.acceptance.rule(at: address) else { continue }
          found.append(("\(table.name)[\(row + 1)].\(FieldName.text(info.name))", address, widest(rule, at: address)))
        }
      }
    }
    return found
  }

  /// The events from outside and the actions of the sheet and of the rows it has now.
  package var triggerables: [(path: String, trigger: Triggerable, payload: TriggerPayload)] {
    instances.flatMap { instance in
      let (prefix, place) = (pathPrefix(of: instance), timeline.places.place(of: instance))
      let events = instance.form.events.enumerated().filter { $0.element.stream == nil }.map { number, event in
        (
          prefix + event.name, Triggerable(place: place, number: .event(number)),
          event.isPlain ? TriggerPayload.nothing : .value(payloadRule(of: event, in: instance))
        )
      }
      let actions = instance.form.actions.enumerated().map { number, action in
        (
          prefix + action.name, Triggerable(place: place, number: .action(number)),
          action.parameters.isEmpty ? TriggerPayload.nothing : .arguments(count: action.parameters.count)
        )
      }
      return events + actions
    }
  }

  /// What an event may be given in some state or other.
  private func payloadRule(of event: EventForm, in instance: TimeInstance) -> InputRule {
    widest(event.rule, at: instance.at(event.cell))
  }

  /// A rule with all that its domain may have in it in some state or other, as far as that can be told; else it keeps its
  /// computed domain, beside what that has in it now, or in a row nothing.
  private func widest(_ rule: InputRule, at address: CellAddress) -> InputRule {
    guard let computed = rule.computedDomain else { return rule }
    var widest = sheet.acceptance.current(rule, at: address)
    let table = sheet.loaded.tables.table(in: address.grid)
    if let domain = computed.widest({ self.domain(ofCellNamed: $0, table) }) {
      widest.domain = domain
      widest.computedDomain = nil
    } else if table != nil {
      widest.domain = nil
    }
    return widest
  }

  /// What a cell beside an input may hold; `nil` where that cannot be told.
  private func domain(ofCellNamed name: String, _ table: LoadedTable?) -> InputRule.Domain? {
    if let table {
      let rule = table.columns.first { $0.name.lowercased() == name.lowercased() }?.input
      return rule?.computedDomain == nil ? rule?.domain : nil
    }
    guard case .cell(let address)? = engine.names.binding(of: name, in: sheet.scope) else { return nil }
    if let rule = sheet.definitions.input(at: address) { return rule.computedDomain == nil ? rule.domain : nil }
    return sheet.lookup.info(at: address).kind == .constant ? .choices([engine.value(at: address)]) : nil
  }

  /// The actions that the sheet itself knows to be stopped: an event stops them, or something hears that they were.
  package var stoppables: [(path: String, trigger: Triggerable)] {
    instances.flatMap { instance in
      let (prefix, place) = (pathPrefix(of: instance), timeline.places.place(of: instance))
      return instance.form.actions.enumerated().compactMap { number, action -> (path: String, trigger: Triggerable)? in
        let isStopped = action.reactions.contains { $0.clauses.contains { $0.effect == .stop } }
        guard isStopped || instance.form.hears(.stopped, of: number) else { return nil }
        return (prefix + action.name, Triggerable(place: place, number: .action(number)))
      }
    }
  }

  /// Stops an action in an instant.
  ///
  /// - Returns: Whether it was running.
  package func stop(_ trigger: Triggerable) -> Bool {
    guard case .action(let number) = trigger.number, let instance = timeline.places.instance(at: trigger.place) else {
      return false
    }
    let isExecuting = instance.at(instance.form.actions[number].isExecuting)
    guard engine.value(at: isExecuting) == .logical(true) else { return false }
    sheet.change { timeline.actions.stop(number, of: instance) }
    return true
  }

  /// What stands before the names of a row: `people[2].`.
  private func pathPrefix(of instance: TimeInstance) -> String {
    guard let row = instance.row, let table = sheet.loaded.tables.table(in: instance.form.table) else {
      return ""
    }
    return "\(table.name)[\(row + 1)]."
  }

  /// How many actions and fetches the sheet has, and the rows that it has now.
  package var runCount: Int { timeline.instances.reduce(0) { $0 + $1.form.actions.count + $1.form.fetches.count } }

  /// The services with what they declare to answer, in the order of their names.
  package var declaredServices: [(name: String, rule: InputRule)] {
    timeline.work.services.sorted { $0.key < $1.key }.map { ($0.value.name, $0.value.rule) }
  }

  /// Sets a cell in an instant unless it has the value already, is not there, or does not accept it.
  ///
  /// - Returns: Whether it was set.
  package func setIfAccepted(_ value: CellValue, at address: CellAddress) -> Bool {
    if case .table = engine.grids.kind(of: address.grid), engine.grids.rowCount(of: address.grid) <= Int(address.row) {
      return false
    }
    guard engine.value(at: address) != value else { return false }
    if let rule = sheet.acceptance.rule(at: address), rule.computedDomain != nil || rule.condition != nil {
      timeline.settle()
      guard sheet.acceptance.refusal(ofGiving: value, to: address, by: rule, rule.name ?? "") == nil else {
        return false
      }
    }
    sheet.change { engine.setConstant(value, at: address) }
    return true
  }

  /// Fires an event or triggers an action in an instant.
  ///
  /// - Returns: Whether anything could happen: its row is there, an event takes what it is given as its row is now, and an
  ///   action is enabled or its refusal is heard.
  package func fire(_ trigger: Triggerable, _ arguments: [CellValue]) -> Bool {
    guard let instance = timeline.places.instance(at: trigger.place) else { return false }
    switch trigger.number {
    case .event(let number):
      let event = Trigger.event(instance, number)
      let finder = sheet.triggers
      if finder.waits(event) {
        timeline.settle()
        guard finder.refusal(of: event, "", arguments) == nil else { return false }
      }
      sheet.change { _ = timeline.perform(event, arguments) }
    case .action(let number):
      if !instance.form.hears(.refused, of: number) {
        timeline.settle()
        let isEnabled = instance.at(instance.form.actions[number].isEnabled)
        guard engine.value(at: isEnabled) == .logical(true) else { return false }
      }
      sheet.change { _ = timeline.perform(.action(instance, number), arguments) }
    }
    return true
  }
}

extension TimeForm {
  /// Whether any stream is made of a moment of an action.
  fileprivate func hears(_ moment: ActionMoment, of action: Int) -> Bool {
    streams.contains {
      if case .action(action, let heard) = $0.kind { heard == moment } else { false }
    }
  }
}
