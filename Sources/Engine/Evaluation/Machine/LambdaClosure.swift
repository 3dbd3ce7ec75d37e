import CellModel
import Functions

/// The locals of a formula or of one call of a LAMBDA.
final class LocalFrame {
  var locals: [Operand]

  init(_ locals: [Operand]) { self.locals = locals }

  convenience init(omitted count: Int) { self.init(Array(repeating: .omitted, count: count)) }
}

/// What a LAMBDA value carries: its code and everything in force where it was made.
final class LambdaClosure: @unchecked Sendable {
  let template: FormulaTemplate
  let form: Program.LambdaForm
  let references: [GroupReference]
  let origin: CellAddress
  private let locals: [Operand]

  /// - Parameters:
  ///   - number: Which LAMBDA of the template it is.
  ///   - frame: The locals in force.
  init(_ template: FormulaTemplate, _ number: Int, _ frame: LocalFrame?, at place: FormulaPlace) {
    self.template = template
    form = template.program.lambdas[number]
    locals = frame?.locals ?? []
    references = Array(place.references)
    origin = place.origin
  }

  /// The LAMBDA as a value.
  var value: CellLambda {
    CellLambda(parameters: form.parameters, optionalCount: form.optionalCount, body: self, source: form.source)
  }

  /// The locals of a call: those that it was made with, and the arguments.
  ///
  /// - Throws: `#VALUE!` for as many arguments as it does not take.
  func frame(for arguments: [Operand]) throws(CellError) -> LocalFrame {
    let count = form.slots.count
    guard arguments.count <= count, arguments.count >= count - form.optionalCount else {
      throw .value("The LAMBDA takes \(count) arguments, not \(arguments.count).")
    }
    let frame = LocalFrame(locals)
    for (slot, argument) in zip(form.slots, arguments) { frame.locals[slot] = argument }
    for slot in form.slots.dropFirst(arguments.count) { frame.locals[slot] = .omitted }
    return frame
  }
}
