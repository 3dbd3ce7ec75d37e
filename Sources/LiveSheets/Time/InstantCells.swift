import CellModel
import Diagnostics
import Engine

/// The cells of a sheet as what happens in it sets and reads them.
///
/// - R1. Once ``settleFormulas()`` returns, no formula is older than a cell that ``set(_:to:)`` has set.
final class InstantCells {
  let engine: Engine
  /// Whether cells were set since anybody followed them.
  @exclusivity(unchecked) private(set) var isUnsettled = false
  /// Whether formulas are older than the cells they read; bindings and fetches may have to follow even if none is.
  @exclusivity(unchecked) private var hasOldFormulas = false
  /// Findings at run time, such as a condition that is an error.
  @exclusivity(unchecked) var reports = TimeReports()

  init(_ engine: Engine) { self.engine = engine }

  func report(_ diagnostic: Diagnostic) { reports.add(diagnostic) }

  // MARK: Setting

  func set(_ cell: CellAddress, to value: CellValue) {
    engine.setConstant(value, at: cell)
    noteChange()
  }

  func set(_ address: CellAddress, of instance: TimeInstance, to value: CellValue) {
    set(instance.at(address), to: value)
  }

  /// Takes note that cells were set.
  func noteChange() {
    isUnsettled = true
    hasOldFormulas = true
  }

  /// Whether cells were set since the last call.
  func takeChange() -> Bool {
    defer { isUnsettled = false }
    return isUnsettled
  }

  /// Formulas as conditions and functions of streams see them: payloads are there, states are old.
  func settleFormulas() {
    guard hasOldFormulas else { return }
    hasOldFormulas = false
    engine.recalculate()
  }

  // MARK: Reading

  func value(of expression: TimeExpression, in instance: TimeInstance) -> CellValue {
    expression.value(in: engine, row: instance.row)
  }

  /// What a body reads, now.
  func reads(of body: RunForm, in instance: TimeInstance) -> [CellValue] {
    body.reads.map { value(of: $0, in: instance) }
  }

  /// Whether a condition holds; one that is an error does not, and is reported.
  func holds(_ condition: TimeExpression, in instance: TimeInstance) -> Bool {
    holds(value(of: condition, in: instance), condition)
  }

  /// Whether the value of a condition is one that holds.
  func holds(_ value: CellValue, _ condition: TimeExpression) -> Bool {
    let truth = Truth(value)
    if case .undecided(let reason) = truth {
      let finding = TimeFinding.guardFailed(condition.span, reason.inWords)
      report(condition.unit.located(finding.diagnostic, saysWhy: true))
    }
    return truth.isHolding
  }

  /// What a function of a stream makes of payloads; an expression that is no LAMBDA gives its value.
  func apply(
    _ function: TimeExpression, _ arguments: @autoclosure () -> [CellValue], in instance: TimeInstance
  ) -> CellValue {
    settleFormulas()
    let value = value(of: function, in: instance)
    guard case .lambda(let lambda) = value else { return value }
    return engine.expressions.call(lambda, arguments())
  }

  /// Whether an event passes FILTER: its condition holds, or its LAMBDA of the payload does.
  func passes(_ condition: TimeExpression, _ payload: CellValue, in instance: TimeInstance) -> Bool {
    holds(apply(condition, [payload], in: instance), condition)
  }

  /// A number of seconds as an expression gives it.
  func seconds(_ expression: TimeExpression, in instance: TimeInstance) -> SheetTime {
    SheetTime(seconds: number(expression, isCount: false, in: instance))
  }

  /// A number of events as an expression gives it.
  func count(_ expression: TimeExpression, in instance: TimeInstance) -> Double {
    number(expression, isCount: true, in: instance)
  }

  /// A number from 0 on; what is none is reported and counts as 0.
  private func number(_ expression: TimeExpression, isCount: Bool, in instance: TimeInstance) -> Double {
    settleFormulas()
    if case .number(let number, _) = value(of: expression, in: instance), number >= 0 { return number }
    let finding = TimeFinding.notANumber(expression.span, isCount: isCount, isComputed: true)
    report(expression.unit.located(finding.diagnostic))
    return 0
  }
}

extension Engine {
  /// The value of the only cell of an area, or the array of its values.
  func value(in area: Area) -> CellValue { area.isSingleCell ? value(at: area.topLeft) : array(of: area) }
}
