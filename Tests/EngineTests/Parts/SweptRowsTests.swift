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

  @Test("Rows come in order in both directions, those that are added among them", arguments: 0..<200)
  func directed(seed: UInt64) {
    if seed.isMultiple(of: 2) { check(Downwards.self, seed) } else { check(Upwards.self, seed) }
  }

  private func check<Direction: SweepDirection>(_ direction: Direction.Type, _ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let sign = Direction.isDown ? 1 : -1
    var model: Set<Int> = []
    for _ in 0..<random.number(0...6) {
      let first = random.number(0...60)
      model.formUnion((first...first + random.number(0...9)).map { sign * $0 })
    }
    var rows = DirectedRows<Direction>(Self.intervals(of: model))
    var passed: [Int] = []
    while rows.takeNext() {
      while let row = rows.row {
        #expect(row * sign == model.subtracting(passed).map { $0 * sign }.min())
        passed.append(row)
        while random.happens(40), passed.count < 300 {
          let first = row * sign + random.number(1...12)
          let added = [first * sign, (first + random.number(0...6)) * sign]
          rows.add(added.min()!...added.max()!)
          model.formUnion(added.min()!...added.max()!)
        }
        rows.pass()
        #expect(model.subtracting(passed).isSubset(of: rows.rest.flatMap { Array($0) }))
      }
      rows.leave()
    }
    #expect(passed.count == model.count && Set(passed) == model)
  }

  @Test("A sweep that came to a row in another way goes on there, and does not come to what lies before it")
  func goingOn() {
    var rows = DirectedRows<Downwards>([2...4, 6...8, 20...21])
    #expect(rows.takeNext() && rows.row == 2 && rows.end == 4)
    rows.goOn(at: 7, end: 7)
    #expect(rows.row == 7)
    rows.pass()
    #expect(rows.row == nil)
    rows.leave()
    #expect(rows.takeNext() && rows.row == 8 && rows.rest == [20...21, 8...8])
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
