import CellModel
import Functions
import Testing

@testable import FunctionLibrary

/// One row after the other asks the same of a column, or of one more row of it: its cells are read a few times and not once for each
/// question, and the answers are those of somebody who reads them anew.
@Suite("Questions that are asked again")
struct RepeatedQuestionTests {
  private static let rows = 600

  private static let numbers: [CellValue] = (0..<rows).map { .number(Double($0 * 37 % 601) / 4 - 60) }
  private static let texts: [CellValue] = (0..<rows).map { .text("name \($0 * 37 % 601)") }

  /// Asks for each row, and expects what a sheet gives that nobody has asked before.
  private func ask(
    _ cells: [CellValue], from first: Int = 0, atMost most: Int, _ name: String,
    _ operands: (ColumnSheet, Int) -> [Operand], at location: SourceLocation = #_sourceLocation
  ) throws {
    let function = try #require(FunctionCatalog.standard.function(named: name), sourceLocation: location)
    func value(_ row: Int, in sheet: ColumnSheet) -> CellValue {
      sheet.cell = CellAddress(grid: sheet.grid, row: row, column: 2)
      do throws(CellError) {
        return try sheet.givenValue(of: function(operands(sheet, row), in: sheet)) ?? .blank
      } catch { return .error(error) }
    }
    let sheet = ColumnSheet(cells)
    for row in first..<Self.rows {
      let found = value(row, in: sheet)
      guard row % 41 == 7 || row > Self.rows - 3 else { continue }
      let expected = value(row, in: ColumnSheet(cells))
      #expect(found.isIdentical(to: expected), "\(name) in row \(row): \(found)", sourceLocation: location)
    }
    #expect(sheet.cellsRead <= most * cells.count, "\(name) read \(sheet.cellsRead)", sourceLocation: location)
  }

  @Test("One pattern in each row is looked for once", arguments: ["*7", "*name 5", "n*9", "?ame 1*1", "none*x"])
  func patterns(pattern: String) throws {
    for order in [1.0, -1] {
      try ask(Self.texts, atMost: 5, "XMATCH") { sheet, _ in
        [.value(.text(pattern)), sheet.column, .value(2), .value(.number(order))]
      }
    }
  }

  @Test("A text finds its place in alphabetical order among many", arguments: ["<", "<=", ">", ">="])
  func alphabetical(relation: String) throws {
    let others: [CellValue] = ["Öl", "n\u{E4}me 4", "name", .number(7), true, .blank, "straße", "STRASSE", "co-op"]
    try ask(Self.texts + others, atMost: 24, "COUNTIF") { sheet, row in
      [sheet.column, .value(.text(relation + (row % 50 == 7 ? "straße" : Self.texts[row].text ?? "")))]
    }
  }

  @Test("The next smaller or larger number of a column that grows")
  func nearest() throws {
    for mode in [-1.0, 1] {
      for order in [1.0, -1] {
        try ask(Self.numbers, from: 70, atMost: 30, "XMATCH") { sheet, row in
          [
            .value(.number(Double(row % 90) - 30)), .reference(Reference(sheet.part(0, row))), .value(.number(mode)),
            .value(.number(order)),
          ]
        }
      }
    }
  }

  @Test(
    "Places in the order of a column that grows, and its deviations", arguments: [7, 8, 10, 12, 14, 15, 16, 17, 19])
  func subtotals(code: Int) throws {
    for options in [4, 6] {
      try ask(Self.numbers, from: 70, atMost: 30, "AGGREGATE") { sheet, row in
        [.value(.number(Double(code))), .value(.number(Double(options))), .reference(Reference(sheet.part(0, row)))]
          + (code > 13 ? [.value(.number(code == 16 ? 0.3 : 2))] : [])
      }
    }
  }

  @Test("The extremes beside the numbers on one side of a bound", arguments: ["MAXIFS", "MINIFS"])
  func extremes(name: String) throws {
    for relation in ["<", ">=", "<=", ">"] {
      try ask(Self.numbers, atMost: 60, name) { sheet, row in
        [sheet.column, sheet.column, .value(.text(relation + String(Double(row % 170) - 70)))]
      }
    }
  }

  @Test("A database is looked through once for each field", arguments: ["DSUM", "DCOUNT", "DMAX", "DVAR", "DGET"])
  func databases(name: String) throws {
    let cells: [CellValue] = ["pay"] + Self.numbers + [.blank, "Pay", ">3", "<-50"]
    let last = Self.rows
    for criteria in [last + 2...last + 3, last + 2...last + 4] {
      try ask(cells, atMost: 6, name) { sheet, _ in
        [
          .reference(Reference(sheet.part(0, last))), .value("PAY"),
          .reference(Reference(sheet.part(criteria.lowerBound, criteria.upperBound))),
        ]
      }
    }
  }

  @Test("A series is put in order once for all that is forecast from it")
  func series() throws {
    let sheet = ColumnSheet([])
    let (values, times) = (
      CellArray(column: Self.numbers), CellArray(column: (1...Self.rows).map { .number(Double($0)) })
    )
    var made = 0
    func series(_ values: CellArray, completion: Int = 1) throws -> FittedSeries {
      let source = KnownSeries.Source(
        values: values, timeline: times, completion: completion, aggregation: 1, dates: .from1900)
      return try KnownSeries.series(of: source, in: sheet) { () throws(CellError) in
        made += 1
        guard
          let series = ForecastSeries(
            times: times.elements.compactMap(\.number), values: values.elements.compactMap(\.number),
            fillingWithNeighbours: true, aggregation: .average, dates: .from1900)
        else { throw .number }
        return series
      }
    }
    let first = try series(values)
    #expect(try series(values) === first)
    #expect(made == 1)
    #expect(try series(values, completion: 0) !== first)
    #expect(try series(CellArray(column: Self.numbers.map { $0 })) !== first)
    #expect(made == 3)
  }
}
