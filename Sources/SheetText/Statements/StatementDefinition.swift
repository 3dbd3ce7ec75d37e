import Diagnostics
import Functions

/// What a statement says of itself, whatever its kind.
///
/// Each kind of statement has a file beside this one with its parts and this conformance; what the statement means to
/// the sheet as a whole stands in the room above.
package protocol StatementDefinition: Sendable {
  /// The name it defines; `nil` for a cell of the grid, a check, a test, a binding and a `sheet` line.
  var definedName: WrittenText? { get }
  /// All its formulas with what they stand for, in the order of the text except that the rows of tables have none.
  var formulas: [StatementFormula] { get }
  /// The place of the formula that gives the definition its value and may be replaced by another; `nil` if none does.
  var valueSpan: SourceSpan? { get }
  /// The values that it declares for what it defines.
  var domain: Domain? { get }
  /// Whether formulas and tests call what the statement defines by its name.
  func isCallable(in catalog: FunctionCatalog) -> Bool
  /// The places where services are named outside formulas.
  var serviceNames: [WrittenText] { get }
}

extension StatementDefinition {
  package var valueSpan: SourceSpan? { nil }
  package var domain: Domain? { nil }
  package func isCallable(in catalog: FunctionCatalog) -> Bool { false }
  package var serviceNames: [WrittenText] { [] }
}

/// What a formula of a statement stands for.
package enum FormulaRole: Sendable {
  /// It has a value at once, so it names no action and calls no service.
  case value
  /// The expression of an action, a fetch or a service, which may call services.
  case body
  /// A stream of events, which the reader of streams looks at once more.
  case stream
  /// A cell or a row that is set or bound.
  case target
  /// An event or action that a test makes happen.
  case trigger
}

/// A formula of a statement, what it stands for, and the names that mean something of their own in it.
package struct StatementFormula: Sendable {
  package var formula: SheetFormula
  package var role: FormulaRole
  /// The keys of parameters and columns, which hide cells of the same name.
  package var hidden: Set<String>
  /// The keys of parameters of the statement that mean nothing in it, though somebody may think so.
  package var unseen: Set<String> = []
  /// Whether it is understood in each row of the table that the statement defines, whose columns a file may name.
  package var isInRow = false

  init(_ formula: SheetFormula, _ role: FormulaRole = .value, hidden: Set<String> = []) {
    self.formula = formula
    self.role = role
    self.hidden = hidden
  }

  init(_ formula: SheetFormula, _ role: FormulaRole, hiding parameters: [WrittenText]) {
    self.init(formula, role, hidden: Set(parameters.map(\.key)))
  }

  /// The same formula where the parameters of its statement mean nothing.
  func notSeeing(_ parameters: [WrittenText]) -> StatementFormula {
    var formula = self
    formula.unseen = Set(parameters.map(\.key))
    return formula
  }

  /// Nothing where a part of a statement is left out.
  init?(_ formula: SheetFormula?, _ role: FormulaRole = .value) {
    guard let formula else { return nil }
    self.init(formula, role)
  }
}
