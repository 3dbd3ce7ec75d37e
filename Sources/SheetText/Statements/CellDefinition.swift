import CellModel
import Diagnostics
import Formulas
import Functions

/// What a definition of a cell is about.
package enum CellTarget: Sendable, Hashable {
  case name(WrittenText)
  /// A cell of the grid; row and column count from 0.
  case address(row: Int, column: Int, span: SourceSpan)
  /// A fill: the formula is written for the first cell and shifts for the others. All four count from 0.
  ///
  /// Boxed, because single cells are many and need not be as large.
  indirect case area(top: Int, left: Int, bottom: Int, right: Int, span: SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .name(let name): name.span
    case .address(_, _, let span), .area(_, _, _, _, let span): span
    }
  }

  package var name: WrittenText? { if case .name(let name) = self { name } else { nil } }

  /// The cells of the grid that are defined; `nil` for a named cell.
  package var rectangle: CellRectangle? {
    switch self {
    case .name: nil
    case .address(let row, let column, _): CellRectangle(row: row, column: column)
    case .area(let top, let left, let bottom, let right, _):
      CellRectangle(rows: top...bottom, columns: left...right)
    }
  }
}

extension Statement {
  /// How many rows and columns beyond the first the statement fills.
  package var reach: (rows: Int, columns: Int) {
    guard case .cell(let cell) = kind, let area = cell.target.rectangle else { return (0, 0) }
    return (area.rows.count - 1, area.columns.count - 1)
  }
}

/// `total = SUM(C2:C100) as "#,##0.00"`.
///
/// A class, because most statements are cells and are handed on more often than they are asked something. A large text has
/// one for each of its lines, so what it says takes little room.
package final class CellDefinition: Sendable {
  package let formula: SheetFormula
  private let packedTarget: PackedTarget
  private let boxedFormat: Box<WrittenText>?

  package init(target: CellTarget, formula: SheetFormula, format: WrittenText? = nil) {
    packedTarget = PackedTarget(target)
    self.formula = formula
    boxedFormat = format.map(Box.init)
  }

  package var target: CellTarget { packedTarget.target }

  /// Whether the formula is a literal, so that the cell may be set from outside.
  package var isConstant: Bool { formula.isConstant }

  package var format: WrittenText? { boxedFormat?.value }
}

/// What a definition is about, in two thirds of the room: where it ends follows from how long it is, which mostly is short.
private struct PackedTarget: Sendable {
  private enum Content: Sendable {
    case name(String)
    case address(row: Int32, column: Int32)
    /// What takes more room, of which there is less.
    case boxed(Box<CellTarget>)

    init(_ target: CellTarget) {
      switch target {
      case .name(let name): self = .name(name.text)
      case .address(let row, let column, _):
        if let row = Int32(exactly: row), let column = Int32(exactly: column) {
          self = .address(row: row, column: column)
        } else {
          self = .boxed(Box(target))
        }
      case .area: self = .boxed(Box(target))
      }
    }
  }

  private let content: Content
  private let length: UInt8
  private let lower: UInt32

  init(_ target: CellTarget) {
    let span = target.span
    length = UInt8(clamping: span.upper - span.lower)
    lower = UInt32(clamping: span.lower)
    content = Int(length) == span.upper - span.lower ? Content(target) : .boxed(Box(target))
  }

  var target: CellTarget {
    switch content {
    case .name(let text): .name(WrittenText(text, at: span))
    case .address(let row, let column): .address(row: Int(row), column: Int(column), span: span)
    case .boxed(let box): box.value
    }
  }

  private var span: SourceSpan { SourceSpan(Int(lower), Int(lower) + Int(length)) }
}

extension CellDefinition: StatementDefinition {
  package var definedName: WrittenText? { target.name }
  package var formulas: [StatementFormula] { [StatementFormula(formula)] }
  package var valueSpan: SourceSpan? { formula.span }

  package func isCallable(in catalog: FunctionCatalog) -> Bool { formula.form(catalog) == .lambda }
}
