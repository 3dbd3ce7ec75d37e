import CellModel
import Diagnostics
import Testing

@testable import Formulas

@Suite("Operand stack")
struct OperandStackTests {
  /// Numbers and operators between them in the order in which they are read.
  private func check(
    _ first: Double, _ rest: [(BinaryOperator, Double)], _ expected: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    var stack = OperandStack()
    func push(_ number: Double) {
      stack.push(stack.tree.append(.number(number, text: "\(Int(number))"), span: SourceSpan(0, 0)))
    }
    push(first)
    for (binary, number) in rest {
      stack.push(binary, at: 0, floor: 0)
      push(number)
    }
    let root = stack.finish(floor: 0)
    #expect(root == stack.tree.root && stack.last == nil && stack.floor == 0, sourceLocation: location)
    #expect(Self.written(stack.tree, root) == expected, sourceLocation: location)
  }

  private static func written(_ tree: FormulaTree, _ index: FormulaTree.Index) -> String {
    switch tree[index] {
    case .binary(let binary, let left, let right):
      "(\(written(tree, left))\(binary.rawValue)\(written(tree, right)))"
    case .unary(let unary, let operand): unary == .percent ? "\(written(tree, operand))%" : "-\(written(tree, operand))"
    default: tree.text(of: index)
    }
  }

  @Test("What binds more tightly becomes a node first, and equals go from left to right")
  func precedence() {
    check(1, [(.add, 2), (.multiply, 3)], "(1+(2*3))")
    check(1, [(.multiply, 2), (.add, 3)], "((1*2)+3)")
    check(1, [(.subtract, 2), (.subtract, 3)], "((1-2)-3)")
    check(2, [(.power, 3), (.power, 2)], "((2^3)^2)")
    check(1, [(.concatenate, 2), (.equal, 3)], "((1&2)=3)")
    check(1, [(.less, 2), (.add, 3)], "(1<(2+3))")
  }

  @Test("Nothing below the floor is touched")
  func floor() {
    var stack = OperandStack()
    let one = stack.tree.append(.number(1, text: "1"), span: SourceSpan(0, 1))
    stack.push(one)
    stack.push(.multiply, at: 1, floor: 0)
    let floor = stack.floor
    let two = stack.tree.append(.number(2, text: "2"), span: SourceSpan(3, 4))
    stack.push(two)
    #expect(stack.finish(floor: floor) == two)
    #expect(stack.floor == 1 && stack.last == one)
  }

  @Test("A prefix binds more tightly than a percent sign")
  func percent() {
    var stack = OperandStack()
    stack.push(.minus, at: 0)
    stack.push(stack.tree.append(.number(2, text: "2"), span: SourceSpan(1, 2)))
    stack.wrapInPercent(end: 3, floor: 0)
    let root = stack.finish(floor: 0)
    #expect(Self.written(stack.tree, root) == "-2%")
    #expect(stack.tree.span(of: root) == SourceSpan(0, 3))
    #expect(stack.tree[root] == .unary(.percent, 1))
  }

  @Test("A colon between two cells makes one reference")
  func ranges() {
    var stack = OperandStack()
    func push(_ row: Int) {
      let shape = GridReference.Shape.cell(row: Coordinate(row), column: Coordinate(0))
      stack.push(stack.tree.append(.reference(GridReference(shape)), span: SourceSpan(0, 0)))
    }
    push(0)
    stack.push(.range, at: 0, floor: 0)
    push(4)
    let root = stack.finish(floor: 0)
    #expect(stack.tree.nodes.count == 1 && stack.tree.text(of: root) == "A1:A5")
  }
}
