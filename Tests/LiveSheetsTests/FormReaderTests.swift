import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import LiveWorkbooks
import SheetText
import Testing

@testable import LiveSheets
@testable import SheetPrograms

/// Reading what a sheet says about time, without a sheet.
@Suite("Form reader")
struct FormReaderTests {
  @Test("Events, states and actions are read into a form")
  func forms() {
    let (form, around) = read("event tap\nstate n = 0 { on tap where n < 9 : n + 1 }\naction go when n > 1 = 2")
    #expect(form.events.map(\.name) == ["tap"])
    #expect(form.states.map(\.name) == ["n"])
    #expect(form.states[0].reactions[0].clauses.count == 1)
    #expect(form.actions.map(\.name) == ["go"])
    #expect(form.actions[0].condition?.tree.text() == "n > 1")
    #expect(around.findings.isEmpty)
  }

  @Test("A clause behind one without a condition is never reached")
  func unreachable() {
    let (_, around) = read("event tap\nstate n = 0 { on tap : 1; on tap : 2 }")
    #expect(around.findings.count == 1)
  }

  @Test("What is no stream is a finding")
  func streams() {
    let (form, around) = read("state n = 0 { on A : 1 }\nevent e = tip")
    #expect(form.streams.isEmpty)
    #expect(around.findings.count == 2)
  }

  @Test("An input is bound once")
  func bindings() {
    let (form, around) = read("a <~ A\na <~ A + 1\nA <~ a")
    #expect(form.bindings.map(\.targetName) == ["a"])
    #expect(around.findings.count == 2)
  }

  @Test("A service's first body is the one it has")
  func services() {
    let source = "service s(x) = HTTP.GET(x)\nfetch f = s(A)"
    let around = Surroundings(source)
    var reader = FormReader(around, TimeForm(), services: ["s"], place: around.place, cell: around.cell)
    reader.read(around.unit.statements)
    #expect(reader.serviceBodies["s"]?.function.tree.nodes.contains(.text("http.get")) == true)
    #expect(reader.serviceBodies["s"]?.reads.isEmpty == true)
    #expect(reader.form.fetches.first?.body.reads.map { $0.tree.text() } == ["A"])
  }

  private func read(_ text: String) -> (TimeForm, Surroundings) {
    let around = Surroundings(text)
    let form = TimeForm()
    var reader = FormReader(around, form, services: [], place: around.place, cell: around.cell)
    reader.read(around.unit.statements)
    return (form, around)
  }
}

/// A sheet with an input `a` and a formula `A`, and a cell for whatever the statements define.
private final class Surroundings: FormSurroundings {
  let unit: SheetUnit
  private var names: [String: Int] = ["a": 0, "A": 1]
  private(set) var findings: [Diagnostic] = []
  private let origin = CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0)

  init(_ text: String) { unit = SheetUnit(SheetDocument(name: "x.sheet", text)) }

  var units: [SheetUnit] { [unit] }
  var otherNames: [String: String] { [:] }
  var knownNames: [String] { names.keys.sorted() }

  func place(_ unit: SheetUnit, _ home: String?) -> CellAddress { origin }

  /// What actions tell of themselves has no cell, for nothing reads it.
  func cell(_ name: String) -> CellAddress? {
    if let dot = name.lastIndex(of: "."), ActionMoment(rawValue: String(name[name.index(after: dot)...])) != nil {
      return nil
    }
    let row = names[name] ?? names.count
    names[name] = row
    return CellAddress(grid: origin.grid, row: row, column: 0)
  }

  func placed(_ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String>) -> FormulaTree { tree }

  func area(of tree: FormulaTree, at origin: CellAddress) -> Area? {
    guard case .name(let name, sheet: nil)? = tree.nodes.last, let row = names[name] else { return nil }
    return Area(CellAddress(grid: origin.grid, row: row, column: 0))
  }

  func isTable(_ name: String) -> Bool { false }
  func obstacle(toSetting area: Area) -> SettingObstacle? { nil }
  func kind(at address: CellAddress) -> CellKind { address.row == 0 ? .input : .formula }
  func inputRule(at address: CellAddress) -> InputRule? { nil }
  func rule(type: WrittenType?, domain: Domain?, _ unit: SheetUnit, home: String?) -> InputRule {
    InputRule(type: .any)
  }
  var catalog: FunctionCatalog { FunctionCatalog() }
  func misplacedNames(in tree: FormulaTree) -> [Diagnostic] { [] }
  func isUnread(_ path: String) -> Bool { false }
  func add(_ diagnostic: Diagnostic, of unit: SheetUnit) { findings.append(diagnostic) }
  func addInstead(_ diagnostic: Diagnostic, of unit: SheetUnit) { findings.append(diagnostic) }
}
