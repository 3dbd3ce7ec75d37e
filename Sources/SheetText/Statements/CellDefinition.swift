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
  private let content: SheetFormula.Content
  private let place: CellPlace

  package init(target: CellTarget, formula: SheetFormula, format: WrittenText? = nil) {
    content = formula.content
    place =
      CellPlace(target, formula.span, format)
      ?? CellPlace(RareDefinition(target: target, formulaSpan: formula.span, format: format))
  }

  package var target: CellTarget { place.target }

  package var formula: SheetFormula { SheetFormula(content, at: place.formulaSpan) }

  package var format: WrittenText? { place.format }

  /// Whether the formula is a literal, so that the cell may be set from outside.
  package var isConstant: Bool { formula.isConstant }
}

/// What a definition says beside its formula where it fills cells, has a format, or is long.
private struct RareDefinition: Sendable {
  let target: CellTarget
  let formulaSpan: SourceSpan
  let format: WrittenText?
}

/// What a definition is about, and where it and the formula stand, in the room of three words: neither is long as a rule,
/// nor is what stands between them.
private struct CellPlace: Sendable {
  private enum Subject: Sendable {
    case name(String)
    case address(row: Int32, column: Int32)
    /// What takes more room, of which there is less.
    case rare(Box<RareDefinition>)

    /// A single cell; `nil` for any other target.
    init?(_ target: CellTarget) {
      switch target {
      case .name(let name): self = .name(name.text)
      case .address(let row, let column, _):
        guard let row = Int32(exactly: row), let column = Int32(exactly: column) else { return nil }
        self = .address(row: row, column: column)
      case .area: return nil
      }
    }
  }

  private let subject: Subject
  private let length: UInt8
  private let distance: UInt8
  private let formulaLength: UInt8
  private let lower: UInt32

  /// `nil` for what takes more room.
  init?(_ target: CellTarget, _ formula: SourceSpan, _ format: WrittenText?) {
    let span = target.span
    guard format == nil, let subject = Subject(target), let lower = UInt32(exactly: span.lower),
      let length = UInt8(exactly: span.upper - span.lower),
      let distance = UInt8(exactly: formula.lower - span.upper),
      let formulaLength = UInt8(exactly: formula.upper - formula.lower)
    else { return nil }
    self.subject = subject
    (self.length, self.distance, self.formulaLength, self.lower) = (length, distance, formulaLength, lower)
  }

  init(_ definition: RareDefinition) {
    subject = .rare(Box(definition))
    (length, distance, formulaLength, lower) = (0, 0, 0, 0)
  }

  private var span: SourceSpan { SourceSpan(Int(lower), Int(lower) + Int(length)) }

  var target: CellTarget {
    switch subject {
    case .name(let text): .name(WrittenText(text, at: span))
    case .address(let row, let column): .address(row: Int(row), column: Int(column), span: span)
    case .rare(let box): box.value.target
    }
  }

  var formulaSpan: SourceSpan {
    if case .rare(let box) = subject { return box.value.formulaSpan }
    let start = span.upper + Int(distance)
    return SourceSpan(start, start + Int(formulaLength))
  }

  var format: WrittenText? { if case .rare(let box) = subject { box.value.format } else { nil } }
}

extension CellDefinition: StatementDefinition {
  package var definedName: WrittenText? { target.name }
  package var formulas: [StatementFormula] { [StatementFormula(formula)] }
  package var valueSpan: SourceSpan? { formula.span }

  package func isCallable(in catalog: FunctionCatalog) -> Bool { formula.form(catalog) == .lambda }
}
