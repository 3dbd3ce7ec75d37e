import CellModel
import Testing

@testable import Engine

@Suite("What a pass tries again")
struct RetriesTests {
  private let anchor = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)
  private let other = CellAddress(grid: GridID(rawValue: 0), row: 1, column: 0)

  @Test("A spill range may change so often, each anchor's by itself, and anew when the pass begins anew")
  func spills() {
    var retries = Retries()
    for _ in 0..<Retries.mostSpillChanges { retries.noteSpillChange(of: anchor) }
    #expect(!retries.goesOnSpilling(anchor))
    retries.noteSpillChange(of: anchor)
    #expect(retries.goesOnSpilling(anchor) && !retries.goesOnSpilling(other))
    retries.restart()
    #expect(!retries.goesOnSpilling(anchor))
  }

  @Test("A reader finds out anew once, and circles are put together anew so often")
  func readers() {
    var retries = Retries()
    let reader = GroupID(7)
    #expect(retries.reopen(reader) && !retries.reopen(reader))
    for _ in 0..<Retries.mostReadings { retries.noteReading() }
    #expect(!retries.goesOnReading)
    retries.noteReading()
    #expect(retries.goesOnReading)
    retries.restart()
    #expect(retries.reopen(reader) && retries.goesOnReading)
  }

  @Test("A circle through a spill range lets the pass begin anew, once")
  func restarts() {
    var retries = Retries()
    #expect(!retries.wantsRestart && !retries.isRestarted)
    retries.noteSpillCircle()
    #expect(retries.wantsRestart)
    retries.restart()
    #expect(retries.isRestarted && !retries.wantsRestart)
    retries.noteSpillCircle()
    #expect(!retries.wantsRestart)
  }
}
