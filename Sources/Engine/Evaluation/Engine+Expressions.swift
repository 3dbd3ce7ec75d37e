import CellModel
import Formulas
import Functions

/// An expression that is compiled once and evaluated as often as it is asked for, without standing in a cell.
package final class CompiledExpression {
  fileprivate let template: FormulaTemplate
  fileprivate let references: [GroupReference]
  /// The plain program for numbers with the references that it reads, where there is one: in plain memory, as it is run
  /// for many events.
  fileprivate let numeric: UnsafeMutablePointer<NumericHandle>?
  fileprivate let operands: UnsafeMutablePointer<GroupReference>

  fileprivate init(_ template: FormulaTemplate, _ references: [GroupReference]) {
    self.template = template
    self.references = references
    operands = .allocate(capacity: max(references.count, 1))
    _ = UnsafeMutableBufferPointer(start: operands, count: references.count).initialize(from: references)
    numeric = template.handle.isPresent && !references.isEmpty ? .allocate(capacity: 1) : nil
    numeric?.initialize(to: template.handle)
  }

  deinit {
    operands.deallocate()
    // What it points to is the template's.
    numeric?.deallocate()
  }

  /// Whether its value may be another although no cell that it names has changed.
  package var readsMoreThanItNames: Bool { template.isVolatile || template.readsDynamically }
}

extension Engine {
  /// Compiles an expression as if it stood in a cell; it may be evaluated in any row of the same column.
  ///
  /// Names are resolved now: a name that is bound to something else later is not followed.
  package func compile(_ tree: FormulaTree, at address: CellAddress) -> CompiledExpression {
    let formula = EnteredFormula(tree, at: address, in: names)
    return CompiledExpression(FormulaTemplate(formula, names), formula.references)
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
    atOneTime {
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
    return atOneTime {
      if let function = lambda.body as? SheetFunction {
        return evaluator.result(of: function(operands, in: evaluator))
      }
      return evaluator.result(of: evaluator.call(lambda, operands))
    }
  }

  /// The value of an expression that stands in no cell, as if it stood in the named cells of a scope.
  package func evaluate(_ tree: FormulaTree, in scope: ScopeID) -> CellValue {
    // No cell of that name has anything to do with it, so no error begins there.
    evaluate(tree, at: CellAddress(grid: namesGrid(of: scope), row: 0, column: 0), isInCell: false)
  }

  /// The value of an expression as if it stood in a cell, without putting it there.
  ///
  /// - Parameter isInCell: Whether an error that began nowhere else begins in that cell.
  package func evaluate(_ tree: FormulaTree, at address: CellAddress, isInCell: Bool = true) -> CellValue {
    let expression = compile(tree, at: address)
    if let observer = settings.accessObserver { tell(observer, of: expression, at: address) }
    return atOneTime {
      prepareEvaluator()
        .run(expression.template, expression.references[...], at: address, isInCell: isInCell)
    }
  }
}
