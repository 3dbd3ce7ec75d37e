import CellModel
import Formulas

/// An operator of which it is known at once that a part of an order is one thing in its result and the rest another.
///
/// It is applied to one element of the part and one of the rest, in the way of ``BoxedOperation``, so that every element is what it
/// would be if all were made.
struct PartedOperation {
  let lifted: LiftedOperator

  private var op: BinaryOperator { lifted.op }

  /// What the operator makes of two values; `nil` where a look at all elements tells.
  ///
  /// - Parameter places: Where the elements of an array stand, when many have asked for that.
  func result(_ a: CellValue, _ b: CellValue, _ places: (CellArray) -> ElementPlaces?) -> CellArray? {
    switch (a, b) {
    case (.array(let left), .array(let right)):
      guard left.rows == right.rows, left.columns == right.columns else { return nil }
      switch (left.parted, right.parted) {
      case (let one?, let other?): return joined(left, one, right, other)
      case (let parted?, nil): return right.few == nil ? product(parted, right) : nil
      case (nil, let parted?): return left.few == nil ? product(parted, left) : nil
      case (nil, nil): return nil
      }
    case (.array(let array), .number(let number, _)):
      return array.parted.flatMap { mapped(array, $0) { ($0, b) } }
        ?? compared(array, op, places) { CellComparison.difference($0, number) }
    case (.number(let number, _), .array(let array)):
      return array.parted.flatMap { mapped(array, $0) { (a, $0) } }
        ?? compared(array, op.mirrored, places) { -CellComparison.difference(number, $0) }
    case (.array(let array), _): return array.parted.flatMap { mapped(array, $0) { ($0, b) } }
    case (_, .array(let array)): return array.parted.flatMap { mapped(array, $0) { (a, $0) } }
    default: return nil
    }
  }

  /// The elements of an array with the other sign; `nil` where a look at all elements tells.
  static func negated(_ array: CellArray) -> CellArray? {
    guard let parted = array.parted, let elements = parted.elements,
      let negated = BoxedOperation.negated(column([elements.inside, elements.outside], others: parted.others))?.boxed
    else { return nil }
    return Self.array(like: array, parted, negated)
  }

  // MARK: Parts and one value

  private func mapped(
    _ array: CellArray, _ parted: PartedElements, _ sides: (CellValue) -> (CellValue, CellValue)
  ) -> CellArray? {
    guard let elements = parted.elements,
      let result = dense(sides(.array(Self.column([elements.inside, elements.outside], others: parted.others))))
    else { return nil }
    return Self.array(like: array, parted, result)
  }

  /// Whether elements of an array are smaller or larger than a number.
  ///
  /// - Parameter difference: What an element differs by from the number: 0 where both are equal to 15 digits.
  private func compared(
    _ array: CellArray, _ op: BinaryOperator?, _ places: (CellArray) -> ElementPlaces?,
    _ difference: (Double) -> Double
  ) -> CellArray? {
    guard let op, op.asksForOrder, array.few == nil, array.parted == nil, CellArray.hasRoom(for: array.count),
      let order = places(array)?.order
    else { return nil }
    let beginsWithEqual = op == .less || op == .greaterOrEqual
    let rank = order.firstRank { beginsWithEqual ? difference($0) >= 0 : difference($0) > 0 }
    let part = op == .less || op == .lessOrEqual ? 0..<rank : rank..<order.count
    return Self.array(like: array, PartedElements(order, part, BoxedValue(true), outside: BoxedValue(false)))
  }

  // MARK: Parts and an array

  /// Two arrays of parts.
  private func joined(
    _ left: CellArray, _ one: PartedElements, _ right: CellArray, _ other: PartedElements
  ) -> CellArray? {
    guard one.order === other.order else {
      // What is few of one leaves few.
      let few = FewOperation(lifted: lifted)
      if let array = Self.few(left, one) { return few.result(.array(array), .array(right)) { _ in nil } }
      if let array = Self.few(right, other) { return few.result(.array(left), .array(array)) { _ in nil } }
      return nil
    }
    let part = Self.common(one.part, other.part)
    guard one.others.isEmpty, other.others.isEmpty else { return nil }
    guard let a = one.elements, let b = other.elements else { return products(left, one, other, part) }
    let sides = (
      Self.column([a.inside, a.inside, a.outside, a.outside]), Self.column([b.inside, b.outside, b.inside, b.outside])
    )
    guard let result = dense((.array(sides.0), .array(sides.1))), case let boxes = result.boxes, boxes[1] == boxes[3],
      boxes[2] == boxes[3]
    else { return nil }
    return Self.array(
      like: left, PartedElements(one.order, part, boxes[0], outside: boxes[3], others: result.others))
  }

  /// The products of two parts of an order, one of which is many elements.
  private func products(
    _ array: CellArray, _ one: PartedElements, _ other: PartedElements, _ part: Range<Int>
  ) -> CellArray? {
    let (parted, factor) = one.elements == nil ? (one, other) : (other, one)
    guard op == .multiply, factor.isOneOrNothing, case .each(let elements) = parted.inside,
      case .zeros = parted.outside
    else { return nil }
    return CellArray(
      rows: array.rows, columns: array.columns, PartedElements(parted.order, part, .each(elements), outside: .zeros))
  }

  /// The products of a part, which is 1, with the numbers of an array, and 0 elsewhere.
  private func product(_ parted: PartedElements, _ array: CellArray) -> CellArray? {
    guard op == .multiply, parted.isOneOrNothing, let boxed = array.boxed else { return nil }
    return Self.array(like: array, PartedElements(parted.order, parted.part, of: boxed, outside: .zeros))
  }

  private static func common(_ one: Range<Int>, _ other: Range<Int>) -> Range<Int> {
    let lower = max(one.lowerBound, other.lowerBound)
    return lower..<max(lower, min(one.upperBound, other.upperBound))
  }

  private static func few(_ array: CellArray, _ parted: PartedElements) -> CellArray? {
    parted.few.map { CellArray(rows: array.rows, columns: array.columns, $0) }
  }

  // MARK: Columns of some elements

  /// What the operator makes of a few elements.
  private func dense(_ sides: (CellValue, CellValue)) -> BoxedElements? {
    lifted.array(sides.0, sides.1)?.boxed
  }

  private static func column(_ boxes: [BoxedValue], others: [CellValue] = []) -> CellArray {
    CellArray(rows: boxes.count, columns: 1, BoxedElements(boxes, others: others))
  }

  /// The same part of one element and the rest of another.
  private static func array(like array: CellArray, _ parted: PartedElements, _ both: BoxedElements) -> CellArray? {
    self.array(
      like: array,
      PartedElements(parted.order, parted.part, both.boxes[0], outside: both.boxes[1], others: both.others))
  }

  private static func array(like array: CellArray, _ parted: PartedElements?) -> CellArray? {
    parted.map { CellArray(rows: array.rows, columns: array.columns, $0) }
  }
}

extension BinaryOperator {
  fileprivate var asksForOrder: Bool { mirrored != nil }

  /// The comparison that says the same with its sides exchanged, if it is one of smaller and larger.
  fileprivate var mirrored: BinaryOperator? {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    default: nil
    }
  }
}

extension PartedElements {
  /// Whether the part counts as 1 and the rest as a 0 without a sign.
  fileprivate var isOneOrNothing: Bool {
    guard let elements else { return false }
    return (elements.inside == BoxedValue(1) || elements.inside == BoxedValue(true))
      && (elements.outside == BoxedValue(0) || elements.outside == BoxedValue(false) || elements.outside.isBlank)
  }
}
