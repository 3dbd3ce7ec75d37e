import CellModel
import Engine
import Formulas
import SheetPrograms

extension LiveSheet {
  private var conditions: CheckConditions { CheckConditions(loaded: loaded) }

  /// The checks that do not hold now; a condition that is an error counts as broken.
  package var brokenChecks: [BrokenCheck] {
    let (conditions, explainer) = (conditions, explainer)
    return conditions.broken.map { conditions.brokenCheck(at: $0, explainer) }
  }

  /// Whether every check holds; cheaper than to ask which does not.
  package var holdsAllChecks: Bool { conditions.allHold }

  // MARK: Judging

  /// Whether the checks are judged at the end of each instant, for ``takeCheckChanges()``.
  ///
  /// What is broken when this is turned on is taken as known.
  package var judgesChecks: Bool {
    get { judgement != nil }
    set { if newValue != judgesChecks { judgement = newValue ? CheckJudgement(broken: conditions.broken) : nil } }
  }

  /// Takes which checks the instants since the last call have broken and repaired, in their order.
  package func takeCheckChanges() -> [CheckChange] {
    guard judgement != nil else { return [] }
    defer { judgement?.changes = [] }
    return judgement?.changes ?? []
  }

  /// Judges the checks, which is the last step of an instant.
  func judgeChecks() {
    guard let turned = judgement?.judge.judge(rowCounts: checks.indices.map(conditions.count), holds: conditions.holds)
    else {
      return
    }
    let changes = turned.map { place, isBroken in
      isBroken
        ? CheckChange.broken(conditions.brokenCheck(at: place, explainer))
        : .repaired(title: conditions.title(of: place))
    }
    judgement?.changes += changes
  }

  /// Takes the checks as they are: the sheet was put into another state, which no instant has led to.
  func takeChecksAsKnown() {
    if judgesChecks { judgement?.judge = CheckJudge(broken: conditions.broken) }
  }

  /// Does what loads the checks anew, and judges which of those that stay it has broken and repaired.
  func judgingAnew(_ load: () -> Void) {
    guard let former = judgement else { return load() }
    let titles = Set(former.judge.broken.map(conditions.title))
    judgement = nil
    load()
    judgement = CheckJudgement(broken: conditions.all.filter { titles.contains(conditions.title(of: $0)) })
    judgement?.changes = former.changes
    judgeChecks()
  }

  /// Why a value is no condition, in words.
  package static func words(for reason: Truth.Reason) -> String {
    switch reason {
    case .error(let error): words(for: error)
    case .mixed: "TRUE for some elements and not for others"
    case .otherType: "neither TRUE nor FALSE"
    }
  }

  /// An error value in words: its code, where it began, and why.
  package static func words(for error: CellError) -> String {
    var words = error.code.text
    if !error.origin.isEmpty { words += " from \(error.origin)" }
    if !error.message.isEmpty { words += ": \(error.message)" }
    return words
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
    func value(_ tree: FormulaTree) -> CellValue { loaded.engine.evaluate(tree, at: address) }
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
