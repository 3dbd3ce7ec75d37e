import CellModel
import Functions
import TestSupport
import Testing

@testable import Engine

@Suite("Columns that are read part by part")
struct ReadColumnTests {
  private let store = CellStore()
  private let sheet: GridID
  private let arrays = KeptArrays()

  init() {
    sheet = store.append(Grid(kind: .sheet(name: "Sheet1"), scope: ScopeID(rawValue: 0)))
    store.reserve(columns: 2, in: sheet)
  }

  private func write(_ value: CellValue, atRow row: Int) {
    _ = store.write(value, at: CellAddress(grid: sheet, row: row, column: 0))
  }

  private func values(_ rows: Range<Int>) -> [CellValue] {
    rows.map { store.value(at: CellAddress(grid: sheet, row: $0, column: 0)) }
  }

  /// The array of some rows, and how many were read for it.
  private func array(_ rows: Range<Int>) -> (elements: [CellValue], readCount: Int) {
    var readCount = 0
    let area = Area(grid: sheet, top: rows.lowerBound, left: 0, bottom: rows.upperBound - 1, right: 0)
    let array = arrays.array(of: area, store.stamps(of:)) { part in
      readCount += part.rows
      let values = values(Int(part.top)..<Int(part.bottom) + 1)
      if let boxed = BoxedElements(values, onlyPlain: true) { return CellArray(rows: part.rows, columns: 1, boxed) }
      return CellArray(column: values)
    }
    return (array.elements, readCount)
  }

  private func isSame(_ a: [CellValue], _ b: [CellValue]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.isIdentical(to: $1) }
  }

  @Test("Of an area that grows only the new rows are read, and of one that is within it none")
  func growing() {
    for row in 0..<3_000 { write(.number(Double(row)), atRow: row) }
    #expect(array(0..<500).readCount == 500)
    #expect(array(0..<501).readCount == 501)
    #expect((502...600).map { array(0..<$0).readCount } == Array(repeating: 1, count: 99))
    #expect(array(200..<400).readCount == 0)
    #expect(array(300..<1_500).readCount == 900)
    #expect(isSame(array(10..<1_490).elements, values(10..<1_490)))
    // What lies elsewhere is read by itself.
    #expect(array(2_000..<2_500).readCount == 500)
  }

  @Test("Rows are read again that share a stamp with one into which somebody has written")
  func changes() {
    for row in 0..<5_000 { write(.number(1), atRow: row) }
    _ = (array(0..<4_000), array(0..<4_096))
    write(.text("new"), atRow: 1_500)
    #expect(array(0..<1_000).readCount == 0)
    let part = array(1_400..<2_000)
    #expect(part.readCount == 976 && part.elements[100] == .text("new"))
    // Not all that share the stamp were asked for.
    #expect([array(1_024..<2_048).readCount, array(1_024..<2_048).readCount] == [1_024, 0])
    // A date has no box of its own; texts and errors have.
    write(.number(45_000, .date), atRow: 3_000)
    write(.error(.divisionByZero), atRow: 3_001)
    #expect(isSame(array(2_999..<3_010).elements, values(2_999..<3_010)))
    #expect(isSame(array(0..<4_097).elements, values(0..<4_097)))
    #expect(array(5..<4_097).readCount == 0)
  }

  @Test("Any part is what its cells are, whatever was written and asked for before", arguments: 0..<12 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // More texts than have a slot, or few.
    let texts = seed % 3 == 0 ? 6_000 : 5
    func value() -> CellValue {
      switch random.number(0...20) {
      case 0: .blank
      case 1: .logical(true)
      case 2: .error(random.happens(50) ? .notAvailable : .divisionByZero)
      case 3: seed % 2 == 0 ? .number(0.5, .percent) : .number(-0.0)
      case 4...10: .text("text \(random.number(0...texts))")
      default: .number(Double(random.number(-9...9)) / 4)
      }
    }
    for row in 0..<3_000 where random.happens(95) { write(value(), atRow: row) }
    var (top, end) = (0, 200)
    for step in 0..<200 {
      switch random.number(0...9) {
      case 0: (top, end) = (random.number(0...1_500), random.number(1_502...2_900))
      case 1, 2: top += random.number(0...3)
      case 3: for _ in 0..<random.number(1...3) { write(value(), atRow: random.number(0...3_000)) }
      default: break
      }
      end = min(end + random.number(0...40), 3_100)
      top = min(top, end - 2)
      let elements = array(top..<end).elements
      #expect(isSame(elements, values(top..<end)), "step \(step), rows \(top)..<\(end)")
    }
  }
}
