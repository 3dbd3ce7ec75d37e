import CellModel
import Engine
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Followed cells")
struct FollowedCellsTests {
  private let sheet = LiveSheet(
    SheetDocument(
      name: "x.sheet",
      """
      x = 2
      A1 = SEQUENCE(x)
      table t {
        | a |
        | 1 |
        | 5 |
      }
      always "few": x < 4
      """), environment: LiveSheet.Environment(catalog: .standard))

  private func key(_ path: String) throws -> Area {
    FollowedCells(of: sheet).key(of: try sheet.cell(path).get(), named: path)
  }

  @Test("The key of a table, a column and a spill reaches as far as they do when it is read; that of cells is they")
  func keys() throws {
    let cells = FollowedCells(of: sheet)
    for path in ["t", "t[a]", "A1#"] { #expect(try key(path).bottom == Area.openEnd, "\(path)") }
    for path in ["x", "A1", "A1:A2", "t[2]", "t[1].a"] { #expect(try key(path).bottom != Area.openEnd, "\(path)") }
    let (column, spill) = (try key("t[a]"), try key("A1#"))
    #expect(cells.value(of: try key("x")) == 2)
    #expect(cells.value(of: column) == .array(CellArray([[1], [5]])))
    #expect(cells.value(of: spill) == .array(CellArray([[1], [2]])))
    _ = sheet.enter("insert last t (7)\nx = 3")
    #expect(cells.value(of: column) == .array(CellArray([[1], [5], [7]])))
    #expect(cells.value(of: spill) == .array(CellArray([[1], [2], [3]])))
  }

  @Test("What changed is told once, and no condition of a check")
  func changes() throws {
    let cells = FollowedCells(of: sheet)
    cells.recordsChanges = true
    try sheet.set("x", to: 9)
    #expect(!sheet.checks.allHold)
    let changed = cells.takeChangedAddresses()
    #expect(changed.contains(try sheet.cell("x").get().address))
    #expect(!changed.contains { $0.grid == sheet.loaded.grids.checks })
    #expect(cells.takeChangedAddresses().isEmpty && cells.takeMovedGrids().isEmpty)
  }
}
