import CellModel
import Functions

/// A LAMBDA that is about to run, with its arguments in its locals.
struct LambdaCall {
  let closure: LambdaClosure
  private(set) var frame: LocalFrame

  /// The locals of a call that has ended, without its arguments; `nil` where somebody else has them.
  mutating func takeUsedFrame() -> LocalFrame? {
    guard isKnownUniquelyReferenced(&frame) else { return nil }
    for slot in closure.form.slots { frame.locals[slot] = .omitted }
    return frame
  }
}

extension Machine {
  /// Opens a call, which ``EvaluationLimits/leaveCall()`` closes.
  func open(_ callee: CellValue, _ arguments: [Operand], in evaluator: Evaluator) throws(CellError) -> LambdaCall {
    switch callee {
    case .lambda(let lambda): return try open(lambda, arguments, in: evaluator)
    case .error(let error): throw error
    default: throw .value("Only a LAMBDA can be called.")
    }
  }

  private func open(
    _ lambda: CellLambda, _ arguments: [Operand], in evaluator: Evaluator
  ) throws(CellError) -> LambdaCall {
    guard let closure = lambda.body as? LambdaClosure else { throw .calculation }
    return try open(closure, arguments, reusing: nil, in: evaluator)
  }

  private func open(
    _ closure: LambdaClosure, _ arguments: [Operand], reusing used: consuming LocalFrame?, in evaluator: Evaluator
  ) throws(CellError) -> LambdaCall {
    guard !evaluator.givesUp() else { throw .calculation }
    let frame = try closure.frame(for: arguments, reusing: used)
    try evaluator.course.limits.enterCall(evaluator.settings)
    return LambdaCall(closure: closure, frame: frame)
  }

  /// Calls a LAMBDA for a function that was given it, which mostly calls it again and again.
  func call(_ lambda: CellLambda, _ arguments: [Operand], in evaluator: Evaluator) -> Operand {
    guard var called = takeCalled(lambda) else {
      let function = CellValue.lambda(lambda).namedFunction
      return function?(arguments, in: evaluator) ?? .value(.error(.calculation))
    }
    var call: LambdaCall
    do throws(CellError) {
      call = try open(called.closure, arguments, reusing: called.frame.take(), in: evaluator)
    } catch { return .value(.error(error)) }
    let former = evaluator.running.place
    evaluator.running.place = FormulaPlace(of: call.closure)
    evaluator.course.limits.enterRunOfCall()
    let (template, form) = (call.closure.template, call.closure.form)
    let operand = run(template, template.program.code, form.start..<form.end, call.frame, in: evaluator)
    evaluator.course.limits.leaveRun()
    evaluator.running.place = former
    evaluator.course.limits.leaveCall()
    called.frame = call.takeUsedFrame()
    giveBack(called)
    return operand
  }
}

/// A LAMBDA that a function has called, with the locals of the call that has ended.
struct CalledLambda {
  let lambda: CellLambda
  let closure: LambdaClosure
  var frame: LocalFrame?
}

extension CellValue {
  /// The function that was passed by its name, if it is one.
  var namedFunction: SheetFunction? {
    if case .lambda(let lambda) = self { lambda.body as? SheetFunction } else { nil }
  }
}
