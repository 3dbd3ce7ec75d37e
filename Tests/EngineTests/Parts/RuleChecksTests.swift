import Testing

@testable import Engine

@Suite("When rules are looked at")
struct RuleChecksTests {
  @Test("After each of a hundred edits, then whenever an eighth more was made")
  func edits() {
    var checks = RuleChecks()
    let due = (1...3_000).filter { _ in checks.isDue(mayLook: true) }
    #expect(Array(due.prefix(102)) == Array(1...100) + [112, 126])
    #expect(due.count < 140 && (due.last ?? 0) > 2_600)
    checks.noteLook()
    let isDue = checks.isDue(mayLook: true)
    #expect(isDue, "a recalculation begins anew")
  }

  @Test("What is part of a larger edit is looked at with its end, however long it is")
  func largerEdits() {
    var checks = RuleChecks()
    let inside = (1...1_000).filter { _ in checks.isDue(mayLook: false) }
    let atEnd = checks.isDue(mayLook: true)
    #expect(inside.isEmpty && atEnd)
  }

  @Test("Nobody looks while they are off, and what came meanwhile is wanted")
  func turnedOff() {
    var checks = RuleChecks()
    checks.noteLook()
    checks.areOn = false
    let isDue = checks.isDue(mayLook: true)
    #expect(!isDue && checks.areWanted)
    checks.areOn = true
    let isDueNow = checks.isDue(mayLook: true)
    #expect(isDueNow)
  }

  @Test("Nothing is wanted after a look at all rules before the next edit")
  func wanted() {
    var checks = RuleChecks()
    #expect(checks.areWanted)
    checks.noteLook()
    #expect(!checks.areWanted)
    _ = checks.isDue(mayLook: false)
    #expect(checks.areWanted)
  }
}
