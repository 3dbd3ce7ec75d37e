import CellModel

/// A function as a program calls it for one cell after the other.
///
/// It does not keep the function: who has it has to have that, too, and as long.
package struct FunctionCall {
  private let declaration: Unmanaged<SheetFunction.Declaration>

  package init(_ function: SheetFunction) { declaration = .passUnretained(function.declaration) }

  /// What the function makes of operands that are one value each; `nil` when there is more to a call with them.
  @inline(__always)
  package func result(of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    declaration._withUnsafeGuaranteedRef { $0.result(ofValues: operands, in: context) }
  }
}

/// Calls for rows of a column; whoever makes them has asked ``takesValues(_:)``.
extension FunctionCall {
  /// Whether there is no more to a call with so many single values than the body.
  package func takesValues(_ count: Int) -> Bool {
    declaration._withUnsafeGuaranteedRef { !$0.hasRulesOfValues && $0.takes(count) }
  }

  /// What it is run with for plain numbers.
  package var numericBody: NumericBody? { declaration._withUnsafeGuaranteedRef { $0.numericBody } }

  /// What it is run with for values of columns.
  package var boxedBody: BoxedBody? { declaration._withUnsafeGuaranteedRef { $0.boxedBody } }

  /// What the function makes of operands; `nil` when one is more than a value.
  @inline(__always)
  package func result(ofValues operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    operands.allSatisfy(\.isOneValue)
      ? declaration._withUnsafeGuaranteedRef { $0.bodyResult(of: operands, in: context) } : nil
  }
}

extension SheetFunction.Declaration {
  func result(ofValues operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    guard !hasRulesOfValues, takes(operands.count), operands.allSatisfy(\.isOneValue) else { return nil }
    return bodyResult(of: operands, in: context)
  }

  @inline(__always)
  func bodyResult(of operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand {
    var call = Arguments(operands, in: context)
    do throws(CellError) { return try body(&call) } catch { return .value(.error(error)) }
  }
}
