import CellModel
import Functions

/// A LAMBDA, or a function passed by its name as in `BYROW(a, SUM)`, that another function calls again and again.
///
/// A function passed by its name is a lambda whose body is the ``SheetFunction`` itself.
struct Application {
  let lambda: CellLambda
  let function: SheetFunction?
  let context: any EvaluationContext

  /// Takes the LAMBDA from an operand.
  init(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    let value = try context.givenValue(of: operand)
    switch value {
    case .lambda(let lambda)?: self.lambda = lambda
    case .error(let error)?: throw error
    default: throw .value("The function must be a LAMBDA.")
    }
    function = lambda.body as? SheetFunction
    self.context = context
  }

  /// Takes the LAMBDA from an operand and checks that it takes so many arguments.
  init(_ operand: Operand, argumentCount: Int, in context: any EvaluationContext) throws(CellError) {
    try self.init(operand, in: context)
    let most = arity.max
    guard argumentCount >= arity.min, most.map({ argumentCount <= $0 }) ?? true else {
      let count = most ?? arity.min
      throw .value("The LAMBDA takes \(count) argument\(count == 1 ? "" : "s"), not \(argumentCount).")
    }
  }

  /// The fewest and the most arguments; `nil` is any number.
  var arity: (min: Int, max: Int?) {
    function?.arity ?? (lambda.parameters.count - lambda.optionalCount, lambda.parameters.count)
  }

  /// What the catalog calls the function; a LAMBDA is called `CUSTOM`, as Excel does.
  var name: String { function?.name ?? "CUSTOM" }

  /// What the function makes of some arguments.
  func callAsFunction(_ arguments: [Operand]) -> Operand {
    function?(arguments, in: context) ?? context.call(lambda, arguments)
  }

  /// Counts a call; a LAMBDA counts its own.
  private func takeStep() throws(CellError) { try context.takeSteps(function == nil ? 0 : 1) }

  /// A result as one element of an array; an array of more than one value is `#CALC!`.
  func element(of operand: Operand) -> CellValue {
    let value: CellValue
    do throws(CellError) {
      value = try context.givenValue(of: operand) ?? .blank
    } catch {
      return .error(error)
    }
    switch value {
    case .array(let array):
      return array.count == 1 ? array.first : .error(.calculation("An array cannot stand inside an array."))
    case .lambda: return .error(.calculation("A LAMBDA cannot stand inside an array."))
    default: return value
    }
  }

  /// The array of what the function makes of the arguments for each place.
  func array(rows: Int, columns: Int, _ arguments: (Int, Int) -> [Operand]) throws(CellError) -> CellArray {
    try CellArray.check(rows: rows, columns: columns)
    var elements: [CellValue] = []
    elements.reserveCapacity(rows * columns)
    var budget = TextBudget()
    for row in 0..<rows {
      for column in 0..<columns {
        try takeStep()
        elements.append(budget.counted(element(of: self(arguments(row, column)))))
        if budget.isExceeded { throw TextBudget.error }
      }
    }
    try context.takeSteps(budget.steps)
    return CellArray(rows: rows, columns: columns, elements)
  }

  /// Renews a value at each element, row by row, and reports each value; an omitted initial one is the first element.
  func fold(
    from initial: Operand, over source: ElementSource, _ report: (Operand) -> Void
  ) throws(CellError) {
    var held: Operand? = initial
    if case .omitted = initial { held = nil }
    for row in 0..<source.rows {
      for column in 0..<source.columns {
        try takeStep()
        let element = source[row, column] ?? .omitted
        let next: Operand = held.map { self([$0, element]) } ?? element
        held = next
        report(next)
      }
    }
  }
}

/// The elements of an argument of MAP and its kin, as what a LAMBDA gets.
///
/// Elements, rows and columns of a range are references, so that functions such as SUBTOTAL work on them; those of an
/// array are values. Elements of whole columns and rows are read as far as in any array; a column of whole columns is
/// whole, and so is a row of whole rows.
struct ElementSource {
  let range: CellRange
  let rows: Int
  let columns: Int

  init(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    if case .value(.error(let error)) = operand { throw error }
    range = try CellRange(operand, in: context)
    let size = range.readSize
    rows = max(1, size.rows)
    columns = max(1, size.columns)
    guard range.rows > 0, range.columns > 0 else { throw .noCells }
  }

  /// The element at a place; `nil` outside.
  subscript(row: Int, column: Int) -> Operand? {
    row < rows && column < columns ? range.part(top: row, left: column, rows: 1, columns: 1) : nil
  }

  func row(_ row: Int) -> Operand {
    range.part(top: row, left: 0, rows: 1, columns: range.isWholeRows ? range.columns : columns)
  }

  func column(_ column: Int) -> Operand {
    range.part(top: 0, left: column, rows: range.isWholeColumns ? range.rows : rows, columns: 1)
  }
}
