import CellModel

// What takes any number of arguments makes a list of them, which costs more than a sum of three. Such a function may say what is
// run instead where all of them are single plain numbers. The number of a cell is given to it in place of a reference, so both
// must come to the same.

extension SheetFunction {
  /// - Parameter numbers: What is run where each argument is one plain number; it gives what the body gives.
  @inlinable @inline(__always)
  package init<A, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, traits: Traits = [], aggregate: NumberAggregate? = nil,
    numbers: @escaping @Sendable (NumericArguments) throws(CellError) -> Double, examples: [Example],
    body: @escaping @Sendable (A) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.part], aliases: [], traits: traits, source: nil, examples: examples,
      numericBody: NumericBody(numbers), aggregate: aggregate
    ) { (call) throws(CellError) in try body(a.read(&call)).operand }
  }

  /// - Parameter numbers: What is run where each argument is one plain number; it gives what the body gives.
  @inlinable @inline(__always)
  package init<A, B, Output: FunctionResult>(
    _ name: String, _ summary: String, _ a: Parameter<A>, _ b: Parameter<B>, traits: Traits = [],
    aggregate: NumberAggregate? = nil, numbers: @escaping @Sendable (NumericArguments) throws(CellError) -> Double,
    examples: [Example],
    body: @escaping @Sendable (A, B) throws(CellError) -> Output
  ) {
    self.init(
      name, summary, parameters: [a.part, b.part], aliases: [], traits: traits, source: nil, examples: examples,
      numericBody: NumericBody(numbers), aggregate: aggregate
    ) { (call) throws(CellError) in try body(a.read(&call), b.read(&call)).operand }
  }
}
