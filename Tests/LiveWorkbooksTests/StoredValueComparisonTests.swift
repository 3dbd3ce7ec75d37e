import CellModel
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

@Suite("Stored values")
struct StoredValueComparisonTests {
  /// Each with how many cells are compared, by the manifest of the collection; all of them agree.
  @Test(
    "What Excel and LibreOffice stored comes out again",
    arguments: [
      ("constructs/dynamic_arrays.xlsx", 40), ("constructs/shared_formula_reversed.xlsx", 10),
      ("constructs/non_monotonic_si.xlsx", 15), ("constructs/Intersection-52111-xssf.xlsx", 3),
      ("constructs/column_row_ranges.xlsx", 30), ("constructs/range_operator.xlsx", 9),
      ("constructs/spill_operator.xlsx", 10), ("constructs/simple_arrays.xlsx", 3),
      ("constructs/NewlineInFormulas.xlsx", 9), ("constructs/sheet-names-and-operators.xlsx", 25),
      ("constructs/precision-as-displayed.xlsx", 7), ("constructs/iterative-converging.xlsx", 5),
      ("constructs/issue_567_absolute_shared.xlsx", 15), ("constructs/rangesinsteadofcells.xlsx", 111),
      ("constructs/56737.xlsx", 5), ("constructs/tile-range-test.xlsx", 8),
      ("tables-names/StructuredReferences.xlsx", 9), ("tables-names/ForShifting.xlsx", 31),
      ("tables-names/simple-table-named-range.xlsx", 1), ("tables-names/TableHeadersWithLineBreaks.xlsx", 3),
      ("tables-names/bug66215.xlsx", 10), ("values/1904.xlsx", 10), ("packages/SampleSS.strict.xlsx", 1),
      ("packages/sparse.xlsx", 9), ("functions/LAMBDA.xlsx", 8), ("functions/BYCOL_BYROW.xlsx", 2),
      ("functions/SEQUENCE.xlsx", 17), ("functions/XIRR.xlsx", 42), ("functions/SORT.xlsx", 17),
      ("functions/ROW_COLUM.xlsx", 175), ("constructs/xlookup.xlsx", 4), ("tables-names/tables.xlsx", 212),
      ("values/NumberFormatTests.xlsx", 325),
    ])
  func agreement(file: String, usable: Int) throws { try WorkbookCollection.checkAgreement(file, usable: usable) }

  @Test("Only the cell that begins a difference is a cause")
  func causes() throws {
    var sheet = WorkbookSheet(name: "Sheet1")
    var column = ConstantColumn()
    column.append(1, row: 0, style: 0)
    sheet.columns[0] = column
    let formulas: [(String, CellValue)] = [("A1*2", 3), ("B1+1", 4), ("A1", 1)]
    sheet.formulas = StoredFormulas(
      formulas.enumerated().map { place, formula in
        StoredFormula(
          row: 0, column: Int32(place + 1), style: 0, kind: .plain(formula.0), stored: formula.1)
      })
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let comparison = StoredValueComparison(workbook)
    #expect(comparison.agreeing == 1)
    #expect(comparison.differences.map { workbook.name(of: $0.cell) } == ["Sheet1!B1", "Sheet1!C1"])
    #expect(comparison.causes.map { workbook.name(of: $0.cell) } == ["Sheet1!B1"])
  }

  @Test("What is stored as #NAME? for a function that is known here is set apart with what depends on it")
  func unknownToProgram() throws {
    let formulas: [(String, CellValue)] = [
      ("ABS(-1)", .error(.name)), ("A1+1", .error(.name)), ("IFERROR(A1,7)", 7), ("NOSUCH(1)", .error(.name)),
      ("1+1", 3),
    ]
    var sheet = WorkbookSheet(name: "S")
    sheet.formulas = StoredFormulas(
      formulas.enumerated().map { column, formula in
        StoredFormula(row: 0, column: Int32(column), style: 0, kind: .plain(formula.0), stored: formula.1)
      })
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "LibreOffice/7.4"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let comparison = StoredValueComparison(workbook)
    #expect(comparison.differences.map { workbook.name(of: $0.cell) } == ["S!E1"])
    #expect(comparison.setApart["stored as #NAME? by a program that lacked a function, or depending on one"] == 3)
  }

  @Test("Circles that are stored as 0 are set apart with what depends on them; others are differences")
  func circles() throws {
    let formulas: [(String, CellValue)] = [
      ("B1+1", 0), ("A1*2", 0), ("B1+5", 5), ("SUM(D1:E1)", 0), ("2", 2), ("G1", 7), ("F1", 7), ("G1", 7),
    ]
    var sheet = WorkbookSheet(name: "S")
    for (column, formula) in formulas.enumerated() {
      sheet.formulas.append(
        StoredFormula(row: 0, column: Int32(column), style: 0, kind: .plain(formula.0), stored: formula.1))
    }
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let comparison = StoredValueComparison(workbook)
    let circles = comparison.circles.map { $0.map { workbook.name(of: $0) } }
    #expect(circles == [["S!A1", "S!B1"], ["S!D1"]])
    #expect(comparison.setApart == ["in a circle of formulas, for which Excel stores 0, or depending on one": 4])
    #expect(comparison.agreeing == 1)
    #expect(comparison.differences.map { workbook.name(of: $0.cell) } == ["S!F1", "S!G1", "S!H1"])
  }

  @Test("A library's 0 for what is still to be computed is no value, and its other values are")
  func zerosOfLibraries() throws {
    func comparison(isFullOnLoad: Bool) -> StoredValueComparison {
      var sheet = WorkbookSheet(name: "S")
      for (row, stored) in [0, 0, 4, 5].enumerated() {
        let formula = ["2+2", "1-1", "2+2", "2+2"][row]
        sheet.formulas.append(
          StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(formula), stored: .number(Double(stored))))
      }
      var contents = Workbook()
      contents.sheets = [sheet]
      contents.savedBy = "Microsoft Excel 12.0000"
      contents.calculation.isFullOnLoad = isFullOnLoad
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      return StoredValueComparison(workbook)
    }
    let written = comparison(isFullOnLoad: true)
    #expect(written.agreeing == 2 && written.differences.map(\.cell.row) == [3])
    #expect(written.setApart == ["without a stored value": 1])
    #expect(comparison(isFullOnLoad: false).differences.map(\.cell.row) == [0, 3])
  }

  @Test("What a file has as #VALUE! may be #SPILL! or #CALC!, and nothing else")
  func youngErrors() throws {
    var sheet = WorkbookSheet(name: "S")
    for (row, formula) in ["_xlfn._xlws.FILTER({1,2},{0,0})", "SEQUENCE(2)", "5", "1/0", "NA()"].enumerated() {
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: 0, style: 0, kind: .plain(formula), stored: .error(.value)))
    }
    sheet.formulas[1].kind = .array(0)
    sheet.arrays.formulas = [
      ArrayFormula(text: "SEQUENCE(2)", block: CellBlock(top: 1, left: 0, bottom: 1, right: 0), isDynamic: true)
    ]
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let cells = try ["A1", "A2"].map { try #require(workbook.area($0)).topLeft }
    #expect(cells.map { workbook.engine.value(at: $0).error?.code } == [.calculation, .spill])
    let differences = StoredValueComparison(workbook).differences
    #expect(differences.map { workbook.name(of: $0.cell) } == ["S!A3", "S!A4", "S!A5"])
  }

  @Test("A table of a workbook has the days of a sheet, whichever year the workbook counts from")
  func daysOfTables() throws {
    var sheet = WorkbookSheet(name: "S")
    var column = ConstantColumn()
    column.append("on", row: 0, style: 0)
    column.append(0, row: 1, style: 1)
    column.append(0, row: 2, style: 0)
    sheet.columns[0] = column
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.numberFormats = ["General", "yyyy-mm-dd"]
    contents.dateSystem = .from1904
    let rows = try TableFile(contents, part: nil).rows
    #expect(rows == [[1462], [0]] && rows[0][0].kind == .date && rows[1][0].kind == .plain)
  }

  @Test("Excel's zeros after the last used cell of a whole row agree; a number that is not there does not")
  func padding() throws {
    var first = WorkbookSheet(name: "First")
    var column = ConstantColumn()
    column.append(1, row: 0, style: 0)
    first.columns[0] = column
    var second = WorkbookSheet(name: "Second")
    second.formulas = [StoredFormula(row: 0, column: 0, style: 0, kind: .array(0), stored: 1)]
    second.arrays.formulas = [
      ArrayFormula(
        text: "First!1:1", block: CellBlock(top: 0, left: 0, bottom: 0, right: Area.lastColumn), isDynamic: true)
    ]
    second.arrays.spilled = [
      SpilledValue(row: 0, column: 4, value: 0, array: 0), SpilledValue(row: 0, column: 5, value: 7, array: 0),
    ]
    var contents = Workbook()
    contents.sheets = [first, second]
    contents.savedBy = "Microsoft Excel 16.0300"
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    let comparison = StoredValueComparison(workbook)
    #expect(comparison.agreeing == 2)
    #expect(comparison.differences.map { workbook.name(of: $0.cell) } == ["Second!F1"])
  }

  @Test(
    "LibreOffice's own errors, stored as #VALUE!, agree with #NUM!",
    arguments: [("LibreOffice/7.4", 1), ("Microsoft Excel 16.0300", 0)])
  func errorsOfLibreOffice(program: String, agreeing: Int) throws {
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.formulas = [
      StoredFormula(row: 0, column: 0, style: 0, kind: .plain("SQRT(-16)"), stored: .error(CellError(.value)))
    ]
    var contents = Workbook()
    contents.sheets = [sheet]
    contents.savedBy = program
    let workbook = LiveWorkbook(contents, catalog: .standard)
    workbook.recalculate()
    #expect(StoredValueComparison(workbook).agreeing == agreeing)
  }

  @Test("What a library has written is no expectation")
  func distrust() throws {
    let workbook = try WorkbookCollection.live("values/date_iso.xlsx")
    #expect(StoredValueComparison(workbook).compared == 0)
  }
}
