import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

@Suite("Formulas and names of a workbook in a sheet")
struct FormulasFromWorkbookTests {
  @Test(
    "An array formula is brought to the size of its cells where it has another, and fills of one cell each are fills")
  func arrayFormulas() {
    let rows: [(formula: String, block: String, text: String)] = [
      ("A1:A3*2", "C1:C3", "C1 = A1:A3 * 2"), ("SUM(A1:A3*A1:A3)", "C1", "C1 = SUM(A1:A3 * A1:A3)"),
      ("TRANSPOSE(A1:A3)+1", "C1:E1", "C1 = TRANSPOSE(A1:A3) + 1"), ("A1:A3", "C1:C2", "C1 = TAKE(A1:A3, 2, 1)"),
      ("7", "C1:D2", "C1 = IF(SEQUENCE(2, 2), 7)"), ("A1:A3", "C1:D3", "C1 = IF(SEQUENCE(3, 2), A1:A3)"),
      ("A1:A3", "C1:C5", "C1 = TAKE(IF(SEQUENCE(5, 1), A1:A3), 5, 1)"),
      ("MMULT(A1:A3,TRANSPOSE(A1:A3))", "C1:E3", "C1 = MMULT(A1:A3, TRANSPOSE(A1:A3))"),
      ("(A1:A3)^(-2)", "C1:C3", "C1 = (A1:A3) ^ (-2)"),
      ("MINVERSE(A1:B2)", "C1:D2", "C1 = TAKE(IF(SEQUENCE(2, 2), MINVERSE(A1:B2)), 2, 2)"),
      ("INDEX(A1:A3,0)", "C1:C3", "C1 = TAKE(IF(SEQUENCE(3, 1), INDEX(A1:A3, 0)), 3, 1)"),
      ("IF(A1>0,A1:A3)", "C1:C3", "C1 = TAKE(IF(SEQUENCE(3, 1), IF(A1 > 0, A1:A3)), 3, 1)"),
      ("IF(A1:A3>1,A1:A3,0)", "C1:C3", "C1 = IF(A1:A3 > 1, A1:A3, 0)"),
      ("ROW(1:3)*COLUMN(A:B)", "C1:D3", "C1 = ROW(1:3) * COLUMN(A:B)"),
      ("Data/2", "C1:C3", "C1 = $A$1:$A$3 / 2"), ("IFERROR(A1:A3/0,9)", "C1:C3", "C1 = IFERROR(A1:A3 / 0, 9)"),
    ]
    for (formula, address, text) in rows {
      var workbook = Workbook()
      var sheet = WorkbookSheet(name: "S")
      sheet.columns[0] = ConstantColumn([1, 2, 3])
      guard let block = CellBlock(address) else { continue }
      sheet.arrays.formulas = [ArrayFormula(text: formula, block: block, isDynamic: false)]
      sheet.formulas = [StoredFormula(row: 0, column: 2, style: 0, kind: .array(0), stored: nil)]
      workbook.sheets = [sheet]
      workbook.names = [DefinedName(name: "Data", formula: "S!$A$1:$A$3")]
      let made = ConvertedSheet.made(of: workbook)
      #expect(made.text.contains("\n" + text + "\n"), "\(formula): \(made.text)")
      #expect(made.differences == [], "\(formula)")
    }
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([1, 2, 3])
    for row in 0..<3 {
      let block = CellBlock(top: row, left: 1, bottom: row, right: 1)
      sheet.arrays.formulas.append(ArrayFormula(text: "SUM(A\(row + 1)*$A$1:$A$3)", block: block, isDynamic: false))
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 1, style: 0, kind: .array(Int32(row)), stored: nil))
    }
    workbook.sheets = [sheet]
    #expect(ConvertedSheet.made(of: workbook).text.contains("\nB1:B3 = SUM(A1 * $A$1:$A$3)\n"))
  }

  @Test("A name that one sheet alone knows stays, and that of a range where its numbers are read")
  func namesOfSheets() {
    var workbook = Workbook()
    var (one, two) = (WorkbookSheet(name: "One"), WorkbookSheet(name: "Two"))
    one.columns[0] = ConstantColumn([1, 2, 3])
    let formulas = [
      "Factor*2", "COUNT(Data)+NPV(5%,Data)", "SUMIF(Data,\">1\")", "Both+1", "STDEV.P(Data)", "SUBTOTAL(9,Data)",
    ]
    for (row, text) in formulas.enumerated() {
      one.formulas.append(StoredFormula(row: Int32(row), column: 2, style: 0, kind: .plain(text), stored: nil))
    }
    two.formulas = [StoredFormula(row: 0, column: 0, style: 0, kind: .plain("One!Factor+Both"), stored: nil)]
    workbook.sheets = [one, two]
    workbook.names = [
      DefinedName(name: "Factor", formula: "One!$A$2", sheet: 0), DefinedName(name: "Data", formula: "One!$A$1:$A$3"),
      DefinedName(name: "Both", formula: "One!$A$3", sheet: 0),
      DefinedName(name: "Both", formula: "One!$A$1", sheet: 1),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet One
        Data = $A$1:$A$3
        A1 = 1
        C1 = Factor * 2
        Factor = 2; A2 = Factor
        C2 = COUNT(Data) + NPV(5%, Data)
        A3 = 3
        C3 = SUMIF($A$1:$A$3, ">1")
        C4 = $A$3 + 1
        C5 = STDEV.P(Data)
        C6 = SUBTOTAL(9, $A$1:$A$3)

        sheet Two
        A1 = Factor + One!$A$1

        """)
    #expect(made.differences == [])
  }

  @Test("A range of which a cell takes its own row is written as that cell")
  func intersections() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Data")
    sheet.columns[0] = ConstantColumn([1, 2, 3])
    sheet.sharedFormulas = [SharedFormula(row: 0, column: 1, text: "$A$1:$A$3*2")]
    sheet.formulas = StoredFormulas(
      (0..<3).map { StoredFormula(row: $0, column: 1, style: 0, kind: .shared(0), stored: nil) })
    workbook.sheets = [sheet]
    #expect(ConvertedSheet.made(of: workbook).text.contains("B1:B3 = $A1 * 2\n"))
  }

  @Test("Formulas that use a name of a cell of another workbook keep their values, and the name is listed")
  func namesElsewhere() {
    var workbook = Workbook()
    var book = ExternalBook()
    var rates = ExternalBook.Sheet(name: "Rates")
    rates.cells = [(row: 0, column: 0, value: 7)]
    book.sheets = [rates]
    workbook.externalBooks = [book]
    workbook.names = [DefinedName(name: "rate", formula: "[1]Rates!$A$1")]
    var sheet = WorkbookSheet(name: "A")
    sheet.columns[0] = ConstantColumn([4])
    sheet.formulas = [StoredFormula(row: 0, column: 1, style: 0, kind: .plain("A1*rate"), stored: 28)]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text == "sheet A\nA1 = 4; B1 = 28\n")
    #expect(made.differences == [])
    #expect(
      made.omissions == [
        "name of a cell of another workbook": 1,
        "formula that keeps its value: it refers to another workbook, or to nothing": 1,
      ])
  }

  @Test(
    "A name of a formula's cell defines the formula, and INDIRECT finds a table by the name that it has in the sheet")
  func namedFormulas() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn(["n", 2, 3])
    sheet.tables = [
      WorkbookTable(
        name: "Sales.26", block: CellBlock(top: 0, left: 0, bottom: 2, right: 0), hasHeaders: true, hasTotals: false,
        columns: ["n"])
    ]
    let formulas: [(Int32, Int32, String)] = [
      (0, 2, "SUM(Sales.26[n])"), (1, 2, "Total*2"), (2, 2, "ROW()"), (3, 2, "Here+1"),
      (4, 2, "SUM(INDIRECT(\"Sales.26[\"&\"n]\"))"),
    ]
    for (row, column, text) in formulas {
      sheet.formulas.append(StoredFormula(row: row, column: column, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(name: "Total", formula: "S!$C$1"), DefinedName(name: "Here", formula: "S!$C$3"),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.differences == [])
    for line in [
      "Here = $C$3", "Total = SUM(Sales_26[n]); C1 = Total", "C2 = Total * 2", "C3 = ROW()", "C4 = Here + 1",
      "C5 = SUM(INDIRECT(\"Sales_26[\" & \"n]\"))",
    ] {
      #expect(made.text.contains("\n" + line + "\n"), "\(line): \(made.text)")
    }
  }

  @Test("A cell that INDEX takes of the formula's own row or column is named, for a sheet would have a circle")
  func ownRanges() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[1] = ConstantColumn([1, 42])
    sheet.columns[3] = ConstantColumn([9])
    let formulas: [(Int32, Int32, String)] = [
      (1, 0, "INDEX(2:2,1,2)"), (1, 3, "INDEX(D:D,ROW()-1)+1"), (2, 3, "INDEX(D:D,ROW()-1)+1"),
      (3, 3, "INDEX($B$1:$D$9,2,1)"), (4, 4, "INDEX(B:B,2)"), (5, 5, "INDEX(6:6,COLUMN()-1)"),
      (6, 6, "CELL(\"width\",A:A)"),
    ]
    for (row, column, text) in formulas {
      sheet.formulas.append(StoredFormula(row: row, column: column, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.differences == [])
    for line in [
      "A2 = $B2", "D2:D3 = D1 + 1", "D4 = $B$2", "E5 = INDEX(B:B, 2)", "F6 = E6", "G7 = CELL(\"width\", A:A)",
    ] {
      #expect(made.text.contains("\n" + line + "\n"), "\(line): \(made.text)")
    }
    #expect(made.omissions == ["column width or format for which CELL asks": 1])
  }

  @Test("A name that stands for a formula is a name where cells use it, unless it says something else in each")
  func formulaNames() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([100, 5])
    let formulas = ["IF(Entered,A1,0)", "A1*VAT+0.5", "2*(Entered+1)", "A2*0.19", "Left+1"]
    for (row, text) in formulas.enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 1, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(name: "VAT", formula: "0.19"), DefinedName(name: "Entered", formula: "IF(S!$A$1*S!$A$2>0,1,0)"),
      DefinedName(name: "Left", formula: "S!XFD1*2"), DefinedName(name: "Unused", formula: "1/277.778"),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        Entered = IF($A$1 * $A$2 > 0, 1, 0)
        VAT = 0.19
        A1 = 100
        B1 = IF(Entered, A1, 0)
        A2 = 5
        B2 = A1 * VAT + 0.5
        B3 = 2 * (Entered + 1)
        B4 = A2 * 0.19
        B5 = (A5 * 2) + 1

        """)
    #expect(made.differences == [])
    #expect(made.omissions == ["name that stands for a formula, which is written out where it is used": 2])
  }

  @Test("A name that stands for nothing is #NAME?, which is told")
  func undefinedNames() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([1, 2])
    for (row, text) in ["nothing", "SUM(A1,nothing)", "IFERROR(A0+1,A2)", "Broken", "SUM", "Twice(A1)"].enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 1, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(name: "Broken", formula: "1+"),
      DefinedName(name: "Twice", formula: "_xlfn.LAMBDA(_xlpm.x,IFERROR(Gone,_xlpm.x*2))"),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        Twice = LAMBDA(x, IFERROR(#NAME?, x * 2))
        A1 = 1
        B1 = #NAME?
        A2 = 2
        B2 = SUM(A1, #NAME?)
        B3 = IFERROR(#NAME? + 1, A2)
        B4 = #NAME?
        B5 = #NAME?
        B6 = @Twice(A1)

        """)
    #expect(made.differences == [])
    func told(_ name: String) -> Int? {
      made.omissions["name that stands for nothing, which is #NAME? in formulas (\(name))"]
    }
    #expect(["nothing", "A0", "Broken", "SUM", "Gone", "Twice"].map(told) == [2, 1, 1, 1, 1, nil])
  }

  @Test("A name that Excel itself gives is written out, and the own row of a table is an error outside of it")
  func namesOfExcel() {
    var workbook = Workbook.orders
    for (row, text) in ["SUM(Print_Area)", "SUM(Orders!Print_Area)", "Orders[[#This Row],[Sum]]"].enumerated() {
      workbook.sheets[0].formulas.append(
        StoredFormula(row: Int32(row + 5), column: 8, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.names.append(DefinedName(name: "_xlnm.Print_Area", formula: "Orders!$D$1:$D$3", sheet: 0))
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.contains("= SUM($D$1:$D$3)\n"))
    #expect(made.text.contains("I8 = #VALUE!\n"))
    #expect(!made.text.contains("#NAME?"))
    #expect(made.differences == [])
  }

  @Test("A parameter of LAMBDA that may be left out is one in a sheet")
  func optionalParameters() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([12])
    sheet.formulas = [StoredFormula(row: 0, column: 1, style: 0, kind: .plain("Half(A1)"), stored: nil)]
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(
        name: "Half",
        formula: "_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a/2,_xlpm.a*_xlpm.b))")
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        Half = LAMBDA(a, [b], IF(ISOMITTED(b), a / 2, a * b))
        A1 = 12
        B1 = @Half(A1)

        """)
    #expect(made.differences == [])
    #expect(made.omissions.isEmpty)
  }

  @Test("A function that is passed by its name is that function also where a cell or something else is called so")
  func passedFunctions() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([10, 100, "Max"])
    sheet.columns[1] = ConstantColumn([1, 2, 7])
    let formulas = [
      "SUM(_xlfn.MAP(A1:A2,_xleta.LOG10))", "SUM(_xlfn.BYROW(A1:B2,_xleta.SUM))+Sum",
      "SUM(_xlfn.BYROW(A1:B2,_xleta.MAX))+B3", "SUM(_xlfn.BYROW(A1:B2,_xleta.MIN))",
    ]
    for (row, text) in formulas.enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 3, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [DefinedName(name: "Sum", formula: "S!$B$2")]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        A1 = 10; B1 = 1
        D1 = SUM(MAP(A1:A2, _xlfn.LOG10))
        A2 = 100; Sum = 2; B2 = Sum
        D2 = SUM(BYROW(A1:B2, _xlfn.SUM)) + Sum
        A3 = "Max"; Max = 7; B3 = Max
        D3 = SUM(BYROW(A1:B2, _xlfn.MAX)) + Max
        D4 = SUM(BYROW(A1:B2, MIN))

        """)
    #expect(made.differences == [])
    #expect(made.omissions.isEmpty)
  }
}
