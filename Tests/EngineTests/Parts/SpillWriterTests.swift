import CellModel
import Testing

@testable import Engine

@Suite("Room for spills")
struct SpillWriterTests {
  private let sheet = Graph()
  private var cells: CellStore { sheet.graph.cells }

  private func cell(_ row: Int, _ column: Int) -> CellAddress {
    CellAddress(grid: sheet.sheet, row: row, column: column)
  }

  private func down(_ column: Int, _ rows: RowRange) -> Area { Area(grid: sheet.sheet, column: column, rows: rows) }

  @Test("Of two arrays the one whose anchor comes first fills a cell, whichever was there first (R1)")
  func order() {
    sheet.add("SEQUENCE(3)", column: 0, rows: 0...0)
    sheet.add("SEQUENCE(3)", column: 0, rows: 2...2)
    let writer = SpillWriter(graph: sheet.graph)
    let (first, second) = (cell(0, 0), cell(2, 0))
    #expect(writer.makeRoom(for: down(0, 2...4), of: second) == .free(evicted: []))
    _ = writer.fill(down(0, 2...4), with: CellArray(column: [1, 2, 3]))
    // The formula of the second stands in the first one's way, whatever it fills.
    #expect(writer.makeRoom(for: down(0, 0...2), of: first) == .taken(by: second))
    #expect(writer.makeRoom(for: down(0, 0...1), of: first) == .free(evicted: []))
  }

  @Test("An anchor behind another one gives way, and waits (R1, R2)")
  func eviction() {
    sheet.add("SEQUENCE(1, 3)", column: 0, rows: 1...1)
    sheet.add("SEQUENCE(3)", column: 1, rows: 0...0)
    let writer = SpillWriter(graph: sheet.graph)
    let (row, column) = (cell(1, 0), cell(0, 1))
    let wide = Area(grid: sheet.sheet, top: 1, left: 0, bottom: 1, right: 2)
    #expect(writer.makeRoom(for: wide, of: row) == .free(evicted: []))
    _ = writer.fill(wide, with: CellArray(row: [1, 2, 3]))
    #expect(writer.makeRoom(for: down(1, 0...2), of: column) == .free(evicted: [row]))
    #expect(cells.spills.area(of: row) == nil)
    #expect(cells.spills.waiting(for: wide).contains(row))
    _ = writer.fill(down(1, 0...2), with: CellArray(column: [1, 2, 3]))
    #expect(writer.makeRoom(for: wide, of: row) == .taken(by: cell(1, 1)))
  }

  @Test("What would lie beyond the sheet ends the range there was, and waits for nothing (R2)")
  func beyond() {
    sheet.add("SEQUENCE(3)", column: 0, rows: 0...0)
    let writer = SpillWriter(graph: sheet.graph)
    let anchor = cell(0, 0)
    _ = writer.makeRoom(for: down(0, 0...2), of: anchor)
    _ = writer.fill(down(0, 0...2), with: CellArray(column: [1, 2, 3]))
    let far = Area(grid: sheet.sheet, top: 0, left: 0, bottom: Area.lastRow + 1, right: 0)
    #expect(writer.makeRoom(for: far, of: anchor) == .beyondSheet)
    #expect(cells.spills.area(of: anchor) == nil && cells.box(at: cell(1, 0)).isBlank)
    #expect(cells.spills.waiting(for: far).isEmpty)
  }
}
