import CellModel

/// The arguments of one call, read from left to right by its parameters.
///
/// They stand where the caller has them and are good during the call only: nothing is copied that is not read.
public struct Arguments {
  @usableFromInline let operands: UnsafeBufferPointer<Operand>
  /// Who evaluates the call, and not for longer: counting that for each call would cost as much as a short body.
  public unowned(unsafe) let context: any EvaluationContext
  public var position = 0
  /// Whether an argument that is out of range counts before an error that follows it.
  package var readsInTurn = false

  @inlinable
  init(_ operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) {
    self.operands = operands
    self.context = context
  }

  @inlinable public var count: Int { operands.count }

  /// The next operand as it came; `.omitted` past the last.
  @inlinable
  public mutating func next() -> Operand {
    defer { position += 1 }
    return position < operands.count ? operands[position] : .omitted
  }

  /// The next operand with a deferred one evaluated.
  @inlinable
  public mutating func nextEvaluated() -> Operand {
    let operand = next()
    if case .deferred(let deferred) = operand { return deferred.operand }
    return operand
  }

  /// The next operand as a value; a reference is read, and what was omitted is `nil`.
  @inlinable
  public mutating func nextValue() throws(CellError) -> CellValue? {
    defer { position += 1 }
    guard position < operands.count else { return nil }
    if case .value(let value) = operands[position] { return value }
    return try context.givenValue(of: operands[position])
  }

  /// The first error among the arguments that are yet to be read: each counts before a value that is merely out of
  /// range.
  package func errorAhead() -> CellError? {
    if readsInTurn { return nil }
    for operand in operands.dropFirst(position) {
      switch operand {
      case .value(.error(let error)): return error
      case .reference(let reference) where reference.isSingleCell:
        if case .error(let error) = context.value(at: reference.first.topLeft) { return error }
      default: break
      }
    }
    return nil
  }

  /// The next operand where it is a text as it stands; if not, it has yet to be read.
  @inlinable @inline(__always)
  package mutating func nextText() -> String? {
    guard position < operands.count, case .value(.text(let text)) = operands[position] else { return nil }
    position += 1
    return text
  }

  /// The next operand where it is a number as it stands; if not, it has yet to be read.
  @inlinable @inline(__always)
  package mutating func nextNumber() -> Double? {
    guard position < operands.count, case .value(.number(let number, _)) = operands[position] else { return nil }
    position += 1
    return number
  }
}
