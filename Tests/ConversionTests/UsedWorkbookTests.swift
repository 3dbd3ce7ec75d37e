import CellModel
import Engine
import Formulas
import Foundation
import FunctionLibrary
import LiveWorkbooks
import SheetText
import Testing
import Workbooks

@testable import Conversion
@testable import LiveSheets

/// `use "model.xlsx" as model`: a workbook in the engine of a sheet.
@Suite("Used workbooks")
struct UsedWorkbookTests {
  /// A sheet that uses a workbook as `book`.
  private func sheet(_ text: String, _ book: Workbook) throws -> LiveSheet {
    let bytes = try ExcelWriter.bytes(book)
    return sheet("use \"book.xlsx\" as book\n" + text) { _ in bytes }
  }

  private func sheet(_ text: String, readFile: @escaping (String) throws -> [UInt8]) -> LiveSheet {
    LiveSheet(SheetDocument(name: "a.sheet", text), environment: .init(catalog: .standard, readFile: readFile))
  }

  private func value(_ path: String, in sheet: LiveSheet) -> CellValue? {
    guard case .success(let cell) = sheet.cell(path) else { return nil }
    return sheet.value(of: cell)
  }

  private func shown(_ path: String, in sheet: LiveSheet) -> String? {
    guard case .success(let cell) = sheet.cell(path) else { return nil }
    return sheet.text(of: cell)
  }

  /// A sheet of a workbook with cells by their addresses; texts that begin with `=` are formulas.
  private func cells(_ name: String, _ cells: [(address: String, value: CellValue, style: Int32)]) -> WorkbookSheet {
    var sheet = WorkbookSheet(name: name)
    for (address, value, style) in cells {
      guard let (row, column) = A1Notation.cell(address) else { continue }
      if case .text(let text) = value, text.hasPrefix("=") {
        sheet.formulas.append(
          StoredFormula(
            row: Int32(row), column: Int32(column), style: style, kind: .plain(String(text.dropFirst())), stored: 0))
      } else {
        sheet.columns[column, default: ConstantColumn()].append(value, row: row, style: style)
      }
    }
    return sheet
  }

  private func plain(_ name: String, _ values: KeyValuePairs<String, CellValue>) -> WorkbookSheet {
    cells(name, values.map { ($0.key, $0.value, 0) })
  }

  /// Two sheets with names, a table, a function and days.
  private var model: Workbook {
    var book = Workbook()
    book.numberFormats = ["General", "yyyy\\-mm\\-dd", "0.0%"]
    var data = plain("Data", ["A1": "Id", "B1": "Unit Price", "A2": 1, "B2": 10, "A3": 2, "B3": 20])
    data.tables = [
      WorkbookTable(
        name: "Orders", block: CellBlock(top: 0, left: 0, bottom: 2, right: 1), hasHeaders: true, hasTotals: false,
        columns: ["Id", "Unit Price"])
    ]
    book.sheets = [
      cells("Inputs", [("B1", 0.07, 2), ("B2", 45_352, 1), ("B3", 100, 0)]),
      cells(
        "My Summary",
        [
          ("A1", "=Inputs!B1*Inputs!B3", 0), ("A2", "=Inputs!B2+30", 1), ("A3", "=Rate*2", 0),
          ("A4", "=SUM(Orders[Unit Price])", 0), ("A5", "=Twice(4)", 0),
        ]), data,
    ]
    book.names = [
      DefinedName(name: "Rate", formula: "Inputs!$B$1"), DefinedName(name: "Prices", formula: "Data!$B$2:$B$3"),
      DefinedName(name: "Seven", formula: "7"), DefinedName(name: "a.b", formula: "Inputs!$B$3*2"),
      DefinedName(name: "Twice", formula: "_xlfn.LAMBDA(_xlpm.x,_xlpm.x*2)"),
    ]
    return book
  }

  @Test("Cells, names, tables and functions of a workbook are reached with a dot")
  func paths() throws {
    let sheet = try sheet(
      """
      a = 'book.My Summary'!A1 + book.Inputs!B3
      b = book.rate & "/" & SUM(book.Prices) & "/" & book.Seven & "/" & book.a.b
      c = SUM(book.Orders[Unit Price]) + ROWS(book.Orders)
      d = book.Twice(21)
      e = SUM(book.Data!B2:B3, book.Data!A:A)
      f = book.B3
      g = SUM(book.Orders[[#Data],[Id]:[Unit Price]])
      """, model)
    #expect(!sheet.hasErrors, "\(sheet.diagnostics)")
    #expect(value("a", in: sheet) == 107)
    #expect(value("b", in: sheet) == "0.07/30/7/200")
    #expect(value("c", in: sheet) == 32)
    #expect(value("d", in: sheet) == 42)
    #expect(value("e", in: sheet) == 33)
    // Behind the name of the use alone stands a cell of the first sheet.
    #expect(value("f", in: sheet) == 100)
    #expect(value("g", in: sheet) == 33)
    #expect(value("'book.My Summary'!A5", in: sheet) == 8)
  }

  @Test("A row of a table is reached by its number, and its cells by their columns")
  func rows() throws {
    let sheet = try sheet(
      """
      n = 1
      a = book.Orders[2].Id
      b = book.Orders[(n)].id
      c = SUM(book.Orders[2])
      d = book.Orders[3].Id
      e = book.Orders[(n + 3)].Id
      """, model)
    #expect(!sheet.hasErrors, "\(sheet.diagnostics)")
    #expect(["a", "b", "c"].map { value($0, in: sheet) } == [2, 1, 22])
    #expect(["d", "e"].map { value($0, in: sheet)?.error?.code } == [.reference, .reference])
    try sheet.set("n", to: 2)
    #expect(value("b", in: sheet) == 2)
    try sheet.set("book.Orders[2].Id", to: 7)
    #expect(value("a", in: sheet) == 7)
    #expect(value("book.Orders[1].Id", in: sheet) == 1)
    for row in [0, 9] {
      guard case .failure(let failure) = sheet.cell("book.Orders[\(row)].Id") else {
        Issue.record("there is a row \(row)")
        continue
      }
      #expect(failure.message.contains("so there is no row \(row)"), "\(failure.message)")
    }
    let inserting = #expect(throws: Refusal.self) { try sheet.rows(ofTable: "book.Orders") }
    #expect(inserting?.message.hasPrefix("book.Orders lies in a workbook, whose rows and cells stay") == true)
    let unknown = #expect(throws: Refusal.self) { try sheet.rows(ofTable: "book.Order") }
    #expect(unknown?.message == "there is no table named book.Order")
    let wrong = try self.sheet("a = book.Orders[1].Ids\nb = book.Orders[(1)].Ids", model)
    #expect(wrong.diagnostics.map(\.message) == Array(repeating: "there is no column named Ids", count: 2))
    #expect(value("a", in: wrong)?.error?.code == .reference)
  }

  @Test("What a workbook does not have is told with what is near")
  func unknown() throws {
    let wrong = try sheet("a = book.Input!B1\nb = book.rat\nc = SUM(book.Orders[Unit Prise])", model)
    #expect(
      wrong.diagnostics.map(\.message) == [
        "there is no sheet named book.Input", "there is no cell named book.rat",
        "there is no column named Unit Prise",
      ])
    #expect(wrong.diagnostics.map(\.suggestion) == ["book.Inputs", "book.Rate", "Unit Price"])
  }

  @Test("A constant of a workbook is set, by hand and by a binding; a formula is not")
  func setting() throws {
    let sheet = try sheet(
      "input rate = 0.05\nbook.Inputs!B1 <~ rate\na = 'book.My Summary'!A1\nb = book.Rate", model)
    #expect(value("a", in: sheet) == 5)
    try sheet.set("rate", to: 0.1)
    #expect(value("a", in: sheet) == 10)
    #expect(value("b", in: sheet) == .number(0.1, .percent))
    try sheet.set("book.Inputs!B3", to: 50)
    #expect(value("a", in: sheet) == 5)
    try sheet.set("book.Rate", to: 0.5)
    #expect(value("a", in: sheet) == 25)
    let refusal = #expect(throws: Refusal.self) { try sheet.set("'book.My Summary'!A1", to: 1) }
    #expect(
      refusal?.message
        == "'book.My Summary'!A1 is a formula, Inputs!B1*Inputs!B3, and can only be changed by its definition")
  }

  @Test("Headers of tables and parts of arrays are not set, alone or used")
  func obstacles() throws {
    var book = model
    var arrays = plain("Arrays", ["A1": 1, "A2": 2])
    arrays.arrays.formulas = [
      ArrayFormula(text: "A1:A2*2", block: CellBlock(top: 0, left: 1, bottom: 2, right: 1), isDynamic: false),
      ArrayFormula(text: "SEQUENCE(2)", block: CellBlock(top: 0, left: 3, bottom: 1, right: 3), isDynamic: true),
    ]
    for column in [1, 3] {
      arrays.formulas.append(
        StoredFormula(row: 0, column: Int32(column), style: 0, kind: .array(Int32(column / 2)), stored: 1))
    }
    book.sheets.append(arrays)
    let alone = LiveWorkbook(book, catalog: .standard)
    alone.recalculate()
    let used = try sheet("", book)
    let refused = [
      ("Data!B1", "names a column of the table Orders, by which formulas know it, and cannot be set"),
      ("Arrays!B3", "is part of an array formula, and cannot be set alone"),
      ("Arrays!D2", "is filled by the formula in Arrays!D1, and cannot be set"),
      ("Arrays!A1:A2", "is a range, and only a single cell can be set"),
      ("Arrays!B1", "has a formula, which cannot be set"),
    ]
    for (cell, words) in refused {
      let area = try #require(alone.area(cell))
      #expect(alone.obstacle(toSetting: area)?.words(for: cell) == "\(cell) \(words)")
      #expect(throws: Refusal.self) { try used.set("book.\(cell)", to: 5) }
    }
    for cell in ["Data!B2", "Data!D1", "Arrays!A1", "Arrays!C1"] {
      #expect(alone.obstacle(toSetting: try #require(alone.area(cell))) == nil)
      try used.set("book.\(cell)", to: 5)
    }
  }

  @Test("A binding sets what can be set, also in a block behind the use; anything else is told")
  func bindings() throws {
    let bytes = try ExcelWriter.bytes(model)
    let text = """
      use "book.xlsx" as book { Inputs!B3 <~ 7; Rate <~ 0.5 }
      'book.My Summary'!A1 <~ 3
      book.Data!B1 <~ 4
      book.Prices <~ 5
      """
    let sheet = sheet(text) { _ in bytes }
    #expect(value("book.Inputs!B3", in: sheet) == 7)
    #expect(value("book.Inputs!B1", in: sheet) == 0.5)
    #expect(
      sheet.diagnostics.map(\.message) == [
        "'book.My Summary'!A1 has a formula, which cannot be set",
        "'book.Data'!B1 names a column of the table Orders, by which formulas know it, and cannot be set",
        "book.Prices is more than one cell, and only an input can be bound",
      ])
  }

  @Test("A cell that was set to an array is set again")
  func arrays() throws {
    let sheet = try sheet("a = SUM(book.Inputs!D1:D2)", model)
    try sheet.set("book.Inputs!D1", to: .array(CellArray(rows: 2, columns: 1, [1, 2])))
    #expect(value("a", in: sheet) == 3)
    #expect(throws: Refusal.self) { try sheet.set("book.Inputs!D2", to: 5) }
    try sheet.set("book.Inputs!D1", to: 7)
    #expect(value("a", in: sheet) == 7)
  }

  @Test("What a workbook cannot say of a used one keeps its value")
  func conversion() throws {
    let sheet = try sheet("a = book.Inputs!B3\nb = SUM(book.Orders[Unit Price])\nc = a + 1", model)
    let made = WorkbookFromSheet(sheet, name: "a").workbook
    let live = LiveWorkbook(made, catalog: .standard)
    live.recalculate()
    for (cell, value) in [("B1", 100), ("B2", 30), ("B3", 101)] as [(String, CellValue)] {
      #expect(live.engine.value(at: try #require(live.area(cell)).topLeft) == value)
    }
  }

  @Test("Numbers are shown as the workbook shows them, and formulas as it has them")
  func shown() throws {
    let sheet = try sheet("day = book.Inputs!B2\nnext = book.Inputs!B2 + 1\nlater = 'book.My Summary'!A2", model)
    #expect(shown("book.Inputs!B1", in: sheet) == "7.0%")
    #expect(shown("day", in: sheet) == "2024-03-01")
    #expect(shown("next", in: sheet) == "2024-03-02")
    #expect(shown("later", in: sheet) == "2024-03-31")
    let day = CellValue.number(45_382, .date)
    #expect(value("'book.My Summary'!A2", in: sheet) == day)
    guard case .success(let cell) = sheet.cell("'book.My Summary'!A3") else {
      Issue.record("the cell is not found")
      return
    }
    #expect(cell.formulaText == "Rate*2")
    #expect(cell.kind == .formula)
    #expect(sheet.name(of: cell.address) == "'book.My Summary'!A3")
    guard case .success(let plain) = sheet.cell("book.Inputs!B3") else {
      Issue.record("the cell is not found")
      return
    }
    #expect(sheet.name(of: plain.address) == "book.Inputs!B3")
    #expect(plain.kind == .constant)
  }

  @Test("Formulas mean what they mean in the workbook: one cell of a range, circles that settle, names of one sheet")
  func meaning() throws {
    var book = Workbook()
    var loop = plain(
      "Loop",
      ["A1": 100, "B1": "=A1-0.1*B2", "B2": "=B1", "A5": 1, "A6": 2, "A7": 3, "B6": "=A5:A7*10", "C1": "=Own+1"])
    loop.arrays.formulas = [
      ArrayFormula(text: "A5:A7*2", block: CellBlock(top: 8, left: 0, bottom: 9, right: 0), isDynamic: false)
    ]
    loop.formulas.append(StoredFormula(row: 8, column: 0, style: 0, kind: .array(0), stored: 2))
    book.sheets = [
      loop,
      plain(
        "Other",
        ["A1": "=IF(TRUE,1,A1)", "A2": "=Own+1", "A3": "=INDIRECT(\"Loop!A1\")", "A5": "=LOOKUP(9,Z1:Z3,A1:A9)"]),
    ]
    book.names = [
      DefinedName(name: "Own", formula: "7", sheet: 0), DefinedName(name: "Own", formula: "8", sheet: 1),
      DefinedName(name: "Own", formula: "Loop!$A$1"),
    ]
    book.calculation.iteration = CalculationSettings.Iteration(rounds: 100, tolerance: 1e-9)
    let settled = try sheet("x = book.Loop!B1\nA1 = 5\nB6 = SUM(A1:A2 * 2)", book)
    #expect(!settled.hasErrors, "\(settled.diagnostics)")
    let b1 = try #require(value("x", in: settled)?.number)
    #expect(abs(b1 - 100 / 1.1) < 1e-6)
    #expect(value("book.Loop!B6", in: settled) == 20)
    #expect(value("book.Loop!A9:A11", in: settled) == .array(CellArray(rows: 3, columns: 1, [2, 4, .blank])))
    #expect(value("book.Loop!C1", in: settled) == 8)
    #expect(value("book.Other!A2", in: settled) == 9)
    #expect(value("book.Other!A1", in: settled) == 1)
    // From outside, too, a name of one sheet is not that of all.
    for (name, wanted) in [("book.Loop!Own", 7), ("book.Other!Own", 8), ("book.Own", 100)] as [(String, CellValue)] {
      guard case .success(let (found, _)) = settled.evaluate(name) else {
        Issue.record("\(name) has no value")
        continue
      }
      #expect(found == wanted, "\(name)")
    }
    // The names and sheets of the one who uses it are not those of the workbook.
    #expect(value("book.Other!A3", in: settled) == 100)
    #expect(value("B6", in: settled) == 10)
    // Circles of the sheet itself do not settle because those of the workbook do.
    let circle = try sheet("a = b\nb = a + 1", book)
    #expect(circle.diagnostics.map(\.message) == ["2 cells depend on each other: a → b → a"])
    book.calculation.iteration = nil
    let open = try sheet("", book)
    #expect(
      open.diagnostics.map(\.message) == ["2 cells depend on each other: book.Loop!B1 → book.Loop!B2 → book.Loop!B1"])
  }

  @Test("A sheet of the text comes before one of a workbook that is called alike, which is told")
  func clashes() throws {
    let sheet = try sheet(
      "sheet book\nB2 = 5\nsheet 'book.Inputs'\nB3 = 6\nsheet X\nA1 = book!B2\nA2 = 'book.Inputs'!B3\nA3 = book.Data!B2",
      model)
    #expect(["X!A1", "X!A2", "X!A3"].map { value($0, in: sheet) } == [5, 6, 10])
    #expect(sheet.diagnostics.map(\.message) == ["book.Inputs is a sheet of this text and one of book.xlsx"])
    let locals = try self.sheet("x = LET(book, {Rate: 5}, book.Rate)", model)
    #expect(!locals.hasErrors && value("x", in: locals) == 5)
  }

  @Test("A formula that cannot be computed keeps its value and is told of; so are days that count from 1904")
  func told() throws {
    var book = Workbook()
    book.numberFormats = ["General", "yyyy\\-mm\\-dd"]
    book.dateSystem = .from1904
    book.sheets = [
      cells("S", [("A1", 0, 1), ("A2", "=NOFUNC(1)", 0), ("A3", "=YEAR(A1)", 0), ("A4", "=NOFUNC(2)", 0)])
    ]
    let sheet = try sheet("a = book.S!A1", book)
    #expect(
      sheet.diagnostics.map(\.message) == [
        "book.S!A2 calls NOFUNC, which is not there; it and 1 more keep their stored values",
        "book.xlsx counts days from 1904, and a sheet counts them from 1900",
      ])
    #expect(!sheet.hasErrors)
    #expect(shown("a", in: sheet) == "1904-01-01")
    #expect(value("book.S!A2", in: sheet) == 0)
    #expect(value("book.S!A3", in: sheet) == 1904)
  }

  @Test("A used sheet may use a workbook in turn, and so may rows that stay")
  func nested() throws {
    let bytes = try ExcelWriter.bytes(model)
    let files: [String: [UInt8]] = [
      "book.xlsx": bytes,
      "inner.sheet": Array("use \"book.xlsx\" as book\ntotal = SUM(book.Prices) + book.Inputs!B3".utf8),
    ]
    let outer = sheet(
      "use \"inner.sheet\" as inner\na = inner.total + inner.book.Rate + inner.book.Data!B2\nc = inner.total + inner.book.Rate"
    ) {
      name in
      guard let bytes = files[name] else { throw LiveSheet.FileRefused() }
      return bytes
    }
    #expect(!outer.hasErrors, "\(outer.diagnostics)")
    #expect(value("a", in: outer) == .number(140.07, .plain))
    func rows(_ file: String, _ clause: String = "") -> LiveSheet {
      sheet("event plus\ntable t of \"\(file)\" { 2 rows\(clause) }\nb = t[2].total + t[1].book.Rate") { name in
        guard let bytes = files[name] else { throw LiveSheet.FileRefused() }
        return bytes
      }
    }
    let refused = "a sheet in the rows of a table cannot have the cells of a workbook"
    for sheet in [rows("book.xlsx"), rows("inner.sheet", "; on plus : insert last ()")] {
      #expect(sheet.diagnostics.contains { $0.message == refused }, "\(sheet.diagnostics)")
    }
    let fixed = rows("inner.sheet")
    #expect(!fixed.hasErrors, "\(fixed.diagnostics)")
    #expect(value("b", in: fixed) == value("c", in: outer))
    // What is wrong in a workbook is told as where it is used once.
    #expect(fixed.contents.contains { $0.name == "t[2].book.Data!B2" })
  }

  @Test("A sheet that uses a workbook goes when nobody has it any more")
  func lifetime() throws {
    weak var engine: Engine?
    do {
      let sheet = try sheet("a = book.Inputs!B1", model)
      engine = sheet.engine
      #expect(engine != nil && value("a", in: sheet) == .number(0.07, .percent))
    }
    #expect(engine == nil)
  }

  @Test("Each cell of a workbook is in a sheet what it is in the workbook")
  func collection() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "LiveWorkbooksTests/Workbooks")
    var compared = 0
    for (name, bytes) in try WorkbookFiles.all(in: folder) {
      let alone = LiveWorkbook(try WorkbookReader.workbook(bytes, named: name), catalog: .standard)
      // Numbers of other calendars are no days where nothing says so.
      guard alone.contents.dateSystem == .from1900 else { continue }
      alone.engine.settings.readTime = { LiveSheet.virtualStart }
      alone.recalculate()
      let used = sheet("use \"\(name)\" as book") { _ in bytes }
      let unsteady = alone.relations.reach(of: alone.unsteady)
      var differences: [String] = []
      for cell in alone.definedCells where alone.kept[cell] != nil || !unsteady.contains(cell) {
        guard let position = alone.grids.firstIndex(of: cell.grid) else { continue }
        let prefix = SheetPrefix("book." + alone.contents.sheets[position].name).text
        let path = "\(prefix)!\(A1Notation.text(row: Int(cell.row), column: Int(cell.column)))"
        compared += 1
        if value(path, in: used) != alone.shownValue(at: cell) { differences.append(path) }
      }
      #expect(differences.isEmpty, "\(name): \(differences.count) cells: \(differences.prefix(5))")
    }
    #expect(compared > 3000)
  }
}

/// The workbooks of a folder and of those in it.
private enum WorkbookFiles {
  static func all(in folder: URL) throws -> [(name: String, bytes: [UInt8])] {
    let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return try (found?.compactMap { $0 as? URL } ?? []).filter {
      FileEnding.isWorkbook($0.lastPathComponent) && !$0.pathComponents.contains("refuse")
    }.sorted { $0.path < $1.path }.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
  }
}
