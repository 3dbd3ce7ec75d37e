import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine

@Suite("Operators of arrays with few elements of their own")
struct FewOperationTests {
  private static let operators: [BinaryOperator] = [
    .add, .subtract, .multiply, .divide, .power, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// Values of every kind that has a box, and next to each other what is nearly equal.
  private static let pool: [CellValue] = [
    0, .number(-0.0), 1, -1, 2, 0.5, 3, 1e308, 0.1, .number(0.1 + 5e-18), 0.3, .number(0.1 + 0.2), -4, 7, true, false,
    .blank, "a", "A", "b", "", "é", .error(.notAvailable), .error(.value("It is so.")),
  ]
  private static let plain = 14

  private func value(_ random: inout SeededGenerator, plain: Bool) -> CellValue {
    Self.pool[Int.random(in: 0..<(plain ? Self.plain : Self.pool.count), using: &random)]
  }

  /// An array of which nearly all elements are the same, made as such or not.
  private func array(_ random: inout SeededGenerator, _ rows: Int, _ columns: Int) -> CellArray {
    let plain = random.happens(60)
    var values = [CellValue](
      repeating: random.happens(60) ? false : value(&random, plain: plain), count: rows * columns)
    let rest = values[0]
    for _ in 0..<random.number(0...4) { values[random.number(0...values.count - 1)] = value(&random, plain: plain) }
    guard random.happens(70) else {
      let dense = values.map { random.happens(70) ? value(&random, plain: plain) : $0 }
      return BoxedElements(dense).map { CellArray(rows: rows, columns: columns, $0) }
        ?? CellArray(rows: rows, columns: columns, dense)
    }
    var table = SlotTable()
    let places = values.indices.filter { !values[$0].isIdentical(to: rest) }
    guard let box = table.box(of: rest), places.count < values.count else {
      return CellArray(rows: rows, columns: columns, values)
    }
    let own = BoxedElements(places.compactMap { table.box(of: values[$0]) }, others: table.others)
    return CellArray(
      rows: rows, columns: columns, FewElements(count: values.count, places: places, own: own, rest: box))
  }

  private func bits(_ value: CellValue) -> [UInt64?] {
    (value.array?.elements ?? [value]).map { $0.number?.bitPattern }
  }

  private func words(_ value: CellValue) -> [String] { value.array?.elements.map { $0.error?.message ?? "" } ?? [] }

  @Test("They give what the operator gives on each pair of elements, down to the bits and the words", arguments: 0..<4)
  func likeEachElement(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    var met = 0
    for _ in 0..<TestLength.count(4_000, of: 100_000) {
      let (rows, columns) = [(24, 1), (1, 24), (6, 4)].randomElement(using: &random) ?? (24, 1)
      var sides: [CellValue] = [.array(array(&random, rows, columns)), .array(array(&random, rows, columns))]
      if random.happens(40) { sides[random.number(0...1)] = value(&random, plain: random.happens(70)) }
      let (op, isFinal) = (random.one(of: Self.operators), random.happens(50))
      let operation = FewOperation(lifted: LiftedOperator(op: op, isFinal: isFinal, comparesCase: false))
      guard let made = operation.result(sides[0], sides[1], { ElementPlaces($0) }) else { continue }
      met += 1
      let expected = CellArithmetic.lift(sides[0], sides[1]) { op.result(of: $0, and: $1, isFinal: isFinal) }
      let words = "\(sides[0]) \(op.rawValue) \(sides[1])"
      for place in 0..<made.count where random.happens(20) {
        #expect(made[place: place] == expected.array?.elements[place], "\(words) at \(place)")
      }
      #expect(CellValue.array(made).isIdentical(to: expected), "\(words)")
      #expect(bits(.array(made)) == bits(expected), "\(words)")
      #expect(self.words(.array(made)) == self.words(expected), "\(words)")
    }
    #expect(met > 1_000)
  }

  /// What formulas ask of a condition that holds in few rows; `#` stands for it.
  private static let questions = [
    "SUMPRODUCT(#*B$1:B$60)", "SUMPRODUCT(--(#),B$1:B$60)", "SUMPRODUCT(#*C$1:C$60,B$1:B$60)", "SUM(#*B$1:B$60)",
    "1/MIN(#*B$1:B$60)", "SUM(--(#))", "SUM(-(#*B$1:B$60))", "SUM(IF(#,B$1:B$60))", "SUM(IF(#,C$1:C$60,0))",
    "MAX(IF(#,B$1:B$60))", "MIN(IF(#,B$1:B$60,0))", "MEDIAN(IF(#,B$1:B$60))", "AVERAGE(IF(#,B$1:B$60))",
    "COUNT(IF(#,C$1:C$60))", "COUNTA(IF(#,C$1:C$60,\"\"))", "COUNT(1/(#))", "MATCH(1,(#)*1,0)", "MATCH(FALSE,#,0)",
    "XLOOKUP(TRUE,#,D$1:D$60,\"none\")", "LOOKUP(2,1/(#),D$1:D$60)", "SUM(FILTER(D$1:D$60,#,0))",
    "TEXTJOIN(\",\",TRUE,IF(#,C$1:C$60,\"\"))", "TEXTJOIN(\",\",FALSE,IF(#,D$1:D$60,\"\"))",
    "AGGREGATE(15,6,D$1:D$60/(#),1)", "SUM(IF(#,IF(D$1:D$60>30,B$1:B$60)))", "CONCAT(IF(#,\"x\",\".\"))",
    "SUM(TRANSPOSE(#)*1)", "INDEX((#)*B$1:B$60,ROW())", "SUM(IFERROR(B$1:B$60/(#),0))", "PRODUCT(IF(#,D$1:D$60))",
    "SUMPRODUCT((#)*(D$1:D$60>9)*B$1:B$60)", "SUM(UNIQUE((#)*B$1:B$60))", "SUM(ABS((#)*B$1:B$60))", "XOR(#)",
  ]

  @Test("Functions give what they give to an array of the same elements, all of them made", arguments: 0..<3)
  func functions(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    for _ in 0..<TestLength.count(1, of: 20) {
      let book = Workbook()
      for column in ["A", "C"] {
        book.engine.setConstants(
          (0..<60).map { _ in value(&random, plain: random.happens(80)) }, from: book.address("\(column)1"))
      }
      book.engine.setConstants(
        (0..<60).map { _ in value(&random, plain: true) }, from: book.address("B1"))
      book.set("D1:D60 = ROW()")
      for (number, question) in Self.questions.enumerated() {
        let columns = [4 + 2 * number, 5 + 2 * number].map { A1Notation.letters(ofColumn: $0) }
        let conditions = ["A$1:A$60 = A1", "IFS(A$1:A$60 = A1, TRUE, TRUE, FALSE)"]
        for (column, condition) in zip(columns, conditions) {
          book.set("\(column)1:\(column)12 = \(question.replacing("#", with: "(\(condition))"))")
        }
      }
      for step in 0..<2 {
        for (number, question) in Self.questions.enumerated() {
          let columns = [4 + 2 * number, 5 + 2 * number].map { A1Notation.letters(ofColumn: $0) }
          for row in 1...12 {
            let (few, all) = (book["\(columns[0])\(row)"], book["\(columns[1])\(row)"])
            #expect(few.isIdentical(to: all) && bits(few) == bits(all), "step \(step), row \(row) of \(question)")
          }
        }
        book.engine.setConstant(value(&random, plain: false), at: book.address("A7"))
        book.engine.setConstant(value(&random, plain: true), at: book.address("B\(random.number(1...60))"))
        book.engine.recalculate()
      }
    }
  }
}
