import CellModel
import Formulas
import FunctionLibrary
import Testing

@testable import Engine

@Suite("Cell dependencies")
struct CellDependenciesTests {
  @Test("What a cell reads comes in the order of its text, what reads it in the order of places, one area per group")
  func directions() {
    let graph = Graph()
    graph.add("=C1+A1+C1", column: 3, rows: 0...9)
    graph.add("=SUM(C$1:C$9)", column: 1, rows: 0...0)
    let dependencies = CellDependencies(graph: graph.graph)
    func cell(_ row: Int, _ column: Int) -> CellAddress { CellAddress(grid: graph.sheet, row: row, column: column) }
    #expect(dependencies.precedents(of: cell(4, 3)) == [Area(cell(4, 2)), Area(cell(4, 0))])
    #expect(dependencies.precedents(of: cell(4, 2)) == [])
    #expect(dependencies.dependents(of: cell(4, 2)) == [Area(cell(0, 1)), Area(cell(4, 3))])
    #expect(dependencies.isRead(Area(cell(9, 0))) && !dependencies.isRead(Area(cell(10, 0))))
    let rows = Area(grid: graph.sheet, column: 3, rows: 2...3)
    #expect(
      dependencies.areasRead(in: rows) == [2, 0].map { Area(grid: graph.sheet, column: $0, rows: 2...3) })
    #expect(!dependencies.readsMoreThanItNames(at: cell(0, 3)) && !dependencies.isVolatile)
    graph.add("=RAND()", column: 4, rows: 0...0)
    #expect(dependencies.readsMoreThanItNames(at: cell(0, 4)) && dependencies.isVolatile)
  }
}

@Suite("Cell changes")
struct CellChangesTests {
  @Test("A cell that changed back is none, and what was taken is gone")
  func taking() {
    let cells = CellStore()
    let grid = cells.append(Grid(kind: .sheet(name: "Sheet1"), scope: ScopeID(rawValue: 0)))
    cells.reserve(columns: 1, in: grid)
    let changes = CellChanges(cells: cells)
    func set(_ row: Int, _ number: Double) {
      let cell = CellAddress(grid: grid, row: row, column: 0)
      cells.changes.note(cell, from: cells.value(at: cell))
      _ = cells.write(.number(number), at: cell)
    }
    changes.areRecorded = true
    set(1, 5)
    set(0, 3)
    set(1, 6)
    let first = changes.take()
    #expect(first.map(\.address.row) == [1, 0])
    #expect(first.map(\.old) == [.blank, .blank] && first.map(\.new) == [.number(6), .number(3)])
    set(0, 4)
    set(0, 3)
    #expect(changes.take().isEmpty)
  }
}

@Suite("Spill ranges")
struct SpillRangesTests {
  @Test("A circular anchor keeps its range in the index, and nobody is shown it")
  func circular() {
    let grid = GridID(rawValue: 0)
    let anchor = CellAddress(grid: grid, row: 0, column: 0)
    let below = CellAddress(grid: grid, row: 1, column: 0)
    let area = Area(grid: grid, column: 0, rows: 0...2)
    let cells = CellStore()
    let spills = SpillRanges(cells: cells)
    #expect(spills.isEmpty)
    cells.spills.setArea(area, of: anchor)
    #expect(spills.area(of: anchor) == area && spills.anchor(covering: below) == anchor)
    cells.spills.setArea(area, of: anchor, isCircular: true)
    #expect(spills.area(of: anchor) == nil && spills.anchor(covering: below) == nil)
    #expect(!spills.isEmpty && cells.spills.area(of: anchor) == area)
  }
}

@Suite("Defined names")
struct DefinedNamesTests {
  @Test("A formula that waited for a name is read anew when it is defined, and again when it is taken away")
  func waiting() {
    let graph = Graph().graph
    let editor = CellEditor(SpillWriter(graph: graph), EngineSettings())
    let names = DefinedNames(editor: editor)
    let scope = ScopeID(rawValue: 0)
    let total = names.add("Total", in: scope)
    editor.setFormula(FormulaParser.parse("rate*2", dialect: .sheet).tree, over: Area(total))
    let formulas = WrittenFormulas(store: graph.formulas)
    #expect(!formulas.knowsAllNames && !formulas.knowsAllNames(at: total))
    let rate = names.add("Rate", in: scope)
    #expect(formulas.knowsAllNames && CellDependencies(graph: graph).precedents(of: total) == [Area(rate)])
    #expect(names.add("RATE", in: scope) == rate && names.all(in: scope) == ["Total", "Rate"])
    names.unbind("rate", in: scope)
    #expect(!formulas.knowsAllNames(at: total) && formulas.hasFormula(at: total))
  }
}

@Suite("Expressions in no cell")
struct ExpressionEvaluatorTests {
  @Test("An expression is compiled once, follows the cells, and counts rows from where it is asked for")
  func evaluating() {
    let engine = Engine(catalog: .standard)
    let scope = engine.names.addScope()
    let sheet = engine.names.addSheet(named: "Sheet1", in: scope)
    engine.setConstants([.number(1), .number(2), .text("three")], from: CellAddress(grid: sheet, row: 0, column: 0))
    let expressions = ExpressionEvaluator(engine.graph, engine.settings, Workspace())
    func cell(_ row: Int) -> CellAddress { CellAddress(grid: sheet, row: row, column: 1) }
    let doubled = expressions.compile(FormulaParser.parse("=A1*2").tree, at: cell(0))
    #expect((0..<3).map { expressions.value(of: doubled, at: cell($0)) } == [.number(2), .number(4), .error(.value)])
    engine.setConstant(.number(10), at: CellAddress(grid: sheet, row: 1, column: 0))
    #expect(expressions.value(of: doubled, at: cell(1)) == .number(20))
    #expect(expressions.areas(of: doubled, at: cell(1)) == [Area(CellAddress(grid: sheet, row: 1, column: 0))])
    #expect(expressions.area(of: FormulaParser.parse("=A1:A2").tree, at: cell(0))?.rows == 2)
    #expect(expressions.area(of: FormulaParser.parse("=A1+1").tree, at: cell(0)) == nil)
    #expect(expressions.evaluate(FormulaParser.parse("=SUM(A1:A2)").tree, at: cell(0)) == .number(11))
  }
}
