/// Taking trees apart and putting other nodes in their place.
extension FormulaTree {
  /// The tree with its nodes replaced, from operands to users; what nothing uses any more is left out.
  ///
  /// - Parameter replacement: The node to put in place of one, whose operands are those of the new tree; `nil` keeps it.
  package func replacing(_ replacement: (_ node: Node, _ index: Index, _ made: FormulaTree) -> Node?) -> FormulaTree {
    var made = FormulaTree()
    var moved: [Index] = []
    moved.reserveCapacity(nodes.count)
    for position in nodes.indices {
      let index = Index(position)
      let node = self[index].replacingOperands { moved[Int($0)] }
      moved.append(made.append(replacement(node, index, made) ?? node, span: span(of: index)))
    }
    return made.nodes.isEmpty ? made : made.subtree(at: made.root)
  }

  /// The name that a chain of dots spells, such as `adding.add.value`; `nil` when its first part is no name, or another
  /// stands in brackets.
  package func dottedName(_ index: Index) -> String? {
    var parts: [String] = []
    var index = index
    while case .member(let base, let field) = self[index] {
      // Each node of a chain is asked, and no name is so long.
      guard parts.count < FormulaParser.maximumDepth, FieldName.isPlain(field) else { return nil }
      parts.append(field)
      index = base
    }
    guard case .name(let name, sheet: nil) = self[index] else { return nil }
    if parts.isEmpty { return name }
    parts.append(name)
    return parts.reversed().joined(separator: ".")
  }

  /// Whether it is columns or parts of a table that is not named, `[[#Headers],[A]:[B]]`, and no cell of a row.
  package func isPartOfTable(_ index: Index) -> Bool {
    guard case .structured(let reference) = self[index] else { return false }
    return reference.table == nil && reference.rows != .thisRow
  }

  /// Whether it is a name with a dot in a row of a table, as `people[2].notes`.
  package func isNameInRow(_ index: Index) -> Bool {
    var index = index
    var isInRow = false
    guard case .member = self[index] else { return false }
    for _ in 0...FormulaParser.maximumDepth {
      switch self[index] {
      case .member(let base, let field) where FieldName.isPlain(field): index = base
      case .subscript_(let base, _): (index, isInRow) = (base, true)
      case .name(_, sheet: nil): return isInRow
      default: return false
      }
    }
    return false
  }

  /// Whether a chain of dots stands in the tree, which may spell one name.
  package var hasDots: Bool {
    nodes.contains { node in
      switch node {
      case .member: true
      case .name(_, let sheet?): sheet.first.contains(".")
      default: false
      }
    }
  }

  /// A node with all below it as a tree of its own.
  package func subtree(at root: Index) -> FormulaTree {
    var wanted = Set<Index>([root])
    for index in stride(from: root, through: 0, by: -1) where wanted.contains(index) {
      wanted.formUnion(self[index].operands)
    }
    var result = FormulaTree()
    var moved: [Index: Index] = [:]
    for index in wanted.sorted() {
      moved[index] = result.append(self[index].replacingOperands { moved[$0] ?? $0 }, span: span(of: index))
    }
    return result
  }
}

extension FormulaTree.Node {
  /// The same node over other operands.
  package func replacingOperands(_ moved: (FormulaTree.Index) -> FormulaTree.Index) -> FormulaTree.Node {
    switch self {
    case .number, .text, .logical, .error, .date, .missing, .reference, .name, .structured, .invalid, .unreadable: self
    case .subscript_(let base, let index): .subscript_(base: moved(base), index: moved(index))
    case .member(let base, let field): .member(base: moved(base), field: field)
    case .unary(let op, let operand): .unary(op, moved(operand))
    case .binary(let op, let left, let right): .binary(op, moved(left), moved(right))
    case .parenthesized(let operand): .parenthesized(moved(operand))
    case .call(let name, let arguments): .call(name: name, arguments: arguments.map(moved))
    case .apply(let callee, let arguments): .apply(moved(callee), arguments: arguments.map(moved))
    case .array(let rows, let columns, let elements):
      .array(rows: rows, columns: columns, elements: elements.map(moved))
    case .record(let names, let values): .record(names: names, values: values.map(moved))
    }
  }
}
