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
    /// `{"S", "M", "L"}`, or what gives a list, `people[name]`.
    case choices(SheetFormula)
  }
  package var kind: Kind
  package var span: SourceSpan
}

extension Domain {
  /// Whether it is known without the cells of the sheet.
  package var isLiteral: Bool { formulas.allSatisfy { $0.constant != nil } }

  /// The ends of a range, or what gives the choices.
  package var formulas: [SheetFormula] {
    switch kind {
    case .range(let lower, let upper): [lower, upper]
    case .choices(let choices): [choices]
    }
  }

  /// The place of one of its values, an end of a range or a choice; of all where it does not stand for itself.
  package func span(ofValue position: Int) -> SourceSpan {
    switch kind {
    case .range(let lower, let upper): return position == 0 ? lower.span : upper.span
    case .choices(let choices):
      let tree = choices.tree
      guard case .array(_, _, let elements)? = tree.nodes.last, position < elements.count else { return span }
      return tree.span(of: elements[position])
    }
  }
}

extension Optional where Wrapped == Domain {
  /// The formulas of a domain, if there is one.
  var formulas: [StatementFormula] { self?.formulas.map { StatementFormula($0) } ?? [] }
}

extension ValueType {
  /// What types are called elsewhere.
  static let foreignNames = [
    "int": "number", "integer": "number", "float": "number", "double": "number", "decimal": "number", "num": "number",
    "real": "number", "currency": "number", "string": "text", "str": "text", "char": "text", "varchar": "text",
    "bool": "logical", "boolean": "logical", "datetime": "date", "timestamp": "date", "array": "list",
    "object": "record", "struct": "record", "dict": "record",
  ]

  /// Whether a word is a type, here or elsewhere.
  static func isNamed(_ word: String) -> Bool {
    let word = word.lowercased()
    return ValueType(rawValue: word) != nil || foreignNames[word] != nil
  }
}
