import CellModel
import FunctionLibrary
import Functions
import Testing

@testable import Engine

@Suite("Programs that are being compiled")
struct ProgramDraftTests {
  @Test("A hole is filled when the code behind it is there (R1)")
  func holes() {
    var draft = ProgramDraft()
    draft.emit(.number(1))
    let hole = draft.reserve()
    #expect(hole.next == 2)
    draft.emit(.text("late"))
    draft.fill(hole, .deferred(end: draft.end))
    #expect(described(draft) == ["constant(0)", "deferred(end: 3)", "constant(1)"])
    #expect(draft.constants == [.number(1), .text("late")])
  }

  @Test("A function has one number, however often it is called (R2)")
  func functions() throws {
    let sum = try #require(FunctionCatalog.standard.function(named: "SUM"))
    let sin = try #require(FunctionCatalog.standard.function(named: "SIN"))
    var draft = ProgramDraft()
    #expect([sum, sin, sum, sin].map { draft.number(of: $0) } == [0, 1, 0, 1])
    #expect(draft.functions.map(\.name) == ["SUM", "SIN"])
  }

  @Test("Locals of the program come after those of its formula")
  func locals() {
    var draft = ProgramDraft(localCount: 2)
    #expect(draft.addLocal() == 2 && draft.addLocal() == 3)
    #expect(draft.localCount == 4)
  }

  private func described(_ draft: ProgramDraft) -> [String] { draft.code.map { "\($0)" } }
}
