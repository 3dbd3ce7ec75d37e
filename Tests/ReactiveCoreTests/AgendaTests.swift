import TestSupport
import Testing

@testable import ReactiveCore

@Suite("Agenda of a test scheduler")
struct AgendaTests {
  @Test("Work is done in the order of dates and of calls, whatever is added and cancelled")
  func randomWork() {
    for seed in 0..<20 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let scheduler = TestScheduler()
      var agenda = Agenda()
      var present: [(date: Double, number: Int, work: Agenda.Work)] = []
      var done: [Int] = []
      for number in 0..<400 {
        switch generator.number(0...9) {
        case 0...5:
          let work = Agenda.Work(on: scheduler) { done.append(number) }
          let date = Double(generator.number(0...30))
          agenda.add(work, at: scheduler.currentDate + date)
          present.append((date, number, work))
        case 6...7 where !present.isEmpty:
          let index = generator.number(0...present.count - 1)
          #expect(agenda.remove(present[index].work) != nil)
          #expect(agenda.remove(present[index].work) == nil)
          present.remove(at: index)
        default:
          guard let next = present.min(by: { ($0.date, $0.number) < ($1.date, $1.number) }) else { continue }
          #expect(agenda.nextDate == scheduler.currentDate + next.date)
          agenda.removeFirst()()
          #expect(done.last == next.number, "seed \(seed)")
          present.removeAll { $0.number == next.number }
        }
        #expect(agenda.count == present.count)
        let broken = agenda.brokenRules()
        #expect(broken == [], "seed \(seed)")
      }
    }
  }
}
