import Foundation
import Sheaf
import Testing

@Suite("Workbook")
struct WorkbookTests {
  private static func load(from1904: Bool = false) throws -> Workbook {
    try Workbook(LoanWorkbook.bytes(from1904: from1904), named: "loan.xlsx")
  }

  @Test("Cells, ranges and names are read with their kinds, also where days count from 1904", arguments: [false, true])
  func reading(from1904: Bool) throws {
    let model = try Self.load(from1904: from1904)
    #expect(model.sheetNames == ["Inputs", "Summary"])
    #expect(model.value(of: "Summary!C1") == 70)
    #expect(model.value(of: "Rate") == 0.07)
    #expect(model.value(of: "Inputs!B1:B2") == .array(CellArray(column: [0.07, 1000])))
    #expect(Double(standingFor: model.value(of: "Inputs!B3")) == 46_053)
    #expect(model.text(of: "Summary!C2") == "2026-02-01")
    #expect(Double(standingFor: model.value(of: "Summary!C2")) == 46_054)
    #expect(model.text(of: "Inputs!B1") == "7%")
    #expect(model.value(of: "Summary!C3").error?.code == .divisionByZero)
    #expect(model.formula(of: "Summary!C1") == "Inputs!B1*Inputs!B2")
    #expect(model.value(of: "Nothing!A1").error?.code == .name)
  }

  @Test("A cell is a property that follows what is set, bound or set together")
  func properties() throws {
    let model = try Self.load()
    var seen: [Double] = []
    model["Summary!C1"].number.producer.startWithValues { seen.append($0) }
    try model.set("Inputs!B1", to: 0.1)
    model.input("Inputs!B2").value = 500
    try model.set(["Inputs!B1": 0.2, "Inputs!B2": 100])
    let rate = MutableProperty(0.5)
    model.input("Rate", as: Double.self) <~ rate
    rate.value = 0.25
    #expect(seen == [70, 100, 50, 20, 50, 25])
    #expect(try model.cell("Summary!C4", as: Double.self).value == 0.5)
  }

  @Test("What cannot be set says why and stays as it was")
  func refusals() throws {
    let model = try Self.load()
    for (path, value) in [
      ("Summary!C1", CellValue.number(1)), ("Inputs!B1:B2", 1), ("Nowhere!A1", 1),
      ("Inputs!B1", .array(CellArray(column: [1, 2]))),
    ] {
      #expect(throws: SetError.self, "\(path)") { try model.set(path, to: value) }
    }
    #expect(throws: SetError.self) { try model.set(["Inputs!B1": 1, "Summary!C1": 2]) }
    #expect(model.value(of: "Rate") == 0.07)
    #expect(throws: SetError.self) { try model.cell("Summary!C3", as: Double.self) }
    var told: [String] = []
    model.refusals.observeValues { told.append($0.cell) }
    model.input("Summary!C1").value = 5
    #expect(model["No!B1"].value.error?.code == .name)
    #expect(told == ["Summary!C1", "No!B1"])
  }

  @Test("Stored values that a recalculation does not give are told")
  func differences() throws {
    let difference = try #require(try Self.load().differences.first)
    #expect(difference.cell == "Summary!C4")
    #expect(difference.stored == 1)
    #expect(difference.computed == 0.14)
  }

  @Test("What is saved has the values that were set, in the same file, as .ods and as a sheet")
  func saving() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sheaf-workbook-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = try Self.load()
    try model.set("Inputs!B1", to: 0.1)
    try model.set("Inputs!D9", to: "new")
    for name in ["new.xlsx", "new.ods"] {
      let path = folder.appending(path: name).path
      try model.save(to: path)
      let again = try Workbook(path)
      #expect(again.value(of: "Inputs!B1") == 0.1, "\(name)")
      #expect(again.value(of: "Inputs!D9") == "new", "\(name)")
      #expect(again.value(of: "Summary!C1") == 100, "\(name)")
      #expect(again.formula(of: "Summary!C1") == "Inputs!B1*Inputs!B2", "\(name)")
      #expect(again.text(of: "Summary!C2") == "2026-02-01", "\(name)")
    }
    // Saving twice keeps what was saved first.
    try model.set("Inputs!B2", to: 10)
    // A file that has been saved as another kind is changed where it stands from then on.
    for name in ["new.ods", "new.fods"] {
      let path = folder.appending(path: name).path
      if name == "new.fods" { try model.save(to: path) }
      let other = try Workbook(path)
      try other.set("Inputs!B1", to: 0.2)
      try other.save(to: path)
      let again = try Workbook(path)
      #expect(again.value(of: "Inputs!B1") == 0.2, "\(name)")
      #expect(again.differences == [], "\(name)")
      #expect(try again.bytes() == Array(Data(contentsOf: URL(filePath: path))), "\(name)")
    }
    let twice = try Workbook(try model.bytes(), named: "twice.xlsx")
    #expect(twice.value(of: "Summary!C1") == 1)
    #expect(twice.value(of: "Inputs!D9") == "new")
    #expect(throws: WorkbookError.self) { try model.save(to: folder.appending(path: "new.pdf").path) }
    let absent = folder.appending(path: "none.xlsx").path
    let missing = #expect(throws: WorkbookError.self) { try Workbook(absent) }
    #expect(missing?.description == "there is no file named \(absent)")
    let place = #expect(throws: WorkbookError.self) { try Workbook(folder.path) }
    #expect(place?.description == "\(folder.path) is a folder")

    let sheet = try Sheet(try Self.load().sheetText())
    #expect(sheet.value(of: "Rate") == 0.07)
    #expect(sheet.value(of: "Summary!C1") == 70)
  }

  @Test("What the workbook's own rule for typing refuses is not taken, and nothing that is set with it")
  func typingRules() throws {
    let document = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>\
      <table:content-validations><table:content-validation table:name="v" \
      table:condition="of:cell-content() &lt; 9"><table:error-message table:display="true"/>\
      </table:content-validation></table:content-validations><table:table table:name="S"><table:table-row>\
      <table:table-cell table:content-validation-name="v" office:value-type="float" office:value="5"/>\
      <table:table-cell office:value-type="float" office:value="1"/><table:table-cell table:formula="of:=[.A1]+[.B1]"/>\
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    let model = try Workbook(Array(document.utf8), named: "s.fods")
    #expect(throws: SetError.self) { try model.set("A1", to: 9) }
    #expect(throws: SetError.self) { try model.set(["A1": 10, "B1": 2]) }
    #expect(model.value(of: "A1:C1") == .array(CellArray([[5, 1, 6]])))
    try model.set(["A1": 8, "B1": 2])
    #expect(model.value(of: "C1") == 10)
    let saved = try Workbook(try model.bytes(), named: "s.fods")
    #expect(saved.value(of: "A1:C1") == .array(CellArray([[8, 2, 10]])))
    #expect(throws: SetError.self) { try saved.set("A1", to: 9) }
  }

  @Test("Cells that are not computed are told when something is set that they would read")
  func staleCells() throws {
    let document = """
      <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:spreadsheet>\
      <table:table table:name="S"><table:table-row><table:table-cell office:value-type="float" office:value="5"/>\
      <table:table-cell table:formula="of:=MYFUNC([.A1])" office:value-type="float" office:value="1"/>\
      </table:table-row></table:table></office:spreadsheet></office:body></office:document>
      """
    let model = try Workbook(Array(document.utf8), named: "s.fods")
    #expect(model.staleCells.isEmpty)
    try model.set("A1", to: 6)
    #expect(model.staleCells == ["S!B1": "calls MYFUNC, which is not there"])
    #expect(model.value(of: "B1") == 1)
  }

  @Test("Separated values are a workbook, too, and can be saved as one")
  func separatedValues() throws {
    let orders = try Workbook(Array("Item,Cost\nnail,2.5\nscrew,4\n".utf8), named: "orders.csv")
    #expect(orders.value(of: "B2:B3") == .array(CellArray(column: [2.5, 4])))
    #expect(throws: WorkbookError.self) { try orders.bytes() }
    try orders.set("B3", to: 5)
    #expect(orders.value(of: "B3") == 5)
  }
}
