import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

@Suite("Sheet from workbook")
struct SheetFromWorkbookTests {
  @Test("Names, fills, dates and texts read as a person would have written them")
  func text() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0%", "m/d/yyyy", "#,##0.00"]
    var inputs = WorkbookSheet(name: "Inputs")
    inputs.columns[0] = ConstantColumn(["Rate", "Start", "Say \"hi\" to\nthere"])
    inputs.columns[1] = ConstantColumn([0.07, 46_053, true], styles: [1, 2, 0])
    var plan = WorkbookSheet(name: "My plan")
    plan.columns[0] = ConstantColumn([1, 2, 3])
    plan.sharedFormulas = [SharedFormula(row: 0, column: 1, text: "A1*Rate+Inputs!$B$2")]
    plan.formulas = StoredFormulas(
      (0..<3).map {
        StoredFormula(row: $0, column: 1, style: 3, kind: .shared(0), stored: nil)
      })
    plan.formulas.append(StoredFormula(row: 4, column: 1, style: 0, kind: .plain("SUM(Data)-Rate*2"), stored: nil))
    workbook.sheets = [inputs, plan]
    workbook.names = [
      DefinedName(name: "Rate", formula: "Inputs!$B$1"), DefinedName(name: "Data", formula: "'My plan'!$A$1:$A$3"),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet Inputs
        A1 = "Rate"; Rate = 7%; B1 = Rate
        A2 = "Start"; Start = 2026-01-31 as "m/d/yyyy"; B2 = Start
        A3 = "Say ""hi"" to" & CHAR(10) & "there"; B3 = TRUE

        sheet 'My plan'
        Data = $A$1:$A$3
        A1 = 1
        B1:B3 = A1 * Rate + Start as "#,##0.00"
        A2 = 2
        A3 = 3

        B5 = SUM(Data) - Rate * 2

        """)
    #expect(made.differences == [])
    #expect(made.compared == 13)
  }

  @Test(
    "A label names the constant or the formula beside it, but no unit, no row of numbers and no label that is there twice"
  )
  func labels() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Costs")
    sheet.columns[0] = ConstantColumn(["Price (net):", "Count", "Twice", "Twice", "Series"])
    sheet.columns[1] = ConstantColumn([12.5, 4, 1, 2, 10])
    sheet.columns[2] = ConstantColumn(["EUR", "pieces"])
    sheet.columns[2]?.append(20, row: 4, style: 0)
    sheet.formulas = [
      StoredFormula(row: 5, column: 1, style: 0, kind: .plain("B1*B2+B3+B4+B5"), stored: nil),
      StoredFormula(row: 0, column: 3, style: 0, kind: .plain("$B$1*2"), stored: nil),
    ]
    sheet.columns[0]?.append("Total costs", row: 5, style: 0)
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet Costs
        A1 = "Price (net):"; Price = 12.5; B1 = Price; C1 = "EUR"
        D1 = Price * 2
        A2 = "Count"; Count = 4; B2 = Count; C2 = "pieces"
        A3 = "Twice"; B3 = 1
        A4 = "Twice"; B4 = 2
        A5 = "Series"; B5 = 10; C5 = 20
        A6 = "Total costs"
        Total_costs = Price * Count + B3 + B4 + B5; B6 = Total_costs

        """)
    #expect(made.differences == [])
  }

  @Test("One changed cell is one changed line, however much longer it has become")
  func changedCell() {
    for format in ["General", "#,##0.00;-#,##0.00;-??"] {
      var workbook = Workbook()
      workbook.numberFormats = [format]
      var sheet = WorkbookSheet(name: "Data")
      for column in 0..<20 { sheet.columns[column] = ConstantColumn((0..<3).map { .number(Double($0 * 20 + column)) }) }
      workbook.sheets = [sheet]
      let before = ConvertedSheet.made(of: workbook).text.split(separator: "\n")
      workbook.sheets[0].columns[9]?.values[1] = 1234567.891011
      let after = ConvertedSheet.made(of: workbook).text.split(separator: "\n")
      #expect(before.count == after.count)
      #expect(zip(before, after).filter { $0 != $1 }.count == 1)
    }
  }

  @Test("A formula keeps the name of its cell where a value that it reads makes it an error")
  func namedErrors() {
    for divisor: CellValue in [4, 0] {
      var workbook = Workbook()
      var sheet = WorkbookSheet(name: "S")
      sheet.columns[0] = ConstantColumn([8, "Half"])
      sheet.columns[1] = ConstantColumn([divisor])
      let formulas: [(Int32, Int32, String)] = [(1, 1, "A1/$B$1"), (2, 1, "A1/$B$1+1"), (3, 1, "B2+Share")]
      for (row, column, text) in formulas {
        sheet.formulas.append(StoredFormula(row: row, column: column, style: 0, kind: .plain(text), stored: nil))
      }
      workbook.sheets = [sheet]
      workbook.names = [DefinedName(name: "Share", formula: "S!$B$3")]
      let made = ConvertedSheet.made(of: workbook)
      for line in ["Half = A1 / $B$1; B2 = Half", "Share = A1 / $B$1 + 1; B3 = Share", "B4 = Half + Share"] {
        #expect(made.text.contains("\n" + line + "\n"), "\(made.text)")
      }
      #expect(made.differences == [])
    }
  }

  @Test("A format has no quotes around what stands for itself, where it then shows the same")
  func formats() {
    for (format, expected) in [
      ("\"$\"#,##0;\\(\"$\"#,##0\\)", "$#,##0;($#,##0)"), ("[$-409]d\\-mmm\\-yy", "[$-409]d-mmm-yy"),
      ("[$€-2]\\ #,##0;[Red]\\-[$€-2]\\ #,##0", "[$€-2] #,##0;[Red]-[$€-2] #,##0"), ("#,##0;\"-\"??", "#,##0;-??"),
      ("0.0\\x", "0.0\\x"), ("0\" kg (net)\"", "0\" kg (net)\""), ("0\"\"", "0"), ("0\" - \"0", "0 - 0"),
    ] {
      #expect(SheetFormat.withoutQuotes(format) == expected)
    }
    for (format, expected) in [
      ("_(\"$\"* #,##0_);_(\"$\"* \\(#,##0\\);_(@_)", "$#,##0;$(#,##0)"),
      ("_-* #,##0_-;\\-* #,##0_-;_-* \"-\"??_-;_-@_-", "#,##0;-#,##0;-"), ("0;-0;\"?\"?", "0;-0;\"\"?\"\""),
      ("0;-0;[$CHF-100C] \"-\"??", "0;-0;[$CHF-100C] -"),
      ("[>9]0;[<0]-0;\"x\"??", "[>9]0;[<0]-0;\"\"x\"\"??"),
    ] {
      #expect(SheetFormat(format).clause == " as \"\(expected)\"")
    }
  }

  @Test(
    "A constant keeps its format where a sheet shows its kind otherwise, and what cannot be read of formats is told")
  func formatsOfConstants() {
    for (value, format, text, lost) in [
      (0.07, "0.00%", "7% as \"0.00%\"", nil), (0.0725, "0.00%", "7.25%", nil), (0.07, "0%", "7%", nil),
      (0.8200000000000001, "0%", "0.8200000000000001 as \"0%\"", nil),
      (46_053, "yyyy-mm-dd", "2026-01-31", nil), (46_053, "m/d/yyyy", "2026-01-31 as \"m/d/yyyy\"", nil),
      (0.3, "h:mm", "07:12 as \"h:mm\"", nil), (0.5, "h:mm", "12:00", nil),
      (5, "0.00\"x", "5", "number format that cannot be read (0.00\"x)"),
    ] as [(Double, String, String, String?)] {
      var workbook = Workbook()
      workbook.numberFormats = ["General", format]
      var sheet = WorkbookSheet(name: "S")
      sheet.columns[0] = ConstantColumn([.number(value)], styles: [1])
      workbook.sheets = [sheet]
      let made = ConvertedSheet.made(of: workbook)
      #expect(made.text == "sheet S\nA1 = \(text)\n")
      #expect(made.omissions == (lost.map { [$0: 1] } ?? [:]))
    }
  }

  @Test("Names that a sheet spells otherwise or has not, and widths of columns, are told")
  func namesToldOf() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([1, 2, 3])
    sheet.annotations.columnWidths = [0: 20, 1: 30]
    var other = WorkbookSheet(name: "T")
    other.annotations.columnWidths = [4: 9]
    workbook.sheets = [sheet, other]
    workbook.names = [
      DefinedName(name: "Tax.Rate", formula: "S!$A$1"), DefinedName(name: "Gone", formula: "S!#REF!"),
      DefinedName(name: "Both", formula: "S!$A$2"), DefinedName(name: "Both", formula: "S!$A$3", sheet: 0),
      DefinedName(name: "_xlchart.v1.0", formula: "S!$A$1:$A$3"),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text == "sheet S\nTax_Rate = 1; A1 = Tax_Rate\nBoth = 2; A2 = Both\nA3 = 3\n\nsheet T\n")
    #expect(
      made.omissions == [
        "name that a sheet spells otherwise, with _ for what none of its names has": 1, "widths of columns": 1,
        "name that stands for nothing": 1,
        "name that several sheets have, which is written out where it is used": 1,
      ])
  }

  @Test("Circular formulas settle as in the workbook, and a format is written without its padding")
  func iteration() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"??_);_(@_)"]
    workbook.calculation.iteration = CalculationSettings.Iteration(rounds: 50, tolerance: 0.001)
    var sheet = WorkbookSheet(name: "Loop")
    sheet.columns[0] = ConstantColumn([10, 20], styles: [0, 1])
    sheet.formulas = [
      StoredFormula(row: 0, column: 1, style: 0, kind: .plain("A1+B2/2"), stored: 20),
      StoredFormula(row: 1, column: 1, style: 0, kind: .plain("B1"), stored: 20),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        option iterate = 50, 0.001

        sheet Loop
        A1 = 10
        B1 = A1 + B2 / 2
        A2 = 20 as "#,##0;(#,##0);-"
        B2 = B1

        """)
    #expect(made.differences == [])
    #expect(made.omissions.isEmpty)
  }

  @Test("Where circles settle from what is stored, which a sheet does not keep, it is told, and names stay")
  func circlesFromStoredValues() {
    var workbook = Workbook()
    workbook.calculation.iteration = CalculationSettings.Iteration(rounds: 50, tolerance: 0.001)
    var sheet = WorkbookSheet(name: "Loop")
    sheet.columns[0] = ConstantColumn(["Rate"])
    sheet.columns[1] = ConstantColumn([2])
    sheet.formulas = [
      StoredFormula(row: 1, column: 0, style: 0, kind: .plain("$B$1/2/A3"), stored: 1),
      StoredFormula(row: 2, column: 0, style: 0, kind: .plain("A2"), stored: 1),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.hasSuffix("A1 = \"Rate\"; Rate = 2; B1 = Rate\nA2 = Rate / 2 / A3\nA3 = A2\n"), "\(made.text)")
    #expect(made.differences == ["Loop!A2", "Loop!A3"])
    #expect(made.omissions == ["stored value from which circles settle, which a sheet does not keep": 2])
  }

  @Test("A circle that the workbook does not have, since nothing reads all of it, settles in rounds, and it is told")
  func openCircle() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Switch")
    sheet.columns[0] = ConstantColumn([0])
    sheet.formulas = [
      StoredFormula(row: 0, column: 1, style: 0, kind: .plain("IF(A1=1,C1,5)"), stored: 5),
      StoredFormula(row: 0, column: 2, style: 0, kind: .plain("IF(A1=1,7,B1+1)"), stored: 6),
    ]
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        option iterate = 1000, 1e-12

        sheet Switch
        A1 = 0
        B1 = IF(A1 = 1, C1, 5)
        C1 = IF(A1 = 1, 7, B1 + 1)

        """)
    #expect(made.differences == [])
    #expect(made.omissions.count == 1)

    sheet.formulas[1] = StoredFormula(row: 0, column: 2, style: 0, kind: .plain("B1+C1"), stored: 0)
    workbook.sheets = [sheet]
    #expect(!ConvertedSheet.made(of: workbook).text.contains("option"), "a circle that is one stays one")
  }

  @Test("Precision as displayed is ROUND where numbers are, and it is told")
  func precision() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0.00", "0.0%", "0.0E+00", "#,##0,"]
    workbook.calculation.hasPrecisionAsDisplayed = true
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = ConstantColumn([10, 3, "x!"])
    let formulas: [(String, Int32)] = [
      ("A1/A2", 1), ("IF(A2>5,A1/3,\"none\")", 1), ("IF(A2>2,A1/3,A1)", 1), ("SUM(A1:A2)*1.234", 2), ("A1/7", 3),
      ("A3", 1), ("A2", 1), ("A1&A2", 1), ("A1*123", 4), ("ROUND(A1/3,1)", 1), ("IF(A2=0,0,A1/A2)", 1),
      ("IFERROR(A1/0,\"-\")", 1), ("A1/3", 0),
    ]
    for (row, (text, style)) in formulas.enumerated() {
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 1, style: style, kind: .plain(text), stored: nil))
    }
    sheet.arrays.formulas = [
      ArrayFormula(text: "A1:A2/3", block: CellBlock(top: 0, left: 3, bottom: 1, right: 3), isDynamic: false)
    ]
    sheet.formulas.append(StoredFormula(row: 0, column: 3, style: 1, kind: .array(0), stored: nil))
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(
      made.text == """
        sheet S
        A1 = 10
        B1 = ROUND(A1 / A2, 2) as "0.00"
        D1 = ROUND(A1:A2 / 3, 2) as "0.00"
        A2 = 3
        B2 = IF(A2 > 5, ROUND(A1 / 3, 2), "none") as "0.00"
        A3 = "x!"
        B3 = ROUND(IF(A2 > 2, A1 / 3, A1), 2) as "0.00"
        B4 = ROUND(SUM(A1:A2) * 1.234, 3) as "0.0%"
        B5 = A1 / 7 as "0.0E+00"
        B6 = LET(shown, A3, IF(ISNUMBER(shown), ROUND(shown, 2), shown)) as "0.00"
        B7 = ROUND(A2, 2) as "0.00"
        B8 = A1 & A2 as "0.00"
        B9 = ROUND(A1 * 123, -3) as "#,##0,"
        B10 = ROUND(A1 / 3, 1) as "0.00"
        B11 = IF(A2 = 0, 0, ROUND(A1 / A2, 2)) as "0.00"
        B12 = IFERROR(ROUND(A1 / 0, 2), "-") as "0.00"
        B13 = A1 / 3

        """)
    #expect(made.differences == [])
    #expect(
      made.omissions == [
        "precision as displayed, which formulas have as ROUND; what is typed is not rounded": 1,
        "precision as displayed in a format that does not show decimal places (0.0E+00)": 1,
      ])
  }

  @Test("What a sheet cannot have keeps its value and is listed once")
  func omissions() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.rows.hide([3, 4])
    for (row, text) in ["[1]Prices!A1", "[1]Prices!A2", "AddIn(1)"].enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(text), stored: 5))
    }
    workbook.sheets = [sheet]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text == "sheet Sheet1\nA1 = 5\nA2 = 5\nA3 = 5\n")
    #expect(made.omissions["hidden row"] == 2)
    #expect(made.omissions.values.reduce(0, +) == 5)
  }
}
