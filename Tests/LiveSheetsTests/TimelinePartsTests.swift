import CellModel
import Engine
import SheetPrograms
import Testing

@testable import LiveSheets

@Suite("Cells of an instant")
struct InstantCellsTests {
  @Test("A formula is as old as it was until formulas are settled; that cells were set is told once")
  func settling() throws {
    let bench = TimeBench("event tap")
    bench.engine.setFormula(.name("a"), at: bench.address("c"))
    bench.engine.recalculate()
    bench["a"] = 3
    #expect(bench["c"].isBlank || bench["c"] == 0)
    bench.cells.settleFormulas()
    #expect(bench["c"] == 3)
    #expect(bench.cells.takeChange() && !bench.cells.takeChange())
  }

  @Test("A condition that is an error does not hold and is reported, and so are seconds that are no number")
  func reports() throws {
    let bench = TimeBench("event tap\nevent e = FILTER(tap, 1/0)\nevent d = DELAY(tap, 1 & \"x\")")
    bench.happen(("tap", 1))
    #expect(bench["e"].isBlank)
    #expect(bench.takeReports().count == 2)
    #expect(bench.time.nextDue == .zero)
  }
}

@Suite("Virtual time")
struct VirtualTimeTests {
  private func timer(_ run: Int) -> SheetTimer.Kind { .answer(run: run, index: 0) }
  private func runs(_ timers: [SheetTimer]) -> [Int] {
    timers.map { if case .answer(let run, _) = $0.kind { run } else { -1 } }
  }

  @Test("The clock never goes back, and timers count from where it stands")
  func clock() {
    let time = VirtualTime(at: SheetTime(seconds: 5))
    time.move(to: SheetTime(seconds: 3))
    #expect(time.now == SheetTime(seconds: 5))
    let late = time.schedule(SheetTime(seconds: 2), timer(1))
    time.schedule(SheetTime(seconds: 1), timer(2))
    #expect(time.nextDue == SheetTime(seconds: 6) && time.brokenRules().isEmpty)
    time.move(to: SheetTime(seconds: 6.5))
    #expect(time.brokenRules().count == 1)
    #expect(runs(time.takeAllDue()) == [2] && time.brokenRules().isEmpty)
    time.cancel(late)
    #expect(time.takeNext() == nil)
  }
}

@Suite("Loop watch")
struct LoopWatchTests {
  private func parts(_ names: String...) -> [LoopPart] { names.map { LoopPart(name: $0) } }

  @Test("It is over after as many steps as there may be, and of the last of them knows the parts")
  func counting() {
    var watch = LoopWatch(limit: 3)
    #expect(watch.isNearEnd && !watch.isOver)
    for name in ["a", "b", "c"] {
      watch.note(parts(name))
      watch.note(parts("and \(name)"))
      watch.advance()
    }
    #expect(watch.isOver && watch.parts.map(\.name) == ["a", "and a", "b", "and b", "c", "and c"])
    #expect(!LoopWatch().isNearEnd)
  }

  @Test("A round begins where what comes first now came before")
  func rounds() {
    var watch = LoopWatch(limit: 100)
    for step in [parts("x"), parts("tick", "y"), parts("tock"), parts("tack"), parts("tick")] {
      watch.note(step)
      watch.advance()
    }
    #expect(watch.round.map(\.name) == ["tick", "tock", "tack"])
    watch.note([])
    #expect(watch.round.isEmpty)
  }

  @Test("No more steps are kept than are looked at")
  func keeping() {
    var watch = LoopWatch(limit: 1_000)
    for step in 0..<1_000 {
      watch.note(parts("\(step)"))
      watch.advance()
    }
    #expect(watch.parts.first?.name == "936" && watch.parts.count == 64)
  }
}

@Suite("Streams without a sheet")
struct StreamsTests {
  @Test("An event goes through its streams in one micro-step, and what joins several of them sends once")
  func joining() {
    let bench = TimeBench(
      "event tap\nevent twice = MAP(tap, LAMBDA(x, x * 2))\nevent both = MERGE(tap, twice)\nstate n = 0 { on both : n + both }"
    )
    bench["n"] = 0
    bench.happen(("tap", 5))
    #expect(bench["tap"] == 5 && bench["twice"] == 10)
    #expect(bench.pending.isEmpty && bench.streams.brokenRules(of: [bench.instance]) == [])
  }

  @Test("A stream that waits sets a timer, and a later event takes its place")
  func waiting() {
    let bench = TimeBench("event tap\nevent calm = DEBOUNCE(tap, 2)")
    bench.happen(("tap", 1))
    bench.time.move(to: SheetTime(seconds: 1))
    bench.happen(("tap", 2))
    #expect(bench.time.timers.timers.count == 1 && bench.time.nextDue == SheetTime(seconds: 3))
    guard case .stream(_, let stream, let payload)? = bench.time.takeNext()?.kind else { return #expect(Bool(false)) }
    bench.streams.timerIsDue(stream, of: bench.instance, payload)
    #expect(bench.pending == ["DEBOUNCE(tap, 2)"])
    bench.happenPending()
    #expect(bench["calm"] == 2)
  }

  @Test("HOLD keeps the latest event back while its condition holds")
  func holding() {
    let bench = TimeBench("event tap\nevent later = HOLD(tap, a)")
    bench["a"] = true
    bench.happen(("tap", 1))
    bench.happen(("tap", 2))
    #expect(bench["later"].isBlank && bench.streams.holding.count == 1)
    #expect(bench.streams.brokenRules(of: [bench.instance]) == [])
    bench["a"] = false
    bench.happenPending()
    #expect(bench.pending == ["HOLD(tap, a)"])
    bench.happenPending()
    #expect(bench["later"] == 2 && bench.streams.holding.isEmpty)
  }

  @Test("A row that ends keeps nothing back and waits for nothing")
  func ending() {
    let bench = TimeBench("event tap\nevent later = HOLD(tap, a)\nevent d = DELAY(tap, 1)")
    bench["a"] = true
    bench.happen(("tap", 1))
    bench.streams.end(bench.instance)
    #expect(bench.streams.holding.isEmpty && bench.time.timers.isEmpty)
  }

  @Test("A change of a watched cell is an event of the next micro-step")
  func changes() {
    let bench = TimeBench("event e = CHANGES(a)")
    guard !bench.instance.form.watches.isEmpty else { return }
    bench["a"] = 4
    bench.streams.noteChanges(in: bench.instance)
    #expect(bench.pending.count == 1)
    bench.streams.noteChanges(in: bench.instance)
    #expect(bench.pending.count == 1)
  }
}

@Suite("Clauses")
struct ClauseTests {
  @Test("Clauses find the old states; of two events the second finds its own state as the first has left it")
  func states() {
    let bench = TimeBench("event x\nevent y\nstate m = 1 { on x : n }\nstate n = 2 { on x : m; on y : n + 10 }")
    bench["m"] = 1
    bench["n"] = 2
    bench.happen(("x", 0), ("y", 0))
    #expect(bench["m"] == 2 && bench["n"] == 11)
    #expect(bench.states.brokenRules(of: [bench.instance]) == [])
  }

  @Test("Changes of a table speak of the rows as they were")
  func tables() {
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    let table = TestTable(engine: engine, grid: engine.names.addTable(named: "t", columns: ["v"], rows: 3, in: scope))
    for row in 0..<3 { engine.setConstant(.number(Double(row)), at: table.cell(row)) }
    let clauses = TableClauses(cells: InstantCells(engine)) { _ in table }
    clauses.perform([
      .delete(table: 0, row: 0), .insert(table: 0, .after(1), [9]), .set(table: 0, row: 2, column: 0, 7),
      .insert(table: 0, .last, [8]), .set(table: 0, row: 0, column: 0, 6),
    ])
    #expect(table.values == [1, 9, 7, 8])
  }
}

/// A table of one column that takes every value.
private struct TestTable: ChangingTable {
  let engine: Engine
  let grid: GridID
  var name: String { "t" }
  var columns: [TableColumn] { [] }
  var values: [CellValue] { (0..<engine.grids.rowCount(of: grid)).map { engine.value(at: cell($0)) } }

  func cell(_ row: Int) -> CellAddress { CellAddress(grid: grid, row: row, column: 0) }
  func checkInsertion(at position: Int, count: Int, _ values: [CellValue]) throws(Refusal) {}
  func accepted(_ value: CellValue, inColumn column: Int, row: Int) throws(Refusal) -> CellValue { value }
  func insert(at position: Int, _ values: [CellValue]) {
    engine.shift(GridShift(grid, .rows, at: position, count: 1, isInsertion: true))
    if let value = values.first { engine.setConstant(value, at: cell(position)) }
  }
  func delete(at position: Int) {
    engine.shift(GridShift(grid, .rows, at: position, count: 1, isInsertion: false))
  }
}

@Suite("Bindings")
struct BindingsTests {
  @Test("The value wins at first and when both have changed")
  func sides() {
    let seen = SeenBinding(value: 1, target: 2)
    #expect(SeenBinding.changed(since: nil, value: 1, target: 2) == .value)
    #expect(SeenBinding.changed(since: seen, value: 1, target: 2) == nil)
    #expect(SeenBinding.changed(since: seen, value: 1, target: 3) == .target)
    #expect(SeenBinding.changed(since: seen, value: 3, target: 3) == .value)
  }

  @Test("An input follows its expression, and is left alone while that gives the same")
  func following() {
    let bench = TimeBench("a <~ c + 1")
    let bindings = Bindings(bench.cells) { value, _, _, _ in value }
    func follow() -> Bool {
      bench.engine.recalculate()
      return bindings.follow([bench.instance])
    }
    bench["c"] = 1
    #expect(follow() && bench["a"] == 2 && !follow())
    bench["a"] = 7
    #expect(!follow() && bench["a"] == 7)
    bench["c"] = 2
    #expect(follow() && bench["a"] == 3 && bindings.brokenRules(of: [bench.instance]) == [])
  }

  @Test("Two inputs follow each other, the model first; what is refused is reported and changes nothing")
  func bothWays() {
    let bench = TimeBench("a <~> b")
    let bindings = Bindings(bench.cells) { (value, _, name, _) throws(Refusal) in
      if value == 9 { throw Refusal(.noPayload, of: name) }
      return value
    }
    (bench["a"], bench["b"]) = (1, 2)
    #expect(bindings.follow([bench.instance]) && bench["a"] == 2)
    bench["a"] = 5
    #expect(bindings.follow([bench.instance]) && bench["b"] == 5)
    bench["a"] = 9
    #expect(bindings.follow([bench.instance]) && bench["a"] == 5 && bench["b"] == 5)
    #expect(bench.takeReports().count == 1)
  }
}

@Suite("Open calls")
struct OpenCallsTests {
  @Test("A call that was not started just goes; one that was is to be cancelled")
  func cancelling() {
    var calls = OpenCalls()
    let (one, two) = (calls.add("s", [1], for: 1, 0), calls.add("s", [2], for: 1, 1))
    calls.start(one)
    calls.start(two)
    calls.cancel(two.number)
    #expect(calls.take().started == [one])
    calls.cancel(one.number)
    #expect(calls.take() == ([], [one.number]) && calls.take() == ([], []))
  }

  @Test("Numbers are given once, also to who goes on and to what is put back")
  func numbers() {
    var calls = OpenCalls()
    calls.close(calls.add("s", [], for: 1, 0).number)
    #expect(calls.isEmpty && calls.numbers(for: 2) == [2, 3])
    var next = OpenCalls(after: calls)
    #expect(next.add("s", [], for: 1, 0).number == 4 && next.inOrder.map(\.number) == [4])
  }
}

@Suite("Service runs without a sheet")
struct ServiceRunsTests {
  @Test("An action runs until its calls are answered, and its moments are events")
  func answering() {
    let bench = TimeBench("service s(x)\naction go(y) = s(y) + a", services: ["s"])
    let actions = Actions(streams: bench.streams, work: bench.runs)
    bench["a"] = 10
    #expect(actions.trigger(0, of: bench.instance, [1]) == nil)
    #expect(bench["go.isExecuting"] == true && bench.runs.takeWork())
    #expect(bench.called == ["s"] && bench.runs.brokenRules(of: [bench.instance]) == [])
    #expect(actions.trigger(0, of: bench.instance, [1]) == "go is running")
    bench.runs.answer(1, .replies(5))
    #expect(bench["go.value"] == 15 && bench["go.isExecuting"] == false)
    #expect(bench.pending == ["go.started", "go.refused", "go.values", "go.succeeded", "go.finished"])
    #expect(bench.runs.brokenRules(of: [bench.instance]) == [])
  }

  @Test("What is under way goes on where it is put back, with new numbers")
  func restoring() {
    let bench = TimeBench("service s(x)\naction go = s(1)\nevent tap\nevent d = DELAY(tap, 3)", services: ["s"])
    let actions = Actions(streams: bench.streams, work: bench.runs)
    let underWay = WorkUnderWay(
      streams: bench.streams, work: bench.runs, instances: [bench.instance],
      places: InstancePlaces(main: bench.instance, tables: LoadedTables()))
    _ = actions.trigger(0, of: bench.instance, [])
    _ = bench.runs.takeWork()
    bench.happen(("tap", 1))
    let taken = underWay.taken()
    underWay.restore(PendingWork())
    #expect(bench.runs.runs.isEmpty && bench.runs.calls.isEmpty && bench.time.timers.isEmpty)
    underWay.restore(taken)
    #expect(underWay.taken() == taken && bench.runs.calls.inOrder.map(\.number) == [2])
    #expect(bench.runs.brokenRules(of: [bench.instance]) == [])
    bench.runs.answer(2, .fails("no"))
    #expect(bench["go.error"] == "no")
  }

  @Test("A fetch asks again when what it reads changes, and the former call is not wanted any more")
  func fetching() {
    let bench = TimeBench("service s(x)\nfetch f = s(a)", services: ["s"])
    let fetches = Fetches(cells: bench.cells, work: bench.runs)
    func follow() -> Bool {
      defer { _ = bench.runs.takeWork() }
      return fetches.follow([bench.instance])
    }
    #expect(follow() && !follow())
    bench["a"] = 2
    #expect(follow() && bench.runs.calls.inOrder.map(\.arguments) == [[2]])
    #expect(bench.runs.takeCalls().cancelled == [1])
    bench.runs.answer(2, .replies(7))
    #expect(bench["f"] == 7 && fetches.brokenRules(of: [bench.instance]) == [])
  }
}
