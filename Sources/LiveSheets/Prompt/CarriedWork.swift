import CellModel
import SheetPrograms

/// What is under way in a sheet and what its streams remember, kept while its text is loaded anew.
///
/// A stream is the same where it is written alike in the same statement, an action and a fetch where their statements
/// are the same, and rows where the sheets in them are. These rules hold when all has been put back:
///
/// - R1. What belongs to the same goes on, with the calls it had made; what was begun for it at load never was.
/// - R2. What belongs to nothing any more has ended, and its calls are cancelled.
struct CarriedWork {
  /// How streams, actions, fetches and tables with sheets are told in another text, each by its number.
  private struct Keys {
    var streams: [String] = []
    var actions: [String] = []
    var fetches: [String] = []
  }

  /// Where in a sheet what was kept belongs.
  struct Places {
    fileprivate var streams: [Int: Int] = [:]
    fileprivate var actions: [Int: Int] = [:]
    fileprivate var fetches: [Int: Int] = [:]
    /// The tables of sheets whose rows have been put back, by their numbers before.
    var tables: [Int: Int] = [:]
    /// What goes on, if no fetch reads anything else than it did.
    fileprivate var part = PendingWork.Part()

    fileprivate func place(of instance: InstancePlace) -> InstancePlace? {
      if instance == .sheet { return instance }
      return tables[instance.table].map { InstancePlace(table: $0, row: instance.row) }
    }
  }

  private let keys: Keys
  private let memory: [StreamMemory]
  private let work: PendingWork
  private let callNumbers: [Int]
  private let outbox: [ServiceCall]
  private let services: [String: ServiceState]
  private let isRewriting: Bool

  var isEmpty: Bool { work.isEmpty }

  init(_ sheet: LiveSheet, _ replacement: TextReplacement) {
    isRewriting = replacement.rewriting != nil
    keys = Self.keys(of: sheet)
    memory =
      sheet.timeline.instances.first.map { main in
        zip(main.form.streams, main.memory.all).map { $0.unnumbered($1) }
      } ?? []
    callNumbers = sheet.services.openCalls.map(\.number)
    var work = sheet.timeline.underWay.taken()
    var outbox = sheet.timeline.work.calls.outbox
    var services = sheet.timeline.work.services
    if case .name(let old, let new)? = replacement.rewriting {
      func isRenamed(_ name: String) -> Bool { name.lowercased() == old.lowercased() }
      for index in work.calls.indices where isRenamed(work.calls[index].service) { work.calls[index].service = new }
      for index in outbox.indices where isRenamed(outbox[index].service) { outbox[index].service = new }
      if let state = services.removeValue(forKey: old.lowercased()) { services[new.lowercased()] = state }
    }
    (self.work, self.outbox, self.services) = (work, outbox, services)
  }

  private static func keys(of sheet: LiveSheet) -> Keys {
    guard let form = sheet.timeline.instances.first?.form else { return Keys() }
    let statements = sheet.program.statementsOfTimeCells
    func key(_ name: String, _ cell: String) -> String { "\(name)\n\(statements[cell] ?? "")".lowercased() }
    return Keys(
      streams: form.streams.map { "\($0.text)\n\($0.statementText)".lowercased() },
      actions: form.actions.map { key($0.name, "\($0.name).isExecuting".lowercased()) },
      fetches: form.fetches.map { key($0.name, $0.name.lowercased()) })
  }

  // MARK: Places

  /// Where what was kept belongs in a sheet whose text was just loaded.
  ///
  /// - Parameter tables: The tables of sheets whose rows are put back, by their numbers before.
  func places(in sheet: LiveSheet, tables: [Int: Int]) -> Places {
    let now = Self.keys(of: sheet)
    var places = Places()
    places.streams = numbers(of: keys.streams, among: now.streams)
    places.actions = numbers(of: keys.actions, among: now.actions)
    places.fetches = numbers(of: keys.fetches, among: now.fetches)
    places.tables = tables
    places.part = work.part(
      owner: { owner in
        switch owner {
        case .action(let instance, let action):
          let number = instance == .sheet ? places.actions[action] : action
          return places.place(of: instance).flatMap { place in number.map { .action(place, $0) } }
        case .fetch(let instance, let fetch):
          let number = instance == .sheet ? places.fetches[fetch] : fetch
          return places.place(of: instance).flatMap { place in number.map { .fetch(place, $0) } }
        case .call: return nil
        }
      },
      stream: { instance, stream in
        let number = instance == .sheet ? places.streams[stream] : stream
        return places.place(of: instance).flatMap { place in number.map { (place, $0) } }
      }, hasBody: { sheet.timeline.work.services[$0.lowercased()]?.body != nil })
    return places
  }

  /// The numbers that things have now, by those they had; what is written twice keeps its order.
  private func numbers(of former: [String], among now: [String]) -> [Int: Int] {
    if isRewriting { return Dictionary(uniqueKeysWithValues: zip(former.indices, now.indices).map { ($0, $1) }) }
    var free = Dictionary(grouping: now.indices.reversed()) { now[$0] }
    var numbers: [Int: Int] = [:]
    for (number, key) in former.enumerated() { numbers[number] = free[key]?.popLast() }
    return numbers
  }

  /// Whether a fetch of the sheet itself goes on waiting.
  func isWaiting(fetch number: Int, _ places: Places) -> Bool {
    places.part.work.runs.contains { $0.owner == .fetch(.sheet, number) }
  }

  /// What streams remember, and which actions run.
  func contents(for sheet: LiveSheet, _ places: Places) -> [(place: StatePlace, content: StateContent)] {
    guard let form = sheet.timeline.instances.first?.form else { return [] }
    var contents: [(place: StatePlace, content: StateContent)] = []
    for (former, number) in places.streams { contents.append((.memory(stream: number), .memory(memory[former]))) }
    let running = Set(places.part.work.runs.map(\.owner))
    for number in places.actions.values {
      let isExecuting = running.contains(.action(.sheet, number))
      contents.append((.cell(form.actions[number].isExecuting), .value(.logical(isExecuting))))
    }
    return contents
  }

  // MARK: Going on

  /// Lets what was kept go on in a sheet whose cells, rows and memories have been put back.
  ///
  /// - Parameters:
  ///   - keptFetches: The fetches whose values stay, or that go on waiting: they read what they did.
  ///   - counted: Whether the number of calls that a cell tells is the one before.
  func resume(in sheet: LiveSheet, _ places: Places, keptFetches: Set<Int>, counted: (CellAddress) -> Bool) {
    let timeline: Timeline = sheet.timeline
    let runs = timeline.work
    let going = places.part.work.part(
      owner: { owner in
        if case .fetch(.sheet, let number) = owner, !keptFetches.contains(number) { return nil }
        return owner
      }, stream: { ($0, $1) }, hasBody: { _ in true })
    let begun = begunWork(in: sheet, places, keptFetches)
    let begunNumbers = runs.calls.inOrder.map(\.number)
    let numbers =
      going.calls.map { callNumbers[places.part.calls[$0]] } + begun.calls.map { begunNumbers[$0] }
    let waiting = outbox + runs.calls.outbox
    timeline.underWay.restore(going.work.joined(with: begun.work), callNumbers: numbers)
    let open = Set(numbers)
    runs.calls.restore(outbox: waiting.filter { open.contains($0.number) })
    takeCounts(of: begun.work.calls, runs, counted)
    for (call, number) in zip(work.calls, callNumbers) where !open.contains(number) {
      runs.services[call.service.lowercased()]?.cancelledCount += 1
      if !waiting.contains(where: { $0.number == number }) { runs.calls.tellCancelled(number) }
    }
  }

  /// What has begun at load and goes on: what there was not before, and what has to be asked anew.
  private func begunWork(in sheet: LiveSheet, _ places: Places, _ keptFetches: Set<Int>) -> PendingWork.Part {
    let streams = Set(places.streams.values)
    let actions = Set(places.actions.values)
    let tables = Set(places.tables.values)
    func isNew(_ instance: InstancePlace) -> Bool { instance == .sheet || !tables.contains(instance.table) }
    return sheet.timeline.underWay.taken().part(
      owner: { owner in
        switch owner {
        case .action(.sheet, let number): actions.contains(number) ? nil : owner
        case .fetch(.sheet, let number): keptFetches.contains(number) ? nil : owner
        case .action(let instance, _), .fetch(let instance, _): isNew(instance) ? owner : nil
        case .call: nil
        }
      },
      stream: { instance, number in
        isNew(instance) && !(instance == .sheet && streams.contains(number)) ? (instance, number) : nil
      }, hasBody: { _ in true })
  }

  /// Takes what is known of each service, with the calls that were made at load and go on.
  private func takeCounts(of begun: [PendingWork.Call], _ runs: ServiceRuns, _ counted: (CellAddress) -> Bool) {
    for (key, former) in services where runs.services[key] != nil {
      let more = begun.count { $0.service.lowercased() == key }
      runs.services[key]?.callCount = former.callCount + more
      runs.services[key]?.cancelledCount = former.cancelledCount
      runs.services[key]?.given = former.given
      guard more > 0, let cell = runs.services[key]?.calls, counted(cell) else { continue }
      let count = runs.engine.value(at: cell).number ?? 0
      runs.cells.set(cell, to: .number(count + Double(more)))
    }
  }
}

extension StreamForm {
  /// The statement in which it is first written; nothing for that of a table, whose rows come and go.
  fileprivate var statementText: String {
    let document = unit.document
    guard let statement = document.statementIndex(at: span.lower).map({ document.statements[$0] }) else { return "" }
    if case .table = statement.kind { return "" }
    return document.source[statement.span]
  }
}
