import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// The formulas of a workbook that stand in no cell: they can be written when all names are known.
struct LateFormulas {
  /// A name that is a function.
  struct Lambda {
    let name: String
    let tree: FormulaTree
    /// The sheet to which its addresses belong.
    let home: String?
  }

  /// The formula of a table's column.
  struct Column {
    let sheet: Int
    let table: Int
    let column: Int
    let formula: FormulaTree
  }

  var lambdas: [Lambda] = []
  var columns: [Column] = []

  /// In lower case.
  var lambdaNames: Set<String> { Set(lambdas.map { $0.name.lowercased() }) }

  /// - Returns: How many functions a workbook cannot have.
  func write(to workbook: inout Workbook, _ spelling: WorkbookSpelling, catalog: FunctionCatalog) -> Int {
    var lostCount = 0
    for lambda in lambdas {
      guard let formula = spelling.formula(lambda.tree, home: lambda.home) else {
        lostCount += 1
        continue
      }
      let text = FormulaWriting(workbook, catalog: catalog).text(ofName: formula, onSheet: nil)
      workbook.names.append(DefinedName(name: WorkbookNames.name(lambda.name), formula: text))
    }
    let writing = FormulaWriting(workbook, catalog: catalog)
    for own in columns {
      workbook.sheets[own.sheet].tables[own.table].columnFormulas[own.column] =
        writing.text(own.formula, onSheet: own.sheet).text
    }
    return lostCount
  }
}
