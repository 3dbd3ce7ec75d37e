import CellModel
import Diagnostics
import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

/// What is known of the cells of a text, without a sheet around them.
@Suite("Loaded program")
struct LoadedProgramTests {
  private func load(_ text: String) -> LoadedProgram {
    let loaded = LoadedProgram(
      SheetDocument(name: "", text), LiveSheet.Environment(catalog: .standard), RunHook())
    SheetLoader(loaded).load()
    return loaded
  }

  private func cell(_ path: String, in loaded: LoadedProgram, _ home: String? = nil) -> CellInfo? {
    try? loaded.lookup.cell(path, home).get()
  }

  @Test("A cell is found by its name, its address and its place in a table")
  func lookup() {
    let loaded = load("total = SUM(t[v])\ntable t {\n  | v | w |\n  | 1 | 2 |\n  | 3 | 4 |\n}\nB2 = total\n")
    #expect(cell("TOTAL", in: loaded)?.kind == .formula && cell("B2", in: loaded)?.formulaText == "total")
    #expect(cell("t[2].w", in: loaded).map { loaded.engine.value(at: $0.address) } == 4)
    #expect(cell("t", in: loaded)?.area?.rows == 2 && cell("t[3].v", in: loaded) == nil)
    #expect(loaded.names.known == ["total", "t"])
    #expect(loaded.names.findings(in: .name("totl")).first?.suggestion == "total")
  }

  @Test("An address alone lies on the grid whose name stands above it")
  func grids() {
    let loaded = load("B1 = 1\nsheet Two\nB1 = 2\n")
    #expect(cell("B1", in: loaded).map { loaded.engine.value(at: $0.address) } == 1)
    #expect(cell("B1", in: loaded, "Two").map { loaded.engine.value(at: $0.address) } == 2)
  }

  @Test("A cell that is another cell and nothing else has its format; of an area it is the one that all have")
  func formats() throws {
    let loaded = load("a = 1 as \"0.00\"\nb = a\nc = b + 1\nA1:A3 = 7 as \"0.0\"\nA4 = 1\nd = SEQUENCE(2) as \"0\"\n")
    func format(_ path: String) throws -> String? {
      loaded.formats.format(at: try #require(cell(path, in: loaded)).address)
    }
    #expect(try format("b") == "0.00" && format("c") == nil)
    #expect(loaded.formats.commonFormat(in: try #require(cell("A1:A3", in: loaded)?.area)) == "0.0")
    #expect(loaded.formats.commonFormat(in: try #require(cell("A1:A4", in: loaded)?.area)) == nil)
  }

  @Test("Cells that are areas of one another and nothing else have no format, and each is asked once")
  func circlesOfFormats() throws {
    for text in ["A1 = A1:A2\nA2 = 3", "x = A1:A2\nA1 = x", "A1 = B1:B2\nB1 = A1:A2\nB2 = A1:B1"] {
      let loaded = load(text)
      #expect(loaded.formats.commonFormat(in: try #require(cell("A1:A2", in: loaded)?.area)) == nil)
    }
    // Both cells of a row are those of the row below; asked anew by every cell above, the last would be asked 2^40 times.
    let rows = (1...40).map { "A\($0) = A\($0 + 1):B\($0 + 1)\nB\($0) = A\($0 + 1):B\($0 + 1)" }.joined(separator: "\n")
    let nested = load(rows + "\nA41 = 1 as \"0.00\"\nB41 = 2 as \"0.00\"")
    #expect(nested.formats.format(at: try #require(cell("B1", in: nested)).address) == "0.00")
  }

  @Test("What a text defines comes in its order, fills and spills as one")
  func contents() {
    let loaded = load("A1:A3 = 7\nb = 1\nC1 = SEQUENCE(2)\ntable t {\n  | v |\n  | 1 |\n}\n")
    #expect(loaded.definedCells.all { _ in true }.map(\.name) == ["A1:A3", "b", "C1:C2", "t"])
    #expect(!loaded.definedCells.hasErrors && load("A1 = 1/0").definedCells.hasErrors)
    let (one, other) = (load("a = 1\nb = 2"), load("a = 1\nb = 3"))
    let agreeing = one.definitions.listed.filter { one.definedCells.agrees(with: other.definedCells, at: $0) }
    #expect(agreeing.map { one.engine.names.name(of: $0) } == ["a"])
  }

  @Test("An input takes what its type, its domain and its condition let pass")
  func acceptance() throws {
    let loaded = load("input n: number = 1 where n > lowest\nlowest = 0\ndouble = n * 2\n")
    func accepted(_ value: CellValue, for path: String) throws -> CellValue {
      let info = try #require(cell(path, in: loaded))
      try loaded.acceptance.checkSettable(info)
      return try loaded.acceptance.accepted(SettableCell(address: info.address, path: path), value)
    }
    #expect(try accepted(5, for: "n") == 5)
    #expect(throws: Refusal.self) { try accepted(-5, for: "n") }
    #expect(throws: Refusal.self) { try accepted("x", for: "n") }
    #expect(throws: Refusal.self) { try accepted(1, for: "double") }
    #expect(loaded.findings.list.isEmpty)
  }

  @Test("A finding that knows better takes the place of the one about the same place in a formula")
  func findings() {
    let loaded = load("a = 1")
    var findings = LoadedFindings([])
    let unit = loaded.units[0]
    let span = SourceSpan(4, 1)
    findings.add(LiveFinding.unknownName("x", span, near: nil).diagnostic, of: unit)
    findings.addInstead(TimeFinding.unknownInput("x", span, []).diagnostic, of: unit)
    #expect(findings.list.count == 1 && findings.hasErrors)
  }

  @Test("A condition that is taken away leaves its row")
  func checks() {
    var checks = LoadedChecks()
    #expect(checks.takeRow() == 0 && checks.takeRow() == 1)
    var later = LoadedChecks()
    later.rowCount = checks.rowCount
    #expect(later.takeRow() == 2)
  }
}
