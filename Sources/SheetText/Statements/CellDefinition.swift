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
      (format == nil ? CellPlace(target, formula.span) : nil)
      ?? CellPlace(RareDefinition(target: target, formulaSpan: formula.span, format: format))
  }

  /// The definition of one cell of a grid by a formula that goes on from the one above it.
  ///
  /// - Parameter target: The place of the address.
  init(_ run: FormulaRun, in source: SourceText, row: Int, column: Int, at target: SourceSpan, _ formula: SourceSpan) {
    content = .run(run, source)
    place =
      CellPlace(row: row, column: column, target, formula)
      ?? CellPlace(
        RareDefinition(
          target: .address(row: row, column: column, span: target), formulaSpan: formula, format: nil))
  }

  /// A definition with a format that others have, too.
  init(target: CellTarget, formula: SheetFormula, format: SharedFormat) {
    content = formula.content
    place =
      CellPlace(target, formula.span, format)
      ?? CellPlace(RareDefinition(target: target, formulaSpan: formula.span, format: format.written))
  }

  package var target: CellTarget { place.target }

  package var formula: SheetFormula { SheetFormula(content, at: place.formulaSpan) }

  package var format: WrittenText? { place.format }

  /// Whether the formula is a literal, so that the cell may be set from outside.
  package var isConstant: Bool { content.isConstant }

  /// What the formula says beside literals, addresses and operators.
  package var words: FormulaTree.Words { content.words }

  /// What the formula has in common with others; `nil` when it is kept as a tree.
  package var pattern: FormulaPattern? { content.pattern }

  /// The formulas above and below that it goes on with; `nil` where there are none.
  package var run: FormulaRun? { content.run }
}

/// A format that stands behind many definitions, with its place behind one of them; no quotation mark is in it.
struct SharedFormat {
  let text: Box<String>
  /// Where it begins.
  let lower: Int

  var written: WrittenText { WrittenText(text.value, at: SourceSpan(lower, lower + text.value.utf8.count + 2)) }
}

/// What a definition says beside its formula where it fills cells, is a name with a format, or is long.
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
    /// A cell of the grid with a format behind the word `as` with a blank on each side.
    case formatted(row: Int32, column: Int32, Box<String>)
    /// What takes more room, of which there is less.
    case rare(Box<RareDefinition>)

    /// A single cell; `nil` for any other target, and for a name with a format.
    init?(_ target: CellTarget, _ format: Box<String>?) {
      switch target {
      case .name(let name):
        guard format == nil else { return nil }
        self = .name(name.text)
      case .address(let row, let column, _):
        guard let row = Int32(exactly: row), let column = Int32(exactly: column) else { return nil }
        self = format.map { .formatted(row: row, column: column, $0) } ?? .address(row: row, column: column)
      case .area: return nil
      }
    }
  }

  /// How many bytes stand between a formula and its format as a rule.
  private static let formatDistance = FormatWord.length + 2

  private let subject: Subject
  private let length: UInt8
  private let distance: UInt8
  private let formulaLength: UInt8
  private let lower: UInt32

  /// `nil` for what takes more room.
  init?(_ target: CellTarget, _ formula: SourceSpan, _ format: SharedFormat? = nil) {
    guard format.map({ $0.lower - formula.upper == Self.formatDistance }) ?? true,
      let subject = Subject(target, format?.text)
    else { return nil }
    self.init(subject, at: target.span, formula)
  }

  /// A cell of a grid without a format.
  init?(row: Int, column: Int, _ span: SourceSpan, _ formula: SourceSpan) {
    guard let row = Int32(exactly: row), let column = Int32(exactly: column) else { return nil }
    self.init(.address(row: row, column: column), at: span, formula)
  }

  private init?(_ subject: Subject, at span: SourceSpan, _ formula: SourceSpan) {
    guard let lower = UInt32(exactly: span.lower), let length = UInt8(exactly: span.upper - span.lower),
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
    case .address(let row, let column), .formatted(let row, let column, _):
      .address(row: Int(row), column: Int(column), span: span)
    case .rare(let box): box.value.target
    }
  }

  var formulaSpan: SourceSpan {
    if case .rare(let box) = subject { return box.value.formulaSpan }
    let start = span.upper + Int(distance)
    return SourceSpan(start, start + Int(formulaLength))
  }

  var format: WrittenText? {
    switch subject {
    case .name, .address: nil
    case .formatted(_, _, let text):
      SharedFormat(text: text, lower: formulaSpan.upper + Self.formatDistance).written
    case .rare(let box): box.value.format
    }
  }
}

extension CellDefinition: StatementDefinition {
  package var definedName: WrittenText? { target.name }
  package var formulas: [StatementFormula] { [StatementFormula(formula)] }
  package var valueSpan: SourceSpan? { formula.span }

  package func isCallable(in catalog: FunctionCatalog) -> Bool { formula.form(catalog) == .lambda }
}
