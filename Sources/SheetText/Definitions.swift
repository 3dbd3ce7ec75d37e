import Diagnostics

/// The types a value may be declared to have.
package enum ValueType: String, Sendable, Hashable, CaseIterable {
  case number, text, logical, date, record, list, any
}

/// A declared type and its place.
package struct WrittenType: Sendable, Hashable {
  package var type: ValueType
  package var span: SourceSpan
}

/// What a definition of a cell is about.
package enum CellTarget: Sendable, Hashable {
  case name(WrittenText)
  /// A cell of the grid; row and column count from 0.
  case address(row: Int, column: Int, span: SourceSpan)
  /// A fill: the formula is written for the first cell and shifts for the others. All four count from 0.
  case area(top: Int, left: Int, bottom: Int, right: Int, span: SourceSpan)

  package var span: SourceSpan {
    switch self {
    case .name(let name): name.span
    case .address(_, _, let span), .area(_, _, _, _, let span): span
    }
  }

  package var name: WrittenText? { if case .name(let name) = self { name } else { nil } }
}

/// `total = SUM(C2:C100) as "#,##0.00"`.
package struct CellDefinition: Sendable {
  package var target: CellTarget
  package var formula: SheetFormula
  /// Whether the formula is a literal, so that the cell may be set from outside.
  package var isConstant: Bool
  package var format: WrittenText?
}

/// The values an input, an event or a service may have.
package struct Domain: Sendable {
  package enum Kind: Sendable {
    /// `0..1`, both ends included.
    case range(SheetFormula, SheetFormula)
    /// `{"S", "M", "L"}`; the root of the tree is an array.
    case choices(SheetFormula)
  }
  package var kind: Kind
  package var span: SourceSpan
}

/// `input rate: number in 0..1 = 0.07 where rate <> 0.5`.
package struct InputDefinition: Sendable {
  package var name: WrittenText
  package var type: WrittenType?
  package var domain: Domain?
  package var initial: SheetFormula?
  package var format: WrittenText?
  package var condition: SheetFormula?
}

/// `always "label": condition` or `never "label": condition`.
package struct CheckDefinition: Sendable {
  package var isAlways: Bool
  package var label: WrittenText
  package var condition: SheetFormula
}
