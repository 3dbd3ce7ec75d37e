import CellModel
import TestSupport
import Testing

@testable import Engine

@Suite("Values and columns")
struct CellPartsTests {
  @Test("A slot is given back and used again, and plain values take none")
  func slots() {
    var values = ValueStore()
    func box(_ value: CellValue) -> BoxedValue { values.box(value) }
    let text = box(.text("a"))
    #expect([box(.number(1)), box(.blank), box(.logical(true))].allSatisfy { !$0.hasSlot })
    var used = values.usedCount
    #expect(used == 1)
    let value = values.value(text)
    #expect(value == .text("a"))
    values.release(text)
    used = values.usedCount
    #expect(used == 0)
    #expect(box(.text("b")).slot == text.slot)
    let many = (0..<100).map { box(.text("text \($0)")) }
    let texts = many.map { values.value($0) }
    #expect(texts == (0..<100).map { .text("text \($0)") })
  }

  @Test("A box holds a value when a store would change nothing; where an error began is part of it")
  func holds() {
    var values = ValueStore()
    func holds(_ box: BoxedValue, _ value: CellValue) -> Bool { values.holds(box, value) }
    #expect(holds(BoxedValue(0), .number(0)))
    #expect(!holds(BoxedValue(0), .number(-0.0)))
    #expect(!holds(.blank, .number(0)))
    let error = values.box(.error(CellError(.value, "why", origin: "A1")))
    #expect(holds(error, .error(CellError(.value, "why", origin: "A1"))))
    #expect(!holds(error, .error(CellError(.value, "why", origin: "B1"))))
  }

  @Test("Blocks of a column are made when something is stored, and do not move")
  func blocks() {
    var column = ColumnStore()
    #expect(column.bits(at: 5_000) == BoxedValue.blank.bits)
    #expect(column.coveredRows == 0)
    let first = column.place(of: 3)
    first.pointee = BoxedValue(1).bits
    column.place(of: 5_000).pointee = BoxedValue(2).bits
    #expect(column.place(of: 3) == first)
    #expect(column.block(1) == nil)
    #expect(column.lastUsedRow == 5_000)
    var used: [Int] = []
    column.forEachUsed { row, _ in used.append(row) }
    #expect(used == [3, 5_000])
  }

  @Test("Kinds cost nothing in a plain column, one entry in a block of one kind, and a plane in a block of several")
  func kinds() {
    var column = ColumnStore()
    func common(_ rows: Range<Int>) -> NumberKind? { column.kinds.common(rows) }
    func kind(_ row: Int) -> NumberKind { column.kinds[row] }
    func put(_ number: Double, _ kind: NumberKind, _ row: Int) {
      column.setKind(kind, at: row)
      column.place(of: row).pointee = BoxedValue(number).bits
    }
    for row in 0..<2_000 { put(1, .plain, row) }
    let isPlain = column.kinds.isPlain
    #expect(isPlain)
    for row in 2_048..<3_000 { put(2, .date, row) }
    let stillIsPlain = column.kinds.isPlain
    #expect(!stillIsPlain)
    #expect(common(0..<2_000) == .plain)
    #expect(common(2_048..<3_000) == .date)
    #expect(common(1_900..<2_100) == nil)
    put(3, .percent, 2_100)
    put(4, .plain, 2_101)
    #expect((2_099...2_102).map { kind($0) } == [.date, .percent, .plain, .date])
    #expect(common(2_099..<2_101) == nil)
    #expect(common(2_102..<3_000) == .date)
    put(3, .date, 2_100)
    put(4, .date, 2_101)
    #expect(common(2_048..<3_000) == .date)
    column.moveKinds(of: 2_048...2_060, by: -100)
    #expect((1_947...1_961).map { kind($0) == .date } == [false] + Array(repeating: true, count: 13) + [false])
  }

  @Test("A cell that changes its kind only is another value, and moves with it")
  func changedKinds() {
    let cells = store(columns: 1)
    cells.changes.isRecording = true
    #expect(cells.write(.number(5), at: cell(0, 0)))
    #expect(cells.write(.number(5, .date), at: cell(0, 0)))
    #expect(!cells.write(.number(5, .date), at: cell(0, 0)))
    #expect(cells.write(.number(5, .percent), at: cell(1, 0)))
    cells.move(GridShift(sheet, .rows, at: 0, count: 1, isInsertion: true))
    #expect((0..<3).map { cells.value(at: cell($0, 0)).kind } == [.plain, .date, .percent])
    #expect(cells.commonKind(of: Area(grid: sheet, top: 0, left: 0, bottom: 1, right: 0)) == .date)
    #expect(cells.commonKind(of: Area(grid: sheet, top: 0, left: 0, bottom: 2, right: 0)) == .plain)
    cells.move(GridShift(sheet, .rows, at: 0, count: 2, isInsertion: false))
    #expect(cells.value(at: cell(0, 0)).kind == .percent)
  }

  private let sheet = GridID(rawValue: 0)

  private func store(columns count: Int) -> CellStore {
    let cells = CellStore()
    _ = cells.append(Grid(kind: .sheet(name: "Sheet1"), scope: ScopeID(rawValue: 0)))
    cells.reserve(columns: count, in: sheet)
    return cells
  }

  private func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: column) }

  @Test("A cell that is overwritten frees its slot, and the former value is noted once")
  func writing() {
    let cells = store(columns: 1)
    cells.changes.isRecording = true
    #expect(cells.write(.text("a"), at: cell(0, 0)))
    #expect(!cells.write(.text("a"), at: cell(0, 0)))
    #expect(cells.write(.number(2), at: cell(0, 0)))
    #expect(cells.values.usedCount == 0)
    let changes = cells.changes.take()
    #expect(changes.map(\.address) == [cell(0, 0)])
    #expect(changes.map(\.old) == [.blank])
    #expect(cells.changes.take().isEmpty)
    #expect(cells.brokenRules() == [])
  }

  @Test("A slot that belongs to two cells, or to none, breaks R5")
  func brokenSlots() {
    let cells = store(columns: 2)
    _ = cells.write(.text("a"), at: cell(0, 0))
    cells.column(sheet, 1).pointee.place(of: 7).pointee = cells.box(at: cell(0, 0)).bits
    #expect(
      cells.brokenRules() == ["R5: slot 0 belongs to row 0 of column 0 of grid 0 and to row 7 of column 1 of grid 0"])
    cells.column(sheet, 1).pointee.place(of: 7).pointee = BoxedValue.blank.bits
    cells.column(sheet, 0).pointee.place(of: 0).pointee = BoxedValue.blank.bits
    #expect(cells.brokenRules() == ["R5: 0 slots belong to cells, 1 are taken"])
  }

  @Test("Rows and columns move with their values, and what is deleted frees its slots")
  func moving() {
    let cells = store(columns: 3)
    for column in 0..<3 { _ = cells.write(.text("\(column)"), at: cell(1, column)) }
    cells.move(GridShift(sheet, .columns, at: 1, count: 2, isInsertion: true))
    #expect((0..<5).map { cells.value(at: cell(1, $0)) } == ["0", .blank, .blank, "1", "2"])
    cells.move(GridShift(sheet, .columns, at: 0, count: 2, isInsertion: false))
    #expect((0..<5).map { cells.value(at: cell(1, $0)) } == [.blank, "1", "2", .blank, .blank])
    cells.move(GridShift(sheet, .rows, at: 0, count: 1, isInsertion: false))
    #expect(cells.value(at: cell(0, 1)) == "1")
    cells.move(GridShift(sheet, .rows, at: 0, count: 1, isInsertion: false))
    #expect(cells.values.usedCount == 0)
    #expect(cells.brokenRules() == [])
  }
}

@Suite("Spill index")
struct SpillIndexTests {
  private func cell(_ row: Int, _ column: Int, grid: Int32 = 0) -> CellAddress {
    CellAddress(grid: GridID(rawValue: grid), row: row, column: column)
  }

  private func area(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int, grid: Int32 = 0) -> Area {
    Area(grid: GridID(rawValue: grid), top: top, left: left, bottom: bottom, right: right)
  }

  @Test("The anchor of a cell is found in the cell's column; an anchor does not cover itself")
  func covering() {
    var index = SpillIndex()
    #expect(index.isEmpty)
    index.setArea(area(0, 0, 2, 1), of: cell(0, 0))
    index.setArea(area(5, 0, 6, 0), of: cell(5, 0))
    index.setArea(area(0, 0, 9, 9, grid: 1), of: cell(0, 0, grid: 1))
    #expect(index.anchor(covering: cell(2, 1)) == cell(0, 0))
    #expect(index.anchor(covering: cell(6, 0)) == cell(5, 0))
    #expect(index.anchor(covering: cell(0, 0)) == nil)
    #expect(index.anchor(covering: cell(3, 0)) == nil)
    #expect(index.anchor(covering: cell(0, 2)) == nil)
    #expect(index.brokenRules() == [])
  }

  @Test("Areas wider and narrower than what spills find the same anchors")
  func overlapping() {
    var index = SpillIndex()
    for column in 0..<4 { index.setArea(area(column, column, column + 1, column), of: cell(column, column)) }
    #expect(index.anchors(overlapping: area(0, 1, 9, 2)) == [cell(1, 1), cell(2, 2)])
    #expect(index.anchors(overlapping: area(0, 1, 2, 16_383)) == [cell(1, 1), cell(2, 2)])
    #expect(index.anchors(overlapping: area(0, 3, 2, 3)) == [])
  }

  @Test("An anchor that spills elsewhere, or no more, leaves nothing behind")
  func leaving() {
    var index = SpillIndex()
    index.setArea(area(0, 0, 2, 2), of: cell(0, 0))
    index.setArea(area(0, 0, 2, 0), of: cell(0, 0))
    #expect(index.anchor(covering: cell(1, 2)) == nil)
    #expect(index.brokenRules() == [])
    #expect(index.removeArea(of: cell(0, 0)) == area(0, 0, 2, 0))
    #expect(index.isEmpty)
    index.setBlocked(area(0, 0, 2, 2), of: cell(0, 0))
    #expect(!index.isEmpty)
    #expect(index.waiting(for: area(2, 2, 5, 5)) == [cell(0, 0)])
    #expect(index.waiting(for: area(3, 3, 5, 5)) == [])
    index.removeBlocked(cell(0, 0))
    #expect(index.isEmpty)
  }

  @Test("Many ranges in a column are found as one finds them that looks at each")
  func many() {
    var random = SeededGenerator(seed: 77)
    var index = SpillIndex()
    var ranges: [Area] = []
    for _ in 0..<600 {
      if let gone = ranges.indices.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
        index.removeArea(of: ranges.remove(at: gone).topLeft)
      }
      let top = Int.random(in: 0..<400, using: &random)
      let made = area(top, 0, top + Int.random(in: 0..<4, using: &random), Int.random(in: 0..<3, using: &random))
      if ranges.allSatisfy({ $0.intersection(made) == nil }) {
        ranges.append(made)
        index.setArea(made, of: made.topLeft)
      }
      let asked = area(top, 1, top + Int.random(in: 0..<40, using: &random), 2)
      let expected = Set(ranges.filter { $0.intersection(asked) != nil }.map(\.topLeft))
      #expect(index.anchors(overlapping: asked) == expected)
      #expect(index.hasAnchor(in: asked) == ranges.contains { asked.contains($0.topLeft) })
    }
    #expect(index.brokenRules() == [])
  }

  @Test("Two spill ranges with a cell in common break R6")
  func broken() {
    var index = SpillIndex()
    index.setArea(area(0, 0, 1, 0), of: cell(0, 0))
    index.setArea(area(1, 0, 2, 0), of: cell(1, 0))
    #expect(index.brokenRules().count == 1)
  }
}
