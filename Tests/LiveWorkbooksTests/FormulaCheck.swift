import CellModel
import FunctionLibrary
import Testing

@testable import LiveWorkbooks
@testable import Workbooks

extension Workbook {
  /// 1, 2 and 3 in A1:A3, and a sheet with nothing.
  static let numbers: Workbook = {
    var workbook = Workbook()
    var sheet = WorkbookSheet(name: "Sheet1")
    sheet.columns[0] = ConstantColumn([1, 2, 3])
    workbook.sheets = [sheet, WorkbookSheet(name: "Other")]
    return workbook
  }()
}

extension ConstantColumn {
  /// A column of values from the first row on.
  init(_ values: [CellValue]) {
    self.init()
    for (row, value) in values.enumerated() { append(value, row: row, style: 0) }
  }
}

/// Expects a value of a formula in a cell of the first sheet of ``Workbook/numbers``.
func check(
  _ formula: String, at place: String, _ expected: CellValue, names: [(String, String)] = [],
  stored: CellValue? = nil, isArray: Bool = false, dates: DateSystem = .from1900,
  location: SourceLocation = #_sourceLocation
) {
  var contents = Workbook.numbers
  contents.dateSystem = dates
  contents.names = names.map { DefinedName(name: $0.0, formula: $0.1) }
  let (row, column) = A1Notation.cell(place) ?? (0, 0)
  let kind = isArray ? StoredFormula.Kind.array(0) : .plain(formula)
  contents.sheets[0].formulas = [
    StoredFormula(row: Int32(row), column: Int32(column), style: 0, kind: kind, stored: stored)
  ]
  if isArray {
    let block = CellBlock(top: row, left: column, bottom: row, right: column)
    contents.sheets[0].arrays.formulas = [ArrayFormula(text: formula, block: block, isDynamic: false)]
  }
  let workbook = LiveWorkbook(contents, catalog: .standard)
  workbook.recalculate()
  let value = workbook.area(place).map { workbook.engine.value(at: $0.topLeft) }
  #expect(value == expected, "=\(formula)", sourceLocation: location)
}
