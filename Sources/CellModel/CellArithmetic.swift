#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the operators of a formula do with single values.
///
/// An error among the operands is the result, the left one first. Texts are read as numbers where a number is wanted.
/// Arrays are matched element by element by ``lift(_:_:_:)``.
public enum CellArithmetic {
  // MARK: Numbers

  /// A sum that is the last operation of a formula: close to zero beside its operands, it is zero.
  ///
  /// Excel hides the noise of binary fractions in this one place, so that `0.5-0.4-0.1` is 0 while `1*(0.5-0.4-0.1)` is
  /// not (Microsoft, *Floating-point arithmetic may give inaccurate results in Excel*).
  @inlinable @inline(__always)
  public static func finalAdd(_ a: Double, _ b: Double) -> Double {
    let sum = a + b
    return abs(sum) < abs(a) * 0x1p-50 ? 0 : sum
  }

  @inlinable @inline(__always)
  public static func finalSubtract(_ a: Double, _ b: Double) -> Double {
    let difference = a - b
    return abs(difference) < abs(a) * 0x1p-50 ? 0 : difference
  }

  /// A power as Excel has it; `nil` where it has none: 0 to the 0, 0 to a negative, a root of a negative.
  public static func power(_ base: Double, _ exponent: Double) -> Double? {
    if base == 0, exponent <= 0 { return nil }
    let result = pow(base, exponent)
    return result.isFinite ? result : nil
  }

  // MARK: Values

  public static func add(_ a: CellValue, _ b: CellValue) -> CellValue { number(a, b) { $0 + $1 } }
  public static func subtract(_ a: CellValue, _ b: CellValue) -> CellValue { number(a, b) { $0 - $1 } }
  public static func multiply(_ a: CellValue, _ b: CellValue) -> CellValue { number(a, b) { $0 * $1 } }
  public static func finalAdd(_ a: CellValue, _ b: CellValue) -> CellValue { number(a, b) { finalAdd($0, $1) } }
  public static func finalSubtract(_ a: CellValue, _ b: CellValue) -> CellValue { number(a, b) { finalSubtract($0, $1) } }

  public static func divide(_ a: CellValue, _ b: CellValue) -> CellValue {
    operands(a, b) { dividend, divisor in
      divisor == 0 ? .error(.divisionByZero("The divisor is 0.")) : CellValue(checking: dividend / divisor)
    }
  }

  public static func power(_ a: CellValue, _ b: CellValue) -> CellValue {
    operands(a, b) { base, exponent in
      if base == 0, exponent < 0 { return .error(.divisionByZero("0 has no negative power.")) }
      guard let result = power(base, exponent) else { return .error(.number) }
      return .number(result)
    }
  }

  public static func negate(_ value: CellValue) -> CellValue {
    do throws(CellError) { return .number(-(try value.asNumber())) } catch { return .error(error) }
  }

  public static func percent(_ value: CellValue) -> CellValue {
    do throws(CellError) { return .number(try value.asNumber() / 100) } catch { return .error(error) }
  }

  public static func concatenate(_ a: CellValue, _ b: CellValue) -> CellValue {
    do throws(CellError) {
      let left = try a.asText()
      let right = try b.asText()
      guard left.utf8.count + right.utf8.count <= 98_301, left.utf16.count + right.utf16.count <= 32_767 else {
        return .error(.value("A text has at most 32,767 characters."))
      }
      return .text(left + right)
    } catch { return .error(error) }
  }

  @inline(__always)
  private static func number(_ a: CellValue, _ b: CellValue, _ f: (Double, Double) -> Double) -> CellValue {
    if case .number(let x) = a, case .number(let y) = b { return CellValue(checking: f(x, y)) }
    return operands(a, b) { CellValue(checking: f($0, $1)) }
  }

  private static func operands(_ a: CellValue, _ b: CellValue, _ f: (Double, Double) -> CellValue) -> CellValue {
    do throws(CellError) {
      if case .error(let error) = a { throw error }
      if case .error(let error) = b { throw error }
      return f(try a.asNumber(), try b.asNumber())
    } catch { return .error(error) }
  }

  // MARK: Arrays

  public static func lift(_ value: CellValue, _ f: (CellValue) -> CellValue) -> CellValue {
    if case .array(let array) = value { .array(array.map(f)) } else { f(value) }
  }

  /// Applies an operator to each pair of elements; one row or column is repeated, and outside an array is `#N/A`.
  public static func lift(_ a: CellValue, _ b: CellValue, _ f: (CellValue, CellValue) -> CellValue) -> CellValue {
    if a.array == nil, b.array == nil { return f(a, b) }
    let left = a.array ?? CellArray(rows: 1, columns: 1, [a])
    let right = b.array ?? CellArray(rows: 1, columns: 1, [b])
    let rows = max(left.rows, right.rows)
    let columns = max(left.columns, right.columns)
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    for row in 0..<rows {
      for column in 0..<columns {
        if let x = element(left, row, column), let y = element(right, row, column) {
          elements.append(f(x, y))
        } else {
          elements.append(.error(.notAvailable("The arrays differ in size.")))
        }
      }
    }
    return .array(CellArray(rows: rows, columns: columns, elements))
  }

  private static func element(_ array: CellArray, _ row: Int, _ column: Int) -> CellValue? {
    let row = array.rows == 1 ? 0 : row
    let column = array.columns == 1 ? 0 : column
    return row < array.rows && column < array.columns ? array[row, column] : nil
  }
}
