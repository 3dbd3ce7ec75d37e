import CellModel
import Testing

@testable import CellModel

/// Where a pivot table shows what is asked for: rows by region and product with totals above, columns by year.
@Suite("Pivot reports")
struct PivotReportTests {
  private static let fields = [
    PivotField(names: ["Area", "Region"], items: [PivotItem("North"), PivotItem("South"), nil]),
    PivotField(names: ["Product"], items: [PivotItem("Pen"), PivotItem("Ink"), PivotItem("Big pen"), nil]),
    PivotField(names: ["Year"], items: [PivotItem(2023), PivotItem(2024, caption: "This year"), nil]),
    PivotField(names: ["Channel"], items: [PivotItem("Shop"), PivotItem("Web")]),
    PivotField(names: ["Sales"]), PivotField(names: ["Pieces"]),
  ]

  /// Data from C5 on: North, its Pen and Ink, South, its Pen and Big pen, all; 2023, 2024, all.
  private static func report(data: [PivotReport.Data], pages: [PivotReport.Page] = []) -> PivotReport {
    func line(_ items: Int...) -> PivotAxis.Line { PivotAxis.Line(items) }
    let all = PivotAxis.Line(isTotal: true)
    let rows = PivotAxis(
      fields: [0, 1], lines: [line(0), line(0, 0), line(0, 1), line(1), line(1, 0), line(1, 2), nil, all])
    let columns =
      data.count == 1
      ? PivotAxis(fields: [2], lines: [line(0), line(1), all])
      : PivotAxis(
        fields: [2, nil],
        lines: [
          line(0, 0), line(0, 1), line(1, 0), line(1, 1), PivotAxis.Line(isTotal: true, data: 0),
          PivotAxis.Line(isTotal: true, data: 1),
        ])
    return PivotReport(
      blocks: [PivotReport.Block(rows: 2...11, columns: 0...4)], origin: (4, 2), fields: fields, data: data, rows: rows,
      columns: columns, pages: pages)
  }

  private let single = Self.report(
    data: [.init(name: "Sum of Sales", field: 4)], pages: [.init(field: 3, item: 1)])
  private let double = Self.report(
    data: [.init(name: "Sum of Sales", field: 4), .init(name: "Pieces ", field: 5)])

  @Test("A cell is found by the items of its row and its column, in any order")
  func cells() {
    check([], "E12")
    check([("Region", "North")], "E5")
    check([("area", "north"), ("Product", "Ink")], "E7")
    check([("Product", "Pen"), ("Year", 2023), ("Region", "South")], "C9")
    check([("Year", 2024)], "D12")
    check([("Region", "South"), ("Year", 2024)], "D8")
  }

  @Test("An item goes by what the report calls it, by its value and by its text")
  func items() {
    check([("Year", "2023")], "C12")
    check([("Year", "this YEAR")], "D12")
    check([("Year", 2025)], nil)
    check([("Region", "East")], nil)
    check([("Colour", "Red")], nil)
    check([("Region", "North"), ("Region", "South")], nil)
    let blank = PivotItem(.blank)
    #expect(blank.isShown(as: "(Blank)") && blank.isShown(as: "") && !blank.isShown(as: 0))
    let month = PivotItem("May", number: 5)
    #expect(month.isShown(as: 5) && !month.isShown(as: 4) && month.isExactly("may"))
    #expect(PivotItem(.logical(true)).isShown(as: "true") && PivotItem(.error(.notAvailable)).isShown(as: "#N/A"))
    let days = PivotField(names: ["Day"], items: [PivotItem("43831"), PivotItem(43_831)])
    #expect(days.item(43_831) == 1 && days.item("2020-01-01") == 1)
  }

  @Test("An item that stands in one row only needs no other")
  func onlyOne() {
    check([("Product", "Big pen")], "E10")
    check([("Product", "Big pen"), ("Year", 2023)], "C10")
    check([("Product", "Pen")], nil)
  }

  @Test("The page that is chosen may be named, and no other")
  func pages() {
    check([("Channel", "Web"), ("Region", "North")], "E5")
    check([("Channel", "Shop"), ("Region", "North")], nil)
  }

  @Test("Several data fields are told apart along their axis")
  func data() {
    #expect(double.data(named: "SALES") == 0 && double.data(named: "sum of sales") == 0)
    #expect(double.data(named: "Pieces") == 1 && double.data(named: "Cost") == nil)
    #expect(place(double.cells(showing: 1, about: [("Region", "North"), ("Year", 2024)]).first) == "F5")
    #expect(place(double.cells(showing: 0, about: []).first) == "G12")
    #expect(place(double.cells(showing: 1, about: []).first) == "H12")
  }

  @Test("A label above the lines of an inner field may show nothing, a whole line and a total do")
  func sureness() {
    #expect(single.cells(showing: 0, about: [("Region", "North")]).first?.isSure == false)
    #expect(single.cells(showing: 0, about: [("Region", "North"), ("Product", "Pen")]).first?.isSure == true)
    #expect(single.cells(showing: 0, about: []).first?.isSure == true)
  }

  @Test("A report lies where one of its cells does")
  func meeting() {
    func meets(_ top: Int, _ left: Int, _ bottom: Int, _ right: Int) -> Bool {
      single.meets(Area(grid: GridID(rawValue: 0), top: top, left: left, bottom: bottom, right: right))
    }
    #expect(meets(2, 0, 2, 0) && meets(11, 4, 11, 4) && meets(0, 0, 100, 100))
    #expect(!meets(1, 0, 1, 4) && !meets(12, 0, 12, 0) && !meets(2, 5, 2, 5))
  }

  @Test("The older form is one text: items, fields with their items, and the data field")
  func questions() {
    check("", [])
    check("North", [("Area", "North")])
    check("Region North", [("Region", "North")])
    check("region[north] Product['Big pen']", [("Region", "north"), ("Product", "Big pen")])
    check("Big pen South", [("Product", "Big pen"), ("Area", "South")])
    check("'Big pen'  Sum of Sales", [("Product", "Big pen")])
    check("Product[Ink;Sum] 2023", [("Product", "Ink"), ("Year", "2023")])
    check("This year", [("Year", "This year")])
    check("Nowhere", nil)
    check("Northern", nil)
    check("Region[North", nil)
    // With two data fields one is to be named.
    #expect(PivotQuestion("North", of: double) == nil)
    #expect(PivotQuestion("Pieces North", of: double)?.data == 1)
    #expect(PivotQuestion("North Sales", of: double)?.data == 0)
  }

  private func check(
    _ pairs: [(field: String, item: CellValue)], _ expected: String?, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(place(single.cells(showing: 0, about: pairs).first) == expected, sourceLocation: location)
  }

  private func check(
    _ text: String, _ expected: [(String, String)]?, at location: SourceLocation = #_sourceLocation
  ) {
    let pairs = PivotQuestion(text, of: single)?.pairs.map { "\($0.field)=\($0.item.text ?? "")" }
    #expect(pairs == expected?.map { "\($0.0)=\($0.1)" }, "\(text)", sourceLocation: location)
  }

  private func place(_ cell: PivotReport.Cell?) -> String? {
    cell.map { A1Notation.text(row: $0.row, column: $0.column) }
  }
}
