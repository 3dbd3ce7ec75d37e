import CellModel

/// The numbers among several arguments, as SUM and its kin see them.
///
/// In a range or an array only numbers count: texts, logicals and blanks are skipped, and the first error, in the order
/// of the rows, ends the call. A direct argument is read as a number, so `SUM("3", TRUE)` is 4. An omitted one counts as 0.
public struct Numbers {
  @usableFromInline package let operands: [Operand]
  @usableFromInline package let context: any EvaluationContext

  package init(rest call: inout Arguments) {
    self.init(operands: call.restEvaluated(), in: call.context)
  }

  @inlinable
  public init(operands: [Operand], in context: any EvaluationContext) {
    self.operands = operands
    self.context = context
  }

  /// Calls the body with each number; ranges are walked column by column, where the order does not matter.
  @inlinable
  public func forEach(_ body: (Double) -> Void) throws(CellError) {
    for operand in operands {
      switch operand {
      case .omitted: body(0)
      case .deferred(let deferred):
        try Numbers(operands: [deferred.operand], in: context).forEach(body)
      case .value(.array(let array)): try Self.forEach(in: array, body)
      case .value(let value): body(try context.number(value))
      case .reference(let reference):
        for area in reference.areas { try forEach(in: area, body) }
      }
    }
  }

  @inlinable
  static func forEach(in array: CellArray, _ body: (Double) -> Void) throws(CellError) {
    for element in array.elements {
      switch element {
      case .number(let number, _): body(number)
      case .error(let error): throw error
      case .array(let inner): try forEach(in: inner, body)
      default: break
      }
    }
  }

  @inlinable
  func forEach(in area: Area, _ body: (Double) -> Void) throws(CellError) {
    var firstError: (row: Int, column: Int, error: CellError)?
    var held: [CellArray] = []
    context.forEachRun(in: area) { row, column, run in
      for (index, box) in run.enumerated() {
        if box.isNumber {
          body(box.number)
        } else if box.kind == .error, case .error(let error) = context.unboxed(box) {
          if firstError.map({ (row + index, column) < ($0.row, $0.column) }) ?? true {
            firstError = (row + index, column, error)
          }
        } else if box.kind == .array, case .array(let array) = context.unboxed(box) {
          held.append(array)
        }
      }
    }
    if let firstError { throw firstError.error }
    for array in held { try Self.forEach(in: array, body) }
  }

  /// The numbers as a Swift array; a range of several columns is walked row by row, as Excel does.
  public func values() throws(CellError) -> [Double] {
    var result: [Double] = []
    for operand in operands {
      guard case .reference(let reference) = operand else {
        // swift-format-ignore: ReplaceForEachWithForLoop
        try Numbers(operands: [operand], in: context).forEach { result.append($0) }
        continue
      }
      for area in reference.areas {
        let used = area.columns == 1 ? area : context.used(area)
        if used.columns > 1, used.rows > 1, used.rows * used.columns <= CellArray.limit {
          try appendRows(of: area, used, to: &result)
        } else {
          try forEach(in: area) { result.append($0) }
        }
      }
    }
    return result
  }

  /// Appends the numbers of an area row by row; `used` is the part of it that can hold some.
  private func appendRows(of area: Area, _ used: Area, to result: inout [Double]) throws(CellError) {
    let (rows, columns) = (used.rows, used.columns)
    var isPlain = true
    let table = [Double](unsafeUninitializedCapacity: rows * columns) { buffer, count in
      buffer.initialize(repeating: .nan)
      count = rows * columns
      context.forEachRun(in: used) { row, column, run in
        var place = (row - Int(used.top)) * columns + column - Int(used.left)
        for box in run {
          if box.isNumber { buffer[place] = box.number } else if box.hasSlot, box.kind != .text { isPlain = false }
          place += columns
        }
      }
    }
    guard isPlain else { return try forEach(in: area) { result.append($0) } }
    for number in table where !number.isNaN { result.append(number) }
  }
}
