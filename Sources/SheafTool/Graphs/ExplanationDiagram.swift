import Drawing
import LiveSheets

/// What a value is made of as a diagram.
extension Diagram {
  /// What a value is made of, with all values.
  init(_ explanation: Explanation) {
    self.init(explanation.cell.name)
    var numbers: [String: Int] = [:]
    _ = add(explanation, &numbers)
    nodes[0].isDoubled = true
  }

  private mutating func add(_ explanation: Explanation, _ numbers: inout [String: Int]) -> Int {
    let key = explanation.cell.name.lowercased()
    if let known = numbers[key] { return known }
    let isGiven = explanation.formula == nil
    var node = Node(
      PlainText.oneLine(explanation.cell.name), kind: "\(explanation.cell.kind)", shape: isGiven ? .box : .rounded)
    node.detail = PlainText.inWords(explanation.text)
    node.isMarked = explanation.error != nil
    let number = nodes.count
    numbers[key] = number
    nodes.append(node)
    for precedent in explanation.precedents { edges.append(Edge(from: add(precedent, &numbers), to: number)) }
    return number
  }
}
