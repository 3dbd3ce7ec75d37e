import Testing

@testable import Formulas

@Suite("Users of nodes")
struct NodeUsersTests {
  @Test("Each node but the root has the one user that has it as an operand")
  func users() {
    for text in ["1", "A1+SUM(b,-c)*2", "LAMBDA(x,x+1)(SUM(A1:B2),,3)", "{a: 1, b: {2; 3}}.a[1]", "(a)%"] {
      let tree = FormulaParser.parse(text, dialect: .sheet).tree
      let users = NodeUsers(in: tree)
      for node in tree.nodes.indices.map(FormulaTree.Index.init) {
        let using = tree.nodes.indices.filter { tree.nodes[$0].operands.contains(node) }
        #expect(users[node].map { [Int($0)] } ?? [] == using, "\(text), node \(node)")
      }
    }
  }

  @Test("An argument is what stands alone between the commas of a call, and not what is called")
  func arguments() {
    let tree = FormulaParser.parse("f(a, b + c, (d))(e, f)", dialect: .sheet).tree
    let users = NodeUsers(in: tree)
    var found: [String] = []
    for (place, node) in tree.nodes.enumerated() {
      guard case .name(let name, _) = node, let (call, position) = users.call(ofArgument: FormulaTree.Index(place))
      else {
        continue
      }
      #expect(users.isArgument(FormulaTree.Index(place)))
      found.append("\(name) \(position) of \(call == tree.root ? "the whole" : "f")")
    }
    #expect(found == ["a 0 of f", "e 0 of the whole", "f 1 of the whole"])
    #expect(!users.isArgument(tree.root))
    let callee = tree.nodes.firstIndex { if case .call = $0 { true } else { false } }
    #expect(callee.map { users.isArgument(FormulaTree.Index($0)) } == false)
  }
}
