import CellModel
import Testing

/// The index beside a list that is gone through whole.
@Suite("Area index")
struct AreaIndexTests {
  @Test("it finds what a list finds, each rectangle once", arguments: 0..<20 as Range<UInt64>)
  func sameAsList(seed: UInt64) {
    var random = RandomSequence(seed: seed)
    func number(below limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
    func rectangle() -> CellRectangle {
      let (row, column) = (number(below: 300), number(below: 40))
      let (rows, columns) = number(below: 8) == 0 ? (200, 30) : (6, 4)
      return CellRectangle(
        rows: row...(row + number(below: rows)), columns: column...(column + number(below: columns)))
    }
    var list: [CellRectangle] = []
    var index = AreaIndex()
    for _ in 0..<200 {
      let area = rectangle()
      index.add(area, number: list.count)
      list.append(area)
      let asked = rectangle()
      var found: [Int] = []
      index.forEach(meeting: asked) {
        found.append($0)
        return true
      }
      #expect(found.sorted() == list.indices.filter { list[$0].meets(asked) })
      let (row, column) = (asked.rows.lowerBound, asked.columns.lowerBound)
      let cell = CellRectangle(row: row, column: column)
      #expect(index.contains(row: row, column: column) == list.contains { $0.meets(cell) })
    }
  }

  @Test("whole columns and whole rows meet what lies in them")
  func endless() {
    var index = AreaIndex()
    index.add(CellRectangle(row: 7, column: 2), number: 0)
    index.add(CellRectangle(rows: 3...4, columns: 0...9), number: 1)
    var found: [Int] = []
    index.forEach(meeting: CellRectangle(rows: 0...Int(Int32.max), columns: 2...2)) {
      found.append($0)
      return true
    }
    #expect(found.sorted() == [0, 1])
    found = []
    index.forEach(meeting: CellRectangle(rows: 7...7, columns: 0...Int(Int32.max))) {
      found.append($0)
      return true
    }
    #expect(found == [0])
  }
}
