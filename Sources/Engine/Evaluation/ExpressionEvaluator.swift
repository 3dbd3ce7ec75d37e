import CellModel
import Formulas
import Functions

/// Evaluates expressions that stand in no cell, on the cells as they are.
package final class ExpressionEvaluator {
  private let graph: DependencyGraph
  private let formulas: FormulaStore
  private let cells: CellStore
  private let settings: EngineSettings
  private let workspace: Workspace

  init(_ graph: DependencyGraph, _ settings: EngineSettings, _ workspace: Workspace) {
    (self.graph, self.settings, self.workspace) = (graph, settings, workspace)
    (formulas, cells) = (graph.formulas, graph.cells)
  }

  /// Compiles an expression as if it stood in a cell; it may be evaluated in any row of the same column.
  ///
  /// Names are resolved now: a name that is bound to something else later is not followed.
  package func compile(_ tree: FormulaTree, at address: CellAddress) -> CompiledExpression {
    let formula = EnteredFormula(tree, at: address, in: formulas.names)
    return CompiledExpression(FormulaTemplate(formula, formulas.names), formula.references)
  }

  /// The value of a compiled expression on the cells as they are, settled or not; blank stays blank.
  package func value(of expression: CompiledExpression, at address: CellAddress) -> CellValue {
    graph.prepare()
    if let observer = settings.accessObserver { tell(observer, of: expression, at: address) }
    if let numeric = expression.numeric, cells.spills.isEmpty,
      let result = numeric.result(at: Int(address.row), expression.operands, cells, formulas, workspace)
    {
      return result.box.isNumber ? .number(result.box.number, result.kind) : .logical(result.box.logical)
    }
    return valueInGeneral(of: expression, at: address)
  }

  /// The value by the general program; no part of what calls it, which mostly has one of plain numbers.
  @inline(never)
  private func valueInGeneral(of expression: CompiledExpression, at address: CellAddress) -> CellValue {
    settings.atOneTime {
      prepareEvaluator().run(expression.template, expression.references[...], at: address, isRaw: true)
    }
  }

  private func tell(_ observer: any AccessObserver, of expression: CompiledExpression, at address: CellAddress) {
    for area in areas(of: expression, at: address) { observer.didRead(area) }
    if expression.readsMoreThanItNames { observer.didReadMore() }
  }

  /// The areas that a compiled expression names in a row.
  package func areas(of expression: CompiledExpression, at address: CellAddress) -> [Area] {
    let row = Int(address.row)
    return expression.references.filter { $0.topRow(at: row) >= 0 && !$0.isPlaceOnly }
      .map { cells.clipped($0.area(at: row)) }
  }

  /// What a LAMBDA, or a function that was passed by its name, makes of some values.
  package func call(_ lambda: CellLambda, _ arguments: [CellValue]) -> CellValue {
    let evaluator = prepareEvaluator()
    let operands = arguments.map { Operand.value($0) }
    return settings.atOneTime {
      if let function = lambda.body as? SheetFunction {
        return evaluator.result(of: function(operands, in: evaluator))
      }
      return evaluator.result(of: evaluator.call(lambda, operands))
    }
  }

  /// The value of an expression that stands in no cell, as if it stood in the named cells of a scope.
  package func evaluate(_ tree: FormulaTree, in scope: ScopeID) -> CellValue {
    // No cell of that name has anything to do with it, so no error begins there.
    evaluate(tree, at: namedCell(of: scope), isInCell: false)
  }

  /// The value of an expression as if it stood in a cell, without putting it there.
  ///
  /// - Parameter isInCell: Whether an error that began nowhere else begins in that cell.
  package func evaluate(_ tree: FormulaTree, at address: CellAddress, isInCell: Bool = true) -> CellValue {
    let expression = compile(tree, at: address)
    if let observer = settings.accessObserver { tell(observer, of: expression, at: address) }
    return settings.atOneTime {
      prepareEvaluator()
        .run(expression.template, expression.references[...], at: address, isInCell: isInCell)
    }
  }

  /// The cells that an expression made of one reference or name stands for; `nil` for any other expression.
  package func area(of tree: FormulaTree, in scope: ScopeID) -> Area? {
    area(of: tree, at: namedCell(of: scope))
  }

  /// The cells that one reference or name stands for in a cell.
  package func area(of tree: FormulaTree, at address: CellAddress) -> Area? {
    guard let reference = EnteredFormula(tree, at: address, in: formulas.names).wholeReference else { return nil }
    let row = Int(address.row)
    guard reference.topRow(at: row) >= 0, reference.bottomRow(at: row) >= 0 else { return nil }
    return cells.clipped(reference.area(at: row))
  }

  /// Where an expression of a scope stands that stands in no cell.
  private func namedCell(of scope: ScopeID) -> CellAddress {
    CellAddress(grid: formulas.names.scopes[scope.rawValue].namesGrid, row: 0, column: 0)
  }

  /// The evaluator, when edits may have come before.
  private func prepareEvaluator() -> Evaluator {
    graph.prepare()
    workspace.forget()
    return Evaluator(graph, settings, workspace.memory)
  }
}
