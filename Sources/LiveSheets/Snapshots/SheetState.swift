import CellModel
import Engine
import Formulas
import Functions
import SheetPrograms

/// The state of a sheet, place by place: formulas follow from it, and it can be put back.
package struct SheetState {
  let loaded: LoadedProgram
  let timeline: Timeline

  var engine: Engine { loaded.engine }
  private var definitions: DefinitionTable { loaded.definitions }
  var tableDefinitions: [LoadedTable] { loaded.tableDefinitions }

  func rows(_ table: Int) -> TableRows { TableRows(loaded: loaded, timeline: timeline, number: table) }

  // MARK: Places

  /// What a place is called, as a sheet writes it or in words.
  package func title(of place: StatePlace) -> (name: String, kind: PlaceKind) {
    switch place {
    case .cell(let address):
      let name = definitions[address]?.name ?? engine.names.name(of: address)
      if definitions[address]?.input != nil { return (name, .input) }
      if name.lowercased().hasSuffix(".calls") { return (name, .calls) }
      return (name, definitions[address]?.kind == .state ? .state : .other)
    case .memory(let stream): return (timeline.instances[0].form.streams[stream].text, .memory)
    case .rows(let table, _): return (tableDefinitions[table].name, .rows)
    case .row(let row): return ("\(tableDefinitions[row.table].name)[\(row.row + 1)]", .row)
    case .pendingWork: return ("what is under way", .pendingWork)
    case .cycles: return ("what depends on itself", .cycles)
    }
  }

  /// The places that the sheet's state is made of: formulas follow from them, and what nobody reads, such as the payload of
  /// an event that only its own clauses look at, is none of them.
  package var places: [StatePlace] {
    let form = timeline.instances.first?.form
    let streams = form.map { form in form.streams.indices.filter { form.streams[$0].remembers } } ?? []
    return stateCells.map { .cell($0) } + streams.map { .memory(stream: $0) } + stateTables.flatMap(rowPlaces)
      + [.pendingWork] + (engine.names.hasIteration ? [.cycles] : [])
  }

  /// The places of a table's rows. Each sheet that is a row has one of its own, so that what happens in it concerns no other;
  /// of those that may come, a few do.
  private func rowPlaces(ofTable number: Int) -> [StatePlace] {
    let table = tableDefinitions[number]
    let ownCount =
      table.form == nil ? 0 : rows(number).count + (table.definition.clauses.isEmpty ? 0 : Self.placesForRowsToCome)
    return [.rows(table: number, from: ownCount)] + (0..<ownCount).map { .row(RowPlace(table: number, row: $0)) }
  }

  private static let placesForRowsToCome = 4

  /// The tables whose rows change by themselves.
  private var stateTables: [Int] {
    tableDefinitions.indices.filter {
      tableDefinitions[$0].form != nil || !tableDefinitions[$0].definition.clauses.isEmpty
    }
  }

  /// Whether a ``StateObserver`` can tell every access by its place; in rows of values that hold formulas it cannot, nor where
  /// cycles go on whenever what they read is set.
  package var tellsAllAccesses: Bool {
    !engine.names.hasIteration
      && stateTables.allSatisfy { number in
        tableDefinitions[number].form != nil || tableDefinitions[number].columns.allSatisfy { $0.formula == nil }
      }
  }

  /// Whether something may be due at the time at which it is set, so that it comes before whatever happens next.
  package var mayComeDueAtOnce: Bool {
    (timeline.instances.map(\.form) + tableDefinitions.compactMap { $0.form?.form }).contains(where: \.mayComeDueAtOnce)
      || timeline.work.services.values.contains { $0.body?.mayComeDueAtOnce ?? false }
  }

  /// The grid of a table.
  package func grid(ofTable number: Int) -> GridID { tableDefinitions[number].grid }

  /// The formulas that a row of a table has when it comes.
  private func formulas(ofRowsOf table: LoadedTable) -> [FormulaTree] {
    loaded.placing.columnFormulas(of: table).map(\.tree) + table.hiddenFormulas + table.firstFormulas.values
  }

  /// The names in lower case that rows read of tables which have none now, so that the engine has no formula of them, and
  /// whether they find cells by a text.
  private var readByRowsToCome: (names: Set<String>, byText: Bool) {
    var (names, byText) = (Set<String>(), false)
    for table in tableDefinitions where engine.grids.rowCount(of: table.grid) == 0 {
      for node in formulas(ofRowsOf: table).flatMap(\.nodes) {
        switch node {
        case .name(let name, sheet: nil): names.insert(name.lowercased())
        case .call(let name, _):
          if engine.catalog.function(named: name)?.traits.contains(.readsDynamically) == true { byText = true }
        default: break
        }
      }
    }
    return (names, byText)
  }

  private var stateCells: [CellAddress] {
    guard let main = timeline.instances.first else {
      return definitions.order.filter { definitions.input(at: $0) != nil }
    }
    let rows = readByRowsToCome
    let read = main.form.readNames.union(rows.names)
    // An expression that finds cells by a text may read any payload.
    var readsByText = rows.byText
    main.form.forEachExpression { expression, _ in
      if !readsByText, expression.reads(in: engine, row: main.row).more { readsByText = true }
    }
    let watched = Set(main.form.watches.compactMap(\.area).filter(\.isSingleCell).map(\.topLeft))
    var cells: [CellAddress] = []
    for row in engine.names.all(in: loaded.scope).indices {
      let address = loaded.address(ofNamedRow: Int32(row))
      guard let definition = definitions[address] else { continue }
      switch definition.kind {
      case .input, .state, .fetch: cells.append(address)
      case .event, .part:
        guard !engine.formulas.hasFormula(at: address) else { continue }
        let isRead = watched.contains(address) || read.contains(definition.name.lowercased())
        if !definition.kind.isLeftBehind(in: definition.name) || isRead || readsByText
          || !engine.dependencies.dependents(of: address).isEmpty
        {
          cells.append(address)
        }
      default: break
      }
    }
    // What a binding has set stays until it sets again, also where it is no input. A table with clauses is a place as a whole.
    var known = Set(cells)
    let tables = Set(stateTables.map { tableDefinitions[$0].grid })
    for binding in main.form.bindings {
      for cell in [binding.target, binding.model?.cell].compactMap(\.self)
      where !tables.contains(cell.grid) && !engine.formulas.hasFormula(at: cell) && known.insert(cell).inserted {
        cells.append(cell)
      }
    }
    return cells
  }

  // MARK: Contents

  /// What a place holds between two instants.
  package func content(of place: StatePlace) -> StateContent {
    switch place {
    case .cell(let address): return .value(engine.value(at: address))
    case .memory(let stream):
      let main = timeline.instances[0]
      return .memory(main.form.streams[stream].unnumbered(main.memory.all[stream]))
    case .rows(let table, let first): return .rows(rows(table).contents(from: first, without: []))
    case .row(let row): return .row(rows(row.table).content(ofRow: row.row, without: []))
    case .pendingWork: return .pendingWork(timeline.underWay.taken())
    case .cycles: return .cycles(engine.cycles.values)
    }
  }

  /// Puts contents back into their places; see ``LiveSheet/restore(_:)``, which also takes the checks as known.
  func restore(_ contents: [(place: StatePlace, content: StateContent)]) {
    // Rows come first: instances whose work is pending must be there.
    for case (.rows(let table, let first), .rows(let rows)) in contents { self.rows(table).restore(rows, from: first) }
    for case (.row(let place), .row(let row?)) in contents { rows(place.table).restore(row, toRow: place.row) }
    for case (.cell(let address), .value(let value)) in contents { engine.setConstant(value, at: address) }
    timeline.forgetWaiting()
    for case (.memory(let stream), .memory(let memory)) in contents {
      timeline.instances[0].memory.all[stream] = memory
    }
    for case (.pendingWork, .pendingWork(let work)) in contents { timeline.underWay.restore(work) }
    engine.recalculate()
    for case (.cycles, .cycles(let values)) in contents { engine.restore(values) }
    timeline.takeAllAsSeen()
  }

  // MARK: What it follows

  /// What the sheet itself and its rows look at whenever anything has happened: watched cells, what bindings and fetches
  /// follow, and the conditions that hold events back.
  package var watchedReads: [WatchedRead] { timeline.instances.flatMap(watchedReads) }

  private func watchedReads(of instance: TimeInstance) -> [WatchedRead] {
    let form = instance.form
    let place = timeline.places.place(of: instance).rowPlace
    var found = form.watches.map { watch in
      switch watch {
      case .cells(let area): return WatchedRead(areas: [instance.at(area)], readsMore: false)
      case .table(let expression):
        let (areas, readsMore) = expression.reads(in: engine, row: instance.row)
        return WatchedRead(areas: areas, readsMore: readsMore)
      }
    }
    func add(_ expression: TimeExpression, _ others: [Area] = [], _ readsOthers: Bool = false, stream: Int? = nil) {
      let (areas, readsMore) = expression.reads(in: engine, row: instance.row)
      found.append(
        WatchedRead(areas: areas + others, readsMore: readsMore || readsOthers, stream: stream, row: place))
    }
    for binding in form.bindings {
      // What the inputs accept is asked while the sheet looks, too.
      var others = [Area(instance.at(binding.target))]
      var readsOthers = false
      let ends =
        [(instance.at(binding.target), binding.targetName, binding.rule)]
        + (binding.model.map { [(instance.at($0.cell), $0.name, $0.rule)] } ?? [])
      for case (let cell, let name, let rule?) in ends {
        let (areas, readsMore) = loaded.acceptance.reads(of: rule, name, at: cell)
        others += areas
        if readsMore { readsOthers = true }
      }
      add(binding.value, others, readsOthers)
    }
    for fetch in form.fetches { for read in fetch.body.reads { add(read) } }
    for (number, stream) in form.streams.enumerated() {
      if let restraint = stream.function?.restraint { add(restraint, stream: number) }
    }
    return found
  }

  /// The functions of the clock and of chance that formulas and all that happens call, by their names: what they give is no part
  /// of the sheet's state, and does not follow from it.
  package var functionsOfClockAndChance: [String] {
    var called = engine.formulas.calledFunctions
    for form in [timeline.instances.first?.form].compactMap(\.self) + tableDefinitions.compactMap(\.form?.form) {
      form.forEachExpression { expression, _ in
        for node in expression.tree.nodes {
          if case .call(let name, _) = node { called.insert(name) }
        }
      }
    }
    // A table may have no row now.
    for table in tableDefinitions {
      for case .call(let name, _) in formulas(ofRowsOf: table).flatMap(\.nodes) { called.insert(name) }
    }
    let functions = called.compactMap { engine.catalog.function(named: $0) }
      .filter { $0.traits.contains(.volatile) && !$0.traits.contains(.readsDynamically) }
    return Set(functions.map(\.name)).sorted()
  }
}

extension Timeline {
  fileprivate func forgetWaiting() {
    streams.step.pending.removeAll(keepingCapacity: true)
    // Rows that came back go on, and begin nothing.
    streams.step.beginning.removeAll(keepingCapacity: true)
    work.forgetWaiting()
  }

  /// Takes all that bindings, fetches and watches look at as seen, and notes what is held back.
  fileprivate func takeAllAsSeen() {
    _ = cells.takeChange()
    streams.takeHeld(of: instances)
    for instance in instances {
      streams.lookAtWatches(of: instance)
      bindings.seeAll(in: instance)
      fetches.seeAll(in: instance)
    }
  }
}

extension LiveSheet {
  package var state: SheetState { SheetState(loaded: loaded, timeline: timeline) }

  /// Puts contents of the state back into their places, with all formulas up to date; what waited for the next micro-step
  /// is forgotten.
  ///
  /// Places that are left out keep what they hold, so they must hold it already; contents that move by themselves may not
  /// be left out.
  package func restore(_ contents: [(place: StatePlace, content: StateContent)]) {
    state.restore(contents)
    checks.takeAsKnown()
  }
}
