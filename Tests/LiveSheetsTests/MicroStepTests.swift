import CellModel
import TestSupport
import Testing

@testable import LiveSheets

@Suite("Micro-steps")
struct MicroStepTests {
  private func instance(states: Int) -> TimeInstance {
    let form = TimeForm()
    for number in 0..<states {
      let cell = CellAddress(grid: .init(rawValue: 0), row: number, column: 0)
      form.states.append(StateForm(name: "s\(number)", cell: cell, reactions: []))
    }
    return TimeInstance(form)
  }

  @Test("New states are kept until they take effect, the last one of each state")
  func newStates() {
    let (one, other) = (instance(states: 3), instance(states: 2))
    var new = NewStates()
    new.set(1, of: one, to: 5)
    new.set(0, of: other, to: 6)
    new.set(1, of: one, to: 7)
    #expect(new.value(of: 1, in: one) == 7 && new.value(of: 0, in: one) == nil && new.value(of: 0, in: other) == 6)
    #expect(new.values.map(\.value) == [7, 6])
    #expect(new.brokenRules(of: [one, other]) == [])
    one.newStatePlaces[2] = 0
    #expect(new.brokenRules(of: [one, other]) == ["R1: 3 states know a place, 2 have a new value"])
    one.newStatePlaces[2] = -1
    new.takeAll { _, _, _ in }
    #expect(new.isEmpty && new.value(of: 1, in: one) == nil)
    #expect(new.brokenRules(of: [one, other]) == [])
  }

  @Test("Clauses that one event has reached come in the order of the sheet, equal ones as they came")
  func order() {
    var random = SeededGenerator(seed: 4)
    let instance = instance(states: 1)
    for _ in 0..<200 {
      var step = MicroStep()
      step.reach(.table(9), of: instance)
      var clauses: [(clause: [Int], told: Int)] = []
      for told in 0..<random.number(0...9) {
        let number = random.number(0...3)
        step.told.note(
          0, of: self.instance(events: 1), CellAddress(grid: .init(rawValue: 0), row: 0, column: 0), .blank)
        switch random.number(0...2) {
        case 0: step.reach(.state(number, reaction: number % 2), of: instance)
        case 1: step.reach(.action(number, reaction: 0), of: instance)
        default: step.reach(.table(number), of: instance)
        }
        clauses.append((step.reached.last.map { Self.numbers($0.clause) } ?? [], told + 1))
      }
      step.orderReached(from: 1)
      clauses.sort { $0.clause == $1.clause ? $0.told < $1.told : $0.clause.lexicographicallyPrecedes($1.clause) }
      #expect(step.reached.dropFirst().map { Self.numbers($0.clause) } == clauses.map(\.clause))
      #expect(step.reached.dropFirst().map(\.place.count) == clauses.map(\.told))
      #expect(step.reached.first.map { Self.numbers($0.clause) } == [2, 9, 0])
    }
  }

  private func instance(events count: Int) -> TimeInstance {
    let instance = instance(states: 0)
    instance.eventSteps = Array(repeating: 0, count: count)
    return instance
  }

  private static func numbers(_ clause: ReachedClause.Clause) -> [Int] {
    switch clause {
    case .state(let number, let reaction): [0, number, reaction]
    case .action(let number, let reaction): [1, number, reaction]
    case .table(let number): [2, number, 0]
    }
  }

  @Test("A path is read once, means what it meant, and is refused as it was")
  func paths() {
    let sheet = mocked(
      "event push: number\nevent tap\nservice s()\naction go when n < 3 = s()\nstate n = 0 { on push : push; on TAP : n + 1 }"
    )
    for value in 1...3 {
      #expect(throws: Never.self) { try sheet.trigger("push", [.number(Double(value))]) }
      #expect(throws: Never.self) { try sheet.trigger("PUSH", [.number(Double(value))]) }
      #expect(sheet["n"] == .number(Double(value)))
      #expect(throws: Refusal.self) { try sheet.trigger("push", ["x"]) }
      #expect(throws: Refusal.self) { try sheet.trigger("tap", [1]) }
      #expect(throws: Refusal.self) { try sheet.trigger("pull") }
    }
    #expect(throws: Never.self) { try sheet.trigger("tap") }
    #expect(sheet["n"] == 4)
    guard case .ignored? = try? sheet.trigger("go") else {
      Issue.record("go is not enabled")
      return
    }
    #expect(sheet.timeline.brokenRules() == [])
  }
}
