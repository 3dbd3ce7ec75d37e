import CellModel

/// The numbers among several arguments, as SUM and its kin see them.
///
/// In a range or an array only numbers count: texts, logicals and blanks are skipped, and the first error, in the order
/// of the rows, ends the call. A direct argument is read as a number, so `SUM("3", TRUE)` is 4. An omitted one counts as 0.
/// One that is an error ends the call before any range is looked at, so `SUM(A1, 1/0)` is `#DIV/0!` whatever A1 holds.
public struct Numbers {
  @usableFromInline package let operands: [Operand]
  @usableFromInline package let context: any EvaluationContext

  package init(rest call: inout Arguments) {
    self.init(operands: call.restEvaluated().withCells, in: call.context)
  }

  @inlinable
  public init(operands: [Operand], in context: any EvaluationContext) {
    self.operands = operands
    self.context = context
  }

  /// Throws the first error among the direct arguments.
  func checkDirect() throws(CellError) {
    for case .value(.error(let error)) in operands { throw error }
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
        for index in 0..<reference.areaCount { try forEach(in: reference.area(index), body) }
      }
    }
  }

  @inlinable
  static func forEach(in array: CellArray, _ body: (Double) -> Void) throws(CellError) {
    if let few = array.few, try few.forEachNumber(passingOverZeros: false, body) { return }
    if let lazy = array.lazy { return lazy.forEach(body) }
    if let boxed = array.boxed { return try boxed.forEachNumber(body) }
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
        if area.rows == 1 || area.columns == 1 {
          try append(area, to: &result)
        } else {
          try forEachByRows(in: area) { result.append($0) }
        }
      }
    }
    return result
  }

  /// Appends the numbers of a row or a column; where nothing else stands in them, all at once.
  private func append(_ area: Area, to result: inout [Double]) throws(CellError) {
    let before = result.count
    var isPlain = true
    context.forEachRun(in: area) { _, _, run in
      isPlain = isPlain && run.allSatisfy(\.isNumber)
      guard isPlain else { return }
      result.append(contentsOf: UnsafeRawBufferPointer(run).bindMemory(to: Double.self))
    }
    guard !isPlain else { return }
    result.removeSubrange(before...)
    try forEach(in: area) { result.append($0) }
  }

  /// Calls the body with each number of an area row by row, as Excel does; those in arrays that cells hold come last.
  @inlinable @inline(__always)
  package func forEachByRows(in area: Area, _ body: (Double) -> Void) throws(CellError) {
    var firstError: CellError?
    var held: [CellArray] = []
    context.forEachBoxByRows(in: area) { _, _, box in
      if box.isNumber {
        body(box.number)
      } else if box.hasSlot, box.kind != .text {
        switch context.unboxed(box) {
        case .error(let error): if firstError == nil { firstError = error }
        case .array(let array): held.append(array)
        default: break
        }
      }
    }
    if let firstError { throw firstError }
    for array in held { try Self.forEach(in: array, body) }
  }
}
