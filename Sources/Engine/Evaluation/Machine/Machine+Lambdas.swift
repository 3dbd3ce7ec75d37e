import CellModel
import Functions

/// A LAMBDA that is about to run, with its arguments in its locals.
struct LambdaCall {
  let closure: LambdaClosure
  let frame: LocalFrame
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
    guard !evaluator.givesUp(), let closure = lambda.body as? LambdaClosure else { throw .calculation }
    let frame = try closure.frame(for: arguments)
    try evaluator.course.limits.enterCall(evaluator.settings)
    return LambdaCall(closure: closure, frame: frame)
  }

  /// Calls a LAMBDA for a function that was given it.
  func call(_ lambda: CellLambda, _ arguments: [Operand], in evaluator: Evaluator) -> Operand {
    if let function = CellValue.lambda(lambda).namedFunction { return function(arguments, in: evaluator) }
    let call: LambdaCall
    do throws(CellError) { call = try open(lambda, arguments, in: evaluator) } catch { return .value(.error(error)) }
    let former = evaluator.running.place
    evaluator.running.place = FormulaPlace(of: call.closure)
    evaluator.course.limits.enterRunOfCall()
    let (template, form) = (call.closure.template, call.closure.form)
    let operand = run(template, template.program.code, form.start..<form.end, call.frame, in: evaluator)
    evaluator.course.limits.leaveRun()
    evaluator.running.place = former
    evaluator.course.limits.leaveCall()
    return operand
  }
}

extension CellValue {
  /// The function that was passed by its name, if it is one.
  var namedFunction: SheetFunction? {
    if case .lambda(let lambda) = self { lambda.body as? SheetFunction } else { nil }
  }
}
