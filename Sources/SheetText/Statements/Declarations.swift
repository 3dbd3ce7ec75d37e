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

extension Optional where Wrapped == Domain {
  /// The formulas of a domain, if there is one.
  var formulas: [StatementFormula] {
    switch self?.kind {
    case nil: []
    case .range(let lower, let upper): [StatementFormula(lower), StatementFormula(upper)]
    case .choices(let choices): [StatementFormula(choices)]
    }
  }
}
