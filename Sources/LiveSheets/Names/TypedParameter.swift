import Diagnostics
import Formulas
import Functions

/// A parameter of a LAMBDA beside which a type stands, as in `LAMBDA(x: number, x + 1)`.
struct TypedParameter {
  let name: String
  /// The parameter with its type.
  let span: SourceSpan
  /// The LAMBDA, in which the name means nothing because of the type.
  let lambda: SourceSpan

  /// Whether a name is unknown only because of the type.
  func explains(_ use: FormulaTree.Found<FormulaTree.NameUse>) -> Bool {
    if span.lower <= use.span.lower, use.span.upper <= span.upper { return true }
    return use.value.name.lowercased() == name.lowercased() && lambda.lower <= use.span.lower
      && use.span.upper <= lambda.upper
  }
}

extension FormulaTree {
  /// The parameters of LAMBDAs beside which a type stands.
  func typedParameters(_ catalog: FunctionCatalog) -> [TypedParameter] {
    nodes.enumerated().flatMap { position, node -> [TypedParameter] in
      guard case .call(let function, let arguments) = node, arguments.count > 1 else { return [] }
      let typed = arguments.dropLast().compactMap { argument -> TypedParameter? in
        guard case .binary(.range, let left, let right) = self[argument], case .name(let name, sheet: nil) = self[left],
          case .name = self[right]
        else { return nil }
        return TypedParameter(name: name, span: span(of: argument), lambda: span(of: Index(position)))
      }
      return typed.isEmpty || catalog.function(named: function)?.form != .lambda ? [] : typed
    }
  }
}
