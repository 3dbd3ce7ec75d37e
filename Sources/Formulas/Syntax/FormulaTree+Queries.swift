import CellModel
import Diagnostics

extension FormulaTree {
  /// A node of a kind that was asked for, with its place.
  package struct Found<Value: Sendable>: Sendable {
    package let index: Index
    package let value: Value
    package let span: SourceSpan
  }

  /// A name that a formula reads, with the sheet before it.
  package struct NameUse: Sendable, Hashable {
    package let name: String
    package let sheet: SheetPrefix?
  }

  /// The addresses and areas, in the order of the text.
  package var references: [Found<GridReference>] {
    find { if case .reference(let reference) = $0 { reference } else { nil } }
  }

  package var structuredReferences: [Found<StructuredReference>] {
    find { if case .structured(let reference) = $0 { reference } else { nil } }
  }

  /// The names of called functions as written, each with the span of the name alone, inner calls first.
  package var calls: [Found<String>] {
    find { if case .call(let name, _) = $0 { name } else { nil } }
  }

  /// What `&` joins in an operand, from left to right: the operand itself where it joins nothing.
  package func concatenated(by node: Index) -> [Index] {
    var operands: [Index] = []
    var rest = node
    while true {
      switch self[rest] {
      case .parenthesized(let inner): rest = inner
      case .binary(.concatenate, let left, let right):
        operands.append(right)
        rest = left
      default: return (operands + [rest]).reversed()
      }
    }
  }

  /// The first node of an operand; its nodes are a run that ends with it.
  package func start(of node: Index) -> Index {
    var first = node
    while let operand = self[first].operands.min() { first = operand }
    return first
  }

  private func find<Value>(_ match: (Node) -> Value?) -> [Found<Value>] {
    findPlaced { (_, node) in match(node) }
  }

  func findPlaced<Value>(_ match: (Index, Node) -> Value?) -> [Found<Value>] {
    var found: [Found<Value>] = []
    for (position, node) in nodes.enumerated() {
      let index = Index(position)
      if let value = match(index, node) { found.append(Found(index: index, value: value, span: nameSpan(of: index))) }
    }
    return found
  }

  /// The left operand of the innermost operator that has a node in its right operand: what was computed so far there.
  ///
  /// The nodes of an operand are a run that ends with it, so the first such operator behind the node is the innermost.
  package func resultSoFar(at index: Index) -> Index? {
    for node in nodes[(Int(index) + 1)...] {
      if case .binary(_, let left, let right) = node, left < index, index <= right { return left }
    }
    return nil
  }
}

extension FormulaTree {
  /// What a formula says beside literals without parts, addresses of cells on its own grid, and operators between them.
  package enum Words: Sendable {
    case none
    /// Names that stand for themselves.
    case names
    case others
  }

  package var words: Words {
    var words = Words.none
    for index in nodes.indices {
      switch nodes[index] {
      case .number, .date, .text, .logical, .error, .unary, .binary, .parenthesized: continue
      case .name(_, sheet: nil): words = .names
      case .reference(let reference):
        guard reference.sheet == nil, case .cell = reference.shape else { return .others }
      default: return .others
      }
    }
    return words
  }
}
