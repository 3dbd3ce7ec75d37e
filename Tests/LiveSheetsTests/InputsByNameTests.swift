import FunctionLibrary
import SheetText
import Testing

@testable import LiveSheets

@Suite("Inputs by name")
struct InputsByNameTests {
  @Test("An input that is found by its name alone is the one that is found by reading its path, and may be set")
  func agree() throws {
    let sheet = Self.sheet
    #expect(!sheet.hasErrors, "\(sheet.diagnostics)")
    let paths =
      sheet.knownNames + [
        "LEVEL", " level", "Data!level", "A1", "B1", "Data!B1", "people[1].age", "people.age", "people", "u.rate",
        "u.sum",
        "u", "level + 1", "", "none", "ask", "tap",
      ]
    var found: [String] = []
    for path in paths {
      guard let address = sheet.lookup.input(named: path) else { continue }
      let info = try sheet.cell(path).get()
      #expect(info.address == address && info.kind == .input && info.area == nil, "\(path)")
      try sheet.acceptance.checkSettable(info)
      found.append(path)
    }
    #expect(Set(found).isSuperset(of: ["level", "note", "start", "LEVEL"]), "\(found)")
  }

  @Test("An address that is found without being read is the cell that its absolute spelling names")
  func addresses() throws {
    let sheet = Self.sheet
    for (plain, absolute) in [
      ("A1", "$A$1"), ("a2", "$A$2"), ("B1", "$B$1"), ("C7", "$C$7"), ("XFD1048576", "$XFD$1048576"),
    ] {
      let (found, read) = (try sheet.cell(plain).get(), try sheet.cell(absolute).get())
      #expect(found.address == read.address && found.name == read.name && found.kind == read.kind, "\(plain)")
      #expect(found.formulaText == read.formulaText && found.area == read.area, "\(plain)")
    }
    for path in ["A0", "XFE1", "A1048577", "AAAA1"] {
      #expect(throws: (any Error).self, "\(path)") { try sheet.cell(path).get() }
    }
  }

  private static var sheet: LiveSheet {
    LiveSheet(
      SheetDocument(
        name: "main.sheet",
        """
        use "used.sheet" as u
        u.rate <~ level
        sheet Data
        input level: number in 0..9 = 3
        input note
        input start = level * 2
        event tap
        state count = 0 { on tap : count + 1 }
        fixed = 7
        sum = level + fixed
        A1:A3 = ROW()
        B1 = 4
        table people {
          | name | age |
          | Ann  | 30  |
          older = age + 1
        }
        action ask() = level
        """),
      environment: LiveSheet.Environment(
        catalog: .standard, readFile: { _ in Array("input rate = 1\nsum = rate * 2\n".utf8) }))
  }
}
