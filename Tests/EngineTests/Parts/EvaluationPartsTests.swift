import CellModel
import Formulas
import FunctionLibrary
import Functions
import Testing

@testable import Engine

@Suite("Course of a run")
struct RunCourseTests {
  private let settings = EngineSettings()

  @Test("A run that takes a trace has come as far as one that ran the part")
  func traces() throws {
    let whole = Area(grid: GridID(rawValue: 0), top: 0, left: 0, bottom: Area.lastRow, right: 0)
    func part(_ course: inout RunCourse) throws {
      try course.limits.takeSteps(7, settings)
      course.ends.miss(place: 9)
      var used = Area(grid: whole.grid, top: 0, left: 0, bottom: 4, right: 0)
      course.ends.extend(&used, of: whole)
    }
    var ran = RunCourse()
    try ran.limits.takeSteps(5, settings)
    let former = ran.beginPart()
    try part(&ran)
    let trace = ran.endPart(former)
    #expect(trace.steps == 7)
    var taken = RunCourse()
    try taken.limits.takeSteps(5, settings)
    try taken.take(trace, settings)
    #expect(taken.limits.steps == ran.limits.steps && taken.ends == ran.ends)
    #expect(taken.cameToAnEnd && ran.cameToAnEnd)
  }

  @Test("A trace of too many steps brings a run to its end")
  func ends() {
    settings.stepLimit = 10
    var course = RunCourse()
    let trace = KeptCalls.Trace(steps: 11, ends: OpenEnds())
    #expect(throws: CellError.self) { try course.take(trace, settings) }
    #expect(course.cameToAnEnd)
  }
}

@Suite("Running formula")
struct RunningFormulaTests {
  @Test("A group that is taken up again stands where it stood, another in its first row")
  func groups() {
    let sheet = Graph()
    let first = sheet.add("B1*2", column: 0, rows: 3...20)
    let second = sheet.add("1", column: 2, rows: 5...5)
    var running = RunningFormula()
    #expect(running.takeUp(first, in: sheet.graph.formulas, sheet.graph.cells).id == first)
    #expect(running.place.origin.row == 3 && running.place.references.count == 1)
    running.stand(in: 7)
    _ = running.takeUp(first, in: sheet.graph.formulas, sheet.graph.cells)
    #expect(running.place.origin.row == 7)
    #expect(running.takeUp(second, in: sheet.graph.formulas, sheet.graph.cells).id == second)
    #expect(running.place.origin.row == 5 && running.place.references.isEmpty)
  }

  @Test("A formula that ran as if it stood elsewhere leaves the other where it stands")
  func shifts() {
    let sheet = Graph()
    let id = sheet.add("1", column: 0, rows: 3...20)
    var running = RunningFormula()
    _ = running.takeUp(id, in: sheet.graph.formulas, sheet.graph.cells)
    let elsewhere = CellAddress(grid: sheet.sheet, row: 40, column: 2)
    let former = running.beginShift(to: FormulaPlace(references: [], origin: elsewhere))
    #expect(running.isShifted && running.place.origin == elsewhere)
    running.endShift(former)
    #expect(!running.isShifted && running.place.origin.row == 3 && running.group?.id == id)
    running.takeUp(FormulaPlace(references: [], origin: elsewhere))
    #expect(running.group == nil)
  }
}

@Suite("Cancellation")
struct CancellationTests {
  @Test("It is asked for once for many nodes and once for each block of rows, and a group that was stopped stays so")
  func asking() {
    var questions = 0
    var isCancelled = false
    let settings = EngineSettings()
    settings.isCancelled = {
      questions += 1
      return isCancelled
    }
    var cancellation = Cancellation()
    func stops() -> Bool { cancellation.stopsBeforeNode(settings) }
    for _ in 0..<1_024 { #expect(!stops()) }
    #expect(questions == 4)
    func goesOn(_ row: Int) -> Bool { cancellation.goesOn(at: row, settings) }
    for row in 0..<ColumnStore.blockMask + 2 { #expect(goesOn(row)) }
    #expect(questions == 6)
    isCancelled = true
    #expect(goesOn(1) && !goesOn(0))
    isCancelled = false
    #expect(cancellation.isStopped && !goesOn(1) && !goesOn(0))
  }
}

@Suite("Evaluators that help")
struct HelperTests {
  @Test("Who has given up says nothing, and goes on with the next formula")
  func givingUp() {
    let sheet = Graph()
    let plain = sheet.add("1+1", column: 0, rows: 0...0)
    let other = sheet.add("RAND()", column: 1, rows: 0...0)
    let helper = HelpingEvaluator(
      sheet.graph, EngineSettings(), mayKeep: true, isCancelled: { false }, hasMemory: { true })
    #expect(helper.value(of: other, at: 0) == nil && helper.hasGivenUp)
    #expect(helper.value(of: plain, at: 0) == .number(2) && !helper.hasGivenUp)
  }

  @Test("Who has the engine never gives up; who helps does, and before functions look at what it may not keep")
  func keeping() {
    let (cache, arrays) = (EvaluationCache(), KeptArrays())
    let own = EvaluationMemory(cache, arrays)
    #expect(!own.givesUp() && !own.hasGivenUp && !own.isHelping && own.cache === cache)
    for mayKeep in [true, false] {
      let notes = Helping(mayKeep: mayKeep)
      let memory = EvaluationMemory(cache, arrays, help: notes)
      #expect(memory.cache === cache && memory.hasGivenUp == !mayKeep)
      notes.begin()
      #expect(memory.ownCache === cache && !memory.hasGivenUp && memory.givesUp() && notes.hasGivenUp)
    }
  }

  @Test("Who is cancelled says nothing")
  func cancelling() {
    let sheet = Graph()
    let sum = sheet.add("SUM(SEQUENCE(99))", column: 0, rows: 0...0)
    let helper = HelpingEvaluator(
      sheet.graph, EngineSettings(), mayKeep: true, isCancelled: { true }, hasMemory: { true })
    #expect(helper.value(of: sum, at: 0) == nil && !helper.hasGivenUp)
  }

  @Test("Who asks nobody for memory goes on as long as the thread that began asks now and then, and finds some")
  func memory() {
    let memory = MemoryOfHelpers()
    #expect((0..<16).allSatisfy { _ in memory.isThere() } && !memory.isThere())
    #expect(memory.note(isExceeded: false) && memory.isThere())
    #expect(!memory.note(isExceeded: true) && !memory.isThere())
  }
}
