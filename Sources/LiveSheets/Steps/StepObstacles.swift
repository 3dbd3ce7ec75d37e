import CellModel
import Diagnostics
import Formulas
import SheetText

/// What keeps a step of a test from being done, or an expectation from holding, whatever the steps before it have done.
package struct StepObstacle {
  package let message: String
  package let span: SourceSpan
  package let suggestion: String?

  fileprivate init(_ message: String, at span: SourceSpan, suggestion: String? = nil) {
    (self.message, self.span, self.suggestion) = (message, span, suggestion)
  }

  fileprivate init(_ refusal: Refusal, at span: SourceSpan) {
    self.init(refusal.message, at: span, suggestion: refusal.suggestion)
  }
}

extension StepObstacle {
  /// What is wrong with the steps of a test of a sheet, which is found without doing them.
  ///
  /// - Parameter home: The name on the `sheet` line above the test; addresses that stand alone lie there.
  package static func all(in test: TestDefinition, home: String?, of sheet: LiveSheet) -> [StepObstacle] {
    var finder = StepObstacles(sheet: sheet, home: home)
    for step in test.steps { finder.look(at: step) }
    return finder.found
  }
}

/// Looks at steps one after the other, on the sheet as it was loaded.
private struct StepObstacles {
  let sheet: LiveSheet
  private let reader: StepReader
  private(set) var found: [StepObstacle] = []
  /// Whether the tables have the rows that they have at load: neither a step nor an event has changed them.
  private var hasLoadedRows: Bool

  init(sheet: LiveSheet, home: String?) {
    self.sheet = sheet
    reader = StepReader(sheet: sheet, home: home, readsLiteralsOnly: true)
    hasLoadedRows = sheet.loaded.tableDefinitions.allSatisfy { $0.definition.clauses.isEmpty }
  }

  mutating func look(at step: TestStep) {
    switch step.kind {
    case .instant(let steps): for step in steps { look(at: step) }
    case .given: break
    case .wait(let seconds): look(atWaiting: seconds)
    case .expect(let expectations): for expectation in expectations { look(at: expectation) }
    case .assign, .trigger, .answer, .clear, .insert, .delete, .stop: look(atChange: step)
    }
  }

  private mutating func look(atWaiting seconds: SheetFormula) {
    guard let value = seconds.constant, !(value.number.map { $0 >= 0 } ?? false) else { return }
    found.append(StepObstacle(LiveFinding.badWait(at: seconds.span).diagnostic.message, at: seconds.span))
  }

  private mutating func look(atChange step: TestStep) {
    var isInsertion = false
    if case .insert = step.kind { isInsertion = true }
    var rowCounts: [Int: Int] = [:]
    do throws(Refusal) { _ = try reader.change(of: step, &rowCounts) } catch {
      // Whether a row is accepted may depend on cells that are computed in it.
      if stands(error), !(isInsertion && error.kind == .condition) {
        found.append(StepObstacle(error, at: step.span))
      }
    }
    switch step.kind {
    case .insert, .delete: hasLoadedRows = false
    default: break
    }
  }

  private func stands(_ refusal: Refusal) -> Bool {
    switch refusal.endurance {
    case .always: true
    case .whileRowsStay: hasLoadedRows
    case .forNow: false
    }
  }

  private mutating func look(at expectation: Expectation) {
    switch expectation {
    case .condition(let formula): if hasLoadedRows { lookForRows(in: formula.tree) }
    case .call(let name, let arguments?, true, let span):
      guard let service = sheet.loaded.program.service(named: name.text) else { return }
      let count = arguments.count == 1 && arguments[0] == nil ? 0 : arguments.count
      guard count != service.parameters.count else { return }
      let finding = TimeFinding.serviceArgumentCount(service.name.text, count, service.parameters.map(\.text), span)
      found.append(StepObstacle(finding.diagnostic.message, at: span))
    case .call: break
    }
  }

  /// Looks for rows that their tables do not have; what is asked of an error stands in a call, as in ISERROR.
  private mutating func lookForRows(in tree: FormulaTree) {
    let calls = tree.nodes.indices.filter { if case .call = tree.nodes[$0] { true } else { false } }
      .map { tree.span(of: FormulaTree.Index($0)) }
    for (position, node) in tree.nodes.enumerated() {
      let place = tree.span(of: FormulaTree.Index(position))
      guard case .subscript_(let base, let index) = node, let name = tree.dottedName(base),
        let table = sheet.loaded.tables.table(named: name), let row = tree.subtree(at: index).constant?.number,
        !calls.contains(where: { $0.lower <= place.lower && place.upper <= $0.upper })
      else { continue }
      let count = sheet.engine.grids.rowCount(of: table.grid)
      guard row < 1 || row > Double(count) else { continue }
      found.append(StepObstacle(Refusal(.noRow(row, count: count), of: table.name), at: place))
    }
  }
}
