import CellModel
import Diagnostics
import Formulas
import Functions
import SheetPrograms
import SheetText

/// What is found when a sheet is loaded.
enum LiveFinding {
  /// A name that means nothing; in the formula of a table's column it may have meant one of `columns`.
  case unknownName(
    _ name: String, _ span: SourceSpan, near: String?, isFunction: Bool = false, columns: [String] = [],
    path: String? = nil, joined: String? = nil, cell: String? = nil, mayBeInput: Bool = true)
  /// What each row of a table of sheets has for itself, read by what stands once for all rows.
  case cellOfRows(_ name: String, _ span: SourceSpan)
  /// The parameter of an action or a service where only what it computes sees it.
  case unseenParameter(_ name: String, _ span: SourceSpan)
  /// A parameter of a LAMBDA beside which a type stands.
  case typedParameter(_ name: String, _ span: SourceSpan)
  /// A name of an earlier value of the prompt, of which there is none yet.
  case noResult(_ name: String, _ span: SourceSpan)
  /// A call of what is no function, with what may have been meant.
  case noFunction(_ name: String, _ span: SourceSpan, FunctionHint?)
  /// A call of a function that other programs have, and that is left out here.
  case absentFunction(_ name: String, _ span: SourceSpan, _ reason: String)
  /// A LAMBDA that no call reaches, because a function of the catalog bears its name.
  case hidesFunction(_ name: String, _ span: SourceSpan)
  /// An ordinary name that is the address of a cell of the grid.
  case addressForName(_ text: String, _ span: SourceSpan)
  /// The address of a cell of the grid, in a table that has a column of that name.
  case addressForColumn(_ name: String, _ span: SourceSpan)
  /// Whole columns that are empty, and whose letters are names of cells.
  case emptyColumns(_ span: SourceSpan, _ letters: [String])
  case unknownSheet(_ name: String, _ span: SourceSpan, _ names: [String])
  /// - `rowOf` is the table of which a row may be meant, because the name is that of a value.
  case unknownColumn(_ name: String, _ span: SourceSpan, _ names: [String], rowOf: String? = nil)
  /// A table or a cell of a grid that a row is asked for and that all rows of a table of sheets have in common.
  case sharedByRows(_ name: String, table: String, _ span: SourceSpan)
  /// A table or a cell of a grid of which each row of a table of sheets has its own, where no row is said that there is.
  case ownOfRows(_ name: String, table: String, _ span: SourceSpan)
  /// A column that names no table, in a formula that stands in none; with the tables that have such a column.
  case columnWithoutTable(StructuredReference, _ span: SourceSpan, _ tables: [String])
  case wrongArgumentCount(_ function: SheetFunction, _ count: Int, _ span: SourceSpan)
  case cycle(_ names: [String], alike: Int, _ labels: [Diagnostic.Label])
  /// A written row gives an input of its sheet what it does not accept.
  case refusedCell(Refusal, _ span: SourceSpan)
  /// A value of a domain that is not of the type beside it, in words.
  case badChoice(_ found: String, ValueType, _ span: SourceSpan)
  case badDefault(_ name: String, _ span: SourceSpan, _ why: String, near: String? = nil)
  /// Formulas of a used workbook that cannot be computed, with the first of them.
  case keptFormulas(_ first: String, why: String, count: Int, of: String, _ span: SourceSpan)
  /// A sheet of a used workbook that would be called as one of the text is.
  case sheetTwice(_ name: String, _ file: String, _ span: SourceSpan)
  /// A used workbook that counts days from 1904.
  case otherCalendar(_ file: String, _ span: SourceSpan)
  /// A step of a test that waits for what is no number of seconds.
  case badWait(at: SourceSpan)
  /// A step of several in one instant that was refused.
  case refusedStep(Refusal, at: SourceSpan)

  /// A call of what is no function: of one that is left out here, or of none at all.
  ///
  /// - Parameter others: Names of the sheet that can be called, too.
  static func unknownFunction(
    _ name: String, _ span: SourceSpan, _ catalog: FunctionCatalog, others: [String] = []
  ) -> LiveFinding {
    if let reason = catalog.absence(of: name) { return .absentFunction(name, span, reason) }
    return .noFunction(name, span, FunctionHint(for: name, in: catalog, others: others))
  }
}

extension LiveFinding: DiagnosticFact {
  var code: DiagnosticCode {
    switch self {
    case .unknownName, .unseenParameter, .noResult: .unknownName
    case .cellOfRows, .sharedByRows, .ownOfRows: .notInRows
    case .typedParameter: .unexpectedToken
    case .noFunction: .unknownFunction
    case .absentFunction: .absentFunction
    case .hidesFunction: .hidesFunction
    case .addressForName: .addressForName
    case .addressForColumn: .addressForColumn
    case .emptyColumns: .emptyColumns
    case .unknownSheet: .unknownSheet
    case .unknownColumn, .columnWithoutTable: .unknownColumn
    case .wrongArgumentCount: .wrongArgumentCount
    case .cycle: .circularReference
    case .badDefault, .refusedCell: .badDefault
    case .badChoice: .badDomain
    case .keptFormulas: .keptFormulas
    case .otherCalendar: .otherCalendar
    case .sheetTwice: .definedTwice
    case .badWait: .badWait
    case .refusedStep: .refusedStep
    }
  }

  var severity: Diagnostic.Severity {
    switch self {
    case .hidesFunction, .addressForColumn, .emptyColumns, .keptFormulas: .warning
    case .addressForName, .otherCalendar: .note
    default: .error
    }
  }
}
