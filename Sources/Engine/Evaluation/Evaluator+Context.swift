import CellModel
import Formulas
import Functions

/// What functions may ask while a formula runs.
extension Evaluator {
  var cell: CellAddress? { origin }

  func value(at address: CellAddress) -> CellValue {
    note(Area(address))
    return engine.storedValue(at: address)
  }

  func used(_ area: Area) -> Area {
    note(area)
    return engine.usedArea(area)
  }

  func forEachRun(in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void) {
    note(area)
    engine.forEachRun(in: area, body)
  }

  func unboxed(_ box: BoxedValue) -> CellValue { engine.values.value(box) }

  func reference(from text: String, a1: Bool) throws(CellError) -> Reference {
    try engine.reference(from: text, a1: a1, at: origin)
  }

  func formulaText(at address: CellAddress) -> String? { engine.formulaText(at: address).map { "=" + $0 } }

  func parts(of area: Area, calling functions: Set<String>) -> [Area] {
    var parts: [Area] = []
    engine.forEachOwner(in: area) { id in
      let group = engine.groups[id]
      guard !engine.templates[Int(group.template)].calledFunctions.isDisjoint(with: functions),
        let part = group.area.intersection(area)
      else { return }
      parts.append(part)
    }
    return parts
  }

  func isHidden(row: Int, in grid: GridID) -> Bool { engine.grids[Int(grid.rawValue)].hiddenRows.contains(row) }

  func sheet(_ grid: GridID) -> (name: String, number: Int)? {
    let scope = engine.scopes[engine.grids[Int(grid.rawValue)].scope.rawValue]
    guard case .sheet(let name) = engine.grids[Int(grid.rawValue)].kind,
      let position = scope.sheetOrder.firstIndex(of: grid)
    else { return nil }
    return (name, position + 1)
  }

  private var scope: Scope { engine.scopes[engine.grids[Int(origin.grid.rawValue)].scope.rawValue] }
  func grid(named name: String) -> GridID? { scope.sheets[name.lowercased()] }
  var sheetCount: Int { scope.sheetOrder.count }
  var now: Double { engine.now() }
  func random() -> Double { engine.nextRandom() }
  var dateSystem: DateSystem { engine.dateSystem }
  var cache: EvaluationCache { engine.evaluatorCache }
  var isCancelled: Bool { engine.isCancelled() }
}
