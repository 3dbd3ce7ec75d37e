import CellModel
import Functions

// Calls of functions for rows that run together.

extension BlockRun {
  /// Calls something with the operands of some boxes.
  func withOperands(
    _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, _ body: (UnsafeBufferPointer<Operand>) -> Operand
  ) -> Operand {
    for place in 0..<count { (table.operands + place).initialize(to: table.operand(boxes[place], slots)) }
    defer { table.operands.deinitialize(count: count) }
    return body(UnsafeBufferPointer(start: UnsafePointer(table.operands), count: count))
  }

  /// - Parameter isLast: Whether what it gives is what the cell has.
  mutating func call(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ number: Int, for rows: [Int], at place: Int,
    isLast: Bool
  ) {
    let takesWhole = call.takes(number, in: evaluator)
    let bodies = call.bodies(for: number)
    let numeric = number > 0 ? bodies.numeric : nil
    let (boxed, keyed, rules) = (bodies.boxed, bodies.keyed, bodies.rules)
    var answer: KeyedBody.Answer?
    if let keyed { answer = self.answer(of: call, keyed, number, for: rows, at: place) }
    for row in rows {
      let first = table.place(row, place)
      if let answer, let keyed, run(answer, first[keyed.key], in: row, to: first, isLast: isLast) {
        continue
      } else if let numeric, let result = run(numeric, first, number) {
        first.pointee = rules.kind == .plain ? BoxedValue(result) : table.box(.number(result, rules.kind))
      } else if let boxed, let result = run(boxed, rules, first, number, in: row) {
        first.pointee = result
      } else {
        takeUp(row)
        store(result(of: call, function, takesWhole, first, number), in: row, at: first)
      }
    }
  }

  /// What a body for plain numbers gives; `nil` where the ordinary call says more.
  @inline(__always)
  private func run(_ body: NumericBody, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int) -> Double? {
    guard (0..<count).allSatisfy({ boxes[$0].isNumber }) else { return nil }
    let numbers = UnsafeRawPointer(boxes).assumingMemoryBound(to: Double.self)
    guard let result = try? body(NumericArguments(numbers, count: count)), result.isFinite else { return nil }
    return result
  }

  /// What a body for values of columns gives; `nil` where the ordinary call says more.
  @inline(__always)
  private func run(
    _ body: BoxedBody, _ rules: ShortRules, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, in row: Int
  ) -> BoxedValue? {
    guard (0..<count).allSatisfy({ isOneValue(boxes[$0]) }) else { return nil }
    if rules.refusesSomeValues, !(0..<count).allSatisfy({ rules.take(boxes[$0], slots) }) { return nil }
    evaluator.standIn(firstRow + row)
    guard let value = body.result(of: BoxedArguments(boxes, count: count, slots, in: evaluator)), !value.takesSteps
    else {
      return nil
    }
    return rules.kind == .plain ? table.box(value) : table.box(rules.withKind(value))
  }

  /// What a function answers to one key after the other, when all its other operands are the same in each row.
  private mutating func answer(
    of call: FunctionCall, _ keyed: KeyedBody, _ number: Int, for rows: [Int], at place: Int
  ) -> KeyedBody.Answer? {
    guard number > keyed.key, rows.count > 1 else { return nil }
    let first = table.place(rows[0], place)
    for operand in 0..<number where operand != keyed.key {
      let box = first[operand]
      guard rows.allSatisfy({ table.place($0, place)[operand] == box }) else { return nil }
    }
    takeUp(rows[0])
    var count = 0
    for operand in 0..<number where operand != keyed.key {
      (table.operands + count).initialize(to: table.operand(first[operand], slots))
      count += 1
    }
    defer { table.operands.deinitialize(count: count) }
    let answer = call.answer(
      keyed, with: UnsafeBufferPointer(start: UnsafePointer(table.operands), count: count), in: evaluator)
    // Where whole columns end, each row finds out for itself.
    guard !evaluator.cameToAnEnd else {
      evaluator.course.ends = OpenEnds()
      return nil
    }
    table.steps[rows[0]] = evaluator.course.limits.steps
    return answer
  }

  /// Puts the answer to a key into its place; `false` where the ordinary call says more.
  @inline(__always)
  private mutating func run(
    _ answer: @escaping KeyedBody.Answer, _ key: BoxedValue, in row: Int, to place: UnsafeMutablePointer<BoxedValue>,
    isLast: Bool
  ) -> Bool {
    guard isOneValue(key) else { return false }
    takeUp(row)
    guard var result = answer(key, slots) else { return false }
    if isLast, case .reference(let reference) = result, let box = plainBox(of: reference) {
      place.pointee = box
      leave(row)
    } else {
      evaluator.count(&result)
      store(result, in: row, at: place)
    }
    return true
  }

  /// What stands in the cell of a reference, where it is a plain number, a text or a logical.
  @inline(__always)
  private func plainBox(of reference: borrowing Reference) -> BoxedValue? {
    guard reference.isSingleCell else { return nil }
    let cells = evaluator.cells
    let cell = reference.first
    guard Int(cell.left) < cells.columnCount(of: cell.grid) else { return nil }
    let column = cells.column(cell.grid, Int(cell.left))
    guard !cells.mayHaveKinds || column.pointee.kinds.isPlain else { return nil }
    let box = BoxedValue(bits: column.pointee.bits(at: Int(cell.top)))
    return box.isNumber || box.isText || box.isLogical ? box : nil
  }

  /// Whether a box stands for one value or for what was left out, not for an array or a reference.
  @inline(__always)
  private func isOneValue(_ box: BoxedValue) -> Bool {
    if box.isSingle || box.isOmitted { return true }
    guard box.isMade else { return box.kind != .array }
    guard box.kind == .record else { return false }
    if case .array = slots.value(box) { return false }
    return true
  }

  /// What an ordinary call gives in a row.
  private func result(
    of call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ takesWhole: Bool,
    _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int
  ) -> Operand {
    var result = withOperands(boxes, count) { operands in
      if KeptCalls.mayKeep(call, operands) { return evaluator.keptResult(of: call, function, operands) }
      return (takesWhole ? call.resultOfBody(operands, in: evaluator) : nil)
        ?? function.pointee(operands, in: evaluator)
    }
    evaluator.count(&result)
    return result
  }
}
