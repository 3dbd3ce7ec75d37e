import CellModel
import Formulas
import FunctionLibrary
import TestSupport
import Testing

@testable import Engine

@Suite("Operators of boxed arrays")
struct BoxedOperationTests {
  private static let operators: [BinaryOperator] = [
    .add, .subtract, .multiply, .divide, .power, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  /// Values of every kind that has a box, and next to each other what is nearly equal.
  private static let pool: [CellValue] = [
    0, .number(-0.0), 1, -1, 2, 0.5, 3, 1e308, -1e308, .number(.leastNonzeroMagnitude), 0.1, .number(0.1 + 5e-18), 0.3,
    .number(0.1 + 0.2),
    true, false, .blank, .blank, "a", "A", "b", "", .error(.notAvailable), .error(.value("It is so.")),
    .number(40_000, .date),
    .number(0.5, .percent),
  ]

  /// How many values of the pool are plain numbers.
  private static let plain = 14

  private func operand(_ random: inout SeededGenerator) -> CellValue {
    let count = [Self.plain, Self.pool.count, Self.pool.count - 2].randomElement(using: &random) ?? 1
    func value() -> CellValue { Self.pool[Int.random(in: 0..<count, using: &random)] }
    let (rows, columns) = [(1, 1), (1, 3), (4, 1), (4, 3), (2, 3)].randomElement(using: &random) ?? (1, 1)
    if rows * columns == 1, Bool.random(using: &random) { return value() }
    let values = (0..<rows * columns).map { _ in value() }
    if Bool.random(using: &random), let boxed = BoxedElements(values, onlyPlain: true) {
      return .array(CellArray(rows: rows, columns: columns, boxed))
    }
    return .array(CellArray(rows: rows, columns: columns, values))
  }

  @Test("They give what the operator gives on each pair of elements, down to the words", arguments: 0..<4)
  func likeEachElement(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    var met = 0
    for _ in 0..<TestLength.count(3_000, of: 100_000) {
      let (a, b) = (operand(&random), operand(&random))
      guard a.array != nil || b.array != nil else { continue }
      let op = Self.operators.randomElement(using: &random) ?? .add
      let isFinal = Bool.random(using: &random)
      guard let made = BoxedOperation.result(of: op, a, b, isFinal: isFinal, comparesCase: false) else { continue }
      met += 1
      let expected = CellArithmetic.lift(a, b) { op.result(of: $0, and: $1, isFinal: isFinal) }
      #expect(CellValue.array(made).isIdentical(to: expected), "\(a) \(op.rawValue) \(b)")
      #expect(words(.array(made)) == words(expected), "\(a) \(op.rawValue) \(b)")
    }
    // Half of the operands are of shapes or kinds that are left to the others.
    #expect(met > 500)
  }

  private func words(_ value: CellValue) -> [String] { value.array?.elements.map { $0.error?.message ?? "" } ?? [] }

  @Test("A number of another kind stays one where the operator keeps kinds")
  func kinds() {
    let dates = CellValue.array(CellArray(column: [.number(40_000, .date), .number(40_001, .date)]))
    let days = CellValue.array(CellArray(column: [1, 2]))
    #expect(BoxedOperation.result(of: .add, dates, days, isFinal: false, comparesCase: false) == nil)
    #expect(
      BoxedOperation.result(of: .less, dates, days, isFinal: false, comparesCase: false)?.elements == [false, false])
  }

  @Test("Texts are compared, not read as numbers, and told apart by case where that is asked for")
  func texts() {
    let texts = CellValue.array(CellArray(column: ["a", "A", "1"]))
    #expect(BoxedOperation.result(of: .multiply, texts, 2, isFinal: false, comparesCase: false) == nil)
    #expect(BoxedOperation.result(of: .equal, texts, "a", isFinal: false, comparesCase: true) == nil)
    #expect(
      BoxedOperation.result(of: .equal, texts, "a", isFinal: false, comparesCase: false)?.elements == [
        true, true, false,
      ])
  }

  @Test("Columns of anything: IF is what IFS is, sums of products are those of each row", arguments: 0..<4)
  func columns(shard: Int) {
    var random = SeededGenerator(seed: UInt64(shard))
    for _ in 0..<TestLength.count(10, of: 1_000) {
      let book = Workbook()
      let count = [Self.plain, Self.pool.count].randomElement(using: &random) ?? 1
      for column in ["A", "B", "C"] {
        book.engine.setConstants(
          (0..<40).map { _ in Self.pool[Int.random(in: 0..<count, using: &random)] }, from: book.address("\(column)1"))
      }
      book.set("E1 = IF(A1:A40, B1:B40, C1:C40)", "F1 = IFS(A1:A40, B1:B40, TRUE, C1:C40)")
      book.set("G1 = IF(A1:A40 > B1:B40, \"\", C1:C40)", "H1 = IFS(A1:A40 > B1:B40, \"\", TRUE, C1:C40)")
      book.set("P1 = IFERROR(A1:A40, B1:B40)", "Q1 = IFS(ISERROR(A1:A40), B1:B40, TRUE, A1:A40)")
      book.set("R1 = IFNA(A1:A40 * 2, 7)", "S1 = IFS(ISNA(A1:A40 * 2), 7, TRUE, A1:A40 * 2)")
      book.set("I1 = -(A1:A40 > 1)", "J1 = SUMPRODUCT(--(A1:A40 > 1), B1:B40)")
      var sum: CellValue = 0
      for row in 1...40 {
        for (one, other) in [("E", "F"), ("G", "H"), ("P", "Q"), ("R", "S")] {
          #expect(book["\(one)\(row)"].isIdentical(to: book["\(other)\(row)"]), "\(one)\(row)")
        }
        book.set("L1 = N(A\(row) > 1)", "M1 = IF(ISERROR(B\(row)), B\(row), IF(ISNUMBER(B\(row)), B\(row), 0))")
        if sum.isError { continue }
        sum = book["L1"].isError ? book["L1"] : CellArithmetic.add(sum, CellArithmetic.multiply(book["L1"], book["M1"]))
      }
      if !sum.isError { #expect(book["J1"] == sum) }
    }
  }
}
