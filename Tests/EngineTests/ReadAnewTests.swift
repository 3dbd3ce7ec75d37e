import CellModel
import Formulas
import Testing

@testable import Engine

/// Formulas that are alike but for the names in them stay what they are when they are read anew.
@Suite("Formulas that are read anew")
struct ReadAnewTests {
  /// A workbook with three sheets, two tables whose columns stand in the same places, and names of cells and ranges.
  private static func book() -> Workbook {
    let book = Workbook()
    for name in ["Second", "Third"] {
      let grid = book.engine.names.addSheet(named: name, in: book.scope)
      book.engine.setConstant(.number(name == "Second" ? 5 : 7), at: CellAddress(grid: grid, row: 0, column: 0))
    }
    addTables(to: book)
    book.set("A1 = 3", "A2 = 4", "low = 1", "high = 2")
    book.engine.names.bind("upper", to: .area(Area(book.address("A1"))), in: book.scope)
    book.engine.names.bind("both", to: .area(Area(grid: book.sheet, column: 0, rows: 0...1)), in: book.scope)
    book.engine.names.bind("lower", to: .area(Area(grid: book.sheet, column: 0, rows: 1...2)), in: book.scope)
    return book
  }

  /// Two tables, of two rows and of three.
  private static func addTables(to book: Workbook) {
    for (name, columns, scale) in [("one", ["qty", "price"], 1.0), ("two", ["hours", "rate"], 10)] {
      let table = book.engine.names.addTable(named: name, columns: columns, rows: 2 + Int(scale) / 10, in: book.scope)
      for row in 0..<2 + Int(scale) / 10 {
        for column in 0...1 {
          book.engine.setConstant(
            .number(scale * Double(row + 1) + Double(column)), at: CellAddress(grid: table, row: row, column: column))
        }
      }
    }
  }

  private static let formulas = [
    "SUM(one[qty])", "SUM(two[hours])", "SUM(two[rate])", "ROWS(one)", "ROWS(two)", "one[2].qty", "two[2].hours",
    "two[2].rate", "SUM(one[[qty]:[price]])", "SUM(two[[hours]:[rate]])", "COLUMNS(one[#All])", "SUM(Sheet1:Second!A1)",
    "SUM(Second:Third!A1)", "SUM(Sheet1:Third!A1)", "Second!A1", "Third!A1", "low", "high", "upper * 2", "SUM(both)",
    "SUM(lower)", "1.50 * 2", "1.5 * 2",
  ]

  @Test("What waited for a name comes to what it comes to when the name is there first")
  func waiting() {
    let (late, early) = (Self.book(), Self.book())
    early.set("k = 100")
    for book in [late, early] {
      for (row, formula) in Self.formulas.enumerated() { book.enter("H\(row + 1) = \(formula) + k") }
      book.engine.recalculate()
    }
    late.set("k = 100")
    for (row, formula) in Self.formulas.enumerated() {
      let cell = "H\(row + 1)"
      #expect(late[cell].isIdentical(to: early[cell]), "\(formula): \(late[cell]), \(early[cell])")
      if case .number = early[cell] { continue }
      Issue.record("\(formula) is \(early[cell])")
    }
  }

  @Test("What waited for a table comes to what it comes to when the table is there first")
  func waitingForTables() {
    let parts = [
      "[qty]", "[price]", "[[qty]:[price]]", "[[#Data],[qty]]", "[[#Data],[price]]", "[[#All],[price]]",
      "[[#All],[qty]]", "[[#Headers],[qty]]", "[[#Headers],[price]]", "[#Data]", "[#All]", "",
    ]
    let cells = ["SUM(two[hours])", "SUM(two[rate])", "two[2].hours", "two[2].rate"]
    let formulas = parts.map { "TEXTJOIN(\",\", FALSE, one\($0))" } + cells
    let (late, early) = (Workbook(), Workbook())
    Self.addTables(to: early)
    for book in [late, early] {
      for (row, formula) in formulas.enumerated() { book.enter("H\(row + 1) = \(formula)") }
      book.engine.recalculate()
    }
    Self.addTables(to: late)
    late.engine.recalculate()
    for (row, formula) in formulas.enumerated() {
      let values = (late["H\(row + 1)"], early["H\(row + 1)"])
      #expect(values.0.isIdentical(to: values.1), "\(formula): \(values)")
      if case .error = values.1 { Issue.record("\(formula) is \(values.1)") }
    }
  }

  @Test("Each is shown as it was written, whatever came before it")
  func shown() {
    let book = Self.book()
    for (row, formula) in Self.formulas.enumerated() { book.enter("H\(row + 1) = \(formula)") }
    for (row, formula) in Self.formulas.enumerated() {
      #expect(book.engine.formulas.text(at: book.address("H\(row + 1)")) == formula)
    }
  }

  @Test("Columns of a table that read its other columns stay what they are")
  func ownColumns() {
    let book = Workbook()
    let table = book.engine.names.addTable(named: "t", columns: ["a", "b", "c", "d"], rows: 3, in: book.scope)
    for row in 0..<3 {
      for column in 0...1 {
        book.engine.setConstant(
          .number(Double(10 * column + row)), at: CellAddress(grid: table, row: row, column: column))
      }
    }
    for (column, text) in [(2, "a * 2 + k"), (3, "b * 2 + k")] {
      book.engine.setFormula(
        FormulaParser.parse(text, dialect: .sheet).tree, over: Area(grid: table, column: column, rows: 0...2))
    }
    book.engine.recalculate()
    book.set("k = 0.5")
    for row in 0..<3 {
      #expect(book.engine.value(at: CellAddress(grid: table, row: row, column: 2)) == .number(Double(2 * row) + 0.5))
      #expect(
        book.engine.value(at: CellAddress(grid: table, row: row, column: 3)) == .number(Double(20 + 2 * row) + 0.5))
    }
  }
}
