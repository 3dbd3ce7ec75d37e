import CellModel
import Engine
import Formulas
import SheetPrograms

/// The conditions of the checks of a sheet, as their cells are now.
struct CheckConditions {
  let loaded: LoadedProgram

  private var checks: [LoadedCheck] { loaded.checks.list }

  /// How many conditions a check has: one, or one for each row of its table.
  func count(of check: Int) -> Int { checks[check].table.map { loaded.engine.grids.rowCount(of: $0) } ?? 1 }

  /// All of them, in the order of the checks and their rows.
  var all: [CheckPlace] {
    checks.indices.flatMap { check in (0..<count(of: check)).map { CheckPlace(check: check, row: $0) } }
  }

  /// Those that do not hold now; an error counts as broken.
  var broken: [CheckPlace] { all.filter { !holds($0) } }

  /// Whether every one holds; cheaper than to ask which does not.
  var allHold: Bool {
    checks.indices.allSatisfy { check in
      (0..<count(of: check)).allSatisfy { holds(CheckPlace(check: check, row: $0)) }
    }
  }

  private func address(of place: CheckPlace) -> CellAddress {
    let check = checks[place.check]
    return check.table == nil ? check.address : check.address(inRow: place.row)
  }

  /// Whether a condition holds now.
  func holds(_ place: CheckPlace) -> Bool {
    Truth(loaded.engine.value(at: address(of: place))).satisfies(never: checks[place.check].kind == .never)
  }

  private func label(of place: CheckPlace) -> String {
    let check = checks[place.check]
    guard let grid = check.table else { return check.label }
    let table = loaded.tables.table(in: grid)
    return "\(table?.name ?? "")[\(place.row + 1)]: \(check.label)"
  }

  /// What a condition is called when it is told.
  func title(of place: CheckPlace) -> String { checks[place.check].kind.title(of: label(of: place)) }

  /// What is told of a condition that does not hold.
  func brokenCheck(at place: CheckPlace, _ explainer: Explainer) -> BrokenCheck {
    let (check, address) = (checks[place.check], address(of: place))
    var reason: String?
    var isUndecided = true
    let value = loaded.engine.value(at: address)
    switch Truth(value) {
    case .holds, .doesNotHold:
      reason = check.modes.flatMap { $0.reason(in: loaded, at: address) }
      isUndecided = false
    case .undecided(.error(let error)): reason = error.inWords
    case .undecided(let other):
      reason = "the condition is \(loaded.formats.values.shown(value, format: nil)), \(other.inWords)"
    }
    return BrokenCheck(
      label: label(of: place), kind: check.kind, span: check.unit.useSpan ?? check.span,
      values: explainer.values(in: check.values, at: address), reason: reason, isUndecided: isUndecided)
  }
}
