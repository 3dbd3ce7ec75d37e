import CellModel
import Functions

/// One call of a program, as it is made for the rows of a block.
///
/// Where the arguments of a row are plain numbers, or values that the function reads by itself, its body for them is run
/// without making operands. Whatever that refuses, such as errors, goes the ordinary way.
struct BlockCall {
  private let call: FunctionCall
  private let function: UnsafePointer<SheetFunction>
  private let count: Int
  private unowned(unsafe) let evaluator: Evaluator
  private unowned(unsafe) let table: BoxTable
  /// Whether there is no more to a call than the body, where the operands are such.
  private let takesWhole: Bool
  private let numeric: NumericBody?
  private let boxed: BoxedBody?

  /// The evaluator and the table are those of the block, and have to be there as long.
  init(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ count: Int, _ evaluator: Evaluator,
    _ table: BoxTable
  ) {
    self.call = call
    self.function = function
    self.count = count
    self.evaluator = evaluator
    self.table = table
    takesWhole = call.takes(count, in: evaluator)
    numeric = takesWhole && count > 0 ? call.numericBody : nil
    boxed = takesWhole ? call.boxedBody : nil
  }

  /// What a body for values of columns gives in a row; `nil` where the ordinary call says more.
  @inline(__always)
  func quickResult(of boxes: UnsafeMutablePointer<BoxedValue>, in row: Int) -> BoxedValue? {
    if let numeric, let result = run(numeric, boxes) { return BoxedValue(result) }
    guard let boxed else { return nil }
    evaluator.standIn(row)
    do throws(CellError) {
      let value = try boxed.run(
        BoxedArguments(boxes, count: count, table.slots(beside: evaluator.cells), in: evaluator))
      return value.takesSteps ? nil : table.box(value)
    } catch { return nil }
  }

  @inline(__always)
  private func run(_ body: NumericBody, _ boxes: UnsafeMutablePointer<BoxedValue>) -> Double? {
    guard (0..<count).allSatisfy({ boxes[$0].isNumber }) else { return nil }
    let numbers = UnsafeRawPointer(boxes).assumingMemoryBound(to: Double.self)
    guard let result = try? body(NumericArguments(numbers, count: count)), result.isFinite else { return nil }
    return result
  }

  /// What an ordinary call gives in the row in which the evaluator stands.
  func result(of boxes: UnsafeMutablePointer<BoxedValue>) -> Operand {
    let slots = table.slots(beside: evaluator.cells)
    for place in 0..<count { (table.operands + place).initialize(to: table.operand(boxes[place], slots)) }
    let operands = UnsafeBufferPointer(start: UnsafePointer(table.operands), count: count)
    var result =
      (takesWhole ? call.resultOfBody(operands, in: evaluator) : nil) ?? function.pointee(operands, in: evaluator)
    table.operands.deinitialize(count: count)
    evaluator.count(&result)
    return result
  }
}
