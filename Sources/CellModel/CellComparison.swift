#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What `=`, `<` and their kin mean.
///
/// Numbers come before texts, texts before logicals. Numbers are compared at 15 significant digits, texts without regard
/// to case; a blank is 0, the empty text or FALSE, as the other side asks. An error among the operands is the result.
public enum CellComparison {
  public static func equal(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 == 0 } }
  public static func notEqual(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 != 0 } }
  public static func less(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 < 0 } }
  public static func lessOrEqual(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 <= 0 } }
  public static func greater(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 > 0 } }
  public static func greaterOrEqual(_ a: CellValue, _ b: CellValue) -> CellValue { compare(a, b) { $0 >= 0 } }

  private static func compare(_ a: CellValue, _ b: CellValue, _ test: (Int) -> Bool) -> CellValue {
    if case .number(let x) = a, case .number(let y) = b { return .logical(test(order(x, y))) }
    if case .error = a { return a }
    if case .error = b { return b }
    guard let order = order(a, b) else { return .error(.value("Only numbers, texts and logicals can be compared.")) }
    return .logical(test(order))
  }

  /// The order of two values: negative, zero or positive; `nil` when one is an error, an array, a record or a LAMBDA.
  ///
  /// Two records are equal or not; other than equal ones are ordered as unequal.
  public static func order(_ a: CellValue, _ b: CellValue) -> Int? {
    switch (a, b) {
    case (.number(let x), .number(let y)): order(x, y)
    case (.text(let x), .text(let y)): order(x, y)
    case (.logical(let x), .logical(let y)): x == y ? 0 : x ? 1 : -1
    case (.blank, .blank): 0
    case (.blank, .number(let y)): order(0, y)
    case (.number(let x), .blank): order(x, 0)
    case (.blank, .text(let y)): y.isEmpty ? 0 : -1
    case (.text(let x), .blank): x.isEmpty ? 0 : 1
    case (.blank, .logical(let y)): y ? -1 : 0
    case (.logical(let x), .blank): x ? 1 : 0
    case (.number, .text), (.number, .logical), (.text, .logical): -1
    case (.text, .number), (.logical, .number), (.logical, .text): 1
    case (.record(let x), .record(let y)): x == y ? 0 : 1
    case (.record, .blank), (.blank, .record): 1
    default: nil
    }
  }

  /// The order of two numbers at 15 significant digits.
  @inlinable @inline(__always)
  public static func order(_ a: Double, _ b: Double) -> Int {
    if a == b { return 0 }
    // Numbers that agree in 15 digits differ by less than one part in 10^14.
    if abs(a - b) > abs(a) * 1e-14 { return a < b ? -1 : 1 }
    return orderOfClose(a, b)
  }

  @usableFromInline
  static func orderOfClose(_ a: Double, _ b: Double) -> Int {
    let x = rounded(a)
    let y = rounded(b)
    return x == y ? 0 : x < y ? -1 : 1
  }

  /// The number nearest to the decimal of 15 significant digits nearest to a number.
  private static func rounded(_ number: Double) -> Double {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 40) { buffer in
      guard let start = buffer.baseAddress else { return number }
      _ = withVaList([number]) { vsnprintf(start, 40, "%.14e", $0) }
      return strtod(start, nil)
    }
  }

  /// The order of two texts without regard to case.
  public static func order(_ a: String, _ b: String) -> Int {
    if a == b { return 0 }
    let x = folded(a)
    let y = folded(b)
    return x == y ? 0 : x < y ? -1 : 1
  }

  /// A text as comparisons see it: in lower case.
  public static func folded(_ text: String) -> String { text.lowercased() }
}
