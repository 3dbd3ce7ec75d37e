import CellModel
import Engine

/// Takes the moment of a sheet and puts it back: inputs, states, what streams remember, and what is under way.
///
/// A moment is a list of small numbers, one for each place that can differ, so that moments are compared and stored
/// cheaply; equal numbers mean equal contents. What nobody reads, such as the payload of an event that only its own
/// clauses look at, is not part of a moment. Formulas follow from the rest.
///
/// - Complexity: Taking a moment costs a look at each place; putting one back costs most for the places that differ.
package final class MomentKeeper {
  private let sheet: LiveSheet
  private let timeline: Timeline
  private let cells: [CellAddress]
  private var memories: [(instance: TimeInstance, stream: Int)] = []
  private let tables: [Int]
  private var values = Interned<CellValue>()
  private var remembered = Interned<StreamMemory>()
  private var engagements = Interned<Engagements>()
  private var contents = Interned<TableContents>()
  /// The moment that the sheet is in, where it is known.
  private var current: [UInt32] = []

  package init(_ sheet: LiveSheet) {
    self.sheet = sheet
    timeline = sheet.timeline
    cells = sheet.keptCells
    tables = sheet.tableDefinitions.indices.filter {
      sheet.tableDefinitions[$0].form != nil || !sheet.tableDefinitions[$0].definition.clauses.isEmpty
    }
    if let main = timeline.instances.first {
      memories = main.form.streams.indices.filter { main.form.streams[$0].remembers }.map { (main, $0) }
    }
  }

  /// How many numbers a moment has.
  package var width: Int { cells.count + memories.count + followed + tables.count + 1 }

  /// The values that bindings, fetches and watches have seen, which are places of the main instance.
  private var followed: Int {
    guard let main = timeline.instances.first else { return 0 }
    return main.watched.count + main.bound.count * 2 + main.fetched.reduce(0) { $0 + $1.count }
  }

  // MARK: Taking

  /// The moment that the sheet is in.
  package func take() -> [UInt32] {
    var moment: [UInt32] = []
    moment.reserveCapacity(width)
    for cell in cells { moment.append(values.number(of: sheet.engine.value(at: cell))) }
    for (instance, stream) in memories {
      moment.append(remembered.number(of: instance.form.streams[stream].kept(instance.memory[stream])))
    }
    if let main = timeline.instances.first {
      for value in main.watched { moment.append(values.number(of: value)) }
      for value in main.bound { moment.append(values.number(of: value)) }
      for value in main.boundTargets { moment.append(values.number(of: value)) }
      for reads in main.fetched { for value in reads { moment.append(values.number(of: value)) } }
    }
    for table in tables { moment.append(contents.number(of: sheet.contents(of: table))) }
    moment.append(engagements.number(of: timeline.engagements))
    current = moment
    return moment
  }

  // MARK: Putting back

  /// Puts the sheet into a moment; formulas are brought up to date by the next instant.
  package func restore(_ moment: ArraySlice<UInt32>) {
    var place = moment.startIndex
    var index = 0
    let isKnown = current.count == moment.count
    func differs() -> Bool { !isKnown || current[index] != moment[place] }
    func next() {
      place += 1
      index += 1
    }
    for table in tables.indices {
      // Rows come first: instances that are under way must be there.
      let at = moment.endIndex - 1 - tables.count + table
      if !isKnown || current[current.count - 1 - tables.count + table] != moment[at] {
        sheet.restore(contents[moment[at]], to: tables[table])
      }
    }
    for cell in cells {
      if differs() { sheet.engine.setConstant(values[moment[place]], at: cell) }
      next()
    }
    for (instance, stream) in memories {
      if differs() { instance.memory[stream] = remembered[moment[place]] }
      next()
    }
    if let main = timeline.instances.first {
      for watch in main.watched.indices {
        if differs() { main.watched[watch] = values[moment[place]] }
        next()
      }
      for binding in main.bound.indices {
        if differs() { main.bound[binding] = values[moment[place]] }
        next()
      }
      for binding in main.boundTargets.indices {
        if differs() { main.boundTargets[binding] = values[moment[place]] }
        next()
      }
      for fetch in main.fetched.indices {
        for read in main.fetched[fetch].indices {
          if differs() { main.fetched[fetch][read] = values[moment[place]] }
          next()
        }
      }
    }
    place += tables.count
    index += tables.count
    // Timers know their time of day, so they are put back even where the same ones wait.
    let under = engagements[moment[place]]
    if differs() || !under.isEmpty { timeline.restore(under) }
    timeline.isUnsettled = true
    current = Array(moment)
  }

  /// The values of the kept cells of a moment, for tests.
  package func cellValues(of moment: ArraySlice<UInt32>) -> [CellValue] {
    moment.prefix(cells.count).map { values[$0] }
  }
}

/// Values with small numbers, the same number for equal values.
private struct Interned<Value: Hashable> {
  private var numbers: [Value: UInt32] = [:]
  private var values: [Value] = []

  mutating func number(of value: Value) -> UInt32 {
    if let known = numbers[value] { return known }
    let number = UInt32(values.count)
    numbers[value] = number
    values.append(value)
    return number
  }

  subscript(number: UInt32) -> Value { values[Int(number)] }
}

extension StreamForm {
  /// Whether the stream has anything to remember.
  var remembers: Bool {
    switch kind {
    case .event, .changes, .action, .every, .map, .filter, .merge, .delay: false
    case .scan, .debounce, .throttle, .hold, .take, .drop, .takeUntil, .distinct, .pairwise, .sample: true
    }
  }

  /// A memory without the number of a timer, which is a name only.
  func kept(_ memory: StreamMemory) -> StreamMemory {
    switch kind {
    case .debounce, .throttle:
      var memory = memory
      memory.count = memory.count == 0 ? 0 : 1
      return memory
    default: return memory
    }
  }
}

/// The rows of a table with what their sheets remember.
struct TableContents: Hashable {
  struct Row: Hashable {
    var cells: [CellValue]
    var memory: [StreamMemory]
    var watched: [CellValue]
    var bound: [CellValue]
    var boundTargets: [CellValue]
    var fetched: [[CellValue]]
  }
  var rows: [Row]
}

extension LiveSheet {
  /// The columns of a table that hold values rather than formulas.
  private func valueColumns(of table: LoadedTable) -> [Int] {
    table.columns.indices.filter { table.columns[$0].formula == nil }
  }

  func contents(of number: Int) -> TableContents {
    let table = tableDefinitions[number]
    let columns = valueColumns(of: table)
    return TableContents(
      rows: (0..<engine.rowCount(of: table.grid)).map { row in
        let cells = columns.map { engine.value(at: CellAddress(grid: table.grid, row: row, column: $0)) }
        guard row < table.rows.count else {
          return TableContents.Row(cells: cells, memory: [], watched: [], bound: [], boundTargets: [], fetched: [])
        }
        let instance = table.rows[row]
        let memory = zip(instance.form.streams, instance.memory).map { $0.kept($1) }
        return TableContents.Row(
          cells: cells, memory: memory, watched: instance.watched, bound: instance.bound,
          boundTargets: instance.boundTargets, fetched: instance.fetched)
      })
  }

  func restore(_ contents: TableContents, to number: Int) {
    while engine.rowCount(of: tableDefinitions[number].grid) < contents.rows.count {
      insertRow(of: number, at: engine.rowCount(of: tableDefinitions[number].grid), [])
    }
    while engine.rowCount(of: tableDefinitions[number].grid) > contents.rows.count {
      deleteRow(of: number, at: engine.rowCount(of: tableDefinitions[number].grid) - 1)
    }
    timeline.pending.removeAll()
    let table = tableDefinitions[number]
    let columns = valueColumns(of: table)
    for (row, content) in contents.rows.enumerated() {
      for (column, value) in zip(columns, content.cells) {
        engine.setConstant(value, at: CellAddress(grid: table.grid, row: row, column: column))
      }
      guard row < table.rows.count else { continue }
      table.rows[row].memory = content.memory
      table.rows[row].watched = content.watched
      table.rows[row].bound = content.bound
      table.rows[row].boundTargets = content.boundTargets
      table.rows[row].fetched = content.fetched
    }
  }

  /// The cells that belong to a moment: inputs and states, and what events, actions and services have left where
  /// something reads it.
  var keptCells: [CellAddress] {
    guard let main = timeline.instances.first else { return order.filter { definitions[$0]?.input != nil } }
    let read = main.form.readNames
    var cells: [CellAddress] = []
    for row in engine.names(in: scope).indices {
      let address = address(ofNamedRow: Int32(row))
      guard let definition = definitions[address] else { continue }
      switch definition.kind {
      case .input, .state, .fetch: cells.append(address)
      case .event, .part:
        guard !engine.hasFormula(at: address) else { continue }
        let isExecuting = definition.name.lowercased().hasSuffix(".isexecuting")
        if isExecuting || read.contains(definition.name.lowercased()) || !engine.dependents(of: address).isEmpty {
          cells.append(address)
        }
      default: break
      }
    }
    return cells
  }
}

extension TimeForm {
  /// The names in lower case that expressions read at other times than when the event of that name happens.
  var readNames: Set<String> {
    var names: Set<String> = []
    func add(_ expression: TimeExpression?, except events: Set<String> = []) {
      guard let expression else { return }
      for node in expression.tree.nodes {
        if case .name(let name, sheet: nil) = node, !events.contains(name.lowercased()) {
          names.insert(name.lowercased())
        }
      }
    }
    for binding in bindings { add(binding.value) }
    for action in actions {
      add(action.condition)
      for read in action.body.reads { add(read) }
    }
    for fetch in fetches { for read in fetch.body.reads { add(read) } }
    for state in states {
      for reaction in state.reactions {
        let own = eventNames(of: reaction.stream)
        for clause in reaction.clauses {
          add(clause.condition, except: own)
          add(clause.value, except: own)
        }
      }
    }
    for clause in tableClauses {
      // What a row is made of stays there, so all of it counts.
      add(clause.condition, except: eventNames(of: clause.stream))
    }
    for stream in streams {
      let own = stream.sources.reduce(into: Set<String>()) { $0.formUnion(eventNames(of: $1)) }
      switch stream.kind {
      case .map(_, let function): add(function, except: own)
      case .filter(_, let condition): add(condition, except: own)
      case .scan(_, let initial, let function):
        add(initial)
        add(function, except: own)
      case .hold(_, let condition): add(condition)
      case .delay(_, let seconds), .debounce(_, let seconds), .throttle(_, let seconds), .every(let seconds):
        add(seconds)
      case .take(_, let count), .drop(_, let count): add(count)
      default: break
      }
    }
    return names
  }

  /// The events that have surely just happened when a stream sends: itself, and what it is made of without waiting.
  private func eventNames(of stream: Int) -> Set<String> {
    switch streams[stream].kind {
    case .event(let event):
      var names: Set<String> = [events[event].name.lowercased()]
      if let source = events[event].stream { names.formUnion(eventNames(of: source)) }
      return names
    case .action(let action, let moment):
      // The value that has just arrived is that of this run.
      switch moment {
      case .values, .succeeded: return ["\(actions[action].name).value".lowercased()]
      case .failed: return ["\(actions[action].name).error".lowercased()]
      default: return []
      }
    case .map(let source, _), .filter(let source, _), .scan(let source, initial: _, _), .take(let source, _),
      .drop(let source, _), .distinct(let source), .pairwise(let source), .takeUntil(let source, stop: _):
      return eventNames(of: source)
    case .merge(let sources): return sources.count == 1 ? eventNames(of: sources[0]) : []
    case .changes, .every, .delay, .debounce, .throttle, .hold, .sample: return []
    }
  }
}
