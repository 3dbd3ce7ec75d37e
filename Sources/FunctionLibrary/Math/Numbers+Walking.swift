import CellModel
import Functions

extension Numbers {
  /// Calls the body with each number, as ``forEach(_:)`` does, but inlined into the caller's loop over a run.
  ///
  /// Errors and arrays held by cells are rare: a run only notes that there are some, and they are looked for afterwards.
  @inline(__always)
  func visit(_ body: (Double) -> Void) throws(CellError) {
    for operand in operands {
      if case .reference(let reference) = operand {
        for area in reference.areas {
          var isPlain = true
          context.forEachRun(in: area) { _, _, run in
            for box in run {
              if box.isNumber {
                body(box.number)
              } else if box.hasSlot, box.kind != .text {
                isPlain = false
              }
            }
          }
          if !isPlain { for number in try numbersInArrays(of: area) { body(number) } }
        }
      } else {
        for number in try Numbers(operands: [operand], in: context).values() { body(number) }
      }
    }
  }

  /// The numbers in arrays that cells of an area hold; the first error of the area ends the call.
  private func numbersInArrays(of area: Area) throws(CellError) -> [Double] {
    var firstError: (row: Int, column: Int, error: CellError)?
    var held: [CellArray] = []
    context.forEachRun(in: area) { row, column, run in
      for (index, box) in run.enumerated() where box.hasSlot {
        switch box.kind {
        case .error:
          guard case .error(let error) = context.unboxed(box) else { continue }
          if let found = firstError, (found.row, found.column) <= (row + index, column) { continue }
          firstError = (row + index, column, error)
        case .array:
          if case .array(let array) = context.unboxed(box) { held.append(array) }
        default: break
        }
      }
    }
    if let firstError { throw firstError.error }
    return try Numbers(operands: held.map { .value(.array($0)) }, in: context).values()
  }

  /// The sum of the numbers.
  func sum() throws(CellError) -> Double {
    var sum = CompensatedSum()
    try visit { sum.add($0) }
    return sum.value
  }

  /// The count and the sum of the numbers.
  func countAndSum() throws(CellError) -> (count: Int, sum: Double) {
    var sum = CompensatedSum()
    var count = 0
    try visit { number in
      sum.add(number)
      count += 1
    }
    return (count, sum.value)
  }

  /// The mean; `#DIV/0!` when there is no number.
  func mean() throws(CellError) -> Double {
    let (count, sum) = try countAndSum()
    guard count > 0 else { throw .divisionByZero("There is no number to average.") }
    return sum / Double(count)
  }

  func largest() throws(CellError) -> Double? {
    var result: Double?
    try visit { number in if result.map({ number > $0 }) ?? true { result = number } }
    return result
  }

  func smallest() throws(CellError) -> Double? {
    var result: Double?
    try visit { number in if result.map({ number < $0 }) ?? true { result = number } }
    return result
  }

  /// The count and the product of the numbers; unlike in a sum, an argument that is blank is left out.
  func product() throws(CellError) -> (count: Int, product: Double) {
    var product: Double = 1
    var count = 0
    let factors = operands.filter { operand in
      switch operand {
      case .omitted, .value(.blank): false
      default: true
      }
    }
    try Numbers(operands: factors, in: context).visit { number in
      product *= number
      count += 1
    }
    return (count, product)
  }
}
