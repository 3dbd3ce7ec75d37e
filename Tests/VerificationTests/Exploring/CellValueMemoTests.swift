import CellModel
import LiveSheets
import Testing

@testable import Verification

@Suite("Cell value memo")
struct CellValueMemoTests {
  @Test("A formula is evaluated once for each of the values that it names")
  func lookingUp() throws {
    let sheet = rehearsedSheet("input a in {1, 2} = 1\ninput b in {1, 2} = 1\nx = a * 10\ny = x + 1\nz = a + b")
    let keeper = SnapshotKeeper(sheet)
    let memo = CellValueMemo(sheet, keeper)
    let y = try #require(try memo.add(address("y", sheet)))
    let z = try #require(try memo.add(address("z", sheet)))
    let snapshots = try [(1, 1), (1, 2), (2, 1), (2, 2)].map { a, b in
      try sheet.set("a", to: .number(Double(a)))
      try sheet.set("b", to: .number(Double(b)))
      return keeper.take()
    }
    var values: [[CellValue]] = []
    for _ in 0..<2 {
      for snapshot in snapshots {
        memo.look(at: snapshot)
        values.append([memo.value(y), memo.value(z)])
      }
    }
    let expected: [[CellValue]] = [[11, 2], [11, 3], [21, 3], [21, 4]].map { $0.map { .number($0) } }
    #expect(values == expected + expected)
    // x and y for two values of a, z for four pairs.
    #expect(memo.evaluatedCount == 8)
  }

  @Test("What depends on more than it names is not remembered")
  func opaque() throws {
    let sheet = rehearsedSheet("input a in {1, 2} = 1\nt = NOW() + a\ni = INDIRECT(\"a\")\nc = 5")
    let keeper = SnapshotKeeper(sheet)
    let memo = CellValueMemo(sheet, keeper)
    #expect(try memo.add(address("t", sheet)) == nil)
    #expect(try memo.add(address("i", sheet)) == nil)
    let constant = try #require(try memo.add(address("c", sheet)))
    memo.look(at: keeper.take())
    #expect(memo.value(constant) == .number(5))
    #expect(memo.evaluatedCount == 0)
  }

  @Test("The rows of a table are read as a whole, and what an array may fill is not remembered")
  func tablesAndSpills() throws {
    let sheet = rehearsedSheet(
      "event add: number in {1, 2}\ntable t {\n| a: number |\non add : insert last (add)\n}\ny = SUM(t[a])\n"
        + "input n in {1, 2, 3} = 1\nB2 = SEQUENCE(n)\nk = 7\nz = B4\nu = A4 + k\nv = B2 + 1")
    let keeper = SnapshotKeeper(sheet)
    let memo = CellValueMemo(sheet, keeper)
    let y = try #require(try memo.add(address("y", sheet)))
    for name in ["z", "v", "B4", "C9"] { #expect(try memo.add(address(name, sheet)) == nil, "\(name)") }
    for name in ["u", "A4", "B1"] { #expect(try memo.add(address(name, sheet)) != nil, "\(name)") }
    memo.look(at: keeper.take())
    #expect(memo.value(y) == .number(0))
    try sheet.trigger("add", [.number(2)])
    memo.look(at: keeper.take())
    #expect(memo.value(y) == .number(2))
  }

  @Test("Rows that are sheets are made of themselves, and what counts them of none")
  func rowsOfSheets() throws {
    let sheet = rehearsedSheet(
      """
      table t of "row.sheet" { 3 rows }
      count = ROWS(t)
      many = SUM(t[n])
      second = t[2].double
      """, files: ["row.sheet": "input n in {0, 1} = 0\ndouble = n * 2"])
    let keeper = SnapshotKeeper(sheet)
    let memo = CellValueMemo(sheet, keeper)
    let nodes = try ["count", "many", "second"].map { try #require(try memo.add(address($0, sheet))) }
    var values: [[CellValue]] = []
    for (row, n) in [(0, 0.0), (1, 1), (2, 1), (0, 1), (1, 0)] {
      try sheet.set("t[\(row + 1)].n", to: .number(n))
      memo.look(at: keeper.take())
      values.append(nodes.map { memo.value($0) })
    }
    #expect(values == [[3, 0, 0], [3, 1, 2], [3, 2, 2], [3, 3, 2], [3, 2, 0]].map { $0.map { .number($0) } })
    // The count once, n of each row and the double of the second for two values, the double again by its name, and the sum
    // for each five rows.
    #expect(memo.evaluatedCount == 1 + 6 + 2 + 2 + 5)
  }

  @Test("A row without a slot of its own is made of the rows above it where a column reads these")
  func rowsBelow() throws {
    let sheet = rehearsedSheet(
      """
      event grow
      table t of "row.sheet" {
        2 rows
        on grow : insert last ()
        above = PREVIOUS(n, 0)
      }
      sum = SUM(t[above])
      last = t[7].above
      """, files: ["row.sheet": "input n in {0, 1} = 0"])
    let keeper = SnapshotKeeper(sheet)
    let memo = CellValueMemo(sheet, keeper)
    let nodes = try ["sum", "last"].map { try #require(try memo.add(address($0, sheet))) }
    for _ in 0..<5 { try sheet.trigger("grow") }
    var values: [[CellValue]] = []
    for n in [0.0, 1] {
      try sheet.set("t[6].n", to: .number(n))
      memo.look(at: keeper.take())
      values.append(nodes.map { memo.value($0) })
    }
    #expect(values == [[.number(0), .number(0)], [.number(1), .number(1)]])
  }

  private func address(_ name: String, _ sheet: LiveSheet) throws -> CellAddress {
    try sheet.cell(name).get().address
  }
}
