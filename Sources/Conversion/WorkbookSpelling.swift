import CellModel
import Diagnostics
import Formulas
import Functions

/// Makes of a sheet's formula one that a workbook can say.
struct WorkbookSpelling {
  /// The table in whose column the formula stands.
  struct Column {
    var table: String
    var name: String
    /// The names of all columns in lower case, with their spelling.
    var columns: [String: String]
  }

  let catalog: FunctionCatalog
  /// The new names of sheets by their names in lower case.
  var sheets: [String: String] = [:]
  /// The tables, by their names in lower case.
  var tables: Set<String> = []
  /// What stands for names, by these in lower case: those of cells that have no place of their own.
  var references: [String: GridReference] = [:]
  /// The names that a workbook does not have, in lower case: those of events, and of tables whose rows are sheets.
  var lost: Set<String> = []
  /// The names that stand for functions of the sheet's own, in lower case.
  var lambdas: Set<String> = []

  /// - Parameters:
  ///   - home: The sheet to which addresses without one belong, where the formula does not stand on it.
  /// - Returns: `nil` for a formula that says what no workbook can.
  func formula(_ tree: FormulaTree, home: String? = nil, column: Column? = nil) -> FormulaTree? {
    var pass = WorkbookSpellingPass(self, tree, home: home, column: column)
    return pass.run()
  }

  /// A reference with the sheet's new name; `nil` for one to a sheet of a used workbook, which is none of this one.
  func reference(_ reference: GridReference, _ home: String?) -> GridReference? {
    var reference = reference
    if let prefix = reference.sheet {
      guard [prefix.first, prefix.last].allSatisfy({ $0.map { sheets[$0.lowercased()] != nil } ?? true }) else {
        return nil
      }
      reference.sheet = SheetPrefix(sheetName(prefix.first), through: prefix.last.map(sheetName))
    } else if let home {
      reference.sheet = SheetPrefix(home)
    }
    return reference
  }

  /// What a name that is none of the formula's own stands for: a column of the own row, a table, or a name.
  func name(_ name: String, _ column: Column?) -> FormulaTree.Node {
    if let column, let own = column.columns[name.lowercased()] {
      return .structured(StructuredReference(table: column.table, rows: .thisRow, firstColumn: own))
    }
    if tables.contains(name.lowercased()) {
      return .structured(StructuredReference(table: WorkbookNames.name(name)))
    }
    return .name(WorkbookNames.name(name), sheet: nil)
  }

  /// A part of a table under the table's name in the workbook; `nil` for a table that it does not have.
  func structured(_ reference: StructuredReference, _ column: Column?) -> StructuredReference? {
    guard let table = reference.table ?? column?.table, !lost.contains(table.lowercased()),
      !table.contains(".") || tables.contains(table.lowercased())
    else { return nil }
    var reference = reference
    reference.table = WorkbookNames.name(table)
    return reference
  }

  private func sheetName(_ name: String) -> String { sheets[name.lowercased()] ?? name }

  func isName(_ name: String) -> Bool {
    references[name.lowercased()] != nil || lambdas.contains(name.lowercased())
  }
}
