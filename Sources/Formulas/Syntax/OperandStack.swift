import CellModel
import Diagnostics

/// An operator whose right operand has not been read yet.
struct PendingOperator {
  enum Kind {
    case binary(BinaryOperator)
    case prefix(UnaryOperator)
  }

  var kind: Kind
  var precedence: UInt8
  var position: Int
}

/// How tightly operators bind.
enum Precedence {
  static let percent: UInt8 = 60
  static let prefix: UInt8 = 70

  static func of(_ binary: BinaryOperator) -> UInt8 {
    switch binary {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: 10
    case .concatenate: 20
    case .add, .subtract: 30
    case .multiply, .divide: 40
    case .power: 50
    case .union: 80
    case .intersection: 90
    case .range: 100
    }
  }
}

/// The operands that have been read and the operators between them that wait for their right one.
///
/// Above a floor, which is the number of operators that waited when a bracket was opened, these rules hold:
///
/// - An operator is made a node as soon as one follows that binds no more tightly; so operators of one kind go from
///   left to right, and only brackets recurse.
/// - A node comes behind its operands in the tree.
struct OperandStack {
  var tree = FormulaTree()
  private(set) var operators: [PendingOperator] = []
  private var operands: [FormulaTree.Index] = []

  /// The operand read last.
  @inline(__always) var last: FormulaTree.Index? { operands.last }

  /// How many operators wait.
  @inline(__always) var floor: Int { operators.count }

  @inline(__always)
  mutating func push(_ operand: FormulaTree.Index) { operands.append(operand) }

  mutating func push(_ prefix: UnaryOperator, at position: Int) {
    operators.append(PendingOperator(kind: .prefix(prefix), precedence: Precedence.prefix, position: position))
  }

  /// Makes nodes of the operators above a floor that bind at least as tightly as one, which waits then.
  mutating func push(_ binary: BinaryOperator, at position: Int, floor: Int) {
    let precedence = Precedence.of(binary)
    reduce(to: floor, atLeast: precedence)
    operators.append(PendingOperator(kind: .binary(binary), precedence: precedence, position: position))
  }

  /// Makes nodes of all operators above a floor, and gives what they come to.
  mutating func finish(floor: Int) -> FormulaTree.Index {
    reduce(to: floor, atLeast: 0)
    return operands.removeLast()
  }

  /// Replaces the operand read last by a node that contains it.
  mutating func wrap(_ node: FormulaTree.Node, end: Int) {
    let inner = operands.removeLast()
    operands.append(tree.append(node, span: SourceSpan(tree.span(of: inner).lower, end)))
  }

  /// Makes `%` of the operand read last, with the operators above a floor that bind more tightly.
  mutating func wrapInPercent(end: Int, floor: Int) {
    reduce(to: floor, atLeast: Precedence.percent)
    if let last = operands.last { wrap(.unary(.percent, last), end: end) }
  }

  /// Takes away a name with dots that was read last.
  mutating func removeDottedName() {
    // A chain of dots is a run of nodes with its first name at the beginning.
    while let last = tree.nodes.popLast() {
      tree.spans.removeLast()
      if case .name = last { break }
    }
    operands.removeLast()
  }

  /// Makes nodes of the pending operators, down to a floor, that bind at least so tightly.
  private mutating func reduce(to floor: Int, atLeast precedence: UInt8) {
    while operators.count > floor, let top = operators.last, top.precedence >= precedence {
      operators.removeLast()
      let right = operands.removeLast()
      let rightSpan = tree.span(of: right)
      switch top.kind {
      case .prefix(let unary):
        operands.append(tree.append(.unary(unary, right), span: SourceSpan(top.position, rightSpan.upper)))
      case .binary(let binary):
        let left = operands.removeLast()
        let span = SourceSpan(tree.span(of: left).lower, rightSpan.upper)
        if binary == .range, let folded = foldRange(left, right, span: span) {
          operands.append(folded)
        } else {
          operands.append(tree.append(.binary(binary, left, right), span: span))
        }
      }
    }
  }

  /// Makes one reference of what a colon with blanks around it joins: two cells, two columns or two rows.
  private mutating func foldRange(
    _ left: FormulaTree.Index, _ right: FormulaTree.Index, span: SourceSpan
  ) -> FormulaTree.Index? {
    guard right == tree.root, left == right - 1 else { return nil }
    let reference: GridReference
    switch (tree[left], tree[right]) {
    case (.reference(let first), .reference(let second)):
      guard second.sheet == nil, case .cell(let row, let column) = first.shape,
        case .cell(let row2, let column2) = second.shape
      else { return nil }
      reference = GridReference(.area(row: row, column: column, row2: row2, column2: column2), sheet: first.sheet)
    case (.name(let first, let sheet), .name(let second, nil)):
      guard let first = A1Notation.column(letters: first), let second = A1Notation.column(letters: second) else {
        return nil
      }
      reference = GridReference(.columns(Coordinate(first), Coordinate(second)), sheet: sheet)
    case (.number(_, let first), .number(_, let second)):
      guard let first = A1Notation.cell("A" + first), let second = A1Notation.cell("A" + second) else { return nil }
      reference = GridReference(.rows(Coordinate(first.row), Coordinate(second.row)))
    default: return nil
    }
    tree.nodes.removeLast(2)
    tree.spans.removeLast(2)
    return tree.append(.reference(reference), span: span)
  }
}

extension PendingOperator {
  /// How the operator is written.
  var symbol: String {
    switch kind {
    case .binary(let binary): binary.rawValue
    case .prefix(.minus): "-"
    case .prefix(.plus): "+"
    case .prefix: "@"
    }
  }
}
