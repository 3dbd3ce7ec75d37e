import CellModel
import FunctionLibrary
import Functions
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

/// Formulas of workbooks that make or take arrays, before and after Excel's dynamic ones, and as OpenFormula has them.
@Suite("Arrays of workbooks")
struct WorkbookArrayTests {
  @Test("A formula before dynamic arrays means one cell of a range, another spills")
  func implicitIntersection() throws {
    check("A1:A3*2", at: "B2", 4)
    check("A1:A3", at: "B3", 3)
    check("A:A", at: "C1", 1)
    check("SUM(A1:A3*2)", at: "B1", 2)
    check("SUMPRODUCT(A1:A3*2)", at: "B1", 12)
    check("SUMPRODUCT((A1:A3>1)*1)", at: "B1", 2)
    check("SUMPRODUCT(MAX((A1:A3<3)*A1:A3))", at: "B9", 2)
    check("SUMPRODUCT(LARGE((A1:A3<3)*A1:A3,{1,2}))", at: "B9", 3)
    check("SUMPRODUCT(IF(A1:A3>1,A1:A3,0))", at: "B2", 6)
    check("SUMPRODUCT(IF(A1:A3>1,A1:A3,0))", at: "B1", 0)
    check("SUMPRODUCT(IF(A1:A3>1,A1:A3,0))", at: "B9", 5, isArray: true)
    // What is computed for MATCH is an array in an array formula only, and in INDEX in any.
    check("MATCH(2,A1:A3*1,0)", at: "B1", .error(.notAvailable))
    check("MATCH(2,A1:A3*1,0)", at: "B9", 2, isArray: true)
    check("MATCH(2,INDEX(A1:A3*1,0),0)", at: "B9", 2)
    check("SUM(_xlfn._xlws.FILTER(A1:A3,A1:A3>1,0))", at: "B9", 5)
    check("_xlfn.XMATCH(TRUE,A1:A3>1)", at: "B9", 2)
    check("SUM(_xlfn.XLOOKUP(1,(A1:A3>1)*1,A1:A3*2))", at: "B9", 4)
    check("A1:A3+0", at: "B9", .error(.value))
    check("INDEX(A1:A3,2)", at: "B9", 2)
    check("INDEX(A1:B3,2)", at: "B9", .error(.reference))
    check("INDEX((1:3),2)*2", at: "A9", .error(.reference))
    check("INDEX(Block,2)", at: "A9", .error(.reference), names: [("Block", "Sheet1!$A$1:$B$3")])
    check("INDEX(A1:B3,2,)", at: "A9", 2)
    check("INDEX(A1:A3,2)", at: "C9", 2)
    check("SUM(INDEX(A1:B3,2,0))", at: "C9", 2)
    check("OFFSET(A1,0,0,3)", at: "B2", 2)
    check("{5,6}", at: "B2", 5)
    check("SUM(ABS({-1,2}))", at: "B2", 3)
    check("VLOOKUP(A:A,A1:A3,1,FALSE)", at: "B2", 2)
    check("INDEX(A1:B3+1,2)", at: "C9", 3)
    check("SUM(INDEX(A1:A3+{0,10},2))", at: "C9", 14)
    check("_xlfn.SINGLE(A1:A3)", at: "B2", 2)
  }

  @Test("The condition of IF is one value where IF is to be one, and an array where it may be several")
  func arrayConditions() throws {
    // As Excel 2003 has stored AVERAGE of IF of FREQUENCY, bare and in ABS.
    check("AVERAGE(IF(FREQUENCY(A1:A3,A1:A3)>0,1,0))", at: "C9", 0.75)
    check("AVERAGE(ABS(IF(FREQUENCY(A1:A3,A1:A3)>0,1,0)))", at: "C9", 1)
    check("SUM(ABS(IF({FALSE,TRUE},2,3)))", at: "C9", 3)
    check("SUM(IF({FALSE,TRUE},2,3))", at: "C9", 5)
    check("SUM(ABS(IF({FALSE,TRUE},2,3)))", at: "C9", 5, isArray: true)
    check("SUM(IF(TRUE,{1,2}))", at: "C9", 3)
  }

  @Test("No formula of the time before dynamic arrays fills more than its cell, whatever it calls")
  func plainFormulas() {
    var formulas = ["AGGREGATE(14,6,$A$1:$C$1,$A$1:$C$1)", "1+AGGREGATE(14,6,$A$1:$C$1,{1,2})"]
    for function in FunctionCatalog.standard.functions where function.form == .call {
      let required = function.parameters.prefix { $0.isRequired }.count
      for place in 0..<min(function.parameters.count, 6) {
        var arguments = Array(repeating: "1", count: max(required, place + 1))
        for several in ["COLUMN($A$1:$C$1)", "$A$1:$C$1"] {
          arguments[place] = several
          let list = arguments.joined(separator: ",")
          formulas += ["\(function.name)(\(list))", "1+\(function.name)(\(list))"]
        }
      }
    }
    #expect(formulas.count > 1000)
    var contents = Workbook()
    contents.sheets = [WorkbookSheet(name: "Sheet1")]
    contents.sheets[0].formulas = StoredFormulas(
      formulas.enumerated().map {
        StoredFormula(row: Int32($0.offset + 1), column: 3, style: 0, kind: .plain($0.element), stored: nil)
      })
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    for (row, formula) in formulas.enumerated() {
      let address = CellAddress(grid: workbook.grids[0], row: row + 1, column: 3)
      #expect(workbook.engine.spills.area(of: address) == nil, "=\(formula)")
      #expect(workbook.engine.value(at: address).error?.code != .spill, "=\(formula)")
    }
  }

  @Test("In OpenFormula an argument that is to be an array makes one of conditions, too, and so does what is searched")
  func arraysOfOpenFormula() {
    let rows: [(formula: String, excel: CellValue, open: CellValue)] = [
      ("SUMPRODUCT(IF($A$1:$A$3>1,$A$1:$A$3,0))", .error(CellError(.value)), 5),
      ("MMULT(TRANSPOSE(IF($A$1:$A$3>1,1,0)),$A$1:$A$3)", .error(CellError(.value)), 5),
      ("SUMPRODUCT(IFS($A$1:$A$3>2,5,$A$1:$A$3>0,1))", .error(CellError(.value)), 7),
      ("LOOKUP(2,IF($A$1:$A$3>1,$A$1:$A$3,0))", .error(CellError(.value)), 2),
      ("MATCH(1,($A$1:$A$3=2)*($A$1:$A$3>1),0)", .error(CellError(.value)), 2),
      ("VLOOKUP(4,$A$1:$A$3*2,1,FALSE)", .error(CellError(.value)), 4),
      ("SUM(IF($A$1:$A$3>1,$A$1:$A$3,0))", .error(CellError(.value)), .error(CellError(.value))),
      ("LARGE($A$1:$A$3*2,1)", .error(CellError(.value)), .error(CellError(.value))),
      ("SUMPRODUCT($A$1:$A$3*2)", 12, 12),
      // Of a block one number is a row.
      ("SUM(INDEX($A$1:$B$3,2))", .error(CellError(.reference)), 2),
      ("INDEX($A$1:$A$3,2)+COLUMNS(INDEX($A$1:$B$3,1))", .error(CellError(.reference)), 4),
      // What is no add-in of LibreOffice lifts.
      ("SUMPRODUCT(ISODD($A$1:$A$3)*1)", .error(CellError(.value)), 2),
      ("ISODD(A1:A3)", .error(CellError(.value)), .error(CellError(.value))),
      ("SUMPRODUCT(WEEKNUM($A$1:$A$3))", .error(CellError(.value)), 3),
      ("SUMPRODUCT(QUOTIENT($A$1:$A$3,2))", .error(CellError(.value)), .error(CellError(.value))),
      // A logical is a number to whatever goes on with it.
      ("SUMPRODUCT($A$1:$A$3>1)", 0, 2), ("(A1=1)&\"x\"", "TRUEx", "1x"), ("A1=1", .logical(true), .logical(true)),
    ]
    for isOpen in [false, true] {
      var contents = Workbook.numbers
      contents.calculation.followsOpenFormula = isOpen
      contents.sheets[0].formulas = StoredFormulas(
        rows.enumerated().map {
          StoredFormula(row: Int32($0.offset + 9), column: 4, style: 0, kind: .plain($0.element.formula), stored: nil)
        })
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      for (row, expected) in rows.enumerated() {
        let value = workbook.engine.value(at: CellAddress(grid: workbook.grids[0], row: row + 9, column: 4))
        #expect(value == (isOpen ? expected.open : expected.excel), "=\(expected.formula)")
      }
    }
  }

  @Test("In an array formula of OpenFormula the functions of the Analysis ToolPak lift over ranges")
  func toolPakOfOpenFormula() {
    for (isOpen, expected): (Bool, CellValue) in [(false, .error(CellError(.value))), (true, 2)] {
      var contents = Workbook.numbers
      contents.calculation.followsOpenFormula = isOpen
      contents.sheets[0].formulas = [StoredFormula(row: 8, column: 4, style: 0, kind: .array(0), stored: nil)]
      contents.sheets[0].arrays.formulas = [
        ArrayFormula(
          text: "SUM(QUOTIENT($A$1:$A$3,2))", block: CellBlock(top: 8, left: 4, bottom: 8, right: 4), isDynamic: false)
      ]
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      #expect(workbook.engine.value(at: CellAddress(grid: workbook.grids[0], row: 8, column: 4)) == expected)
    }
  }

  @Test("Whole columns fit together, whichever of them ends first")
  func wholeColumns() throws {
    // A has three numbers; E, in a formula, is longer than both.
    check("SUMPRODUCT((A:A>1)*(F:F=\"\"))", at: "E9", 2)
    check("SUMPRODUCT((A:A>1)*(A:A<>\"\")*ROW(A:A))", at: "E9", 5)
    check("SUMPRODUCT(--(A:A>1),A:A)", at: "E9", 5)
    check("SUMPRODUCT((A:A>1)*(Other!A:A<>\"\"))", at: "E9", 0)
    check("SUM(IF(A:A>1,ROW(F:F)))", at: "E9", 5, isArray: true)
    check("MAX((A:A<>\"\")*ROW(A:A))", at: "E9", 3, isArray: true)
    check("SUMPRODUCT((1:1<>\"\")*COLUMN(1:1))", at: "E9", 1)
    check("MAX(ROW(A:A))", at: "E9", 1_048_576, isArray: true)
    check("ROWS(ROW($1:$100))", at: "E9", 100, isArray: true)
    check("SUM(A1:A3*{1;2;3;4})", at: "E9", .error(.notAvailable), isArray: true)
  }

  @Test("Of references that an array chooses, a formula that is no array has the first")
  func firstOfReferences() throws {
    check("INDEX($A$1:$A$3,ROW(A3)-ROW($A$1:$A$3)+1)", at: "B2", 3)
    check("INDEX($A$1:$A$3,{2;1})", at: "B2", 2)
  }

  @Test("ROW and COLUMN of several cells are the first one's, unless an array is asked for")
  func firstOfPlaces() throws {
    check("SUM(ROW(A10:A20))", at: "E9", 10)
    check("MAX(COLUMN(B:D))", at: "E9", 2)
    check("SUM((ROW(A2:A4)+0)*2)", at: "E9", 4)
    check("SUM(N(INDIRECT(\"A\"&ROW(1:2))))", at: "E9", 1)
    check("SUM(SMALL(A1:A3,ROW(INDIRECT(\"1:3\"))))", at: "E9", 1)
    check("MATCH(2,ROW(1:3),0)", at: "E9", .error(.notAvailable))
    check("SUMPRODUCT(ROW(A10:A12))", at: "E9", 33)
    check("SUMPRODUCT(SMALL(A1:A3,ROW(1:3)))", at: "E9", 6)
    check("INDEX(ROW(A10:A20),3)", at: "E9", 12)
    check("LOOKUP(2,1/(A1:A3=2),ROW(A1:A3))", at: "E9", 2)
    check("SUM(ROW(A10:A12))", at: "E9", 33, isArray: true)
    // An array written out is one wherever it stands.
    check("SUM(SMALL(A1:A3,{1,2,3}))", at: "E9", 6)
  }

  @Test("What a name stands for is computed as in an array formula")
  func arraysOfNames() throws {
    func checkNamed(_ formula: String, at place: String = "E9", _ expected: CellValue, name: String) {
      check(formula, at: place, expected, names: [("Named", name)])
    }
    checkNamed("Named", 5, name: "SUM(IF(Sheet1!$A$1:$A$3>1,Sheet1!$A$1:$A$3))")
    checkNamed("Named", true, name: "AND(Sheet1!$A$2:$A$3>Sheet1!$A$1:$A$2)")
    checkNamed("Named+1", 3, name: "MATCH(1,(Sheet1!$A$1:$A$3=2)*(Sheet1!$A$1:$A$3<3),0)")
    checkNamed("SUM(Named)", 12, name: "Sheet1!$A$1:$A$3*2")
    checkNamed("SUM(Named*2)", 24, name: "Sheet1!$A$1:$A$3*2")
    checkNamed("Named", 2, name: "Sheet1!$A$1:$A$3*2")
    checkNamed("SUM(Named)", 6, name: "ROW(Sheet1!$A$1:$A$3)")
    checkNamed("SUM(Named/2)", 2.5, name: "IF(Sheet1!$A$1:$A$3>1,Sheet1!$A$1:$A$3)")
    // What gives a range is that range, of which one cell is taken.
    checkNamed("Named*2", at: "E3", 6, name: "OFFSET(Sheet1!$A$1,0,0,COUNT(Sheet1!$A:$A))")
    checkNamed("Named*2", at: "E3", 6, name: "IF(COUNT(Sheet1!$A:$A)>2,Sheet1!$A$1:$A$3,Sheet1!$B$1:$B$3)")
    checkNamed("Named*2", at: "E9", .error(.value), name: "IF(TRUE,Sheet1!$A$1:$A$3)")
  }

  @Test("An array formula fills its cells and no more, with #N/A where it has no value")
  func arrayFormulas() throws {
    var contents = Workbook.numbers
    contents.sheets[0].arrays.formulas = [
      ArrayFormula(
        text: "A1:A2*10", block: CellBlock(top: 0, left: 2, bottom: 2, right: 3), isDynamic: false)
    ]
    contents.sheets[0].formulas = [StoredFormula(row: 0, column: 2, style: 0, kind: .array(0), stored: nil)]
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let values = try #require(workbook.area("C1:D4").map { workbook.engine.array(of: $0) }?.array)
    #expect(values.elements.map(\.description) == ["10", "10", "20", "20", "#N/A", "#N/A", "", ""])
  }

  @Test("In an array formula ROW() and COLUMN() are those of each of its cells")
  func ownPlaces() throws {
    let rows: [(formula: String, values: [CellValue])] = [
      ("ROW()*10+COLUMN()", [23, 24, 33, 34, 43, 44]), ("ROW()", [2, 2, 3, 3, 4, 4]),
      ("INDEX($A$1:$A$3,ROW()-1)", [1, 1, 2, 2, 3, 3]), ("SMALL(A1:A3,COLUMN()-2)", [1, 2, 1, 2, 1, 2]),
      ("ROW(A1)", [1, 1, 1, 1, 1, 1]),
    ]
    for (formula, expected) in rows {
      var contents = Workbook.numbers
      let block = CellBlock(top: 1, left: 2, bottom: 3, right: 3)
      contents.sheets[0].arrays.formulas = [ArrayFormula(text: formula, block: block, isDynamic: false)]
      contents.sheets[0].formulas = [StoredFormula(row: 1, column: 2, style: 0, kind: .array(0), stored: nil)]
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      let values = try #require(workbook.area("C2:D4").map { workbook.engine.array(of: $0) }?.array)
      #expect(values.elements == expected, "\(formula)")
      #expect(workbook.formula(at: try #require(workbook.area("C2")).topLeft) == formula)
    }
  }
}
