import CellModel
import Testing

@Suite("Cell arithmetic")
struct CellArithmeticTests {
  @Test("Operators coerce, and the leftmost error wins")
  func operators() {
    check(CellArithmetic.add("3", true), 4)
    check(CellArithmetic.add(.blank, 2), 2)
    check(CellArithmetic.add("x", .error(.reference)), .error(.value))
    check(CellArithmetic.add(.error(.reference), "x"), .error(.reference))
    check(CellArithmetic.subtract(5, 7), -2)
    check(CellArithmetic.multiply(1e200, 1e200), .error(.number))
    check(CellArithmetic.divide(1, 0), .error(.divisionByZero))
    check(CellArithmetic.divide(.blank, .blank), .error(.divisionByZero))
    check(CellArithmetic.divide(1, .error(.name)), .error(.name))
    check(CellArithmetic.power(2, 10), 1024)
    check(CellArithmetic.power(0, 0), .error(.number))
    check(CellArithmetic.power(0, -1), .error(.divisionByZero))
    check(CellArithmetic.power(-8, 0.5), .error(.number))
    check(CellArithmetic.power(-8, .number(1.0 / 3)), -2)
    check(CellArithmetic.power(-2, 3), -8)
    check(CellArithmetic.power(10, 400), .error(.number))
    check(CellArithmetic.negate("5"), -5)
    check(CellArithmetic.percent(50), 0.5)
    check(CellArithmetic.concatenate(1, "a"), "1a")
    check(CellArithmetic.concatenate(.blank, .blank), "")
    check(CellArithmetic.concatenate(true, 0.5), "TRUE0.5")
    let longest = String(repeating: "a", count: 32_767)
    check(CellArithmetic.concatenate(.text(longest), "b"), .text(longest))
    // A pair of UTF-16 units is not cut through.
    check(CellArithmetic.concatenate(.text(String(longest.dropLast())), "😀"), .text(String(longest.dropLast())))
  }

  @Test("A last addition or subtraction that cancels is 0")
  func cancellation() {
    #expect(CellArithmetic.finalSubtract(0.1 + 0.2, 0.3) == 0)
    #expect(CellArithmetic.finalSubtract(1.00000000000001, 1) != 0)
    #expect(CellArithmetic.finalAdd(0.5 - 0.4, -0.1) == 0)
    #expect(CellArithmetic.finalAdd(0, 1e-300) == 1e-300)
    #expect(CellArithmetic.finalAdd(1e-300, 0) == 1e-300)
  }

  @Test("What counts as 0 is less than eight units in the last place of the left operand")
  func unitsOfRemainder() {
    let (above, below) = (0x1p-52, 0x1p-53)
    #expect(CellArithmetic.finalSubtract(1, 1 + 7 * above) == 0)
    #expect(CellArithmetic.finalSubtract(1, 1 + 8 * above) == -8 * above)
    #expect(CellArithmetic.finalSubtract(1, 1 - 15 * below) == 0)
    #expect(CellArithmetic.finalSubtract(1, 1 - 16 * below) == 16 * below)
    #expect(CellArithmetic.finalSubtract(1 - 7 * below, 1) == 0)
    #expect(CellArithmetic.finalSubtract(1 - 8 * below, 1) == -8 * below)
    #expect(CellArithmetic.finalSubtract(2.0.nextDown, 2 + 3 * 0x1p-51) == 0)
    #expect(CellArithmetic.finalSubtract(2.0.nextDown, 2 + 4 * 0x1p-51) == -9 * above)
    #expect(CellArithmetic.finalAdd(-2 - 4 * 0x1p-51, 2.0.nextDown) == 0)
    #expect(CellArithmetic.finalAdd(.infinity, -1) == .infinity)
  }

  @Test("Arrays are matched, repeated, and #N/A outside")
  func arrays() {
    let column = CellValue.array(CellArray(column: [1, 2]))
    let row = CellValue.array(CellArray(row: [10, 20, 30]))
    check(
      CellArithmetic.lift(column, row, CellArithmetic.add),
      .array(CellArray([[11, 21, 31], [12, 22, 32]])))
    check(CellArithmetic.lift(column, 1, CellArithmetic.add), .array(CellArray(column: [2, 3])))
    let three = CellValue.array(CellArray(column: [1, 2, 3]))
    check(
      CellArithmetic.lift(column, three, CellArithmetic.add),
      .array(CellArray(column: [2, 4, .error(.notAvailable)])))
    let tall = CellValue.array(CellArray(rows: 100_000, columns: 1, repeating: 1))
    let wide = CellValue.array(CellArray(rows: 1, columns: 16_000, repeating: 1))
    check(CellArithmetic.lift(tall, wide, CellArithmetic.add), .error(.calculation))
  }
}

private func check(_ value: CellValue, _ expected: CellValue, at location: SourceLocation = #_sourceLocation) {
  #expect(value == expected, sourceLocation: location)
}
