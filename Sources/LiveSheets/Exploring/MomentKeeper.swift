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
  /// Streams of the sheet itself that remember something.
  private let memories: [Int]
  private let tables: [Int]
  private var values = Interned<CellValue>()
  private var remembered = Interned<StreamMemory>()
  private var engagements = Interned<Engagements>()
  private var contents = Interned<TableContents>()
  private var cellSlots: [CellAddress: Int] = [:]
  private var memorySlots: [Int: Int] = [:]
  private var tableSlots: [GridID: Int] = [:]
  /// The moment that the sheet is in; empty where it is not known.
  private var current: [UInt32] = []
  /// Whether every place that a step may read or set can be told, so that steps can be recorded.
  let canRecord: Bool

  package init(_ sheet: LiveSheet) {
    self.sheet = sheet
    timeline = sheet.timeline
    cells = sheet.keptCells
    let kept = sheet.tableDefinitions.indices.filter {
      sheet.tableDefinitions[$0].form != nil || !sheet.tableDefinitions[$0].definition.clauses.isEmpty
    }
    tables = kept
    let form = timeline.instances.first?.form
    memories = form.map { form in form.streams.indices.filter { form.streams[$0].remembers } } ?? []
    canRecord = kept.allSatisfy { number in
      sheet.tableDefinitions[number].form == nil
        && sheet.tableDefinitions[number].columns.allSatisfy { $0.formula == nil }
    }
    for (slot, cell) in cells.enumerated() { cellSlots[cell] = slot }
    for (index, stream) in memories.enumerated() { memorySlots[stream] = cells.count + index }
    for (index, table) in tables.enumerated() {
      tableSlots[sheet.tableDefinitions[table].grid] = cells.count + memories.count + index
    }
  }

  /// How many numbers a moment has.
  package var width: Int { cells.count + memories.count + tables.count + 1 }

  var engagementSlot: Int { width - 1 }
  func slot(ofMemory stream: Int) -> Int? { memorySlots[stream] }
  func slot(ofTable grid: GridID) -> Int? { tableSlots[grid] }
  func slot(of address: CellAddress) -> Int? { cellSlots[address] ?? tableSlots[address.grid] }

  func number(of value: CellValue) -> UInt32 { values.number(of: value) }
  func value(_ number: UInt32) -> CellValue { values[number] }

  // MARK: Taking

  /// The moment that the sheet is in.
  package func take() -> [UInt32] {
    var moment: [UInt32] = []
    moment.reserveCapacity(width)
    for cell in cells { moment.append(values.number(of: sheet.engine.value(at: cell))) }
    if let main = timeline.instances.first {
      for stream in memories {
        moment.append(remembered.number(of: main.form.streams[stream].kept(main.memory.all[stream])))
      }
    }
    for table in tables { moment.append(contents.number(of: sheet.contents(of: table))) }
    moment.append(engagements.number(of: timeline.engagements))
    current = moment
    return moment
  }

  // MARK: Putting back

  /// Puts the sheet into a moment, with all formulas up to date.
  package func restore(_ moment: [UInt32]) {
    let isKnown = current.count == moment.count
    func differs(_ slot: Int) -> Bool { !isKnown || current[slot] != moment[slot] }
    // Rows come first: instances that are under way must be there.
    for (index, table) in tables.enumerated() {
      let slot = cells.count + memories.count + index
      if differs(slot) { sheet.restore(contents[moment[slot]], to: table) }
    }
    for (slot, cell) in cells.enumerated() where differs(slot) {
      sheet.engine.setConstant(values[moment[slot]], at: cell)
    }
    timeline.pending.removeAll(keepingCapacity: true)
    timeline.following.removeAll()
    timeline.beginning.removeAll()
    if let main = timeline.instances.first {
      for (index, stream) in memories.enumerated() where differs(cells.count + index) {
        main.memory.all[stream] = remembered[moment[cells.count + index]]
      }
    }
    // Timers know their time of day, so they are put back even where the same ones wait.
    let underWay = engagements[moment[engagementSlot]]
    if differs(engagementSlot) || !underWay.isEmpty { timeline.restore(underWay) }
    sheet.engine.recalculate()
    timeline.isUnsettled = false
    timeline.lookAtAll()
    current = moment
  }
}

extension Timeline {
  /// Takes all that bindings, fetches and watches look at as seen, and notes what is held back.
  fileprivate func lookAtAll() {
    holding.removeAll(keepingCapacity: true)
    for instance in instances {
      let form = instance.form
      instance.watched = form.watches.map { sheet.value(in: instance.at($0)) }
      instance.bound = form.bindings.map { $0.value.value(in: engine, row: instance.row) }
      instance.boundTargets = zip(form.bindings, instance.bound).map { binding, value in
        binding.model == nil ? value : engine.value(at: instance.at(binding.target))
      }
      instance.fetched = form.fetches.map { reads(of: $0.body, in: instance) }
      for (number, stream) in form.streams.enumerated() {
        if case .hold = stream.kind, instance.memory.all[number].hasValue { holding.append((instance, number)) }
      }
    }
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
        guard row < table.rows.count else { return TableContents.Row(cells: cells, memory: []) }
        let instance = table.rows[row]
        let memory = zip(instance.form.streams, instance.memory.all).map { $0.kept($1) }
        return TableContents.Row(cells: cells, memory: memory)
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
      table.rows[row].memory.all = content.memory
    }
  }

  /// The cells that belong to a moment: inputs and states, and what events, actions and services have left where
  /// something reads it.
  var keptCells: [CellAddress] {
    guard let main = timeline.instances.first else { return order.filter { definitions[$0]?.input != nil } }
    let read = main.form.readNames
    let watched = Set(main.form.watches.filter(\.isSingleCell).map(\.topLeft))
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
        if isExecuting || isRead || !engine.dependents(of: address).isEmpty {
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
