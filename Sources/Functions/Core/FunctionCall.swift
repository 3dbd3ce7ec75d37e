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

extension SheetFunction.Declaration {
  func result(ofValues operands: UnsafeBufferPointer<Operand>, in context: any EvaluationContext) -> Operand? {
    guard !hasRulesOfValues, takes(operands.count), operands.allSatisfy(\.isOneValue) else { return nil }
    var call = Arguments(operands, in: context)
    do throws(CellError) { return try body(&call) } catch { return .value(.error(error)) }
  }
}
