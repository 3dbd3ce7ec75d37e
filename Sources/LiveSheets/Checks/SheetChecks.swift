import CellModel
import Engine
import Formulas
import SheetPrograms

/// The checks of a sheet: which do not hold now, and which its instants have broken and repaired.
///
/// These rules hold:
///
/// - R1. While ``areJudged`` is set, a check that an instant breaks or repairs is told once, in the order of the instants.
/// - R2. What no instant has led to is not told: what is broken when judging begins, and what another state brings.
/// - R3. A check that stays in another text keeps what is known of it; it is the same by its title.
package struct SheetChecks {
  let sheet: LiveSheet

  /// What is known while they are judged.
  private var judgement: CheckJudgement? {
    get { sheet.judgement }
    nonmutating _modify { yield &sheet.judgement }
  }

  private var conditions: CheckConditions { CheckConditions(loaded: sheet.loaded) }

  /// Those that do not hold now; a condition that is an error counts as broken.
  package var broken: [BrokenCheck] {
    let (conditions, explainer) = (conditions, sheet.explainer)
    return conditions.broken.map { conditions.brokenCheck(at: $0, explainer) }
  }

  /// Whether every one holds; cheaper than to ask which does not.
  package var allHold: Bool { conditions.allHold }

  // MARK: Judging

  /// Whether they are judged at the end of each instant, for ``takeChanges()``.
  ///
  /// What is broken when this is turned on is taken as known.
  package var areJudged: Bool {
    get { judgement != nil }
    nonmutating set {
      if newValue != areJudged { judgement = newValue ? CheckJudgement(broken: conditions.broken) : nil }
    }
  }

  /// Takes which checks the instants since the last call have broken and repaired, in their order.
  package func takeChanges() -> [CheckChange] {
    guard judgement != nil else { return [] }
    defer { judgement?.changes = [] }
    return judgement?.changes ?? []
  }

  /// Judges them, which is the last step of an instant.
  func judge() {
    guard judgement != nil else { return }
    let (conditions, checks) = (conditions, sheet.loaded.checks.list)
    guard let turned = judgement?.judge.judge(rowCounts: checks.indices.map(conditions.count), holds: conditions.holds)
    else {
      return
    }
    let changes = turned.map { place, isBroken in
      isBroken
        ? CheckChange.broken(conditions.brokenCheck(at: place, sheet.explainer))
        : .repaired(title: conditions.title(of: place))
    }
    judgement?.changes += changes
  }

  /// Takes note that a row of a table has come or gone: the conditions of those behind it stay what they were.
  func noteRow(at position: Int, of table: GridID, isInsertion: Bool) {
    guard let judgement, !judgement.judge.broken.isEmpty else { return }
    let checks = sheet.loaded.checks.list.indices.filter { sheet.loaded.checks.list[$0].table == table }
    if checks.isEmpty { return }
    sheet.judgement?.judge.moveRows(of: Set(checks), at: position, isInsertion: isInsertion)
  }

  /// Takes them as they are: the sheet was put into another state, which no instant has led to.
  func takeAsKnown() {
    if areJudged { judgement?.judge = CheckJudge(broken: conditions.broken) }
  }

  /// Does what loads them anew, and judges which of those that stay it has broken and repaired.
  func judgingAnew(_ load: () -> Void) {
    guard let former = judgement else { return load() }
    let titles = Set(former.judge.broken.map(conditions.title))
    judgement = nil
    load()
    judgement = CheckJudgement(broken: conditions.all.filter { titles.contains(conditions.title(of: $0)) })
    judgement?.changes = former.changes
    judge()
  }
}

extension LoadedCheck {
  func address(inRow row: Int) -> CellAddress {
    CellAddress(grid: address.grid, row: row, column: Int(address.column))
  }
}

extension ModesFormulas {
  /// What is not as the modes say; `nil` when all is.
  func reason(in loaded: LoadedProgram, at address: CellAddress) -> String? {
    func value(_ tree: FormulaTree) -> CellValue { loaded.engine.expressions.evaluate(tree, at: address) }
    func literal(_ value: CellValue) -> String { loaded.formats.values.literal(value) }
    let holding = modes.filter { Truth(value($0.condition)).isHolding }
    guard let mode = holding.first else { return "no mode holds" }
    if holding.count > 1 { return holding.map { "“\($0.label)”" }.joined(separator: " and ") + " hold at once" }
    for (cell, expected) in zip(cells, mode.values) where !Truth(value(.binary(.equal, cell, expected))).isHolding {
      return
        "“\(mode.label)” holds, but \(cell.text()) is \(literal(value(cell))), not \(literal(value(expected)))"
    }
    return nil
  }
}
