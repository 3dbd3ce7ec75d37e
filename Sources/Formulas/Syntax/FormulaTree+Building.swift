import CellModel
import Diagnostics

/// Trees that nobody has written, with empty spans.
extension FormulaTree {
  package static func literal(_ node: Node) -> FormulaTree { FormulaTree(nodes: [node], spans: [SourceSpan(0, 0)]) }
  /// The literal of an array; `nil` when it has something in it that nobody can write.
  package init?(_ array: CellArray) {
    self.init()
    var elements: [Index] = []
    for element in array.elements {
      let node: Node
      switch element {
      case .blank: node = .missing
      case .number(let number, .plain): node = .number(number, text: NumberText.roundTrip(number))
      case .number(let number, let kind): node = .date(number, kind, text: ValueText().literal(element))
      case .text(let text): node = .text(text)
      case .logical(let logical): node = .logical(logical)
      case .error(let error): node = .error(error.code)
      case .array, .record, .lambda: return nil
      }
      elements.append(append(node, span: SourceSpan(0, 0)))
    }
    append(.array(rows: array.rows, columns: array.columns, elements: elements), span: SourceSpan(0, 0))
  }

  package static func name(_ name: String) -> FormulaTree { .literal(.name(name, sheet: nil)) }

  package static func member(_ name: String, _ field: String) -> FormulaTree {
    FormulaTree(
      nodes: [.name(name, sheet: nil), .member(base: 0, field: field)],
      spans: [SourceSpan(0, 0), SourceSpan(0, 0)])
  }

  package static func call(_ name: String, _ arguments: [FormulaTree]) -> FormulaTree {
    var made = FormulaTree()
    let roots = arguments.map { made.append($0) }
    made.append(.call(name: name, arguments: roots), span: SourceSpan(0, 0))
    return made
  }

  package static func binary(_ op: BinaryOperator, _ left: FormulaTree, _ right: FormulaTree) -> FormulaTree {
    var made = FormulaTree()
    let (a, b) = (made.append(left.parenthesizedIfNeeded), made.append(right.parenthesizedIfNeeded))
    made.append(.binary(op, a, b), span: SourceSpan(0, 0))
    return made
  }

  /// The tree in parentheses where an operator would tear it apart when it is written.
  private var parenthesizedIfNeeded: FormulaTree {
    guard case .binary? = nodes.last else { return self }
    var made = self
    made.append(.parenthesized(root), span: SourceSpan(0, 0))
    return made
  }

  /// Adds another tree and gives the index of its root.
  private mutating func append(_ tree: FormulaTree) -> Index {
    let offset = Index(nodes.count)
    for (node, span) in zip(tree.nodes, tree.spans) { append(node.replacingOperands { $0 + offset }, span: span) }
    return root
  }
}
