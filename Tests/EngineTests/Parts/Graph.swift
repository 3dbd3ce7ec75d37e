import CellModel
import Formulas
import FunctionLibrary

@testable import Engine

/// Formulas on one sheet whose only content is what they read, without an engine.
struct Graph {
  let graph: DependencyGraph
  let sheet: GridID

  init() {
    let names = NameTable(cells: CellStore(), catalog: .standard)
    let scope = names.addScope(prefix: "")
    sheet = names.addSheet(named: "Sheet1", in: scope)
    names.cells.reserve(columns: 8, in: sheet)
    graph = DependencyGraph(formulas: FormulaStore(names: names))
  }

  /// Puts a formula over rows of a column.
  @discardableResult
  func add(_ text: String, column: Int, rows: RowRange) -> GroupID {
    let area = Area(grid: sheet, column: column, rows: rows)
    let tree = FormulaParser.parse(text, dialect: .sheet).tree
    let formula = EnteredFormula(tree, at: area.topLeft, in: graph.formulas.names)
    let id = graph.formulas.insert(
      graph.formulas.template(of: formula), formula.references, over: area, isDirty: true)
    graph.add(id)
    return id
  }

  func remove(_ id: GroupID) {
    graph.formulas.remove(id)
    graph.remove(id)
  }

  var brokenRules: [String] { graph.formulas.brokenRules() + graph.brokenRules() }
}
