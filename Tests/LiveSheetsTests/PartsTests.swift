import CellModel
import Engine
import Formulas
import SheetText
import Testing

@testable import LiveSheets
@testable import SheetPrograms

@Suite("Definition table")
struct DefinitionTableTests {
  private let live = LiveSheet(
    SheetDocument(name: "", "/// one\nb = 1\nA3 = b + 1 as \"0.0\"\nC1:C4 = 7\nc = A3", keepsTrees: false),
    environment: LiveSheet.Environment(catalog: .standard))

  private func address(_ name: String) -> CellAddress? { try? live.cell(name).get().address }

  @Test("What is known of a cell is made of its statement, once")
  func statements() throws {
    let (b, a3, c) = try (#require(address("b")), #require(address("A3")), #require(address("c")))
    #expect(live.definitions.order == [b, c, a3])
    let known = try #require(live.definitions[b])
    #expect(known.name == "b" && known.kind == .constant && known.documentation == "one" && known.formulaText == "1")
    #expect(live.definitions[b] === known)
    let cell = try #require(live.definitions[a3])
    #expect(cell.name.isEmpty && cell.kind == .formula && cell.format == "0.0" && cell.formulaText == "b + 1")
    let filled = try #require(address("C2"))
    #expect(live.definitions[filled] == nil && live.definitions.fill(at: filled)?.definition.formulaText == "7")
  }

  @Test("A name that goes keeps its definition; a definition that goes does not come again")
  func leaving() throws {
    let (b, c) = try (#require(address("b")), #require(address("c")))
    var table = live.definitions
    table.unlist(c)
    #expect(!table.order.contains(c) && table[c] != nil)
    table[b] = nil
    #expect(table[b] == nil && !table.contains(b))
    table[b] = Definition(name: "B", kind: .formula)
    #expect(table[b]?.name == "B")
  }

  @Test("A definition's formula is cut from the text it stands in, or written anew")
  func formulas() {
    let document = SheetDocument(name: "", "A =  1+2 // three")
    guard case .cell(let cell) = document.statements[0].kind else { return }
    let definition = Definition(name: "A", kind: .formula)
    definition.setFormula(cell.formula, in: document.source)
    #expect(definition.formulaText == "1+2")
    definition.setFormula(cell.formula, in: nil)
    #expect(definition.formulaText == "1 + 2")
  }
}

@Suite("Timer queue")
struct TimerQueueTests {
  private func queue(dueAt times: [Int64]) -> TimerQueue {
    var queue = TimerQueue()
    for time in times { _ = queue.set(.answer(run: Int(time), index: 0), due: SheetTime(microseconds: time)) }
    return queue
  }

  @Test("The earliest comes first, of two at the same time the one that was set first")
  func order() {
    var queue = queue(dueAt: [5, 3, 5, 3, 9])
    var numbers: [Int] = []
    while let next = queue.popNext() { numbers.append(next.number) }
    #expect(numbers == [2, 4, 1, 3, 5])
  }

  @Test("Timers are cancelled by number, or by what they are for; no later one gets their numbers")
  func cancelling() {
    var queue = queue(dueAt: [1, 2, 3, 4])
    queue.cancel(1)
    queue.cancelAll { if case .answer(let run, _) = $0 { run == 3 } else { false } }
    #expect(queue.timers.map(\.number) == [4, 2])
    #expect(queue.next?.number == 2)
    queue.cancelAll()
    #expect(queue.isEmpty && queue.set(.answer(run: 1, index: 0), due: .zero) == 5)
  }
}

@Suite("Findings at run time")
struct TimeReportsTests {
  @Test("A finding is kept once until it is taken, and told again in a later instant")
  func once() {
    var reports = TimeReports()
    let first = TimeFinding.loop(["tick"], 10).diagnostic
    let second = TimeFinding.loop(["tock"], 10).diagnostic
    for diagnostic in [first, second, first] { reports.add(diagnostic) }
    #expect(reports.takeAll() == [first, second])
    reports.add(first)
    #expect(reports.takeAll().isEmpty)
    reports.endInstant()
    reports.add(first)
    #expect(reports.takeAll() == [first])
  }
}

@Suite("Answers of a run")
struct ServiceRunTests {
  private func run(_ answers: [ServiceRun.Answer]) throws -> ServiceRun {
    let sheet = load("service s(x)\naction a = s(1)")
    let body = try #require(sheet.timeline.instances.first?.form.actions.first).body
    var run = ServiceRun(owner: .call(1), body: body, inputs: [])
    run.answers = answers
    return run
  }

  @Test("A timeout ends with the calls behind it, inner ones before outer ones")
  func timeouts() throws {
    let timeout = { (timer: Int, end: Int) in ServiceRun.Answer(role: .timeout, timers: [timer], count: end) }
    let done = ServiceRun.Answer(role: .call, isComplete: true)
    let open = ServiceRun.Answer(role: .call, call: 7)
    var nested = try run([timeout(1, 0), timeout(2, 0), done])
    #expect(nested.closeTimeouts() == [2, 1] && !nested.hasOpenTimeouts && nested.isComplete)
    var waiting = try run([timeout(1, 2), done, open])
    #expect(waiting.closeTimeouts() == [1] && !waiting.isComplete)
    var still = try run([timeout(1, 0), done, open])
    #expect(still.closeTimeouts().isEmpty && still.hasOpenTimeouts)
    still.answers[2].complete()
    #expect(still.closeTimeouts() == [1] && still.isComplete)
  }
}
