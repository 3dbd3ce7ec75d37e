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
