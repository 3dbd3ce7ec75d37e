import Mathematics

/// The arithmetic operators of formulas on single values, and their kernels on plain numbers.
///
/// Each operator reads its operands as numbers, left before right, so the leftmost error is the result. An infinite
/// result is `#NUM!`. Arrays go through ``lift(_:_:_:)`` first.
@usableFromInline package enum CellArithmetic {
  // MARK: Kernels

  /// The sum as the last operation of a formula gives it: a remainder of rounding counts as 0.
  ///
  /// When two operands of unequal sign cancel and what remains is less than eight units in the last place of the left one, it
  /// is noise of their last digits. Excel does this only where the formula ends with the operation, so `=0.1+0.2-0.3` is 0.
  @inlinable @inline(__always)
  package static func finalAdd(_ a: Double, _ b: Double) -> Double {
    let sum = a + b
    return isRemainder(sum, of: a) ? 0 : sum
  }

  /// The difference as the last operation of a formula gives it; see ``finalAdd(_:_:)-(Double,_)``.
  @inlinable @inline(__always)
  package static func finalSubtract(_ a: Double, _ b: Double) -> Double {
    let difference = a - b
    return isRemainder(difference, of: a) ? 0 : difference
  }

  /// Whether a sum or difference is a remainder of rounding, next to its left operand.
  @inlinable @inline(__always)
  package static func isRemainder(_ result: Double, of left: Double) -> Bool {
    abs(result) < Double(bitPattern: left.bitPattern & exponentBits) * eightUnits
  }

  /// The bits of a number that are its exponent: all others cleared, they are a power of two.
  @usableFromInline package static let exponentBits: UInt64 = 0x7FF0_0000_0000_0000
  /// Eight units in the last place of a power of two, and of all numbers up to the next, as a part of it.
  @usableFromInline package static let eightUnits = 0x1p-49

  /// A power as Excel has it; `nil` where it has none: 0 to the 0, 0 to a negative, most roots of a negative.
  ///
  /// A negative base has a root when the exponent is one over an odd integer, to fifteen digits: `(-8)^(1/3)` is -2.
  package static func power(_ base: Double, _ exponent: Double) -> Double? {
    if base == 0 { return exponent > 0 ? 0 : nil }
    let result: Double
    if base < 0, exponent != exponent.rounded() {
      guard isOddRoot(1 / exponent) else { return nil }
      result = -pow(-base, exponent)
    } else {
      result = pow(base, exponent)
    }
    return result.isFinite ? result : nil
  }

  /// Whether a number is an odd integer when it is rounded to fifteen digits.
  private static func isOddRoot(_ degree: Double) -> Bool {
    let whole = degree.rounded()
    guard abs(whole) < 1e15, abs(whole.truncatingRemainder(dividingBy: 2)) == 1 else { return false }
    let digits = Double(NumberText.general(abs(whole)).utf8.count)
    return abs(degree - whole) < 0.5 * pow(10, digits - 15)
  }

  // MARK: Operators

  /// Why an operator of two numbers has no number.
  package enum Fault: UInt32, CaseIterable {
    case overflow
    case zeroDivisor
    case negativePowerOfZero
    case zeroToZero
    case noRoot

    /// Why ``power(_:_:)-(Double,_)`` is `nil`.
    package init(ofPower base: Double, _ exponent: Double) {
      if base == 0 {
        self = exponent < 0 ? .negativePowerOfZero : .zeroToZero
      } else {
        self = base < 0 && exponent != exponent.rounded() ? .noRoot : .overflow
      }
    }

    package var error: CellError {
      switch self {
      case .overflow: .tooLarge
      case .zeroDivisor: .zeroDivisor
      case .negativePowerOfZero: Self.ofZero
      case .zeroToZero: Self.ofZeros
      case .noRoot: Self.root
      }
    }

    private static let ofZero = CellError.divisionByZero("0 has no negative power.")
    private static let ofZeros = CellError.number("0 to the power of 0 is not a number.")
    private static let root = CellError.number("A negative number has no such power.")
  }

  @inline(__always)
  private static func combine(
    _ a: CellValue, _ b: CellValue, _ operation: (Double, Double) -> Double,
    _ kind: (NumberKind, NumberKind) -> NumberKind = { _, _ in .plain }
  ) -> CellValue {
    if case .number(let x, let left) = a, case .number(let y, let right) = b {
      return CellValue(checking: operation(x, y), kind(left, right))
    }
    do throws(CellError) {
      let x = try a.asNumber()
      let y = try b.asNumber()
      return CellValue(checking: operation(x, y), kind(a.kind, b.kind))
    } catch { return .error(error) }
  }

  package static func add(_ a: CellValue, _ b: CellValue) -> CellValue { combine(a, b, { $0 + $1 }, NumberKind.sum) }
  package static func subtract(_ a: CellValue, _ b: CellValue) -> CellValue {
    combine(a, b, { $0 - $1 }, NumberKind.difference)
  }
  package static func multiply(_ a: CellValue, _ b: CellValue) -> CellValue { combine(a, b, { $0 * $1 }) }
  /// ``add(_:_:)`` where the formula ends with it.
  package static func finalAdd(_ a: CellValue, _ b: CellValue) -> CellValue {
    combine(a, b, { finalAdd($0, $1) }, NumberKind.sum)
  }
  /// ``subtract(_:_:)`` where the formula ends with it.
  package static func finalSubtract(_ a: CellValue, _ b: CellValue) -> CellValue {
    combine(a, b, { finalSubtract($0, $1) }, NumberKind.difference)
  }

  package static func divide(_ a: CellValue, _ b: CellValue) -> CellValue {
    do throws(CellError) {
      let x = try a.asNumber()
      let y = try b.asNumber()
      guard y != 0 else { return .error(.zeroDivisor) }
      return CellValue(checking: x / y)
    } catch { return .error(error) }
  }

  package static func power(_ a: CellValue, _ b: CellValue) -> CellValue {
    do throws(CellError) {
      let base = try a.asNumber()
      let exponent = try b.asNumber()
      return power(base, exponent).map { .number($0) } ?? .error(Fault(ofPower: base, exponent).error)
    } catch { return .error(error) }
  }

  /// The number with the other sign; that of zero is zero, as in Excel, which has one zero.
  @inlinable @inline(__always)
  package static func negate(_ number: Double) -> Double { 0 - number }

  package static func negate(_ value: CellValue) -> CellValue {
    do throws(CellError) {
      return .number(negate(try value.asNumber()), value.kind.negated)
    } catch { return .error(error) }
  }

  package static func percent(_ value: CellValue) -> CellValue {
    do throws(CellError) { return .number(try value.asNumber() / 100, .percent) } catch { return .error(error) }
  }

  /// The most characters a text may have.
  package static let longestText = 32_767

  /// The operator `&`; a text is cut where it would be longer than Excel's 32,767 characters.
  package static func concatenate(_ a: CellValue, _ b: CellValue) -> CellValue {
    do throws(CellError) {
      let left = try a.asText()
      let right = try b.asText()
      if left.utf8.count + right.utf8.count > longestText, left.utf16.count + right.utf16.count > longestText {
        return .text(cut(left + right))
      }
      return .text(left + right)
    } catch { return .error(error) }
  }

  /// The first 32,767 characters of a text, and one less where they would end within a pair of UTF-16 units.
  package static func cut(_ text: String) -> String {
    let units = text.utf16
    guard units.count > longestText else { return text }
    let end = units.index(units.startIndex, offsetBy: longestText)
    let last = units[units.index(before: end)]
    return String(text[..<(UTF16.isLeadSurrogate(last) ? units.index(before: end) : end)])
  }

  // MARK: Arrays

  /// The most elements that matching two arrays may give.
  static let largestArray = 1 << 25

  /// Applies an operator to a value, or to each element of an array.
  package static func lift(_ value: CellValue, _ operation: (CellValue) -> CellValue) -> CellValue {
    guard case .array(let array) = value else { return operation(value) }
    return each(array, operation)
  }

  /// Applies an operator to two values, element by element where one is an array.
  ///
  /// A single row or column is repeated along the other array; a place that only one of them has gives `#N/A`.
  package static func lift(
    _ a: CellValue, _ b: CellValue, _ operation: (CellValue, CellValue) -> CellValue
  ) -> CellValue {
    switch (a, b) {
    case (.array(let left), .array(let right)): return lift(left, right, operation)
    case (.array(let left), _): return each(left) { operation($0, b) }
    case (_, .array(let right)): return each(right) { operation(a, $0) }
    default: return operation(a, b)
    }
  }

  /// What an operation makes of each element, as long as there is memory for it.
  private static func each(_ array: CellArray, _ operation: (CellValue) -> CellValue) -> CellValue {
    guard CellArray.hasRoom(for: array.count) else {
      return .error(CellArray.roomError(rows: array.rows, columns: array.columns))
    }
    return .array(array.map(operation))
  }

  /// Joins two values, element by element where one is an array, as long as the texts fit into memory.
  package static func liftedConcatenation(
    _ a: CellValue, _ b: CellValue
  ) throws(CellError) -> (value: CellValue, budget: TextBudget) {
    var budget = TextBudget()
    let result = lift(a, b) { budget.counted(concatenate($0, $1)) }
    if budget.isExceeded { throw TextBudget.error }
    return (result, budget)
  }

  private static func lift(
    _ a: CellArray, _ b: CellArray, _ operation: (CellValue, CellValue) -> CellValue
  ) -> CellValue {
    let rows = max(a.rows, b.rows)
    let columns = max(a.columns, b.columns)
    let (count, isTooLarge) = rows.multipliedReportingOverflow(by: columns)
    guard !isTooLarge, count <= largestArray else {
      return .error(.calculation("The result would have more than \(largestArray) elements."))
    }
    guard CellArray.hasRoom(for: count) else { return .error(CellArray.roomError(rows: rows, columns: columns)) }
    var elements: [CellValue] = []
    elements.reserveCapacity(count)
    let outside = CellValue.error(.notAvailable("The arrays differ in size."))
    for row in 0..<rows {
      let leftRow = a.rows == 1 ? 0 : row
      let rightRow = b.rows == 1 ? 0 : row
      for column in 0..<columns {
        let leftColumn = a.columns == 1 ? 0 : column
        let rightColumn = b.columns == 1 ? 0 : column
        if leftRow < a.rows, rightRow < b.rows, leftColumn < a.columns, rightColumn < b.columns {
          elements.append(operation(a[leftRow, leftColumn], b[rightRow, rightColumn]))
        } else if leftRow < a.rows, leftColumn < a.columns, case .error = a[leftRow, leftColumn] {
          elements.append(a[leftRow, leftColumn])
        } else {
          elements.append(outside)
        }
      }
    }
    return .array(CellArray(rows: rows, columns: columns, elements))
  }
}
