import CellModel
import LiveSheets
import Testing

@testable import Verification

/// What a step reads and sets, by the names of the places.
@Suite("Access recorder")
struct AccessRecorderTests {
  private let text = """
    input a in {1, 2} = 1
    input b in {1, 2} = 1
    input c: number
    event go
    event stop
    event kept = DISTINCT(go)
    double = a * 2
    state s = 0 { on go where double > 1 : s + 1 }
    state t = 0 { on b.changed : t + 1 }
    state late = 0 { on DELAY(stop, 1) : b }
    c <~ a + 1
    clock = NOW()
    state when = 0 { on stop where clock > 0 : 1 }
    """

  private func record(_ text: String? = nil, files: [String: String] = [:], _ body: (LiveSheet) throws -> Void)
    rethrows -> (reads: Set<String>, writes: Set<String>, isOpaque: Bool)
  {
    let sheet = rehearsedSheet(text ?? self.text, files: files)
    let slots = SlotMap(sheet)
    let recorder = AccessRecorder(sheet, slots)
    recorder.begin()
    try body(sheet)
    recorder.end()
    func names(_ set: SlotSet) -> Set<String> {
      Set(
        set.slots.map { slot in
          switch slots.places[Int(slot)] {
          case .cell(let address): sheet.engine.names.name(of: address)
          case .memory: "memory"
          case .rows: "rows"
          case .row(let row): "row \(row.row + 1)"
          case .pendingWork: "pending"
          case .cycles: "cycles"
          }
        })
    }
    return (names(recorder.reads), names(recorder.writes), recorder.isOpaque)
  }

  @Test("A formula is followed back to what it is made of")
  func formulas() throws {
    let noted = try record { try $0.trigger("go") }
    #expect(noted.reads.isSuperset(of: ["a", "s"]))
    #expect(noted.writes.isSuperset(of: ["s", "memory"]))
    #expect(!noted.reads.contains("b"))
    #expect(!noted.writes.contains("t"))
    #expect(!noted.isOpaque)
  }

  @Test("What is watched matters where it was set, and only there")
  func watched() throws {
    let set = try record { try $0.set("b", to: .number(2)) }
    #expect(set.reads.isSuperset(of: ["b", "t"]))
    #expect(set.writes.isSuperset(of: ["b", "t"]))
    #expect(!set.writes.contains("c"))
    let bound = try record { try $0.set("a", to: .number(2)) }
    #expect(bound.reads.isSuperset(of: ["a", "c"]))
    #expect(bound.writes == ["a", "c"])
  }

  @Test("Timers are pending work, and the clock is more than can be known")
  func opaque() throws {
    let noted = try record { try $0.trigger("stop") }
    #expect(noted.isOpaque)
    #expect(noted.writes.contains("pending"))
  }

  @Test("What happens in a row concerns that row, and whatever reads it")
  func rows() throws {
    let text = """
      input rate in {1, 2} = 1
      event grow
      table t of "row.sheet" {
        2 rows
        on grow : insert last ()
        share = n * rate
      }
      state heard = 0 { on t[2].n.changed : heard + 1 }
      """
    let files = [
      "row.sheet":
        "event tap\nevent two = TAKE(tap, 2)\nstate n = 0 { on two : n + 1 }\ninput twice: number\ntwice <~ n * 2"
    ]
    let first = try record(text, files: files) { try $0.trigger("t[1].tap") }
    #expect(first.reads == ["rows", "row 1"] && first.writes == ["row 1"] && !first.isOpaque)
    let second = try record(text, files: files) { try $0.trigger("t[2].tap") }
    #expect(second.reads.isSuperset(of: ["rows", "row 2", "heard"]) && !second.reads.contains("row 1"))
    #expect(second.writes.isSuperset(of: ["row 2", "heard"]) && !second.writes.contains("row 1") && !second.isOpaque)
    #expect(try record(text, files: files) { try $0.trigger("grow") }.isOpaque)
  }

  @Test("Nobody is told anything once it has ended")
  func ended() throws {
    let sheet = rehearsedSheet(text)
    let recorder = AccessRecorder(sheet, SlotMap(sheet))
    recorder.begin()
    recorder.end()
    try sheet.trigger("go")
    #expect(recorder.reads.slots.isEmpty)
    #expect(recorder.writes.slots.isEmpty)
    #expect(sheet.stateObserver == nil)
  }
}
