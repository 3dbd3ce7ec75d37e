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
    inputs.columns[0] = Self.column(["Rate", "Start", "Say \"hi\" to\nthere"])
    inputs.columns[1] = Self.column([0.07, 46_053, true], styles: [1, 2, 0])
    var plan = WorkbookSheet(name: "My plan")
    plan.columns[0] = Self.column([1, 2, 3])
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
    let made = Self.convert(workbook)
    #expect(
      made.text == """
        sheet Inputs
        A1 = "Rate"; Rate = 7%; B1 = Rate
        A2 = "Start"; Start = 2026-01-31; B2 = Start
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
    sheet.columns[0] = Self.column(["Price (net):", "Count", "Twice", "Twice", "Series"])
    sheet.columns[1] = Self.column([12.5, 4, 1, 2, 10])
    sheet.columns[2] = Self.column(["EUR", "pieces"])
    sheet.columns[2]?.append(20, row: 4, style: 0)
    sheet.formulas = [
      StoredFormula(row: 5, column: 1, style: 0, kind: .plain("B1*B2+B3+B4+B5"), stored: nil),
      StoredFormula(row: 0, column: 3, style: 0, kind: .plain("$B$1*2"), stored: nil),
    ]
    sheet.columns[0]?.append("Total costs", row: 5, style: 0)
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
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

  /// A table with a formula in its second column, totals below, and formulas that read it by name and by address.
  static var orders: Workbook {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0.00"]
    var sheet = WorkbookSheet(name: "Orders")
    sheet.columns[1] = column(["Item", "nail|s", "12", "Total"])
    sheet.columns[2] = column(["Sum"])
    sheet.columns[3] = column(["Unit cost", 2.5, 4])
    for row in 1...2 {
      sheet.formulas.append(
        StoredFormula(
          row: Int32(row), column: 2, style: 1, kind: .plain("Orders[[#This Row],[Unit cost]]*D\(row + 1)"), stored: nil
        ))
    }
    sheet.formulas += [
      StoredFormula(row: 3, column: 2, style: 0, kind: .plain("SUBTOTAL(109,Orders[Sum])"), stored: nil),
      StoredFormula(row: 0, column: 6, style: 0, kind: .plain("SUM(D2:D3)+Orders[[#Totals],[Sum]]+C2"), stored: nil),
    ]
    var table = WorkbookTable(
      name: "Orders", block: CellBlock(top: 0, left: 1, bottom: 3, right: 3), hasHeaders: true, hasTotals: true,
      columns: ["Item", "Sum", "Unit cost"])
    table.columnFormulas[1] = "Orders[[#This Row],[Unit cost]]*D2"
    sheet.tables = [table]
    workbook.sheets = [sheet]
    return workbook
  }

  @Test("A table is a table, with a formula for each column that has one, and its cells show it")
  func tables() {
    let made = Self.convert(Self.orders)
    #expect(
      made.text == """
        sheet Orders
        table Orders {
          | Item | Unit cost |
          | nail\\|s | 2.5 |
          | "12" | 4 |
          Sum = [@Unit cost] * [@Unit cost] as "0.00"
        }
        B1 = Orders[[#All],[Item]]; C1 = Orders[[#All],[Sum]]; D1 = Orders[[#All],[Unit cost]]
        G1 = SUM(Orders[Unit cost]) + $C$4 + C2

        B4 = "Total"
        C4 = SUBTOTAL(109, Orders[Sum])

        """)
    #expect(made.differences == [])
  }

  @Test("Blanks at the ends of a column's name belong to it")
  func blanksOfColumns() {
    var workbook = Self.orders
    for (column, name) in ["Item ", " Sum ", "Unit cost "].enumerated() {
      workbook.sheets[0].tables[0].columns[column] = name
      workbook.sheets[0].columns[column + 1]?.set(.text(name), row: 0, style: 0)
    }
    for (row, text) in ["Orders[[#This Row],[Unit cost ]]*D2", "Orders[[#This Row],[Unit cost ]]*D3"].enumerated() {
      workbook.sheets[0].formulas[row].kind = .plain(text)
    }
    workbook.sheets[0].formulas[2].kind = .plain("SUBTOTAL(109,Orders[[ Sum ]])")
    workbook.sheets[0].formulas[3].kind = .plain("SUM(D2:D3)+Orders[[#Totals],[ Sum ]]+C2")
    let made = Self.convert(workbook)
    for line in [
      "  | \"Item \" | \"Unit cost \" |", "  \" Sum \" = [@[Unit cost ]] * [@[Unit cost ]] as \"0.00\"",
      "C4 = SUBTOTAL(109, Orders[[ Sum ]])",
    ] {
      #expect(made.text.contains("\n" + line + "\n"), "\(made.text)")
    }
    #expect(made.differences == [])
  }

  @Test("A blank cell of a table is told, for cells that show the table have 0 there")
  func blankTableCells() {
    var workbook = Self.orders
    workbook.sheets[0].columns[1]?.values[1] = .blank
    let made = Self.convert(workbook)
    #expect(made.text.contains("\ntable Orders {\n"))
    #expect(made.omissions == ["blank cell of a table, which shows as 0 where the table stands among cells": 1])
  }

  @Test("What is another value without tables, too, leaves a table what it is; the place of one is that of its cells")
  func tablesWithoutBlame() {
    var workbook = Self.orders
    workbook.sheets[0].hiddenRows = [8]
    workbook.sheets[0].columns[7] = Self.column([0, 0, 0, 0, 0, 0, 0, 1, 2])
    workbook.sheets[0].formulas += [
      StoredFormula(row: 9, column: 7, style: 0, kind: .plain("SUBTOTAL(109,H8:H9)"), stored: nil),
      StoredFormula(row: 10, column: 7, style: 0, kind: .plain("_xlfn.SHEET(Orders[])"), stored: nil),
    ]
    let made = Self.convert(workbook)
    #expect(made.text.contains("\ntable Orders {\n"))
    #expect(made.text.contains("\nH11 = SHEET($B$2:$D$3)\n"), "\(made.text)")
    #expect(made.differences == ["Orders!H10"])
  }

  @Test(
    "An array formula is brought to the size of its cells where it has another, and fills of one cell each are fills")
  func arrayFormulas() {
    let rows: [(formula: String, block: String, text: String)] = [
      ("A1:A3*2", "C1:C3", "C1 = A1:A3 * 2"), ("SUM(A1:A3*A1:A3)", "C1", "C1 = SUM(A1:A3 * A1:A3)"),
      ("TRANSPOSE(A1:A3)+1", "C1:E1", "C1 = TRANSPOSE(A1:A3) + 1"), ("A1:A3", "C1:C2", "C1 = TAKE(A1:A3, 2, 1)"),
      ("7", "C1:D2", "C1 = IF(SEQUENCE(2, 2), 7)"), ("A1:A3", "C1:D3", "C1 = IF(SEQUENCE(3, 2), A1:A3)"),
      ("A1:A3", "C1:C5", "C1 = TAKE(IF(SEQUENCE(5, 1), A1:A3), 5, 1)"),
      ("MMULT(A1:A3,TRANSPOSE(A1:A3))", "C1:E3", "C1 = MMULT(A1:A3, TRANSPOSE(A1:A3))"),
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
      sheet.columns[0] = Self.column([1, 2, 3])
      guard let block = CellBlock(address) else { continue }
      sheet.arrayFormulas = [ArrayFormula(text: formula, block: block, isDynamic: false)]
      sheet.formulas = [StoredFormula(row: 0, column: 2, style: 0, kind: .array(0), stored: nil)]
      workbook.sheets = [sheet]
      workbook.names = [DefinedName(name: "Data", formula: "S!$A$1:$A$3")]
      let made = Self.convert(workbook)
      #expect(made.text.contains("\n" + text + "\n"), "\(formula): \(made.text)")
      #expect(made.differences == [], "\(formula)")
    }
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = Self.column([1, 2, 3])
    for row in 0..<3 {
      let block = CellBlock(top: row, left: 1, bottom: row, right: 1)
      sheet.arrayFormulas.append(ArrayFormula(text: "SUM(A\(row + 1)*$A$1:$A$3)", block: block, isDynamic: false))
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 1, style: 0, kind: .array(Int32(row)), stored: nil))
    }
    workbook.sheets = [sheet]
    #expect(Self.convert(workbook).text.contains("\nB1:B3 = SUM(A1 * $A$1:$A$3)\n"))
  }

  @Test("A name that one sheet alone knows stays, and that of a range where its numbers are read")
  func namesOfSheets() {
    var workbook = Workbook()
    var (one, two) = (WorkbookSheet(name: "One"), WorkbookSheet(name: "Two"))
    one.columns[0] = Self.column([1, 2, 3])
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
    let made = Self.convert(workbook)
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

  @Test("A table whose cells have formulas of their own stays cells, and says so")
  func cellTables() {
    var workbook = Self.orders
    workbook.sheets[0].formulas[1].kind = .plain("D3+1")
    let made = Self.convert(workbook)
    #expect(!made.text.contains("table "))
    #expect(made.omissions["table Orders: the cells of Sum have different formulas"] == 1)
    #expect(made.differences == [])
  }

  @Test("A table one of whose columns reads cells beside its rows stays cells; cells that are fixed do not hinder")
  func cellsBesideTables() {
    for (address, isTable) in [("F%", false), ("SUM(F%:F9)", false), ("$F$2", true), ("F$2", true)] {
      var workbook = Self.orders
      workbook.sheets[0].columns[5] = Self.column([0, 3, 5])
      for row in 1...2 {
        let own = address.replacing("%", with: "\(row + 1)")
        workbook.sheets[0].formulas[row - 1].kind = .plain("D\(row + 1)*\(own)")
      }
      let made = Self.convert(workbook)
      #expect(made.text.contains("table Orders {") == isTable, "\(address)")
      #expect(made.differences == [], "\(address)")
    }
  }

  @Test("Comments are documentation, and rules for typing the domains of inputs")
  func annotations() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Inputs")
    sheet.columns[0] = Self.column(["Size", "Years", "Share", "Other"])
    sheet.columns[1] = Self.column(["M", 30, 0.5, 7])
    sheet.formulas = [StoredFormula(row: 0, column: 3, style: 0, kind: .plain("B2*B3"), stored: nil)]
    sheet.annotations.comments = [
      CellComment(row: 1, column: 1, text: "How long.\nAt most 40."), CellComment(row: 6, column: 0, text: "Empty"),
      CellComment(row: 0, column: 3, text: "What it is."),
    ]
    func rule(_ row: Int, _ kind: String, _ comparison: String, _ first: String, _ second: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: comparison,
        formula: first,
        second: second)
    }
    sheet.annotations.validations = [
      rule(0, "list", "", "\"S,M, L\"", ""), rule(1, "whole", "between", "1", "40"),
      rule(2, "decimal", "greaterThan", "0", ""), rule(3, "whole", "between", "10", "20"),
    ]
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(
      made.text == """
        sheet Inputs
        A1 = "Size"; input Size in {"S", "M", "L"} = "M"; B1 = Size
        /// What it is.
        D1 = Years * Share
        A2 = "Years"
        /// How long.
        /// At most 40.
        input Years: number in 1..40 = 30 where Years = INT(Years); B2 = Years
        A3 = "Share"
        input Share: number = 0.5 where Share > 0; B3 = Share
        A4 = "Other"; B4 = 7

        // A7: Empty

        """)
    #expect(made.differences == [])
    // The seven is none that its rule accepts.
    #expect(made.omissions == ["rule for what may be typed that a sheet cannot say": 1])
  }

  @Test("Rules for days and for the length of texts are domains, too")
  func rulesForDays() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "yyyy-mm-dd"]
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = Self.column(["Start", "Month", "Code"])
    // 2026-01-31, 2026-03-01.
    sheet.columns[1] = Self.column([46_053, 46_082, "AB"], styles: [1, 1, 0])
    sheet.columns[3] = Self.column([46_082, 46_113])
    func rule(_ row: Int, _ kind: String, _ comparison: String, _ first: String, _ second: String) -> CellValidation {
      CellValidation(
        blocks: [CellBlock(top: row, left: 1, bottom: row, right: 1)], kind: kind, comparison: comparison,
        formula: first, second: second)
    }
    sheet.annotations.validations = [
      rule(0, "date", "between", "46023", "46387"), rule(1, "list", "", "$D$1:$D$2", ""),
      rule(2, "textLength", "between", "1", "3"),
    ]
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(
      made.text == """
        sheet S
        A1 = "Start"
        input Start: date in 2026-01-01..2026-12-31 = 2026-01-31; B1 = Start
        D1 = 46082
        A2 = "Month"
        input Month in {2026-03-01, 2026-04-01} = 2026-03-01; B2 = Month
        D2 = 46113
        A3 = "Code"
        input Code: text = "AB" where AND(LEN(Code) >= 1, LEN(Code) <= 3); B3 = Code

        """)
    #expect(made.differences == [])
  }

  @Test("Days that count from 1904 are the same days in the sheet")
  func daysFrom1904() {
    var workbook = Workbook()
    workbook.dateSystem = .from1904
    workbook.numberFormats = ["General", "m/d/yyyy"]
    var sheet = WorkbookSheet(name: "Days")
    // 2026-01-31 is day 44591 of that calendar.
    sheet.columns[0] = Self.column([44_591], styles: [1])
    sheet.formulas = [
      StoredFormula(row: 1, column: 0, style: 1, kind: .plain("A1+1"), stored: nil),
      StoredFormula(row: 2, column: 0, style: 0, kind: .plain("YEAR(A1)"), stored: nil),
    ]
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(made.text.hasPrefix("sheet Days\nA1 = 2026-01-31\n"))
    #expect(made.differences == [])
  }

  @Test("One changed cell is one changed line, however much longer it has become")
  func changedCell() {
    for format in ["General", "#,##0.00;-#,##0.00;-??"] {
      var workbook = Workbook()
      workbook.numberFormats = [format]
      var sheet = WorkbookSheet(name: "Data")
      for column in 0..<20 { sheet.columns[column] = Self.column((0..<3).map { .number(Double($0 * 20 + column)) }) }
      workbook.sheets = [sheet]
      let before = Self.convert(workbook).text.split(separator: "\n")
      workbook.sheets[0].columns[9]?.values[1] = 1234567.891011
      let after = Self.convert(workbook).text.split(separator: "\n")
      #expect(before.count == after.count)
      #expect(zip(before, after).filter { $0 != $1 }.count == 1)
    }
  }

  @Test("A formula keeps the name of its cell where a value that it reads makes it an error")
  func namedErrors() {
    for divisor: CellValue in [4, 0] {
      var workbook = Workbook()
      var sheet = WorkbookSheet(name: "S")
      sheet.columns[0] = Self.column([8, "Half"])
      sheet.columns[1] = Self.column([divisor])
      let formulas: [(Int32, Int32, String)] = [(1, 1, "A1/$B$1"), (2, 1, "A1/$B$1+1"), (3, 1, "B2+Share")]
      for (row, column, text) in formulas {
        sheet.formulas.append(StoredFormula(row: row, column: column, style: 0, kind: .plain(text), stored: nil))
      }
      workbook.sheets = [sheet]
      workbook.names = [DefinedName(name: "Share", formula: "S!$B$3")]
      let made = Self.convert(workbook)
      for line in ["Half = A1 / $B$1; B2 = Half", "Share = A1 / $B$1 + 1; B3 = Share", "B4 = Half + Share"] {
        #expect(made.text.contains("\n" + line + "\n"), "\(made.text)")
      }
      #expect(made.differences == [])
    }
  }

  @Test("A range of which a cell takes its own row is written as that cell")
  func intersections() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Data")
    sheet.columns[0] = Self.column([1, 2, 3])
    sheet.sharedFormulas = [SharedFormula(row: 0, column: 1, text: "$A$1:$A$3*2")]
    sheet.formulas = StoredFormulas(
      (0..<3).map { StoredFormula(row: $0, column: 1, style: 0, kind: .shared(0), stored: nil) })
    workbook.sheets = [sheet]
    #expect(Self.convert(workbook).text.contains("B1:B3 = $A1 * 2\n"))
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
    sheet.columns[0] = Self.column([4])
    sheet.formulas = [StoredFormula(row: 0, column: 1, style: 0, kind: .plain("A1*rate"), stored: 28)]
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(made.text == "sheet A\nA1 = 4; B1 = 28\n")
    #expect(made.differences == [])
    #expect(
      made.omissions == [
        "name of a cell of another workbook": 1,
        "formula that keeps its value: it refers to another workbook, or to nothing": 1,
      ])
  }

  private static func convert(_ workbook: Workbook) -> ConvertedSheet {
    let live = LiveWorkbook(workbook, catalog: .standard)
    live.recalculate()
    return ConvertedSheet(live, name: "x.sheet", environment: RoundTripTests.environment)
  }

  @Test("A format has no quotes around what stands for itself, where it then shows the same")
  func formats() {
    for (format, expected) in [
      ("\"$\"#,##0;\\(\"$\"#,##0\\)", "$#,##0;($#,##0)"), ("[$-409]d\\-mmm\\-yy", "[$-409]d-mmm-yy"),
      ("[$€-2]\\ #,##0;[Red]\\-[$€-2]\\ #,##0", "[$€-2] #,##0;[Red]-[$€-2] #,##0"), ("#,##0;\"-\"??", "#,##0;-??"),
      ("0.0\\x", "0.0\\x"), ("0\" kg (net)\"", "0\" kg (net)\""), ("0\"\"", "0"), ("0\" - \"0", "0 - 0"),
    ] {
      #expect(SheetLiteral.withoutQuotes(format) == expected)
    }
    #expect(SheetLiteral.format("_(\"$\"* #,##0_);_(\"$\"* \\(#,##0\\);_(@_)") == " as \"$#,##0;$(#,##0)\"")
  }

  @Test("Circular formulas settle as in the workbook, and a format is written without its padding")
  func iteration() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "_(* #,##0_);_(* \\(#,##0\\);_(* \"-\"??_);_(@_)"]
    workbook.calculation.iteration = CalculationSettings.Iteration(rounds: 50, tolerance: 0.001)
    var sheet = WorkbookSheet(name: "Loop")
    sheet.columns[0] = Self.column([10, 20], styles: [0, 1])
    sheet.formulas = [
      StoredFormula(row: 0, column: 1, style: 0, kind: .plain("A1+B2/2"), stored: 20),
      StoredFormula(row: 1, column: 1, style: 0, kind: .plain("B1"), stored: 20),
    ]
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(
      made.text == """
        option iterate = 50, 0.001

        sheet Loop
        A1 = 10
        B1 = A1 + B2 / 2
        A2 = 20 as "#,##0;(#,##0);-??"
        B2 = B1

        """)
    #expect(made.differences == [])
    #expect(made.omissions.isEmpty)
  }

  @Test("Precision as displayed is ROUND where numbers are, and it is told")
  func precision() {
    var workbook = Workbook()
    workbook.numberFormats = ["General", "0.00", "0.0%", "0.0E+00", "#,##0,"]
    workbook.calculation.hasPrecisionAsDisplayed = true
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = Self.column([10, 3, "x!"])
    let formulas: [(String, Int32)] = [
      ("A1/A2", 1), ("IF(A2>5,A1/3,\"none\")", 1), ("IF(A2>2,A1/3,A1)", 1), ("SUM(A1:A2)*1.234", 2), ("A1/7", 3),
      ("A3", 1), ("A2", 1), ("A1&A2", 1), ("A1*123", 4), ("ROUND(A1/3,1)", 1), ("IF(A2=0,0,A1/A2)", 1),
      ("IFERROR(A1/0,\"-\")", 1), ("A1/3", 0),
    ]
    for (row, (text, style)) in formulas.enumerated() {
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 1, style: style, kind: .plain(text), stored: nil))
    }
    sheet.arrayFormulas = [
      ArrayFormula(text: "A1:A2/3", block: CellBlock(top: 0, left: 3, bottom: 1, right: 3), isDynamic: false)
    ]
    sheet.formulas.append(StoredFormula(row: 0, column: 3, style: 1, kind: .array(0), stored: nil))
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
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

  @Test(
    "A name of a formula's cell defines the formula, and INDIRECT finds a table by the name that it has in the sheet")
  func namedFormulas() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = Self.column(["n", 2, 3])
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
    let made = Self.convert(workbook)
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
    sheet.columns[1] = Self.column([1, 42])
    sheet.columns[3] = Self.column([9])
    let formulas: [(Int32, Int32, String)] = [
      (1, 0, "INDEX(2:2,1,2)"), (1, 3, "INDEX(D:D,ROW()-1)+1"), (2, 3, "INDEX(D:D,ROW()-1)+1"),
      (3, 3, "INDEX($B$1:$D$9,2,1)"), (4, 4, "INDEX(B:B,2)"), (5, 5, "INDEX(6:6,COLUMN()-1)"),
      (6, 6, "CELL(\"width\",A:A)"),
    ]
    for (row, column, text) in formulas {
      sheet.formulas.append(StoredFormula(row: row, column: column, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
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
    sheet.columns[0] = Self.column([100, 5])
    let formulas = ["IF(Entered,A1,0)", "A1*VAT+0.5", "2*(Entered+1)", "A2*0.19", "Left+1"]
    for (row, text) in formulas.enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 1, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(name: "VAT", formula: "0.19"), DefinedName(name: "Entered", formula: "IF(S!$A$1*S!$A$2>0,1,0)"),
      DefinedName(name: "Left", formula: "S!XFD1*2"), DefinedName(name: "Unused", formula: "1/277.778"),
    ]
    let made = Self.convert(workbook)
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
    sheet.columns[0] = Self.column([1, 2])
    for (row, text) in ["nothing", "SUM(A1,nothing)", "IFERROR(A0+1,A2)", "Broken", "SUM", "Twice(A1)"].enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 1, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(name: "Broken", formula: "1+"),
      DefinedName(name: "Twice", formula: "_xlfn.LAMBDA(_xlpm.x,IFERROR(Gone,_xlpm.x*2))"),
    ]
    let made = Self.convert(workbook)
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
    var workbook = Self.orders
    for (row, text) in ["SUM(Print_Area)", "SUM(Orders!Print_Area)", "Orders[[#This Row],[Sum]]"].enumerated() {
      workbook.sheets[0].formulas.append(
        StoredFormula(row: Int32(row + 5), column: 8, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.names.append(DefinedName(name: "_xlnm.Print_Area", formula: "Orders!$D$1:$D$3", sheet: 0))
    let made = Self.convert(workbook)
    #expect(made.text.contains("= SUM($D$1:$D$3)\n"))
    #expect(made.text.contains("I8 = #VALUE!\n"))
    #expect(!made.text.contains("#NAME?"))
    #expect(made.differences == [])
  }

  @Test("A parameter of LAMBDA that may be left out is one in a sheet")
  func optionalParameters() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "S")
    sheet.columns[0] = Self.column([12])
    sheet.formulas = [StoredFormula(row: 0, column: 1, style: 0, kind: .plain("Half(A1)"), stored: nil)]
    workbook.sheets = [sheet]
    workbook.names = [
      DefinedName(
        name: "Half",
        formula: "_xlfn.LAMBDA(_xlpm.a,_xlop.b,IF(_xlfn.ISOMITTED(_xlpm.b),_xlpm.a/2,_xlpm.a*_xlpm.b))")
    ]
    let made = Self.convert(workbook)
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
    sheet.columns[0] = Self.column([10, 100, "Max"])
    sheet.columns[1] = Self.column([1, 2, 7])
    let formulas = [
      "SUM(_xlfn.MAP(A1:A2,_xleta.LOG10))", "SUM(_xlfn.BYROW(A1:B2,_xleta.SUM))+Sum",
      "SUM(_xlfn.BYROW(A1:B2,_xleta.MAX))+B3", "SUM(_xlfn.BYROW(A1:B2,_xleta.MIN))",
    ]
    for (row, text) in formulas.enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 3, style: 0, kind: .plain(text), stored: nil))
    }
    workbook.sheets = [sheet]
    workbook.names = [DefinedName(name: "Sum", formula: "S!$B$2")]
    let made = Self.convert(workbook)
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

  @Test("What a sheet cannot have keeps its value and is listed once")
  func omissions() {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.hiddenRows = [3, 4]
    for (row, text) in ["[1]Prices!A1", "[1]Prices!A2", "AddIn(1)"].enumerated() {
      sheet.formulas.append(StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(text), stored: 5))
    }
    workbook.sheets = [sheet]
    let made = Self.convert(workbook)
    #expect(made.text == "sheet Sheet1\nA1 = 5\nA2 = 5\nA3 = 5\n")
    #expect(made.omissions["hidden row"] == 2)
    #expect(made.omissions.values.reduce(0, +) == 5)
  }

  private static func column(_ values: [CellValue], styles: [Int32] = []) -> ConstantColumn {
    var column = ConstantColumn()
    for (row, value) in values.enumerated() {
      column.append(value, row: row, style: row < styles.count ? styles[row] : 0)
    }
    return column
  }
}
