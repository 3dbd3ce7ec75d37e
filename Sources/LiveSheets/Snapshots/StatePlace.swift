import CellModel
import Engine

/// A part of what a sheet's state is made of.
package enum StatePlace: Hashable {
  /// An input or a state, or what an event, an action or a service has left.
  case cell(CellAddress)
  /// What a stream of the sheet itself remembers.
  case memory(stream: Int)
  /// The rows of a table, by its number.
  case rows(table: Int)
  /// Timers, runs and open calls.
  case pendingWork
  /// The cells on cycles that settle round by round, each time from what they held before.
  case cycles
}

/// What a place of a sheet's state holds.
package enum StateContent: Hashable {
  case value(CellValue)
  case memory(StreamMemory)
  case rows(TableContents)
  case pendingWork(PendingWork)
  case cycles(CycleValues)

  /// Whether it has to be put back even where it is the same: it counts time from now, or goes on when others change.
  package var moves: Bool {
    switch self {
    case .pendingWork(let work): !work.isEmpty
    case .cycles(let values): !values.isEmpty
    case .value, .memory, .rows: false
    }
  }
}

/// What kind of place it is, for those who speak of it.
package enum PlaceKind: Sendable {
  case input, state, calls, other
  case memory, rows, pendingWork, cycles
}

extension LiveSheet {
  /// What a place is called, as a sheet writes it or in words.
  package func title(of place: StatePlace) -> (name: String, kind: PlaceKind) {
    switch place {
    case .cell(let address):
      let name = definitions[address]?.name ?? engine.name(of: address)
      if definitions[address]?.input != nil { return (name, .input) }
      if name.lowercased().hasSuffix(".calls") { return (name, .calls) }
      return (name, definitions[address]?.kind == .state ? .state : .other)
    case .memory(let stream): return (timeline.instances[0].form.streams[stream].text, .memory)
    case .rows(let table): return (tableDefinitions[table].name, .rows)
    case .pendingWork: return ("what is under way", .pendingWork)
    case .cycles: return ("what depends on itself", .cycles)
    }
  }

  /// The places that the sheet's state is made of: formulas follow from them, and what nobody reads, such as the payload of
  /// an event that only its own clauses look at, is none of them.
  package var statePlaces: [StatePlace] {
    let form = timeline.instances.first?.form
    let streams = form.map { form in form.streams.indices.filter { form.streams[$0].remembers } } ?? []
    return stateCells.map { .cell($0) } + streams.map { .memory(stream: $0) } + stateTables.map { .rows(table: $0) }
      + [.pendingWork] + (engine.hasIteration ? [.cycles] : [])
  }

  /// The tables whose rows change by themselves.
  private var stateTables: [Int] {
    tableDefinitions.indices.filter {
      tableDefinitions[$0].form != nil || !tableDefinitions[$0].definition.clauses.isEmpty
    }
  }

  /// Whether a ``StateObserver`` can tell every access by its place; in rows that are sheets or hold formulas it cannot,
  /// nor where cycles go on whenever what they read is set.
  package var tellsAllAccesses: Bool {
    !engine.hasIteration
      && stateTables.allSatisfy { number in
        tableDefinitions[number].form == nil && tableDefinitions[number].columns.allSatisfy { $0.formula == nil }
      }
  }

  /// The grid of a table.
  package func grid(ofTable number: Int) -> GridID { tableDefinitions[number].grid }

  private var stateCells: [CellAddress] {
    guard let main = timeline.instances.first else {
      return definitions.order.filter { definitions.input(at: $0) != nil }
    }
    let read = main.form.readNames
    // An expression that finds cells by a text may read any payload.
    var readsByText = false
    main.form.forEachExpression { expression, _ in
      if !readsByText, expression.reads(in: engine, row: main.row).more { readsByText = true }
    }
    let watched = Set(main.form.watches.compactMap(\.area).filter(\.isSingleCell).map(\.topLeft))
    var cells: [CellAddress] = []
    for row in engine.names(in: scope).indices {
      let address = address(ofNamedRow: Int32(row))
      guard let definition = definitions[address] else { continue }
      switch definition.kind {
      case .input, .state, .fetch: cells.append(address)
      case .event, .part:
        guard !engine.hasFormula(at: address) else { continue }
        let isExecuting = definition.name.lowercased().hasSuffix(".isexecuting")
        let isRead = watched.contains(address) || read.contains(definition.name.lowercased())
        if isExecuting || isRead || readsByText || !engine.dependents(of: address).isEmpty {
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
      where !tables.contains(cell.grid) && !engine.hasFormula(at: cell) && known.insert(cell).inserted {
        cells.append(cell)
      }
    }
    return cells
  }
}

extension StreamForm {
  /// Whether the stream has anything to remember.
  var remembers: Bool { function?.remembers ?? false }

  /// A memory without the number of a timer, which is a name only.
  func unnumbered(_ memory: StreamMemory) -> StreamMemory {
    guard let function, function.knowsItsTimer else { return memory }
    var memory = memory
    memory.count = memory.count == 0 ? 0 : 1
    return memory
  }
}
