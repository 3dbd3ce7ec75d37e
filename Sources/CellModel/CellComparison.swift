/// How formulas compare values.
///
/// Numbers stand before texts, texts before logicals. Numbers are compared to 15 significant digits, texts without regard
/// to case (``CaseFolding``). A blank counts as 0, the empty text or FALSE, as the other side asks. Sorts and lookups
/// compare numbers exactly; see `OrderKey` in the function library.
@usableFromInline package enum CellComparison {
  // MARK: Numbers

  /// A negative number, 0 or a positive number, as one number stands before, beside or after another to 15 digits.
  @inlinable @inline(__always)
  package static func order(_ a: Double, _ b: Double) -> Int {
    if a == b { return 0 }
    // Numbers whose difference is beyond the fifteenth digit need no look at their digits.
    if abs(a - b) > abs(a) * 1e-14 { return a < b ? -1 : 1 }
    return orderOfDigits(a, b)
  }

  /// What two numbers differ by: 0 when they are equal to 15 digits, and of the sign of ``order(_:_:)-(Double,_)``.
  @inlinable @inline(__always)
  package static func difference(_ a: Double, _ b: Double) -> Double {
    let difference = a - b
    return difference == 0 || abs(difference) > abs(a) * 1e-14 ? difference : Double(orderOfDigits(a, b))
  }

  @usableFromInline
  static func orderOfDigits(_ a: Double, _ b: Double) -> Int {
    if DecimalNumber(a) == DecimalNumber(b) { return 0 }
    return a < b ? -1 : 1
  }

  // MARK: Texts

  /// A negative number, 0 or a positive number, as one text stands before, beside or after another in any case.
  ///
  /// The order is that of Excel in English: see `TextOrder`.
  package static func order(_ a: String, _ b: String) -> Int { TextOrder.compare(a, b) }

  /// The order of two texts where upper and lower case differ: what is equal but for it stands with lower case first.
  package static func order(tellingCase a: String, _ b: String) -> Int {
    let order = order(a, b)
    guard order == 0, a != b else { return order }
    let first = zip(a, b).first { $0 != $1 }
    return first?.0.isLowercase == true ? -1 : 1
  }

  // MARK: Values

  /// The order of two values: negative, zero or positive; `nil` when one is an error, an array, a record or a LAMBDA.
  ///
  /// Two records, or a record and a blank, are equal or not; if not, either stands after the other.
  package static func order(_ a: CellValue, _ b: CellValue) -> Int? {
    switch (a, b) {
    case (.number(let x, _), .number(let y, _)): order(x, y)
    case (.text(let x), .text(let y)): order(x, y)
    case (.logical(let x), .logical(let y)): x == y ? 0 : (y ? -1 : 1)
    case (.blank, .blank): 0
    case (.blank, .number(let y, _)): order(CellValue.blankAsNumber, y)
    case (.number(let x, _), .blank): order(x, CellValue.blankAsNumber)
    case (.blank, .text(let y)): y.isEmpty ? 0 : -1
    case (.text(let x), .blank): x.isEmpty ? 0 : 1
    case (.blank, .logical(let y)): y ? -1 : 0
    case (.logical(let x), .blank): x ? 1 : 0
    case (.record(let x), .record(let y)): x == y || x.hasSameFields(as: y) ? 0 : 1
    case (.record, .blank), (.blank, .record): 1
    default: rank(a) < 4 && rank(b) < 4 ? rank(a) - rank(b) : nil
    }
  }

  /// The order of any two values; what ``order(_:_:)-(CellValue,_)`` does not compare comes last, by its kind.
  package static func compare(_ a: CellValue, _ b: CellValue) -> Int {
    order(a, b) ?? (a == b ? 0 : (rank(a) == rank(b) ? 1 : rank(a) - rank(b)))
  }

  private static func rank(_ value: CellValue) -> Int {
    switch value {
    case .blank: 0
    case .number: 1
    case .text: 2
    case .logical: 3
    case .error: 4
    case .array: 5
    case .record: 6
    case .lambda: 7
    }
  }

  @inline(__always)
  private static func test(_ a: CellValue, _ b: CellValue, _ holds: (Int) -> Bool) -> CellValue {
    if case .number(let x, _) = a, case .number(let y, _) = b { return .logical(holds(order(x, y))) }
    if case .error = a { return a }
    if case .error = b { return b }
    guard let order = order(a, b) else { return .error(.value("Only numbers, texts and logicals can be compared.")) }
    return .logical(holds(order))
  }

  package static func equal(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 == 0 } }
  package static func notEqual(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 != 0 } }
  package static func less(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 < 0 } }
  package static func lessOrEqual(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 <= 0 } }
  package static func greater(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 > 0 } }
  package static func greaterOrEqual(_ a: CellValue, _ b: CellValue) -> CellValue { test(a, b) { $0 >= 0 } }
}

extension CellRecord {
  /// Whether both have the same names with values that compare as equal, in any order.
  fileprivate func hasSameFields(as other: CellRecord) -> Bool {
    guard names.count == other.names.count else { return false }
    let own = Dictionary(zip(names.map { NameKey($0) }, values), uniquingKeysWith: { first, _ in first })
    return own.count == names.count
      && zip(other.names, other.values).allSatisfy { name, value in
        own[NameKey(name)].map { $0 == value || CellComparison.order($0, value) == 0 } ?? false
      }
  }
}
