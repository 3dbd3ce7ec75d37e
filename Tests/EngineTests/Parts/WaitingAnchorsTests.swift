import CellModel
import TestSupport
import Testing

@testable import Engine

@Suite("Waiting anchors")
struct WaitingAnchorsTests {
  private static let grid = GridID(rawValue: 0)

  private func area(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> Area {
    Area(grid: Self.grid, top: top, left: left, bottom: bottom, right: right)
  }

  @Test("Those who wait for a cell are found among many, whatever they wait for")
  func found() {
    var generator = SeededGenerator(seed: 7)
    var waiting = WaitingAnchors()
    var known: [CellAddress: Area] = [:]
    for round in 0..<2_000 {
      let row = Int.random(in: 0..<400, using: &generator)
      let column = Int.random(in: 0..<6, using: &generator)
      let anchor = CellAddress(grid: Self.grid, row: row, column: column)
      if round % 3 == 2 {
        waiting.remove(anchor)
        known[anchor] = nil
      } else {
        let height = [1, 2, 70, 5_000, 1_000_000].randomElement(using: &generator) ?? 1
        let wanted = area(row, column, min(row + height - 1, Area.lastRow), column + round % 4)
        waiting.insert(anchor, waitingFor: wanted)
        known[anchor] = wanted
      }
      let top = Int.random(in: 0..<6_000, using: &generator)
      let asked = round % 5 == 0 ? area(top, 0, top + 10_000, 3) : area(top % 410, 2, top % 410, 2)
      let expected = Set(known.filter { $0.value.intersection(asked) != nil }.keys)
      #expect(Set(waiting.anchors(waitingFor: asked)) == expected, "round \(round)")
    }
    #expect(waiting.areas == known && waiting.brokenRules().isEmpty)
  }

  @Test("Many anchors are let go one by one by the cells that clear")
  func manyBlocked() {
    let book = Workbook()
    // The rules are looked at once, behind all edits.
    book.engine.checksRules = false
    for row in 0..<3_000 {
      book.engine.setConstant(1, at: CellAddress(grid: book.sheet, row: row, column: 1))
    }
    book.set("A1:A3000 = SEQUENCE(1, 2)")
    #expect(book["A3000"] == .error(.spill))
    for row in 0..<3_000 {
      book.engine.setConstant(.blank, at: CellAddress(grid: book.sheet, row: row, column: 1))
    }
    book.engine.recalculate()
    #expect(book["A1"] == 1 && book["B3000"] == 2)
    #expect(book.engine.brokenRules().isEmpty)
  }
}
