import CellModel
import Diagnostics

/// A table: columns, rows of literals, column formulas, and what events do to it.
package struct TableDefinition: Sendable {
  package var name: WrittenText
  /// The file after `from`, as written.
  package var source: WrittenText?
  /// The sheet after `of`: every row is an instance of it.
  package var instanceSource: WrittenText?
  /// The header row; `nil` if the columns come from elsewhere.
  package var header: TableHeader?
  package var rows: [TableRow] = []
  package var columns: [ColumnDefinition] = []
  package var clauses: [TableClause] = []
  /// The number before `rows`, in a table whose rows are neither written nor read.
  package var rowCount: SheetFormula?

  /// The most rows that may be asked for, of values and of sheets.
  package static let mostRows = 1_048_576
  package static let mostSheets = 100_000
}

/// The row that names the columns.
package struct TableHeader: Sendable {
  package struct Column: Sendable {
    package var name: WrittenText
    package var type: WrittenType?
  }
  package var columns: [Column]
  /// With the line of hyphens that Markdown has below the names, which says nothing here.
  package var span: SourceSpan
}

/// A row of literals; it has as many cells as the header has columns, or a diagnostic says that it has not.
package struct TableRow: Sendable {
  package var cells: [TableCell]
  package var span: SourceSpan
}

/// One literal of a row.
package struct TableCell: Sendable {
  /// The text as written, without the blanks around it.
  package var span: SourceSpan
  /// Whether it stands in quotes, which makes it a text.
  package var isQuoted: Bool
  /// The literal read as a spreadsheet reads typing, or as the column's type asks.
  package var value: CellValue
}

/// One formula for a whole column.
package struct ColumnDefinition: Sendable {
  package var name: WrittenText
  package var formula: SheetFormula
  package var format: WrittenText?
  package var documentation: Documentation?
  package var span: SourceSpan
}

/// Where a new row goes.
package enum RowPosition: Sendable {
  case first, last
  case before(SheetFormula)
  case after(SheetFormula)
}

/// `on S where condition : change`, what an event does to a table.
package struct TableClause: Sendable {
  package enum Change: Sendable {
    /// The values in the order of the columns; `nil` stands for a place left empty.
    case insert(RowPosition, [SheetFormula?])
    case delete(condition: SheetFormula?)
    case update(column: WrittenText, value: SheetFormula, condition: SheetFormula?)
  }
  package var event: SheetFormula
  package var condition: SheetFormula?
  package var change: Change
  package var span: SourceSpan
}

extension TableDefinition {
  /// The names of the columns that the text defines, those of the header first.
  package var columnNames: [WrittenText] { (header?.columns ?? []).map(\.name) + columns.map(\.name) }
}

extension TableDefinition: StatementDefinition {
  package var definedName: WrittenText? { name }

  package var formulas: [StatementFormula] {
    let hidden = Set(columnNames.map(\.key))
    var formulas: [StatementFormula] = []
    func addOutside(_ formula: SheetFormula?, _ role: FormulaRole = .value) {
      if let formula { formulas.append(StatementFormula(formula, role)) }
    }
    func addInRow(_ formula: SheetFormula?) {
      guard let formula else { return }
      var part = StatementFormula(formula, hidden: hidden)
      part.isInRow = true
      formulas.append(part)
    }
    addOutside(rowCount)
    for column in columns { addInRow(column.formula) }
    for clause in clauses {
      addOutside(clause.event, .stream)
      addOutside(clause.condition)
      switch clause.change {
      case .insert(let position, let values):
        addOutside(position.formula)
        for value in values { addOutside(value) }
      case .delete(let condition): addInRow(condition)
      case .update(_, let value, let condition):
        addInRow(value)
        addInRow(condition)
      }
    }
    return formulas
  }
}

extension RowPosition {
  /// The formula of the row that the position is beside, if it is beside one.
  var formula: SheetFormula? {
    switch self {
    case .first, .last: nil
    case .before(let row), .after(let row): row
    }
  }
}
