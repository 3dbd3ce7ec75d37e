import CellModel
import Functions

/// Calls of functions for rows that run together: by the shortest body that takes what stands in a row, else in the ordinary way.
enum BlockCalls {
  /// Puts what a function makes of the operands of each row into the place of the first.
  ///
  /// - Parameter isLast: Whether what it gives is what the cell has.
  static func call(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ number: Int, for rows: [Int], at place: Int,
    isLast: Bool, in block: inout Block
  ) {
    guard call.dependsOnlyOnOperands, areSame(number, for: rows, at: place, in: block) else {
      return callEach(call, function, number, for: rows, at: place, isLast: isLast, in: &block)
    }
    callOnce(call, function, number, for: rows, at: place, isLast: isLast, in: &block)
  }

  /// Whether some operands are the same in each of several rows, as those of `SUM(A$1:A$9)` are.
  @inline(__always)
  private static func areSame(_ number: Int, for rows: [Int], at place: Int, in block: borrowing Block) -> Bool {
    guard number > 0, rows.count > 1 else { return false }
    let first = block.table.place(rows[0], place)
    return rows.dropFirst().allSatisfy { row in
      let boxes = block.table.place(row, place)
      return (0..<number).allSatisfy { boxes[$0] == first[$0] }
    }
  }

  /// Calls a function for the first of some rows that ask for the same, and has it count in the others what it counted there.
  private static func callOnce(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ number: Int, for rows: [Int], at place: Int,
    isLast: Bool, in block: inout Block
  ) {
    let (first, others) = (rows[0], Array(rows[1...]))
    let former = block.table.steps[first]
    callEach(call, function, number, for: [first], at: place, isLast: isLast, in: &block)
    guard !block.standsOut(first) else {
      return callEach(call, function, number, for: others, at: place, isLast: isLast, in: &block)
    }
    let (result, steps) = (block.table.place(first, place).pointee, block.table.steps[first] - former)
    for row in others {
      block.table.place(row, place).pointee = result
      if steps > 0 {
        block.takeUp(row)
        // Where that is one too many, the row comes to its end and stands out.
        try? block.evaluator.takeSteps(steps)
        block.leave(row)
      }
    }
  }

  private static func callEach(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ number: Int, for rows: [Int], at place: Int,
    isLast: Bool, in block: inout Block
  ) {
    // A loop over a block would count the owners of both in each row, and so would one that looks into optional bodies.
    let (evaluator, table) = (block.evaluator, block.table)
    let bodies = call.bodies(for: number)
    let rules = bodies.rules
    let takesWhole = call.takes(number, in: evaluator)
    func callInOrdinaryWay(_ row: Int) {
      let first = table.place(row, place)
      block.takeUp(row)
      block.store(result(of: call, function, takesWhole, first, number, block), in: row, at: first)
    }
    if let keyed = bodies.keyed, let answer = answerToKeys(of: call, keyed, number, for: rows, at: place, in: &block) {
      for row in rows {
        let first = table.place(row, place)
        if !run(answer, first[keyed.key], in: row, to: first, isLast: isLast, &block) { callInOrdinaryWay(row) }
      }
    } else if let body = bodies.numeric, number > 0 {
      for row in rows {
        let first = table.place(row, place)
        guard let result = run(body, rules, first, number, evaluator, table) else {
          callInOrdinaryWay(row)
          continue
        }
        first.pointee = rules.kind == .plain ? BoxedValue(result) : table.box(.number(result, rules.kind))
      }
    } else if let body = bodies.boxed, !hasReference(number, in: rows, at: place, block) {
      for row in rows {
        let first = table.place(row, place)
        if let result = run(body, rules, first, number, in: block.firstRow + row, evaluator, table) {
          first.pointee = result
        } else {
          callInOrdinaryWay(row)
        }
      }
    } else {
      for row in rows { callInOrdinaryWay(row) }
    }
  }

  /// Whether the first of some rows has a reference among its operands, as the others have then.
  @inline(__always)
  private static func hasReference(_ number: Int, in rows: [Int], at place: Int, _ block: borrowing Block) -> Bool {
    guard let first = rows.first else { return false }
    let boxes = block.table.place(first, place)
    return (0..<number).contains { boxes[$0].isMade && boxes[$0].kind == .lambda }
  }

  /// What a body for plain numbers gives; `nil` where the ordinary call says more.
  @inline(__always)
  private static func run(
    _ body: NumericBody, _ rules: ShortRules, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int,
    _ evaluator: Evaluator, _ table: BoxTable
  ) -> Double? {
    guard (0..<count).allSatisfy({ boxes[$0].isNumber }) else {
      return runWithKinds(body, rules, boxes, count, evaluator, table)
    }
    let numbers = UnsafeRawPointer(boxes).assumingMemoryBound(to: Double.self)
    return result(of: body, NumericArguments(numbers, count: count, in: evaluator.dateSystem))
  }

  @inline(__always)
  private static func result(of body: NumericBody, _ numbers: NumericArguments) -> Double? {
    guard let result = try? body(numbers), result.isFinite else { return nil }
    return result
  }

  /// The same where some numbers are dates or of other kinds.
  private static func runWithKinds(
    _ body: NumericBody, _ rules: ShortRules, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int,
    _ evaluator: Evaluator, _ table: BoxTable
  ) -> Double? {
    guard rules.takesKinds else { return nil }
    let slots = table.slots(beside: evaluator.cells)
    return withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { numbers in
      for place in 0..<count {
        guard let number = rules.number(boxes[place], slots) else { return nil }
        numbers[place] = number
      }
      guard let start = numbers.baseAddress else { return nil }
      return result(of: body, NumericArguments(start, count: count, in: evaluator.dateSystem))
    }
  }

  /// What a body for values of columns gives; `nil` where the ordinary call says more.
  ///
  /// - Parameter row: The row of the grid.
  @inline(__always)
  private static func run(
    _ body: BoxedBody, _ rules: ShortRules, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, in row: Int,
    _ evaluator: Evaluator, _ table: BoxTable
  ) -> BoxedValue? {
    let slots = table.slots(beside: evaluator.cells)
    guard (0..<count).allSatisfy({ isOneValue(boxes[$0], slots) }) else { return nil }
    if rules.refusesSomeValues, !(0..<count).allSatisfy({ rules.take(boxes[$0], slots) }) { return nil }
    evaluator.standIn(row)
    guard let value = body.result(of: BoxedArguments(boxes, count: count, slots, in: evaluator)), !value.takesSteps
    else { return nil }
    return rules.kind == .plain ? table.box(value) : table.box(rules.withKind(value))
  }

  /// What a function answers to one key after the other, when all its other operands are the same in each row.
  private static func answerToKeys(
    of call: FunctionCall, _ keyed: KeyedBody, _ number: Int, for rows: [Int], at place: Int, in block: inout Block
  ) -> KeyedBody.Answer? {
    guard number > keyed.key, rows.count > 1 else { return nil }
    let first = block.table.place(rows[0], place)
    for operand in 0..<number where operand != keyed.key {
      let box = first[operand]
      guard rows.allSatisfy({ block.table.place($0, place)[operand] == box }) else { return nil }
    }
    block.takeUp(rows[0])
    var count = 0
    for operand in 0..<number where operand != keyed.key {
      (block.table.operands + count).initialize(to: block.table.operand(first[operand], block.slots))
      count += 1
    }
    defer { block.table.operands.deinitialize(count: count) }
    let answer = call.answer(
      keyed, with: UnsafeBufferPointer(start: UnsafePointer(block.table.operands), count: count), in: block.evaluator)
    // Where whole columns end, each row finds out for itself.
    guard !block.evaluator.cameToAnEnd else {
      block.evaluator.course.ends = OpenEnds()
      return nil
    }
    block.table.steps[rows[0]] = block.evaluator.course.limits.steps
    return answer
  }

  /// Puts the answer to a key into its place; `false` where the ordinary call says more.
  @inline(__always)
  private static func run(
    _ answer: @escaping KeyedBody.Answer, _ key: BoxedValue, in row: Int, to place: UnsafeMutablePointer<BoxedValue>,
    isLast: Bool, _ block: inout Block
  ) -> Bool {
    guard isOneValue(key, block.slots) else { return false }
    block.takeUp(row)
    guard var result = answer(key, block.slots) else { return false }
    if isLast, case .reference(let reference) = result, let box = block.evaluator.cells.plainBox(of: reference) {
      place.pointee = box
      block.leave(row)
    } else {
      block.evaluator.count(&result)
      block.store(result, in: row, at: place)
    }
    return true
  }

  /// Whether a box stands for one value or for what was left out, not for an array or a reference.
  @inline(__always)
  private static func isOneValue(_ box: BoxedValue, _ slots: BoxedSlots) -> Bool {
    if box.isSingle || box.isOmitted { return true }
    guard box.isMade else { return box.kind != .array }
    guard box.kind == .record else { return false }
    if case .array = slots.value(box) { return false }
    return true
  }

  /// What an ordinary call gives in a row.
  private static func result(
    of call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ takesWhole: Bool,
    _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, _ block: borrowing Block
  ) -> Operand {
    let evaluator = block.evaluator
    var result = block.withOperands(boxes, count) { operands in
      if KeptCalls.mayKeep(call, operands) { return evaluator.keptResult(of: call, function, operands) }
      return (takesWhole ? call.resultOfBody(operands, in: evaluator) : nil)
        ?? function.pointee(operands, in: evaluator)
    }
    evaluator.count(&result)
    return result
  }
}

extension CellStore {
  /// What stands in the cell of a reference, where it is a plain number, a text or a logical.
  @inline(__always)
  func plainBox(of reference: borrowing Reference) -> BoxedValue? {
    guard reference.isSingleCell, !reference.isArray else { return nil }
    let cell = reference.first
    guard Int(cell.left) < columnCount(of: cell.grid) else { return nil }
    let column = column(cell.grid, Int(cell.left))
    guard !mayHaveKinds || column.pointee.kinds.isPlain else { return nil }
    let box = BoxedValue(bits: column.pointee.bits(at: Int(cell.top)))
    return box.isNumber || box.isText || box.isLogical ? box : nil
  }
}
