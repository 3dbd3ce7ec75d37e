import CellModel
import Formulas
import TestSupport
import Testing

@testable import Engine

/// What areas come to down a column, which is counted along, against the general program, which reads each area anew.
@Suite("Areas that are folded down a column")
struct AreaFoldTests {
  /// The rows that hold something, on both sides of the end of a storage block.
  private static let rows = 960...1_110
  private static let functions = ["SUM", "AVERAGE", "COUNT", "MAX", "MIN", "PRODUCT"]

  /// Areas as they stand in the formula of the first row, which is row 962.
  private static let areas = [
    "A$960:A962", "A$1000:A962", "A962:A968", "A960:A962", "A962:C962", "A961:C963", "A$961:C962", "A$960:A$1110",
    "B$962:C$990", "A962:A$1100", "A:A", "E962:F964", "C962:A960", "B962:B1010", "A900:A962",
  ]

  @Test("A column gives, bit for bit, what each of its formulas gives alone", arguments: areas)
  func columns(area: String) { check(area, odd: 0.1) }

  @Test("Errors and numbers of a kind are left to the general program", arguments: areas.prefix(9))
  func fallBack(area: String) {
    check(area, odd: .error(.notAvailable))
    check(area, odd: .number(3, .date))
  }

  @Test("Areas of numbers are folded in blocks, and a text among them needs no general program")
  func blocks() {
    let book = Workbook()
    book.set("A1:A600 = ROW()", "A300 = \"x\"")
    book.engine.resetCounters()
    book.set("B1:B600 = SUM(A$1:A1)", "C1:C500 = AVERAGE(A1:A100)", "D1:D600 = MAX(A$1:A$600, B1) / COUNT(A:A)")
    #expect(book.engine.counters.evaluated == 1_700)
    #expect(book.engine.counters.inBlocks == 1_700)
    #expect(book.engine.counters.generally == 0)
    #expect(book["B600"] == 180_000)
    book.engine.resetCounters()
    book.set("A301 = NA()")
    #expect(book.engine.counters.generally == 1 + 300 + 100 + 600, "the error and all that read it")
  }

  @Test("A sum is 0 where its last number cancels the ones before, and not where a 0 follows")
  func remainders() {
    let book = Workbook()
    let remainder = 0.5 - 0.4 - 0.1
    let cells = (0..<60).map { [0.5, -0.4, -0.1, 0, 100][$0 % 5] }
    book.engine.setConstants(cells.map { .number($0) }, from: book.address("A1"))
    book.set(
      "B1:B55 = SUM(A1:A3)", "C1:C55 = SUM(A1:A4)", "D1:D60 = SUM(A$1:A1)", "E1:E55 = AVERAGE(A1:A3)",
      "F1:F55 = SUM(A1, A2, A3)", "G1:G55 = SUM(A1:A2, A3)", "H1:H55 = SUM(A1:A3, A4)",
      "J1 = \"x\"", "K1:K55 = SUM(A1:A3, J1:J3)")
    for column in ["B", "E", "F", "G", "K"] {
      #expect(book["\(column)1"] == 0, "\(column)")
      #expect(book["\(column)51"] == 0, "\(column)")
    }
    #expect(book["C1"] == .number(remainder))
    #expect(book["C51"] == .number(remainder))
    #expect(book["H1"] == .number(remainder))
    #expect(book["D3"] == 0)
    #expect(book["D4"] == .number(remainder))
    #expect(book["D5"] == 100)
  }

  private func check(_ area: String, odd: CellValue) {
    let book = Workbook()
    Self.fill(book, odd)
    var columns: [String] = []
    for (place, function) in Self.functions.enumerated() {
      columns.append(A1Notation.letters(ofColumn: 7 + place))
      book.enter("\(columns[place])962:\(columns[place])\(Self.rows.upperBound) = \(function)(\(area))")
    }
    columns.append("P")
    book.enter("P962:P\(Self.rows.upperBound) = MAX(\(area), B962) - SUM(\(area)) / 8")
    columns.append("Q")
    book.enter("Q962:Q\(Self.rows.upperBound) = SUM(\(area), B962, -3)")
    book.engine.recalculate()
    compare(book, columns)
    book.set("A1030 = 1E+300", "B990 = \"text\"", "A1105 = -0.25", "A961 = 7")
    compare(book, columns)
  }

  /// Columns A to C: numbers whose sums depend on their order, and now and then what is passed over; one value is odd.
  private static func fill(_ book: Workbook, _ odd: CellValue) {
    var random = SeededGenerator(seed: 5)
    for column in 0..<3 {
      let values: [CellValue] = rows.map { _ in
        switch random.number(0...19) {
        case 0: .blank
        case 1: .text("x")
        case 2: .logical(true)
        case 3: .number(-0.0)
        case 4: .number(Double(random.number(-9...9)) * 1e15)
        default: .number(Double(random.number(-900...900)) / 700)
        }
      }
      book.engine.setConstants(
        values, from: CellAddress(grid: book.sheet, row: rows.lowerBound - 1, column: column))
    }
    book.engine.setConstant(odd, at: book.address("A1026"))
  }

  private func compare(_ book: Workbook, _ columns: [String], _ place: SourceLocation = #_sourceLocation) {
    for column in columns {
      for row in [962, 963, 969, 1_000, 1_023, 1_024, 1_025, 1_026, 1_027, 1_109, 1_110] {
        let address = book.address("\(column)\(row)")
        guard let text = book.engine.formulas.text(at: address) else {
          Issue.record("no formula in \(column)\(row)", sourceLocation: place)
          continue
        }
        // A formula that is evaluated by itself is run by the general program.
        let alone = book.engine.expressions.evaluate(FormulaParser.parse(text).tree, at: address)
        let filled = book.engine.value(at: address)
        #expect(
          filled == alone && filled.kind == alone.kind && filled.number?.bitPattern == alone.number?.bitPattern,
          "\(column)\(row), \(text): \(filled) in the column, \(alone) alone", sourceLocation: place)
      }
    }
  }
}
