import CellModel
import Formulas
import FunctionLibrary
import Functions
import TestSupport
import Testing

@testable import Engine

@Suite("Operators of arrays whose numbers are made when somebody asks")
struct LazyOperationTests {
  /// Numbers of any size, next to each other what is nearly equal, of which some come to more than there is.
  private static let pool: [Double] = [
    0, -0.0, 1, -1, 2, 0.5, 3, 1e154, 0.1, 0.1 + 5e-18, 0.3, 0.1 + 0.2, -4, 7, .leastNonzeroMagnitude, -0.1, 1e-9,
  ]
  private static let operators: [BinaryOperator] = [.add, .subtract, .multiply]

  private func array(_ random: inout SeededGenerator, _ rows: Int, _ columns: Int) -> CellArray {
    let boxes = (0..<rows * columns).map { _ in BoxedValue(random.one(of: Self.pool)) }
    return CellArray(rows: rows, columns: columns, BoxedElements(boxes))
  }

  private func result(_ op: BinaryOperator, _ a: CellValue, _ b: CellValue, isFinal: Bool = false) -> CellArray? {
    LazyOperation(lifted: LiftedOperator(op: op, isFinal: isFinal, comparesCase: false)).result(a, b)
  }

  private func bits(_ array: CellArray) -> [UInt64?] { array.elements.map { $0.number?.bitPattern } }

  /// The numbers of an array that is no lazy one.
  private func check(_ lazy: LazyNumbers, _ expected: [CellValue], _ words: String) {
    let numbers = expected.map { $0.number ?? .nan }
    var numbersInOrder: [Double] = []
    // swift-format-ignore: ReplaceForEachWithForLoop
    lazy.forEach { numbersInOrder.append($0) }
    #expect(numbersInOrder.map(\.bitPattern) == numbers.map(\.bitPattern), "\(words)")
    for place in stride(from: 0, to: numbers.count, by: 37) {
      #expect(lazy.number(at: place).bitPattern == numbers[place].bitPattern, "\(words) at \(place)")
    }
    let (least, most) = (numbers.min() ?? 0, numbers.max() ?? 0)
    #expect(lazy.smallest.bitPattern == numbers.first { $0 == least }?.bitPattern, "\(words)")
    #expect(lazy.largest.bitPattern == numbers.first { $0 == most }?.bitPattern, "\(words)")
    for number in [numbers[numbers.count - 1], numbers[numbers.count / 2], 12.25] {
      #expect(lazy.firstPlace(of: number) == numbers.firstIndex(of: number), "\(words)")
    }
  }

  @Test("They give what the operator gives on each pair of elements, down to the bits", arguments: 0..<4)
  func likeEachElement(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    var (made, deep) = (0, 0)
    for _ in 0..<TestLength.count(30, of: 1_000) {
      let (rows, columns) = random.one(of: [(64, 1), (1, 515), (43, 3), (1_027, 1)])
      var sides = (0..<2).map { _ in CellValue.array(array(&random, rows, columns)) }
      for _ in 0..<20 {
        let a = random.one(of: sides)
        if random.happens(20), case .array(let array) = a, let lazy = LazyNumbers(magnitudesOf: array) {
          check(lazy, array.elements.map { .number(abs($0.number ?? .nan)) }, "ABS")
          sides.append(.array(CellArray(rows: rows, columns: columns, lazy)))
          continue
        }
        let op = random.one(of: Self.operators)
        let b = random.happens(40) ? .number(random.one(of: Self.pool)) : random.one(of: sides)
        let pair = random.happens(50) ? (a, b) : (b, a)
        let expected = CellArithmetic.lift(pair.0, pair.1) { op.result(of: $0, and: $1, isFinal: false) }
        guard let array = result(op, pair.0, pair.1), let lazy = array.lazy else { continue }
        made += 1
        if pair.0.array?.lazy != nil, pair.1.array?.lazy != nil { deep += 1 }
        check(lazy, expected.array?.elements ?? [], op.rawValue)
        // Some are made as a whole, and what is made of these reads them.
        if random.happens(30) { #expect(bits(array) == array.boxed?.values.map { $0.number?.bitPattern }) }
        sides.append(.array(array))
      }
    }
    #expect(made > 200 && deep > 20)
  }

  @Test("Where an element may be none, or the last operation of a formula rounds, each is looked at")
  func none() {
    let numbers = CellValue.array(CellArray(column: (0..<100).map { .number(Double($0)) }).asBoxed)
    for other in [true, .blank, "a", .error(.notAvailable)] as [CellValue] {
      let values = (0..<100).map { $0 == 77 ? other : .number(Double($0)) }
      #expect(result(.add, .array(CellArray(column: values).asBoxed), 1) == nil, "\(other)")
      #expect(LazyNumbers(magnitudesOf: CellArray(column: values).asBoxed) == nil, "\(other)")
      #expect(result(.subtract, numbers, other) == nil, "\(other)")
    }
    #expect(result(.add, numbers, .number(1)) != nil && result(.multiply, numbers, .number(1), isFinal: true) != nil)
    #expect(result(.add, numbers, .number(1), isFinal: true) == nil && result(.divide, numbers, .number(2)) == nil)
    #expect(result(.add, numbers, .number(46_000, .date)) == nil && result(.multiply, numbers, .number(1e307)) == nil)
    #expect(result(.add, numbers, .array(CellArray(row: [1, 2]).asBoxed)) == nil, "of another shape")
    #expect(result(.add, .array(CellArray(column: [1]).asBoxed), .number(1)) == nil, "a short one")
  }

  @Test("What functions make of them is what they make of cells with the same formula", arguments: 0..<2)
  func inSheets(shard: Int) {
    for number in 0..<TestLength.count(8, of: 200) {
      var random = SeededGenerator(seed: UInt64(number * 2 + shard))
      let book = Workbook()
      let values = (0..<150).map { _ in CellValue.number(Double(random.number(-900...900)) / 100) }
      book.engine.setConstants(values, from: book.address("A1"))
      book.engine.setConstants(values.reversed(), from: book.address("B1"))
      book.enter("C1 = 1.25")
      // Sheet D has a cell for each element, and the formulas below read these.
      book.enter("D1:D150 = ABS(A1 - C$1)")
      book.enter("E1:E150 = (A1 - C$1) * (B1 + 2)")
      let (d, e) = ("ABS(A$1:A$150 - C$1)", "(A$1:A$150 - C$1) * (B$1:B$150 + 2)")
      var rows = 0
      for name in ["SUM", "MIN", "MAX", "AVERAGE", "COUNT", "STDEV", "PRODUCT", "SUMSQ", "MEDIAN", "SUMPRODUCT"] {
        for (array, cells) in [(d, "D1:D150"), (e, "E1:E150")] {
          rows += 1
          book.enter("G\(rows) = \(name)(\(array))")
          book.enter("H\(rows) = \(name)(\(cells))")
        }
      }
      for (array, cells) in [
        ("MATCH(MIN(\(d)), \(d), 0)", "MATCH(MIN(D1:D150), D1:D150, 0)"),
        ("XMATCH(MIN(\(d)), \(d), 0, -1)", "XMATCH(MIN(D1:D150), D1:D150, 0, -1)"),
        ("SUMPRODUCT((A$1:A$150 > 2) * \(d))", "SUMPRODUCT((A$1:A$150 > 2) * D1:D150)"),
        ("SUMPRODUCT((A$1:A$150 = A$7) * \(d))", "SUMPRODUCT((A$1:A$150 = A$7) * D1:D150)"),
        ("SUMPRODUCT(\(d), \(e))", "SUMPRODUCT(D1:D150, E1:E150)"),
        ("SUM(IF(A$1:A$150 > 2, \(d)))", "SUM(IF(A$1:A$150 > 2, D1:D150))"),
        ("INDEX(\(d), 9)", "D9"), ("SMALL(\(d), 3)", "SMALL(D1:D150, 3)"),
        ("SUM(1 / (\(d) + 1))", "SUM(1 / (D1:D150 + 1))"), ("SUM(--(\(e) > 1))", "SUM(--(E1:E150 > 1))"),
      ] {
        rows += 1
        book.enter("G\(rows) = \(array)")
        book.enter("H\(rows) = \(cells)")
      }
      for step in 0..<6 {
        book.engine.recalculate()
        for row in 1...rows {
          let (own, expected) = (book["G\(row)"], book["H\(row)"])
          #expect(
            own == expected && own.number?.bitPattern == expected.number?.bitPattern,
            "seed \(number * 2 + shard), step \(step): G\(row) is \(own), not \(expected)")
        }
        let place = book.address(["A", "B", "C"][random.number(0...2)] + "1")
        // What a number cannot be made of, and back.
        let others: [CellValue] = [.error(.notAvailable), 1e300, 0, .number(-0.5), "3", true]
        book.engine.setConstant(random.one(of: others), at: place)
      }
    }
  }
}

extension CellArray {
  /// The same with its elements as boxes.
  fileprivate var asBoxed: CellArray {
    BoxedElements(elements).map { CellArray(rows: rows, columns: columns, $0) } ?? self
  }
}
