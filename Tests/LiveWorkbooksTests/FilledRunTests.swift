import CellModel
import Formulas
import Testing
import Workbooks

@testable import LiveWorkbooks

@Suite("Fills of columns")
struct FilledRunTests {
  @Test("A formula is filled from another when its relative references have moved and nothing else")
  func fills() {
    check("A2*$B$1+SUM($C$1:C2)", "A1*$B$1+SUM($C$1:C1)", rows: 1, true)
    check("A2*$B$1", "A1*$B$2", rows: 1, false)
    check("A3", "A1", rows: 1, false)
    check("A$2", "A$1", rows: 1, false)
    check("A2*2", "A1*3", rows: 1, false)
    check("Other!A2", "A1", rows: 1, false)
    check("SUM(A:A,3:3)", "SUM(A:A,2:2)", rows: 1, true)
    check("SUM(B:B,3:3)", "SUM(A:A,3:3)", rows: 0, columns: 1, true)
    check("B7:C9", "A7:B9", rows: 0, columns: 1, true)
    check("B7:C9", "A7:C9", rows: 0, columns: 1, false)
    check("#REF!+A2", "#REF!+A1", rows: 1, true)
  }

  private func check(
    _ formula: String, _ former: String, rows: Int, columns: Int = 0, _ expected: Bool,
    location: SourceLocation = #_sourceLocation
  ) {
    let (tree, other) = (
      FormulaParser.parse(formula, dialect: .excel).tree, FormulaParser.parse(former, dialect: .excel).tree
    )
    #expect(
      tree.isFilled(from: other, rows: rows, columns: columns) == expected, "\(formula)", sourceLocation: location)
  }

  @Test("What texts tell of a fill is what the trees tell")
  func texts() {
    let pairs: [(former: String, next: String, isKnown: Bool)] = [
      ("A1+B$1*$C1", "A2+B$1*$C2", true), ("SUM(A$1:A9)", "SUM(A$1:A10)", true), ("D9+C10", "D10+C11", true),
      ("LOG10(A1)+1", "LOG10(A2)+1", true), ("Sheet1!A1", "Sheet1!A2", true),
      ("'Q 1'!A1&\"A1\"", "'Q 1'!A2&\"A1\"", true),
      ("rate1*A1", "rate1*A2", true), ("A1", "A1", false), ("A1+A1", "A2+A1", false), ("A1", "A3", false),
      ("A1", "B2", false), ("A$1", "A$2", false), ("1", "2", false), ("LOG10(1)", "LOG11(1)", false),
      ("SUM(1:1)", "SUM(2:2)", false), ("SUM(A1:A2)", "SUM(A2:A3)", true), ("SUM($1:$1)", "SUM($1:$1)", false),
      ("T[a1]", "T[a2]", false), ("Q1!A1", "Q2!A2", false), ("\"A1\"", "\"A2\"", false), ("A1", "A2+1", false),
      ("A1+1", "A2", false), ("1E5*A1", "1E5*A2", true), ("\"a\"\"A1\"&A1", "\"a\"\"A1\"&A2", true),
      ("#REF!+A1", "#REF!+A2", true), ("A1.5", "A2.5", false), ("", "", true), ("{1,2}*A1", "{1,2}*A2", true),
      ("ä1*A1", "ä1*A2", true), ("A1:A1048575", "A2:A1048576", true), ("A1048576", "A1048577", false),
      ("T[[#This Row],[a]]*A1", "T[[#This Row],[a]]*A2", true), ("SUM(T[])-A1", "SUM(T[])-A2", true),
      ("T[a'[A1']]+A1", "T[a'[A1']]+A2", true), ("T[a'']+A1", "T[a'']+A2", true), ("T[[a]:[b1]]", "T[[a]:[b2]]", false),
      ("[1]S!A1", "[1]S!A2", true), ("[1]S!A1", "[2]S!A2", false), ("T[a", "T[a", false),
      ("XFE1", "XFE2", false), ("XFD1", "XFD2", true), ("ABCD1", "ABCD2", false),
    ]
    for (former, next, isKnown) in pairs {
      #expect(FilledText.continues(next, former) == isKnown, "\(former) \(next)")
      guard isKnown, !next.isEmpty else { continue }
      let (tree, other) = (
        FormulaParser.parse(next, dialect: .excel).tree, FormulaParser.parse(former, dialect: .excel).tree
      )
      #expect(tree.isFilled(from: other, rows: 1), "\(former) \(next)")
    }
  }

  /// Formulas that are shared row by row, told cell by cell or interrupted, as one fill and one by one.
  @Test("What is loaded as a fill has the values and the texts of formulas that are loaded one by one")
  func loading() throws {
    var contents = Workbook()
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.columns[0] = ConstantColumn()
    for row in 0..<40 { sheet.columns[0]?.append(.number(Double(row * row % 17)), row: row, style: 0) }
    // B:D share a formula of each row; E has its own texts, of which some differ; F is a running total.
    for row in 0..<40 {
      sheet.sharedFormulas.append(
        SharedFormula(row: Int32(row), column: 1, text: row % 13 == 7 ? "A\(row + 1)" : "A\(row + 1)*2+A$3"))
      for column in 1...3 { add(.shared(Int32(row)), row, column) }
      add(.plain(row % 11 == 5 ? "D\(row + 1)" : "B\(row + 1)-D\(row + 1)"), row, 4)
      if row != 20 { add(.plain(row == 0 ? "E1" : "F\(row)+E\(row + 1)"), row, 5) }
    }
    func add(_ kind: StoredFormula.Kind, _ row: Int, _ column: Int) {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: kind, stored: nil))
    }
    contents.sheets = [sheet]
    let filled = LiveWorkbook(contents, catalog: .standard)
    filled.recalculate()
    // In another order, and each with a text of its own that no other continues.
    var single = contents
    single.sheets[0].sharedFormulas = []
    single.sheets[0].formulas = StoredFormulas(
      contents.sheets[0].formulas.reversed().map { formula in
        var formula = formula
        let address = CellAddress(grid: filled.grids[0], row: Int(formula.row), column: Int(formula.column))
        formula.kind = .plain((filled.formula(at: address) ?? "") + "+0*\(formula.row + 1)")
        return formula
      })
    let other = LiveWorkbook(single, catalog: .standard)
    other.recalculate()
    for formula in contents.sheets[0].formulas {
      let address = CellAddress(grid: filled.grids[0], row: Int(formula.row), column: Int(formula.column))
      let place = A1Notation.text(row: Int(formula.row), column: Int(formula.column))
      #expect(filled.engine.value(at: address) == other.engine.value(at: address), "\(place)")
      if case .plain(let text) = formula.kind { #expect(filled.formula(at: address) == text) }
    }
    #expect(other.formula(at: CellAddress(grid: other.grids[0], row: 2, column: 3)) == "C3*2+C$3+0*3")
  }

  @Test("The formula of a cell is found in a list of any order")
  func places() {
    let cells: [(Int32, Int32)] = [(0, 1), (0, 4), (2, 0), (2, 1), (9, 9)]
    let formulas = cells.map { StoredFormula(row: $0.0, column: $0.1, style: 0, kind: .plain("1"), stored: nil) }
    for list in [formulas, formulas.reversed(), [formulas[3], formulas[0], formulas[4], formulas[2], formulas[1]]] {
      let places = FormulaPlaces(StoredFormulas(list))
      for row in Int32(0)...10 {
        for column in Int32(0)...10 {
          let expected = list.firstIndex { $0.row == row && $0.column == column }
          #expect(places.place(row: row, column: column, in: StoredFormulas(list)) == expected)
        }
      }
    }
    #expect(FormulaPlaces([]).place(row: 0, column: 0, in: []) == nil)
  }
}
