import CellModel
import LiveSheets
import SheetText

/// What the tests of a sheet set its inputs to and give to its events and actions.
struct GivenValues {
  /// The values by path in lower case, in the order of the text; blank comes first for inputs.
  private(set) var byPath: [String: [CellValue]] = [:]

  /// The actions that tests stop, by path in lower case.
  private(set) var stopped: Set<String> = []

  init(in sheet: LiveSheet) {
    for statement in sheet.document.statements {
      if case .test(let test) = statement.kind { for step in test.steps { add(step, sheet) } }
    }
  }

  private mutating func add(_ step: TestStep, _ sheet: LiveSheet) {
    switch step.kind {
    case .assign(let target, let value): add(target, value, isInput: true, sheet)
    case .trigger(let target, .value(let value)): add(target, value, isInput: false, sheet)
    case .trigger(let target, .arguments(let values)): add(target, values.first ?? nil, isInput: false, sheet)
    case .stop(let target): stopped.insert(sheet.path(target, nil).lowercased())
    case .instant(let steps): for step in steps { add(step, sheet) }
    default: break
    }
  }

  private mutating func add(_ path: SheetFormula, _ value: SheetFormula?, isInput: Bool, _ sheet: LiveSheet) {
    let value =
      value.flatMap {
        $0.constant ?? ($0.tree.freeNames(sheet.environment.catalog).isEmpty ? sheet.evaluate($0).value : nil)
      } ?? .blank
    let key = sheet.path(path, nil).lowercased()
    if byPath[key] == nil, isInput { byPath[key] = [.blank] }
    if byPath[key]?.contains(value) != true, !value.isError { byPath[key, default: []].append(value) }
  }
}
