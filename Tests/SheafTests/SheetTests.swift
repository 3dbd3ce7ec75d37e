import Testing

@testable import Sheaf

@Suite("Sheet")
struct SheetTests {
  @Test("A program sets, reads and observes settled values")
  func embedding() throws {
    let sheet = try Sheet("A = 20\nB = 10\nC = (A + 50) + (B - 10)")
    #expect(sheet.value(of: "C") == 70)
    var seen: [CellValue] = []
    let observation = sheet["C"].producer.start(.init(value: { seen.append($0) }))
    try sheet.set("A", to: 30)
    try sheet.transaction {
      $0["A"] = 10
      $0["B"] = 30
    }
    try sheet.transaction {
      $0["A"] = 20
      $0["B"] = 10
    }
    #expect(throws: SetError.self) {
      try sheet.transaction {
        $0["A"] = 1
        $0["C"] = 2
      }
    }
    #expect(sheet["A"].value == 20)
    observation.dispose()
    try sheet.set("A", to: 0)
    #expect(seen == [70, 80, 70])
    #expect(throws: SetError.self) { try sheet.set("C", to: 1) }
    #expect(throws: SheetError.self) { try Sheet("A = 1 +") }
    // Why a file cannot be read, the one who reads it says.
    struct Unplugged: Error {}
    let error = #expect(throws: SheetError.self) {
      try Sheet("table t from \"t.csv\"", files: { _ in throw Unplugged() })
    }
    #expect(error?.description == "sheet:1:14: “t.csv” cannot be read; Unplugged()")
    #expect(try sheet.evaluate("C * 2") == 100)
  }

  @Test("A binding to an input of a type lives as long as the sheet")
  func typedBinding() throws {
    let sheet = try Sheet("A = 20\nB = A * 2")
    let source = MutableProperty(1.0)
    sheet.input("A", as: Double.self) <~ source
    source.value = 4
    #expect(sheet.value(of: "B") == 8)
  }

  @Test("An input is a property; what it refuses is told and changes nothing")
  func inputs() throws {
    let sheet = try Sheet("input A: number in 0..100 = 20\nB = A * 2\nname = \"x\"")
    let a = sheet.input("A")
    #expect(sheet.input("A") === a)
    var refusals: [String] = []
    sheet.refusals.observe(.init(value: { refusals.append($0.cell) }))
    var seen: [CellValue] = []
    sheet["B"].signal.observe(.init(value: { seen.append($0) }))
    a.value = 30
    a.value = 300
    sheet.input("B").value = 1
    sheet.input("nothing").value = 1
    try sheet.set("A", to: 40)
    #expect(a.value == 40)
    a.modify { _ in sheet.input("name").value = "y" }
    #expect(seen == [60, 80])
    #expect(refusals == ["A", "B", "nothing"])
    #expect(sheet["name"].text.value == "y")
  }

  @Test("Typed views of inputs and cells follow and set")
  func typedViews() throws {
    let sheet = try Sheet("A = 20\nB = A * 2\nC = A > 20")
    let a = sheet.input("A", as: Double.self)
    var seen: [Double] = []
    sheet["B"].number.producer.start(.init(value: { seen.append($0) }))
    a.value = 2.5
    #expect(sheet.value(of: "A") == 2.5)
    sheet.input("A").value = "text"
    #expect(a.value.isNaN)
    #expect(sheet["B"].number.value.isNaN)
    #expect(seen[0] == 40 && seen[1] == 5 && seen[2].isNaN)
    #expect(sheet["C"].logical.value)
  }

  @Test("What combines the cells of two sheets is told once an instant")
  func twoSheets() throws {
    let first = try Sheet("A = 1\nC = A * 10")
    let second = try Sheet("A = 1\nC = A * 100")
    var seen: [Double] = []
    first["C"].number.combineLatest(with: second["C"].number).map { $0.0 + $0.1 }
      .signal.observe(.init(value: { seen.append($0) }))
    PropertyGraph.transaction {
      first.input("A").value = 2
      second.input("A").value = 3
    }
    first.input("A").value = 4
    #expect(seen == [320, 340])
  }

  @Test("Properties complete when their sheet is released")
  func release() throws {
    var sheet: Sheet? = try Sheet("A = 1\nC = A * 10")
    let c = sheet!["C"]
    var events: [String] = []
    c.signal.observe(.init { events.append("\($0)") })
    sheet!.input("A").value = 2
    sheet = nil
    #expect(c.value == 20)
    #expect(events == ["VALUE 20", "COMPLETED"])
  }

  @Test("Bindings run between sheets and the rest of a program, in both directions and without values in between")
  func bindings() throws {
    let sheet = try Sheet("A = 1\nB = 2\nC = A + B")
    let other = try Sheet("input C: number = 0\nD = C * 2")
    let slider = MutableProperty(5.0)
    let (signal, input) = Signal<Int, Never>.pipe()
    let label = MutableProperty("")
    sheet.input("A") <~ slider
    sheet.input("B") <~ signal
    other.input("C") <~ sheet["C"]
    label <~ other["D"].text
    #expect(label.value == "14")
    var seen: [Double] = []
    slider.combineLatest(with: sheet["C"].number).combineLatest(with: other["D"].number)
      .map { $0.0.0 + $0.0.1 + $0.1 }.signal.observeValues { seen.append($0) }
    slider.value = 6
    input.send(value: 10)
    #expect(seen == [30, 54])
    #expect(label.value == "32")
  }

  @Test("Two sheets that feed each other settle")
  func circleOfSheets() throws {
    let celsius = try Sheet("degrees = 0")
    let fahrenheit = try Sheet("degrees = 32")
    fahrenheit.input("degrees") <~ celsius["degrees"].number.map { $0 * 9 / 5 + 32 }.skipRepeats()
    celsius.input("degrees") <~ fahrenheit["degrees"].number.map { ($0 - 32) * 5 / 9 }.skipRepeats()
    celsius.input("degrees").value = 100
    #expect(fahrenheit.value(of: "degrees") == 212)
    fahrenheit.input("degrees").value = 50
    #expect(celsius.value(of: "degrees") == 10)
  }

  @Test("Few or many followed cells, areas among them, hear of the same changes")
  func manyFollowed() throws {
    let sheet = try Sheet("A1 = 1\nA2:A400 = A1 + 1\nB1:B400 = IF(A1 > 200, 1, 0)\nC = SUM(B1:B400)")
    var heard: [String: [CellValue]] = [:]
    func follow(_ path: String) {
      sheet[path].signal.observeValues { heard[path, default: []].append($0) }
    }
    for path in ["C", "B7", "A1"] { follow(path) }
    sheet.input("A1").value = 2
    #expect(heard == ["C": [201], "A1": [2]])
    for row in 1...400 { follow("B\(row)") }
    follow("B1:B400")
    heard = [:]
    sheet.input("A1").value = 3
    try sheet.set("A1", to: 4)
    #expect(heard["C"] == [202, 203])
    #expect(heard["B198"] == [1])
    #expect(heard["B199"] == [1])
    #expect(heard["B7"] == nil)
    #expect(heard["A1"] == [3, 4])
    #expect(heard["B1:B400"]?.count == 2)
    #expect(heard.count == 5)
  }
}
