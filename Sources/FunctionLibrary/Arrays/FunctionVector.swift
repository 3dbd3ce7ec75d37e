import CellModel
import Functions

/// The functions that summarise: one, or a row or column of them, each with a name.
///
/// A function is called what the catalog calls it, and a LAMBDA is `CUSTOM`, unless a second row beside a row of
/// functions, or a second column beside a column, gives their names.
struct FunctionVector {
  enum Layout {
    case single, across, down
  }

  let applications: [Application]
  let names: [String]
  let layout: Layout
  let context: any EvaluationContext

  init(_ operand: Operand, in context: any EvaluationContext) throws(CellError) {
    self.context = context
    guard case .array(let array)? = try context.givenValue(of: operand), array.count > 1 else {
      applications = [try Application(operand, in: context)]
      names = applications.map(\.name)
      layout = .single
      return
    }
    let first = array.elements.firstIndex(where: Self.isLambda) ?? 0
    let (row, column) = (first / array.columns, first % array.columns)
    let isAcross = array.rows == 1 || (array.rows == 2 && array.columns > 1 && array.row(row).allSatisfy(Self.isLambda))
    guard isAcross || array.columns <= 2 else { throw .value("The functions stand in one row or one column.") }
    let functions = isAcross ? Array(array.row(row)) : array.column(column)
    let hasNames = isAcross ? array.rows == 2 : array.columns == 2
    var applications: [Application] = []
    for function in functions { applications.append(try Application(.value(function), in: context)) }
    var names = applications.map(\.name)
    if hasNames {
      let texts = isAcross ? Array(array.row(1 - row)) : array.column(1 - column)
      for (place, text) in texts.enumerated() { names[place] = try text.asText() }
    }
    self.applications = applications
    self.names = names
    layout = isAcross ? .across : .down
  }

  private static func isLambda(_ value: CellValue) -> Bool { if case .lambda = value { true } else { false } }
}

extension Parameter where Value == FunctionVector {
  /// A LAMBDA, a function passed by its name, or a row or column of such.
  static func functionVector(_ name: String, _ help: String) -> Parameter {
    Parameter(ParameterInfo(name, help)) { (call) throws(CellError) in
      try FunctionVector(call.nextEvaluated(), in: call.context)
    }
  }
}
