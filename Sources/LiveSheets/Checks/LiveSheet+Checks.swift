import CellModel
import Engine
import Formulas
import SheetPrograms

extension LiveSheet {
  /// The checks that do not hold now; a condition that is an error counts as broken.
  package var brokenChecks: [BrokenCheck] { brokenPlaces.map(brokenCheck) }

  /// Whether every check holds; cheaper than to ask which does not.
  package var holdsAllChecks: Bool {
    checks.indices.allSatisfy { check in
      (0..<conditionCount(of: check)).allSatisfy { holds(CheckPlace(check: check, row: $0)) }
    }
  }

  // MARK: Judging

  /// Whether the checks are judged at the end of each instant, for ``takeCheckChanges()``.
  ///
  /// What is broken when this is turned on is taken as known.
  package var judgesChecks: Bool {
    get { judgement != nil }
    set { if newValue != judgesChecks { judgement = newValue ? CheckJudgement(broken: brokenPlaces) : nil } }
  }

  /// Takes which checks the instants since the last call have broken and repaired, in their order.
  package func takeCheckChanges() -> [CheckChange] {
    defer { judgement?.changes = [] }
    return judgement?.changes ?? []
  }

  /// Judges the checks, which is the last step of an instant.
  func judgeChecks() {
    guard let turned = judgement?.judge.judge(rowCounts: checks.indices.map(conditionCount), holds: holds) else {
      return
    }
    let changes = turned.map { place, isBroken in
      isBroken ? CheckChange.broken(brokenCheck(at: place)) : .repaired(title: title(of: place))
    }
    judgement?.changes += changes
  }

  /// Takes the checks as they are: the sheet was put into another state, which no instant has led to.
  func takeChecksAsKnown() {
    if judgesChecks { judgement?.judge = CheckJudge(broken: brokenPlaces) }
  }

  /// Does what loads the checks anew, and judges which of those that stay it has broken and repaired.
  func judgingAnew(_ load: () -> Void) {
    guard let former = judgement else { return load() }
    let titles = Set(former.judge.broken.map(title))
    judgement = nil
    load()
    judgement = CheckJudgement(broken: places.filter { titles.contains(title(of: $0)) })
    judgement?.changes = former.changes
    judgeChecks()
  }

  // MARK: Places

  private func conditionCount(of check: Int) -> Int { checks[check].table.map { engine.rowCount(of: $0) } ?? 1 }

  private var places: [CheckPlace] {
    checks.indices.flatMap { check in (0..<conditionCount(of: check)).map { CheckPlace(check: check, row: $0) } }
  }

  private var brokenPlaces: [CheckPlace] { places.filter { !holds($0) } }

  private func address(of place: CheckPlace) -> CellAddress {
    let check = checks[place.check]
    return check.table == nil ? check.address : check.address(inRow: place.row)
  }

  private func holds(_ place: CheckPlace) -> Bool {
    Truth(engine.value(at: address(of: place))).satisfies(never: checks[place.check].kind == .never)
  }

  private func label(of place: CheckPlace) -> String {
    let check = checks[place.check]
    guard let grid = check.table else { return check.label }
    let table = tableDefinitions.first { $0.grid == grid }
    return "\(table?.name ?? "")[\(place.row + 1)]: \(check.label)"
  }

  private func title(of place: CheckPlace) -> String { checks[place.check].kind.title(of: label(of: place)) }

  private func brokenCheck(at place: CheckPlace) -> BrokenCheck {
    let (check, address) = (checks[place.check], address(of: place))
    var reason: String?
    let value = engine.value(at: address)
    switch Truth(value) {
    case .holds, .doesNotHold: reason = check.modes.flatMap { $0.reason(in: self, at: address) }
    case .undecided(.error(let error)): reason = Self.words(for: error)
    case .undecided(let other): reason = "the condition is \(display(value, format: nil)), \(Self.words(for: other))"
    }
    return BrokenCheck(
      label: label(of: place), kind: check.kind, span: check.unit.useSpan ?? check.span,
      values: values(in: check.values, at: address), reason: reason)
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
  func reason(in sheet: LiveSheet, at address: CellAddress) -> String? {
    func value(_ tree: FormulaTree) -> CellValue { sheet.engine.evaluate(tree, at: address) }
    let holding = modes.filter { Truth(value($0.condition)).isHolding }
    guard let mode = holding.first else { return "no mode holds" }
    if holding.count > 1 { return holding.map { "“\($0.label)”" }.joined(separator: " and ") + " hold at once" }
    for (cell, expected) in zip(cells, mode.values) where !Truth(value(.binary(.equal, cell, expected))).isHolding {
      return
        "“\(mode.label)” holds, but \(cell.text()) is \(sheet.literal(value(cell))), not \(sheet.literal(value(expected)))"
    }
    return nil
  }
}
