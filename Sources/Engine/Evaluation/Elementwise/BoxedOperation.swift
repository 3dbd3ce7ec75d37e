import CellModel
import Formulas

/// An operator of numbers or a comparison between two sides, at least one of which is an array, whose elements are boxes.
///
/// It gives what ``CellArithmetic/lift(_:_:_:)`` gives with the operator on single values, down to the words of errors, in one
/// plain loop for each operator: about a nanosecond an element.
struct BoxedOperation {
  /// An array, or one value that stands for each element.
  private struct Side {
    let rows: Int
    let columns: Int
    let elements: BoxedElements

    /// `nil` for what has no boxes, or numbers whose kinds count where `keepsKinds` says so.
    init?(_ value: CellValue, keepsKinds: Bool) {
      switch value {
      case .array(let array):
        guard let elements = array.boxedNumbers(onlyPlain: keepsKinds) else { return nil }
        (rows, columns, self.elements) = (array.rows, array.columns, elements)
        return
      case .error: return nil
      default: break
      }
      guard let elements = BoxedElements([value], onlyPlain: keepsKinds) else { return nil }
      (rows, columns, self.elements) = (1, 1, elements)
    }
  }

  /// The errors that an operator makes itself stand behind those of its operands.
  private typealias Fault = CellArithmetic.Fault

  private let left: Side
  private let right: Side
  private let rows: Int
  private let columns: Int
  /// The errors of both sides, none of them twice.
  private let errors: SlotTable
  /// The box in the result for each error of a side, by its slot there; a blank for a text.
  private let leftErrors: [BoxedValue]
  private let rightErrors: [BoxedValue]

  /// What an operator makes of two values; `nil` when it is none of numbers and comparisons, a value has no boxes, a number would
  /// have to be read from a text, or the shapes do not match.
  static func result(
    of op: BinaryOperator, _ a: CellValue, _ b: CellValue, isFinal: Bool, comparesCase: Bool
  ) -> CellArray? {
    // What a sum and a difference are depends on what their operands are.
    let keepsKinds = op == .add || op == .subtract
    guard op != .concatenate, let left = Side(a, keepsKinds: keepsKinds), let right = Side(b, keepsKinds: keepsKinds),
      let operation = BoxedOperation(left, right)
    else { return nil }
    guard !operation.hasTexts || !(op.isArithmetic || comparesCase) else { return nil }
    return operation.result(of: op, isFinal: isFinal)
  }

  /// The elements of an array with the other sign; `nil` when it has no boxes, or numbers that are not plain.
  static func negated(_ array: CellArray) -> CellArray? {
    guard let elements = array.boxedNumbers(onlyPlain: true),
      !elements.others.contains(where: { $0.text != nil }), CellArray.hasRoom(for: array.count)
    else { return nil }
    let boxes = elements.boxes.map { box in
      if box.hasSlot { return box }
      return BoxedValue(CellArithmetic.negate(number(box)))
    }
    return CellArray(rows: array.rows, columns: array.columns, BoxedElements(boxes, others: elements.others))
  }

  private init?(_ left: Side, _ right: Side) {
    let (rows, columns) = (max(left.rows, right.rows), max(left.columns, right.columns))
    for side in [left, right] {
      guard side.rows == rows || side.rows == 1, side.columns == columns || side.columns == 1 else { return nil }
    }
    guard rows * columns <= CellArray.limit, CellArray.hasRoom(for: rows * columns) else { return nil }
    (self.left, self.right, self.rows, self.columns) = (left, right, rows, columns)
    var errors = SlotTable()
    leftErrors = left.elements.others.map { $0.isError ? errors.box(of: $0) ?? .blank : .blank }
    rightErrors = right.elements.others.map { $0.isError ? errors.box(of: $0) ?? .blank : .blank }
    self.errors = errors
    guard errors.others.count + Fault.allCases.count <= BoxedElements.mostOthers else { return nil }
  }

  private var hasTexts: Bool {
    left.elements.others.contains { $0.text != nil } || right.elements.others.contains { $0.text != nil }
  }

  private func result(of op: BinaryOperator, isFinal: Bool) -> CellArray? {
    switch op {
    case .add: isFinal ? arithmetic(CellArithmetic.finalAdd) : arithmetic { $0 + $1 }
    case .subtract: isFinal ? arithmetic(CellArithmetic.finalSubtract) : arithmetic { $0 - $1 }
    case .multiply: arithmetic { $0 * $1 }
    case .divide:
      numbers {
        $1 != 0 ? BoxedValue(checking: $0 / $1) : nil
      } or: {
        $1 == 0 ? .zeroDivisor : .overflow
      }
    case .power:
      numbers {
        CellArithmetic.power($0, $1).map { BoxedValue($0) }
      } or: {
        Fault(ofPower: $0, $1)
      }
    case .equal: comparison { $0 == 0 }
    case .notEqual: comparison { $0 != 0 }
    case .less: comparison { $0 < 0 }
    case .lessOrEqual: comparison { $0 <= 0 }
    case .greater: comparison { $0 > 0 }
    case .greaterOrEqual: comparison { $0 >= 0 }
    case .concatenate, .range, .intersection, .union: nil
    }
  }

  // MARK: Operators

  @inline(__always)
  private func arithmetic(_ operation: (Double, Double) -> Double) -> CellArray {
    numbers {
      BoxedValue(checking: operation($0, $1))
    } or: { _, _ in
      .overflow
    }
  }

  /// An operator of numbers, and what it fails with where it has no result; a result that is too large is an overflow.
  @inline(__always)
  private func numbers(
    _ operation: (Double, Double) -> BoxedValue?, or failure: (Double, Double) -> Fault
  ) -> CellArray {
    var fails = false
    let boxes = each { a, b in
      // With texts nobody comes here.
      if a.hasSlot { return leftErrors[Int(a.slot)] }
      if b.hasSlot { return rightErrors[Int(b.slot)] }
      let (x, y) = (Self.number(a), Self.number(b))
      if let result = operation(x, y) { return result }
      fails = true
      let own = failure(x, y)
      return BoxedValue(.error, slot: UInt32(errors.others.count) + own.rawValue)
    }
    return array(boxes, fails ? errors.others + Fault.allCases.map { .error($0.error) } : errors.others)
  }

  /// A comparison, by whether it holds for a difference: 0 where both sides are equal to 15 digits.
  @inline(__always)
  private func comparison(_ holds: (Double) -> Bool) -> CellArray {
    // What two texts are to each other is found once for each two that differ.
    let (leftCount, rightCount) = (left.elements.others.count, right.elements.others.count)
    let pairs = leftCount * rightCount <= max(rows * columns, 64) ? leftCount * rightCount : 0
    var orders = [Double](repeating: .nan, count: pairs)
    let boxes = each { a, b in
      if a.isNumber, b.isNumber { return BoxedValue(holds(CellComparison.difference(a.number, b.number))) }
      if a.hasSlot, a.kind == .error { return leftErrors[Int(a.slot)] }
      if b.hasSlot, b.kind == .error { return rightErrors[Int(b.slot)] }
      guard pairs > 0, a.hasSlot, b.hasSlot else { return BoxedValue(holds(order(a, b))) }
      let pair = Int(a.slot) * rightCount + Int(b.slot)
      if orders[pair].isNaN { orders[pair] = order(a, b) }
      return BoxedValue(holds(orders[pair]))
    }
    return array(boxes, errors.others)
  }

  private func order(_ a: BoxedValue, _ b: BoxedValue) -> Double {
    Double(CellComparison.order(left.elements.value(of: a), right.elements.value(of: b)) ?? 0)
  }

  /// What a box without a slot counts as where a number is asked for.
  @inline(__always)
  private static func number(_ box: BoxedValue) -> Double {
    // The bit of a logical is 0 in a blank, which is ``CellValue/blankAsNumber``; so nothing branches here.
    box.isNumber ? box.number : Double(box.bits & 1)
  }

  private func array(_ boxes: [BoxedValue], _ others: [CellValue]) -> CellArray {
    CellArray(rows: rows, columns: columns, BoxedElements(boxes, others: others))
  }

  // MARK: Elements

  /// What a body makes of each pair of elements, row by row.
  @inline(__always)
  private func each(_ body: (BoxedValue, BoxedValue) -> BoxedValue) -> [BoxedValue] {
    let count = rows * columns
    return [BoxedValue](unsafeUninitializedCapacity: count) { result, initialized in
      left.elements.boxes.withUnsafeBufferPointer { a in
        right.elements.boxes.withUnsafeBufferPointer { b in
          // Sides of the result's shape, and single values, are walked through in one go.
          let goesThrough = (a.count == count || a.count == 1) && (b.count == count || b.count == 1)
          let (height, width) = goesThrough ? (1, count) : (rows, columns)
          let leftStep = Self.step(a.count, left.columns, through: goesThrough)
          let rightStep = Self.step(b.count, right.columns, through: goesThrough)
          for row in 0..<height {
            var i = left.rows == 1 ? 0 : row * left.columns
            var j = right.rows == 1 ? 0 : row * right.columns
            for place in row * width..<(row + 1) * width {
              result[place] = body(a[i], b[j])
              i += leftStep
              j += rightStep
            }
          }
        }
      }
      initialized = count
    }
  }

  private static func step(_ count: Int, _ columns: Int, through: Bool) -> Int {
    (through ? count : columns) == 1 ? 0 : 1
  }
}

extension BoxedValue {
  /// The box of a number; `nil` when it is not finite.
  @inline(__always)
  fileprivate init?(checking number: Double) {
    guard number.isFinite else { return nil }
    self.init(number)
  }
}
