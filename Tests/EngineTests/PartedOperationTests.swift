import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine

@Suite("Operators of arrays that an order parts")
struct PartedOperationTests {
  private static let operators: [BinaryOperator] = [
    .add, .subtract, .multiply, .multiply, .multiply, .divide, .power, .equal, .less, .lessOrEqual, .greater,
    .greaterOrEqual,
  ]

  /// Values of every kind that has a box, and next to each other what is nearly equal.
  private static let pool: [CellValue] = [
    0, .number(-0.0), 1, -1, 2, 0.5, 3, 1e308, 0.1, .number(0.1 + 5e-18), 0.3, .number(0.1 + 0.2), -4, 7,
    .number(.leastNonzeroMagnitude), true, false, .blank, "a", "", .error(.notAvailable),
  ]
  private static let numbers = 15
  private static let plain = 19

  private func value(_ random: inout SeededGenerator, of count: Int) -> CellValue {
    Self.pool[Int.random(in: 0..<count, using: &random)]
  }

  private func dense(_ random: inout SeededGenerator, _ rows: Int, _ columns: Int) -> CellArray {
    let count = random.one(of: [Self.numbers, Self.numbers, Self.plain, Self.pool.count])
    let values = (0..<rows * columns).map { _ in value(&random, of: count) }
    return BoxedElements(values).map { CellArray(rows: rows, columns: columns, $0) }
      ?? CellArray(rows: rows, columns: columns, values)
  }

  private func bits(_ value: CellValue) -> [UInt64?] {
    (value.array?.elements ?? [value]).map { $0.number?.bitPattern }
  }

  /// What an operator makes of two sides, as it is and with all elements of both made.
  private func results(
    _ op: BinaryOperator, _ a: CellValue, _ b: CellValue, _ places: (CellArray) -> ElementPlaces?
  ) -> (made: CellArray, expected: CellValue)? {
    let operation = PartedOperation(lifted: LiftedOperator(op: op, isFinal: false, comparesCase: false))
    guard let made = operation.result(a, b, places) else { return nil }
    return (made, CellArithmetic.lift(a, b) { op.result(of: $0, and: $1, isFinal: false) })
  }

  @Test("They give what the operator gives on each pair of elements, down to the bits", arguments: 0..<4)
  func likeEachElement(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    var (compared, combined) = (0, 0)
    for _ in 0..<TestLength.count(2_000, of: 50_000) {
      let (rows, columns) = [(24, 1), (1, 24), (6, 4)].randomElement(using: &random) ?? (24, 1)
      let columnsAsked = (0..<2).map { _ in dense(&random, rows, columns) }
      let places = columnsAsked.map { ElementPlaces($0) }
      func asked(_ array: CellArray) -> ElementPlaces? {
        columnsAsked.firstIndex { $0.isSameStorage(as: array) }.flatMap { places[$0] }
      }
      var sides: [CellValue] = [.array(dense(&random, rows, columns)), value(&random, of: Self.plain)]
      for _ in 0..<6 {
        let array = CellValue.array(random.one(of: columnsAsked))
        let (op, number) = (random.one(of: Self.operators), value(&random, of: Self.plain))
        let pair = random.happens(50) ? (array, number) : (number, array)
        guard let (made, expected) = results(op, pair.0, pair.1, asked) else { continue }
        compared += 1
        check(made, expected, "\(pair.0) \(op.rawValue) \(pair.1)", &random)
        sides.append(.array(made))
      }
      for _ in 0..<6 {
        let (op, a, b) = (random.one(of: Self.operators), random.one(of: sides), random.one(of: sides))
        guard let (made, expected) = results(op, a, b, asked) else { continue }
        combined += 1
        check(made, expected, "\(a) \(op.rawValue) \(b)", &random)
        sides.append(.array(made))
      }
    }
    #expect(compared > 1_000 && combined > 1_000)
  }

  private func check(_ made: CellArray, _ expected: CellValue, _ words: String, _ random: inout SeededGenerator) {
    for place in 0..<made.count where random.happens(20) {
      #expect(made[place: place] == expected.array?.elements[place], "\(words) at \(place)")
    }
    if let parted = made.parted {
      let elements = expected.array?.elements ?? []
      let sum = elements.reduce(0) { $0 + ($1.number ?? 0) }
      if let own = parted.sum { #expect(own.bitPattern == sum.bitPattern, "\(words)") }
      #expect(parted.count { $0.isNumber } == elements.count { $0.number != nil }, "\(words)")
      if let few = parted.few { #expect(few.all.values == elements, "\(words)") }
      let turned = made.transposed().transposed()
      #expect(turned.parted != nil || made.rows > 1 && made.columns > 1, "\(words)")
    }
    #expect(CellValue.array(made).isIdentical(to: expected), "\(words)")
    #expect(bits(.array(made)) == bits(expected), "\(words)")
  }

  /// What formulas ask of a condition that holds in a part of an order; `#` stands for it.
  private static let questions = [
    "SUMPRODUCT(#*B$1:B$60)", "SUMPRODUCT(--(#),B$1:B$60)", "SUMPRODUCT(--(#),E$1:E$60)", "SUMPRODUCT(#*E$1:E$60)",
    "SUMPRODUCT(#*C$1:C$60,B$1:B$60)", "SUM(#*B$1:B$60)", "SUMPRODUCT(#,B$1:B$60)", "SUMPRODUCT(--(#),C$1:C$60)",
    "1/MIN(#*B$1:B$60)", "SUM(--(#))", "SUM(-(#*B$1:B$60))", "SUM(IF(#,B$1:B$60))", "SUM(IF(#,C$1:C$60,0))",
    "SUM(IF(#,E$1:E$60))", "AVERAGE(IF(#,E$1:E$60))", "SUM(IF(#,1,B$1:B$60))", "SUM(IF(#,2,-0.5))", "SUM(#*3+2)",
    "MAX(IF(#,B$1:B$60))", "MIN(IF(#,B$1:B$60,0))", "MEDIAN(IF(#,B$1:B$60))", "COUNT(IF(#,B$1:B$60))",
    "COUNTA(IF(#,B$1:B$60,\"\"))", "COUNT(1/(#))", "COUNTBLANK(IF(#,1))", "MATCH(1,(#)*1,0)", "MATCH(FALSE,#,0)",
    "XLOOKUP(TRUE,#,D$1:D$60,\"none\")", "LOOKUP(2,1/(#),D$1:D$60)", "SUM(FILTER(D$1:D$60,#,0))",
    "TEXTJOIN(\",\",TRUE,IF(#,C$1:C$60,\"\"))", "AGGREGATE(15,6,D$1:D$60/(#),1)", "CONCAT(IF(#,\"x\",\".\"))",
    "SUM(TRANSPOSE(#)*1)", "INDEX((#)*B$1:B$60,ROW())", "PRODUCT(IF(#,D$1:D$60))", "XOR(#)", "SUM((#)*1,7)",
    "SUMPRODUCT((#)*(D$1:D$60>9)*E$1:E$60)", "SUMPRODUCT((#)*(A$1:A$60<2)*E$1:E$60)",
    "SUM(((#)+(A$1:A$60>0)>0)*E$1:E$60)",
    "SUMPRODUCT((#)*(C$1:C$60=C1)*E$1:E$60)", "SUMPRODUCT(E$1:E$60*(#)*(A$1:A$60<9))", "SUM(UNIQUE((#)*B$1:B$60))",
    "STDEV(IF(#,E$1:E$60))", "SUM(ABS((#)*B$1:B$60))", "SUM(IF(#,IF(D$1:D$60>30,E$1:E$60)))",
  ]

  @Test("A sum of a part is 0 where its last number leaves a remainder of rounding, as one of a range is")
  func remainders() {
    let book = Workbook()
    let remainder = 0.5 - 0.4 - 0.1
    book.engine.setConstants((0..<60).map { .number(Double($0)) }, from: book.address("A1"))
    book.engine.setConstants((0..<60).map { .number([0.5, -0.4, -0.1][$0 % 3]) }, from: book.address("E1"))
    book.set(
      "F1:F60 = SUM(IF(A$1:A$60<=A1,E$1:E$60))", "G1:G60 = SUM(E$1:E1)", "H1:H60 = SUM((A$1:A$60<=A1)*E$1:E$60)")
    for row in 1...60 { #expect(book["F\(row)"] == book["G\(row)"], "\(row)") }
    #expect(book["F3"] == 0)
    #expect(book["H3"] == .number(remainder), "zeros follow")
    #expect(book["H60"] == book["G60"])
  }

  @Test("Functions give what they give to an array of the same elements, all of them made", arguments: 0..<4)
  func functions(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    let comparison = ["<", "<=", ">", ">="][shard]
    for turn in 0..<TestLength.count(1, of: 20) {
      let book = Workbook()
      // Ascending ones have their order in their places.
      let ascending = (0..<60).map { CellValue.number(Double($0 / 3)) }
      let mixed = (0..<60).map { _ in value(&random, of: random.happens(90) ? Self.numbers : Self.plain) }
      book.engine.setConstants(turn % 2 == shard / 2 ? ascending : mixed, from: book.address("A1"))
      book.engine.setConstants((0..<60).map { _ in value(&random, of: Self.plain) }, from: book.address("C1"))
      book.engine.setConstants((0..<60).map { _ in value(&random, of: Self.numbers) }, from: book.address("B1"))
      book.engine.setConstants((0..<60).map { CellValue.number(Double($0 * 7 % 13) - 4) }, from: book.address("E1"))
      book.set("D1:D60 = ROW()")
      for (number, question) in Self.questions.enumerated() {
        let columns = Self.columns(number)
        let conditions = ["A$1:A$60 \(comparison) D1/2", "IFS(A$1:A$60 \(comparison) D1/2, TRUE, TRUE, FALSE)"]
        for (column, condition) in zip(columns, conditions) {
          book.set("\(column)1:\(column)24 = \(question.replacing("#", with: "(\(condition))"))")
        }
      }
      for step in 0..<2 {
        for (number, question) in Self.questions.enumerated() {
          let columns = Self.columns(number)
          for row in 1...24 {
            let (parted, all) = (book["\(columns[0])\(row)"], book["\(columns[1])\(row)"])
            #expect(
              parted.isIdentical(to: all) && bits(parted) == bits(all), "step \(step), row \(row) of \(question)")
          }
        }
        book.engine.setConstant(value(&random, of: Self.pool.count), at: book.address("A7"))
        book.engine.setConstant(0.1, at: book.address("E\(random.number(1...60))"))
        book.engine.recalculate()
      }
    }
  }

  private static func columns(_ number: Int) -> [String] {
    [5 + 2 * number, 6 + 2 * number].map { A1Notation.letters(ofColumn: $0) }
  }
}
