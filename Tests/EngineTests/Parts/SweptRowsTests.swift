import TestSupport
import Testing

@testable import Engine

/// The dirty rows of a sweep against a set of rows.
@Suite("Rows of a sweep")
struct SweptRowsTests {
  @Test("Rows come in order, those that are added among them, as from a set", arguments: 0..<200)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var start: Set<Int> = []
    for _ in 0..<random.number(0...6) {
      let first = random.number(0...60)
      start.formUnion(first...first + random.number(0...9))
    }
    var model = start
    var rows = SweptRows(Self.intervals(of: start))
    var row = 0
    var passed: [Int] = []
    while let next = rows.next(from: row) {
      #expect(next == model.filter { $0 >= row }.min())
      #expect(rows.contains(next))
      row = next
      passed.append(row)
      while random.happens(40), passed.count < 300 {
        let first = row + random.number(0...12)
        let added = first...first + random.number(0...6)
        if added.count == 1 { rows.add(first) } else { rows.add(added) }
        model.formUnion(added)
      }
      let rest = Set(rows.rest(from: row).flatMap { Array($0) })
      #expect(rest == model.filter { $0 >= row })
      row += 1
    }
    #expect(passed == model.sorted())
  }

  private static func intervals(of rows: Set<Int>) -> [ClosedRange<Int>] {
    var intervals: [ClosedRange<Int>] = []
    for row in rows.sorted() {
      if let last = intervals.last, last.upperBound + 1 == row {
        intervals[intervals.count - 1] = last.lowerBound...row
      } else {
        intervals.append(row...row)
      }
    }
    return intervals
  }
}
