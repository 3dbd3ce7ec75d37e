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
  /// What tells how the cells are called that it reads; weak, as its cells hold their LAMBDAs.
  private weak var formulas: FormulaStore?

  /// - Parameters:
  ///   - number: Which LAMBDA of the template it is.
  ///   - frame: The locals in force.
  init(
    _ template: FormulaTemplate, _ number: Int, _ frame: LocalFrame?, at place: FormulaPlace, in formulas: FormulaStore
  ) {
    self.formulas = formulas
    self.template = template
    form = template.program.lambdas[number]
    locals = frame?.locals ?? []
    references = Array(place.references)
    origin = place.origin
  }

  /// The LAMBDA as a value.
  var value: CellLambda {
    CellLambda(parameters: form.parameters, optionalCount: form.optionalCount, body: self, source: self.source)
  }

  /// Its text as it reads right where it was made: the template is shared by formulas that read other cells.
  private var source: String {
    let tree = formulas?.tree(of: template, with: references, at: origin) ?? template.tree
    return tree.subtree(at: form.node).text()
  }

  /// The locals of a call: those that it was made with, and the arguments.
  ///
  /// - Parameter used: The locals of a call of it that has ended, which are made use of where nobody else has them.
  /// - Throws: `#VALUE!` for as many arguments as it does not take.
  func frame(for arguments: [Operand], reusing used: consuming LocalFrame? = nil) throws(CellError) -> LocalFrame {
    let count = form.slots.count
    guard arguments.count <= count, arguments.count >= count - form.optionalCount else {
      throw .value("The LAMBDA takes \(count) argument\(count == 1 ? "" : "s"), not \(arguments.count).")
    }
    let frame = isKnownUniquelyReferenced(&used) ? used ?? LocalFrame(locals) : LocalFrame(locals)
    for (place, slot) in form.slots.enumerated() {
      frame.locals[slot] = place < arguments.count ? arguments[place] : .omitted
    }
    return frame
  }
}

extension LambdaClosure {
  /// Whether the values in force where two LAMBDAs were made are the same.
  fileprivate func hasSameLocals(as other: LambdaClosure, _ depth: Int) -> Bool {
    locals.count == other.locals.count
      && zip(locals, other.locals).allSatisfy { mine, theirs in
        switch (mine, theirs) {
        case (.value(let a), .value(let b)): a.isAlike(to: b, depth)
        case (.reference(let a), .reference(let b)): a == b
        case (.omitted, .omitted): true
        case (.deferred(let a), .deferred(let b)): a === b
        default: false
        }
      }
  }
}

extension CellValue {
  /// Whether two values are the same though a LAMBDA in them may have been made anew: of the same text, with the same
  /// values in force where it was made. What cells it reads when it is called is another question.
  package func isAlike(to other: CellValue) -> Bool { isAlike(to: other, 16) }

  /// - Parameter depth: How many LAMBDAs within one another are looked into; one may have itself among its values.
  fileprivate func isAlike(to other: CellValue, _ depth: Int) -> Bool {
    switch (self, other) {
    case (.lambda(let a), .lambda(let b)):
      if a === b { return true }
      guard depth > 0, a.source == b.source, a.parameters == b.parameters else { return false }
      guard let mine = a.body as? LambdaClosure, let theirs = b.body as? LambdaClosure else { return true }
      return mine.hasSameLocals(as: theirs, depth - 1)
    case (.array(let a), .array(let b)):
      return a.rows == b.rows && a.columns == b.columns
        && zip(a.elements, b.elements).allSatisfy { $0.isAlike(to: $1, depth) }
    case (.record(let a), .record(let b)):
      return a.names == b.names && zip(a.values, b.values).allSatisfy { $0.isAlike(to: $1, depth) }
    default: return isIdentical(to: other)
    }
  }
}
