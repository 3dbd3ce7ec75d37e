import Formulas
import Functions

extension FormulaTree {
  /// The formula with `--` before comparisons of ranges that a function takes for numbers.
  ///
  /// In LibreOffice logicals are numbers; where they are not, `SUMPRODUCT(A1:A3="x")` is 0 without it.
  package func countingComparisons(_ catalog: FunctionCatalog) -> FormulaTree {
    func counted(_ node: Node) -> [Index] {
      guard case .call(let name, let arguments) = node, let function = catalog.function(named: name),
        function.traits.contains(.computesArrays)
          || function.parameters.contains(where: { $0.reading == .numbers })
      else { return [] }
      return arguments.filter { isComparison($0) && readsRange($0) }
    }
    let comparisons = Set(nodes.lazy.flatMap(counted))
    guard !comparisons.isEmpty else { return self }
    return putting([.minus, .minus], before: comparisons)
  }

  /// The formula with signs before some of its nodes; an operation is put in parentheses.
  func putting(_ signs: [UnaryOperator], before signed: Set<Index>) -> FormulaTree {
    var result = FormulaTree()
    var places: [Index] = []
    for position in nodes.indices {
      let (index, span) = (Index(position), span(of: Index(position)))
      var place = result.append(NameExpansion.renumbered(nodes[position], places), span: span)
      if signed.contains(index) {
        if case .binary = nodes[position] { place = result.append(.parenthesized(place), span: span) }
        for sign in signs { place = result.append(.unary(sign, place), span: span) }
      }
      places.append(place)
    }
    return result
  }

  private func isComparison(_ index: Index) -> Bool {
    switch self[index] {
    case .parenthesized(let operand): isComparison(operand)
    case .binary(let op, _, _): !op.isArithmetic && !op.joinsReferences && op != .concatenate
    default: false
    }
  }

  /// Whether a node may have more than one value of cells.
  private func readsRange(_ index: Index) -> Bool {
    // Chains of operators are deep.
    var waiting = [index]
    while let next = waiting.popLast() {
      switch self[next] {
      case .reference(let reference) where !reference.isCell: return true
      case .name, .structured: return true
      case let node: waiting += node.operands
      }
    }
    return false
  }
}
