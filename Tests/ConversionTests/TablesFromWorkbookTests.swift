import CellModel
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import Testing
import Workbooks

@testable import Conversion

/// Tables stay tables, with formulas for their columns, unless a sheet would have other values then.
@Suite("Tables of a workbook in a sheet")
struct TablesFromWorkbookTests {
  @Test("A table is a table, with a formula for each column that has one, and its cells show it")
  func tables() {
    let made = ConvertedSheet.made(of: Workbook.orders)
    #expect(
      made.text == """
        sheet Orders
        table Orders {
          | Item    | Unit cost |
          | nail\\|s | 2.5       |
          | "12"    | 4         |
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
    var workbook = Workbook.orders
    for (column, name) in ["Item ", " Sum ", "Unit cost "].enumerated() {
      workbook.sheets[0].tables[0].columns[column] = name
      workbook.sheets[0].columns[column + 1]?.set(.text(name), row: 0, style: 0)
    }
    for (row, text) in ["Orders[[#This Row],[Unit cost ]]*D2", "Orders[[#This Row],[Unit cost ]]*D3"].enumerated() {
      workbook.sheets[0].formulas[row].kind = .plain(text)
    }
    workbook.sheets[0].formulas[2].kind = .plain("SUBTOTAL(109,Orders[[ Sum ]])")
    workbook.sheets[0].formulas[3].kind = .plain("SUM(D2:D3)+Orders[[#Totals],[ Sum ]]+C2")
    let made = ConvertedSheet.made(of: workbook)
    for line in [
      "  | \"Item \" | \"Unit cost \" |", "  \" Sum \" = [@[Unit cost ]] * [@[Unit cost ]] as \"0.00\"",
      "C4 = SUBTOTAL(109, Orders[[ Sum ]])",
    ] {
      #expect(made.text.contains("\n" + line + "\n"), "\(made.text)")
    }
    #expect(made.differences == [])
  }

  @Test("Line breaks in the names of columns are blanks in a sheet, and the cells above the rows keep them")
  func linesOfColumns() {
    var workbook = Workbook.orders
    for (column, name) in ["Item", "Sum", "Unit\ncost"].enumerated() {
      workbook.sheets[0].tables[0].columns[column] = name
      workbook.sheets[0].columns[column + 1]?.set(.text(name), row: 0, style: 0)
    }
    for row in 2...3 {
      workbook.sheets[0].formulas[row - 2].kind = .plain("Orders[[#This Row],[Unit\ncost]]*D\(row)")
    }
    workbook.sheets[0].formulas.append(
      StoredFormula(row: 1, column: 6, style: 0, kind: .plain("Orders[[#Headers],[Unit\ncost]]"), stored: nil))
    let made = ConvertedSheet.made(of: workbook)
    for line in ["table Orders {", "  | Item    | Unit cost |", "  Sum = [@Unit cost] * [@Unit cost] as \"0.00\""] {
      #expect(made.text.contains("\n" + line + "\n"), "\(made.text)")
    }
    #expect(made.text.contains("B2 = Orders[Item]; C2 = Orders[Sum]; D2 = Orders[Unit cost]"), "\(made.text)")
    #expect(made.differences == [])
  }

  @Test("A blank cell of a table is told, for cells that show the table have 0 there")
  func blankTableCells() {
    var workbook = Workbook.orders
    workbook.sheets[0].columns[1]?.values[1] = .blank
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.contains("\ntable Orders {\n"))
    #expect(made.omissions == ["blank cell of a table, which shows as 0 where the table stands among cells": 1])
  }

  @Test("What is another value without tables, too, leaves a table what it is; the place of one is that of its cells")
  func tablesWithoutBlame() {
    var workbook = Workbook.orders
    workbook.sheets[0].rows.hide([8])
    workbook.sheets[0].columns[7] = ConstantColumn([0, 0, 0, 0, 0, 0, 0, 1, 2])
    workbook.sheets[0].formulas += [
      StoredFormula(row: 9, column: 7, style: 0, kind: .plain("SUBTOTAL(109,H8:H9)"), stored: nil),
      StoredFormula(row: 10, column: 7, style: 0, kind: .plain("_xlfn.SHEET(Orders[])"), stored: nil),
    ]
    let made = ConvertedSheet.made(of: workbook)
    #expect(made.text.contains("\ntable Orders {\n"))
    #expect(made.text.contains("\nH11 = SHEET($B$2:$D$3)\n"), "\(made.text)")
    #expect(made.differences == ["Orders!H10"])
  }

  @Test("A table whose cells have formulas of their own stays cells, and says so")
  func cellTables() {
    var workbook = Workbook.orders
    workbook.sheets[0].formulas[1].kind = .plain("D3+1")
    let made = ConvertedSheet.made(of: workbook)
    #expect(!made.text.contains("table "))
    #expect(made.omissions["table Orders: the cells of Sum have different formulas"] == 1)
    #expect(made.differences == [])
  }

  @Test("A table one of whose columns reads cells beside its rows stays cells; cells that are fixed do not hinder")
  func cellsBesideTables() {
    for (address, isTable) in [("F%", false), ("SUM(F%:F9)", false), ("$F$2", true), ("F$2", true)] {
      var workbook = Workbook.orders
      workbook.sheets[0].columns[5] = ConstantColumn([0, 3, 5])
      for row in 1...2 {
        let own = address.replacing("%", with: "\(row + 1)")
        workbook.sheets[0].formulas[row - 1].kind = .plain("D\(row + 1)*\(own)")
      }
      let made = ConvertedSheet.made(of: workbook)
      #expect(made.text.contains("table Orders {") == isTable, "\(address)")
      #expect(made.differences == [], "\(address)")
    }
  }
}
