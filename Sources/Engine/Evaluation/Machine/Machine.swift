import CellModel
import Formulas
import Functions

/// Runs programs on stacks of operands, one run within the other, and has what they need for that.
final class Machine {
  /// The stack of a run that is within no other; empty while it is lent.
  @exclusivity(unchecked) private var firstStack: OperandStack? = OperandStack()
  /// Stacks for other runs that nobody uses now.
  @exclusivity(unchecked) private var spareStacks: [OperandStack] = []
  /// The LAMBDA that a function called last: to find out what one is takes as long as to run a short one.
  @exclusivity(unchecked) private var called: CalledLambda?
  /// Where texts are put together.
  let line = TextLine()
  /// For rows that run together; made when some do first.
  private var madeBoxTable: BoxTable?

  /// What goes on when a LAMBDA that was called has come to its end.
  private struct Caller {
    let template: FormulaTemplate
    let position: Int
    let end: Int
    let frame: LocalFrame?
    /// The closure that it runs, if it runs one.
    let closure: LambdaClosure?
    /// Where the operands of the caller end.
    let operands: Int
    let place: FormulaPlace
  }

  deinit {
    firstStack?.deallocate()
    for stack in spareStacks { stack.deallocate() }
  }

  /// Runs a piece of a program.
  ///
  /// A LAMBDA that is called directly runs in the same loop, and who called it waits in a list: recursion of sheets
  /// takes no stack of the thread. The loop is one function, however long, because each instruction in it has the program's
  /// place in registers; what takes long by itself is a function behind it.
  func run(
    _ start: FormulaTemplate, _ startCode: Program.Code, _ range: Range<Int>, _ frame: LocalFrame?,
    in evaluator: Evaluator
  ) -> Operand {
    // Held by who calls this, by the closure that runs, or by a caller in the list.
    unowned(unsafe) var template = start
    var frame = frame
    var closure: LambdaClosure?
    var code = startCode
    var (position, end) = (range.lowerBound, range.upperBound)
    var callers: [Caller] = []
    var stack = takeStack()
    while true {
      guard position < end else {
        // IF without an else branch and similar leave exactly one operand; nothing else can.
        guard let caller = callers.popLast() else {
          let result = stack.count > 0 ? stack.pop() : .omitted
          giveBack(&stack)
          return result
        }
        let result = stack.count > caller.operands ? stack.pop() : .omitted
        stack.replaceLast(stack.count - caller.operands, by: result)
        template = caller.template
        (frame, closure) = (caller.frame, caller.closure)
        code = caller.template.program.code
        (position, end) = (caller.position, caller.end)
        evaluator.running.place = caller.place
        evaluator.course.limits.leaveCall()
        continue
      }
      let instruction = code.instructions[position]
      position += 1
      switch instruction {
      case .constant(let number): stack.push(.value(code.constants[number]))
      case .ownNumber(let number):
        let own = evaluator.reference(at: number).number(
          at: Int(evaluator.origin.row), in: evaluator.formulas.ownNumbers.base)
        stack.push(.value(.number(own)))
      case .ownRow: stack.push(evaluator.ownRow)
      case .omitted: stack.push(.omitted)
      case .cell(let number): stack.push(evaluator.cell(number))
      case .reference(let number): stack.push(evaluator.reference(number))
      case .numberOrReference(let number): stack.push(evaluator.numberOrReference(number))
      case .references(let number): stack.push(evaluator.union(of: template.program.unions[number]))
      case .local(let slot): stack.push(frame?.locals[slot] ?? .omitted)
      case .storeLocal(let slot): frame?.locals[slot] = stack.pop()
      case .unary(let op): stack.push(evaluator.unary(op, stack.pop()))
      case .countLogical: stack.push(stack.pop().countingLogicals())
      case .binary(let op, let isFinal):
        let right = stack.pop()
        let left = stack.pop()
        var result = evaluator.binary(op, left, right, isFinal: isFinal)
        evaluator.count(&result)
        stack.push(result)
      case .call(let function, let number):
        let operands = stack.last(number)
        let call = code.calls[function]
        var result =
          KeptCalls.mayKeep(call, operands)
          ? evaluator.keptResult(of: call, code.functions + function, operands)
          : call.result(of: operands, in: evaluator) ?? code.functions[function](operands, in: evaluator)
        evaluator.count(&result)
        stack.replaceLast(number, by: result)
      case .join(let number, let function):
        stack.replaceLast(number, by: evaluator.join(stack.last(number), function, in: code))
      case .deferred(let last):
        stack.push(.deferred(deferred(template, position..<last, frame, in: evaluator)))
        position = last
      case .branch(let elseStart, let last, let hasElse, let function):
        let condition = evaluator.taken(stack.pop())
        if case .array = condition {
          let ranges = [position..<elseStart - 1] + (hasElse ? [elseStart..<last] : [])
          stack.push(choice(by: .value(condition), of: ranges, function, template, frame, in: evaluator))
          position = last
        } else {
          do throws(CellError) { if !(try condition.asLogical()) { position = elseStart } } catch {
            stack.push(.value(.error(error)))
            position = last
          }
        }
      case .select(let number):
        position = select(template.program.selections[number], template, frame, on: &stack, in: evaluator)
      case .jump(let target): position = target
      case .rescue(let onlyMissing, let last, let function):
        let operand = stack.pop()
        guard let value = evaluator.singleValue(of: operand) else {
          stack.push(choice(by: operand, of: [position..<last], function, template, frame, in: evaluator))
          position = last
          continue
        }
        if !value.isRescued(onlyMissing: onlyMissing) {
          stack.push(.value(value))
          position = last
        }
      case .makeLambda(let number, let last):
        stack.push(makeLambda(number, template, frame, in: evaluator))
        position = last
      case .apply(let number):
        guard let call = apply(number, on: &stack, in: evaluator) else { continue }
        callers.append(
          Caller(
            template: template, position: position, end: end, frame: frame, closure: closure, operands: stack.count,
            place: evaluator.running.place))
        (frame, closure) = (call.frame, call.closure)
        template = call.closure.template
        code = call.closure.template.program.code
        (position, end) = (call.closure.form.start, call.closure.form.end)
        evaluator.running.place = FormulaPlace(of: call.closure)
      case .array(let rows, let columns):
        let elements = rows * columns
        stack.replaceLast(elements, by: Self.array(of: stack.last(elements), rows, columns, in: evaluator))
      case .record(let number):
        let names = template.program.names[number]
        stack.replaceLast(names.count, by: Self.record(of: names, stack.last(names.count), in: evaluator))
      case .member(let number): stack.push(evaluator.member(template.program.names[number][0], of: stack.pop()))
      case .tableRow:
        let row = evaluator.value(of: stack.pop())
        stack.push(stack.pop().row(row))
      case .previous(let number, let target):
        if evaluator.reference(at: number).topRow(at: Int(evaluator.origin.row)) >= 0 {
          stack.push(evaluator.cell(number))
          position = target
        }
      case .growing(let number):
        if let end = evaluator.pushGrown(number, template, frame, on: &stack) { position = end }
      case .grownReference(let number): stack.push(evaluator.grownReference(number))
      case .headers(let number, let data): stack.push(evaluator.headers(template.program.names[number], data))
      }
    }
  }

  @inline(__always)
  private func takeStack() -> OperandStack {
    if let stack = firstStack {
      firstStack = nil
      return stack
    }
    return spareStacks.popLast() ?? OperandStack()
  }

  @inline(__always)
  private func giveBack(_ stack: inout OperandStack) {
    stack.removeAll()
    if firstStack == nil { firstStack = stack } else { spareStacks.append(stack) }
  }

  /// What rows that run together have in hand; one block of rows at a time has it.
  func boxTable() -> BoxTable {
    if let madeBoxTable { return madeBoxTable }
    let made = BoxTable()
    madeBoxTable = made
    return made
  }

  // MARK: Seldom needed, and no part of the loop, of which each run within another takes a frame of the stack

  /// Chooses among pieces of the program by the value on the stack; gives the place to go on at.
  @inline(never)
  private func select(
    _ selection: Program.Selection, _ template: FormulaTemplate, _ frame: LocalFrame?, on stack: inout OperandStack,
    in evaluator: Evaluator
  ) -> Int {
    let condition = evaluator.taken(stack.pop())
    if case .array = condition {
      let ranges = selection.starts.indices.map { selection.range($0) }
      stack.push(choice(by: .value(condition), of: ranges, selection.function, template, frame, in: evaluator))
      return selection.end
    }
    do throws(CellError) { return selection.starts[try selection.place(of: condition)] } catch {
      stack.push(.value(.error(error)))
      return selection.end
    }
  }

  @inline(never)
  private func makeLambda(
    _ number: Int, _ template: FormulaTemplate, _ frame: LocalFrame?, in evaluator: Evaluator
  ) -> Operand {
    _ = evaluator.givesUp()
    let place = evaluator.running.place
    return .value(.lambda(LambdaClosure(template, number, frame, at: place, in: evaluator.formulas).value))
  }

  /// Takes what is applied and its arguments from the stack; `nil` where the result is on it already.
  @inline(never)
  private func apply(_ number: Int, on stack: inout OperandStack, in evaluator: Evaluator) -> LambdaCall? {
    let operands = Array(stack.last(number))
    stack.dropLast(number)
    let called = evaluator.value(of: stack.pop())
    if let function = called.namedFunction {
      stack.push(function(operands, in: evaluator))
      return nil
    }
    do throws(CellError) { return try open(called, operands, in: evaluator) } catch {
      stack.push(.value(.error(error)))
      return nil
    }
  }

  private static func array(
    of operands: UnsafeBufferPointer<Operand>, _ rows: Int, _ columns: Int, in evaluator: Evaluator
  ) -> Operand {
    let elements = operands.map { operand in
      let value = evaluator.value(of: operand)
      return if case .array(let array) = value { array.first } else { value }
    }
    return .value(.array(CellArray(rows: rows, columns: columns, elements)))
  }

  private static func record(
    of names: [String], _ operands: UnsafeBufferPointer<Operand>, in evaluator: Evaluator
  ) -> Operand {
    .value(.record(CellRecord(zip(names, operands).map { (name: $0, value: evaluator.value(of: $1)) })))
  }

  /// Takes what there is to a LAMBDA to call it; `nil` for a function that was passed by its name.
  func takeCalled(_ lambda: CellLambda) -> CalledLambda? {
    if let called, called.lambda === lambda {
      self.called = nil
      return called
    }
    return (lambda.body as? LambdaClosure).map { CalledLambda(lambda: lambda, closure: $0, frame: nil) }
  }

  func giveBack(_ called: consuming CalledLambda) { self.called = called }

  /// What a function gives for each element of an array by which it chooses among pieces of the program.
  private func choice(
    by array: Operand, of ranges: [Range<Int>], _ function: Int?, _ template: FormulaTemplate, _ frame: LocalFrame?,
    in evaluator: Evaluator
  ) -> Operand {
    guard let function else { return .value(.error(.name)) }
    let code = template.program.code
    if let references = references(ranges, code, in: evaluator) {
      return ([array] + references).withUnsafeBufferPointer { operands in
        KeptCalls.areKnown(operands)
          ? evaluator.keptResult(of: code.calls[function], code.functions + function, operands)
          : code.functions[function](operands, in: evaluator)
      }
    }
    let choices = ranges.map { Operand.deferred(deferred(template, $0, frame, in: evaluator)) }
    return code.functions[function]([array] + choices, in: evaluator)
  }

  /// What pieces of the program are that only name cells, as those of `CHOOSE({1,2}, B$1:B$9, A$1:A$9)`; `nil` where one does more.
  private func references(_ ranges: [Range<Int>], _ code: Program.Code, in evaluator: Evaluator) -> [Operand]? {
    var references: [Operand] = []
    for range in ranges {
      guard range.count == 1, case .reference(let number) = code.instructions[range.lowerBound] else { return nil }
      references.append(evaluator.reference(number))
    }
    return references
  }

  /// An argument that runs when somebody asks for it, where the formula stands now.
  private func deferred(
    _ template: FormulaTemplate, _ range: Range<Int>, _ frame: LocalFrame?, in evaluator: Evaluator
  ) -> Deferred {
    let own = evaluator.running.place
    return Deferred { [self] in
      do throws(CellError) { try evaluator.course.limits.enterRun() } catch { return .value(.error(error)) }
      defer { evaluator.course.limits.leaveRun() }
      let former = evaluator.running.place
      evaluator.running.place = own
      let operand = run(template, template.program.code, range, frame, in: evaluator)
      evaluator.running.place = former
      return operand
    }
  }
}

extension CellValue {
  /// Whether something else stands in its place.
  func isRescued(onlyMissing: Bool) -> Bool {
    if case .error(let error) = self { !onlyMissing || error.code == .notAvailable } else { false }
  }
}
