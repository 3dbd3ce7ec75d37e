import CellModel
import Formulas
import Functions

/// A general program that runs for some rows of a column together: each instruction for all of them, then the next.
///
/// What a row costs beside its functions is paid once so, taking it up, choosing instructions, finding the columns that
/// are read, and values stay in the 8 bytes in which cells have them. A row that comes to an array, or to an end that is not
/// its own, *stands out*: nothing is said about it, and whoever asked evaluates it by itself. Rows are counted from the
/// first of the block, at most ``BoxTable/rows``; they read none of each other. Nobody writes into a cell while it runs.
struct BlockRun: ~Copyable {
  /// How many rows of a block may stand out before all that have the program are evaluated one by one.
  private static let mostStandingOut = 3

  private let evaluator: Evaluator
  private let program: Program
  private let table: BoxTable
  private let firstRow: Int
  private let count: Int
  private var standingOut: [Int] = []

  init(_ evaluator: Evaluator, _ program: Program, _ table: BoxTable, _ rows: RowRange) {
    self.evaluator = evaluator
    self.program = program
    self.table = table
    firstRow = rows.lowerBound
    count = rows.count
    table.begin(count, width: program.localCount + program.depth)
  }

  deinit { table.empty() }

  /// Runs the program, and tells whether most rows have a result.
  mutating func run() -> Bool {
    for row in 0..<count {
      for slot in 0..<program.localCount { table.place(row, slot).pointee = .omitted }
    }
    run(0..<program.count, for: Array(0..<count), at: program.localCount)
    return standingOut.count <= Self.mostStandingOut
  }

  // MARK: Results

  /// The number or logical that a row has come to; `nil` where it is anything else, or the row stands out.
  @inline(__always)
  func plainResult(_ row: Int) -> BoxedValue? {
    let box = table.place(row, program.localCount).pointee
    guard box.isNumber || box.isLogical, !standsOut(row) else { return nil }
    return box
  }

  /// What a row has come to, as its cell has it; `nil` where it stands out.
  func result(_ row: Int) -> CellValue? {
    guard !standsOut(row) else { return nil }
    let box = table.place(row, program.localCount).pointee
    if box.isNumber || box.isLogical || box.isText || slots.isNumber(box) { return slots.value(box) }
    takeUp(row)
    let value = evaluator.cellValue(of: table.operand(box, slots))
    guard !evaluator.cameToAnEnd else {
      evaluator.course.ends = OpenEnds()
      return nil
    }
    if case .array = value { return nil }
    return value
  }

  private func standsOut(_ row: Int) -> Bool { !standingOut.isEmpty && standingOut.contains(row) }

  // MARK: Rows

  /// Lets the evaluator stand in a row.
  @inline(__always)
  private func takeUp(_ row: Int) { evaluator.takeUp(firstRow + row, steps: table.steps[row]) }

  /// Keeps what the evaluator has counted in a row.
  @inline(__always)
  private mutating func leave(_ row: Int) {
    table.steps[row] = evaluator.course.limits.steps
    if evaluator.cameToAnEnd { standOut(row) }
  }

  private mutating func standOut(_ row: Int) {
    evaluator.course.ends = OpenEnds()
    if !standsOut(row) { standingOut.append(row) }
  }

  private var slots: BoxedSlots { table.slots(beside: evaluator.cells) }

  /// Puts what an operator or a function gave in a row into its place, and leaves the row.
  @inline(__always)
  private mutating func store(_ result: consuming Operand, in row: Int, at place: UnsafeMutablePointer<BoxedValue>) {
    switch consume result {
    case .value(.array):
      // A block would hold as many of them as it has rows.
      place.pointee = .omitted
      standOut(row)
    case let result: place.pointee = table.box(result)
    }
    leave(row)
  }

  // MARK: Instructions

  /// Runs a piece of the program for some rows; each has a further operand then, at a place of the table.
  private mutating func run(_ range: Range<Int>, for rows: [Int], at first: Int) {
    guard !rows.isEmpty else { return }
    let code = program.code
    var place = first
    var position = range.lowerBound
    while position < range.upperBound {
      let instruction = code.instructions[position]
      position += 1
      switch instruction {
      case .constant(let number): push(table.box(code.constants[number]), for: rows, at: &place)
      case .omitted: push(.omitted, for: rows, at: &place)
      case .ownNumber(let number): pushNumbers(number, for: rows, at: &place)
      case .ownRow:
        for row in rows { table.place(row, place).pointee = BoxedValue(Double(firstRow + row + 1)) }
        place += 1
      case .cell(let number): pushCells(number, for: rows, at: &place)
      case .reference(let number): pushReferences(number, for: rows, at: &place)
      case .numberOrReference(let number): pushNumbersOrReferences(number, for: rows, at: &place)
      case .local(let slot):
        for row in rows { table.place(row, place).pointee = table.place(row, slot).pointee }
        place += 1
      case .storeLocal(let slot):
        place -= 1
        for row in rows { table.place(row, slot).pointee = table.place(row, place).pointee }
      case .unary(let op):
        for row in rows {
          takeUp(row)
          let operand = table.place(row, place - 1)
          store(evaluator.unary(op, table.operand(operand.pointee, slots)), in: row, at: operand)
        }
      case .countLogical:
        for row in rows {
          let operand = table.place(row, place - 1)
          operand.pointee = operand.pointee.countingLogicals
        }
      case .binary(let op, let isFinal):
        place -= 1
        combine(op, isFinal: isFinal, for: rows, at: place - 1)
      case .call(let function, let number):
        place -= number
        call(
          code.calls[function], code.functions + function, number, for: rows, at: place,
          isLast: position == program.count)
        place += 1
      case .join(let number, let function):
        place -= number
        join(number, function.map { code.functions + $0 }, for: rows, at: place)
        place += 1
      case .branch(let elseStart, let end, _, _):
        place -= 1
        let (chosen, others) = parts(of: rows, byConditionAt: place)
        // The last instruction of the first branch is the jump over the second.
        run(position..<elseStart - 1, for: chosen, at: place)
        run(elseStart..<end, for: others, at: place)
        place += 1
        position = end
      case .select(let number):
        place -= 1
        let selection = program.selections[number]
        for (branch, chosen) in parts(of: rows, selectedAt: place, from: selection).enumerated() {
          run(selection.range(branch), for: chosen, at: place)
        }
        place += 1
        position = selection.end
      case .rescue(let onlyMissing, let end, _):
        place -= 1
        let rescued = rescuedRows(among: rows, at: place, onlyMissing: onlyMissing)
        run(position..<end, for: rescued, at: place)
        place += 1
        position = end
      default: preconditionFailure("a program that runs in blocks has no such instruction")
      }
    }
  }

  private func push(_ box: BoxedValue, for rows: [Int], at place: inout Int) {
    for row in rows { table.place(row, place).pointee = box }
    place += 1
  }

  private func pushNumbers(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    let list = evaluator.formulas.ownNumbers.base
    for row in rows {
      table.place(row, place).pointee = BoxedValue(reference.number(at: firstRow + row, in: list))
    }
    place += 1
  }

  private func pushCells(_ number: Int, for rows: [Int], at place: inout Int) {
    defer { place += 1 }
    let reference = evaluator.reference(at: number)
    let cells = evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid)
    else {
      for row in rows {
        takeUp(row)
        table.place(row, place).pointee = table.box(evaluator.cell(number))
      }
      return
    }
    let column = cells.column(reference.grid, Int(reference.left))
    let isPlain = !cells.mayHaveKinds || column.pointee.kinds.isPlain
    for row in rows {
      let read = reference.topRow(at: firstRow + row)
      let box =
        if read < 0 {
          table.box(evaluator.aboveFirstRow)
        } else if isPlain {
          BoxedValue(bits: column.pointee.bits(at: read))
        } else {
          table.box(cells.value(in: column, at: read))
        }
      table.place(row, place).pointee = box
    }
  }

  private func pushReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    if !reference.topIsRelative, !reference.bottomIsRelative, !reference.mayBeMissing {
      takeUp(rows[0])
      return push(table.box(evaluator.reference(number)), for: rows, at: &place)
    }
    for row in rows {
      takeUp(row)
      table.place(row, place).pointee = table.box(evaluator.reference(number))
    }
    place += 1
  }

  private func pushNumbersOrReferences(_ number: Int, for rows: [Int], at place: inout Int) {
    let reference = evaluator.reference(at: number)
    let cells = evaluator.cells
    guard reference.isCell, !reference.mayBeMissing, Int(reference.left) < cells.columnCount(of: reference.grid),
      case let column = cells.column(reference.grid, Int(reference.left)),
      !cells.mayHaveKinds || column.pointee.kinds.isPlain
    else { return pushReferences(number, for: rows, at: &place) }
    for row in rows {
      let read = reference.topRow(at: firstRow + row)
      if read >= 0, case let box = BoxedValue(bits: column.pointee.bits(at: read)), box.isNumber {
        table.place(row, place).pointee = box
      } else {
        takeUp(row)
        table.place(row, place).pointee = table.box(evaluator.reference(number))
      }
    }
    place += 1
  }

  private mutating func combine(_ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int) {
    typealias Arithmetic = CellArithmetic
    typealias Order = CellComparison
    switch op {
    case .add where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place) { .finite(Arithmetic.finalAdd($0, $1)) }
    case .add: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 + $1) }
    case .subtract where isFinal:
      combine(op, isFinal: isFinal, for: rows, at: place) { .finite(Arithmetic.finalSubtract($0, $1)) }
    case .subtract: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 - $1) }
    case .multiply: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 * $1) }
    case .divide: combine(op, isFinal: isFinal, for: rows, at: place) { .finite($0 / $1) }
    case .equal: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) == 0) }
    case .notEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) != 0) }
    case .less: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) < 0) }
    case .lessOrEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) <= 0) }
    case .greater: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) > 0) }
    case .greaterOrEqual: combine(op, isFinal: isFinal, for: rows, at: place) { BoxedValue(Order.order($0, $1) >= 0) }
    case .power, .concatenate, .range, .intersection, .union:
      combine(op, isFinal: isFinal, for: rows, at: place) { _, _ in nil }
    }
  }

  /// - Parameter numbers: What the operator makes of two plain numbers; `nil` where there is more to it.
  @inline(__always)
  private mutating func combine(
    _ op: BinaryOperator, isFinal: Bool, for rows: [Int], at place: Int, _ numbers: (Double, Double) -> BoxedValue?
  ) {
    for row in rows {
      let left = table.place(row, place)
      if left[0].isNumber, left[1].isNumber, let result = numbers(left[0].number, left[1].number) {
        left.pointee = result
      } else {
        combine(op, in: row, at: left, isFinal: isFinal)
      }
    }
  }

  /// Puts what an operator makes of two operands of a row into the place of the left one.
  private mutating func combine(
    _ op: BinaryOperator, in row: Int, at left: UnsafeMutablePointer<BoxedValue>, isFinal: Bool
  ) {
    if let result = single(op, left[0], left[1], isFinal: isFinal) {
      left.pointee = result
      return
    }
    takeUp(row)
    var result = evaluator.binary(op, table.operand(left[0], slots), table.operand(left[1], slots), isFinal: isFinal)
    evaluator.count(&result)
    store(result, in: row, at: left)
  }

  /// What an operator makes of two single values; `nil` where there is more to it.
  @inline(__always)
  private func single(_ op: BinaryOperator, _ a: BoxedValue, _ b: BoxedValue, isFinal: Bool) -> BoxedValue? {
    guard a.isSingle, b.isSingle, !op.joinsReferences else { return nil }
    let value = evaluator.datedScalar(op, slots.value(a), slots.value(b), isFinal: isFinal)
    return value.takesSteps ? nil : table.box(value)
  }

  /// Puts texts together.
  private mutating func join(
    _ number: Int, _ function: UnsafePointer<SheetFunction>?, for rows: [Int], at place: Int
  ) {
    let line = evaluator.machine.line
    for row in rows {
      let first = table.place(row, place)
      line.begin()
      if (0..<number).allSatisfy({ line.append(first[$0], slots) }) {
        first.pointee = table.box(.text(line.text))
      } else {
        takeUp(row)
        var result = withOperands(first, number) { evaluator.joined($0, by: function) }
        evaluator.count(&result)
        store(result, in: row, at: first)
      }
    }
  }

  /// Calls something with the operands of some boxes.
  private func withOperands(
    _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, _ body: (UnsafeBufferPointer<Operand>) -> Operand
  ) -> Operand {
    for place in 0..<count { (table.operands + place).initialize(to: table.operand(boxes[place], slots)) }
    defer { table.operands.deinitialize(count: count) }
    return body(UnsafeBufferPointer(start: UnsafePointer(table.operands), count: count))
  }

  // MARK: Calls

  /// - Parameter isLast: Whether what it gives is what the cell has.
  private mutating func call(
    _ call: FunctionCall, _ function: UnsafePointer<SheetFunction>, _ number: Int, for rows: [Int], at place: Int,
    isLast: Bool
  ) {
    let takesWhole = call.takes(number, in: evaluator)
    let bodies = call.bodies(for: number)
    let numeric = number > 0 ? bodies.numeric : nil
    var answer: KeyedBody.Answer?
    if let keyed = bodies.keyed { answer = self.answer(of: call, keyed, number, for: rows, at: place) }
    for row in rows {
      let first = table.place(row, place)
      if let answer, let keyed = bodies.keyed, run(answer, first[keyed.key], in: row, to: first, isLast: isLast) {
        continue
      } else if let numeric, let result = run(numeric, first, number) {
        first.pointee = bodies.kind == .plain ? BoxedValue(result) : table.box(.number(result, bodies.kind))
      } else if let result = run(bodies, first, number, in: row) {
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
    _ bodies: ShortBodies, _ boxes: UnsafeMutablePointer<BoxedValue>, _ count: Int, in row: Int
  ) -> BoxedValue? {
    guard let body = bodies.boxed,
      (0..<count).allSatisfy({ isOneValue(boxes[$0]) && bodies.take(boxes[$0], slots) })
    else { return nil }
    evaluator.standIn(firstRow + row)
    guard let value = body.result(of: BoxedArguments(boxes, count: count, slots, in: evaluator)), !value.takesSteps
    else {
      return nil
    }
    return table.box(bodies.withKind(value))
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

  // MARK: Branches

  /// The rows for the two branches; a row whose condition is an error has that as its result.
  private mutating func parts(of rows: [Int], byConditionAt place: Int) -> (chosen: [Int], others: [Int]) {
    var (chosen, others): ([Int], [Int]) = ([], [])
    chosen.reserveCapacity(rows.count)
    others.reserveCapacity(rows.count)
    for row in rows {
      let box = table.place(row, place)
      if box.pointee.isLogical {
        if box.pointee.logical { chosen.append(row) } else { others.append(row) }
        continue
      }
      take(box, in: row) { (condition) throws(CellError) in
        if try condition.asLogical() { chosen.append(row) } else { others.append(row) }
      }
    }
    return (chosen, others)
  }

  /// Takes the value by which a row chooses; where it is an array or chooses nothing, it or the error is the row's result.
  private mutating func take(
    _ box: UnsafeMutablePointer<BoxedValue>, in row: Int, _ choose: (CellValue) throws(CellError) -> Void
  ) {
    takeUp(row)
    let value = evaluator.taken(table.operand(box.pointee, slots))
    if case .array = value { return store(.value(value), in: row, at: box) }
    do throws(CellError) {
      try choose(value)
      leave(row)
    } catch {
      store(.value(.error(error)), in: row, at: box)
    }
  }

  /// The rows for each of several branches; a row whose position is none has an error as its result.
  private mutating func parts(of rows: [Int], selectedAt place: Int, from selection: Program.Selection) -> [[Int]] {
    var parts = [[Int]](repeating: [], count: selection.starts.count)
    for row in rows {
      let box = table.place(row, place)
      if box.pointee.isNumber, let branch = selection.place(of: box.pointee.number) {
        parts[branch].append(row)
        continue
      }
      take(box, in: row) { (position) throws(CellError) in parts[try selection.place(of: position)].append(row) }
    }
    return parts
  }

  /// The rows whose value is an error to be rescued; what the others have stays where it is.
  private mutating func rescuedRows(among rows: [Int], at place: Int, onlyMissing: Bool) -> [Int] {
    var rescued: [Int] = []
    for row in rows {
      let box = table.place(row, place)
      if box.pointee.isNumber || box.pointee.isText { continue }
      takeUp(row)
      let operand = table.operand(box.pointee, slots)
      if let value = evaluator.singleValue(of: operand) {
        if value.isRescued(onlyMissing: onlyMissing) {
          rescued.append(row)
          leave(row)
        } else {
          store(.value(value), in: row, at: box)
        }
      } else {
        box.pointee = .omitted
        standOut(row)
        leave(row)
      }
    }
    return rescued
  }
}

extension BoxedValue {
  /// Whether it is a plain number, a text, a logical, a blank or an error of a cell.
  fileprivate var isSingle: Bool {
    isNumber || (bits >> 48 <= UInt64(Kind.error.rawValue) && !isOmitted)
  }

  /// The box of a number that is one; infinity and what is no number are errors, which an operator words.
  fileprivate static func finite(_ number: Double) -> BoxedValue? { number.isFinite ? BoxedValue(number) : nil }
}
