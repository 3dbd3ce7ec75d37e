/// An XML document as a list of nodes in document order.
///
/// An element comes before its attributes, and these before what stands inside of it, so that an index tells the order of
/// two nodes and what lies below a node is a range of indexes. Node 0 is the document itself.
package struct XMLTree {
  enum Kind { case document, element, attribute, text, comment, instruction }

  /// A name with the namespace that its prefix stands for; an empty one is no namespace.
  struct Name: Hashable {
    var namespace = ""
    var prefix = ""
    var local: String

    /// The name as it is written in the document.
    var qualified: String { prefix.isEmpty ? local : prefix + ":" + local }
  }

  struct Node {
    var kind: Kind
    var name = Name(local: "")
    /// The text of an attribute, a text, a comment or an instruction.
    var text = ""
    var parent: Int
    /// The index after the last node below this one.
    var end: Int
  }

  var nodes = [Node(kind: .document, parent: -1, end: 1)]
  /// The namespaces declared anywhere, by prefix; the first declaration of a prefix counts for a query.
  var namespaces = ["xml": "http://www.w3.org/XML/1998/namespace"]

  func attributes(of node: Int) -> Range<Int> {
    var end = node + 1
    while end < nodes.count, nodes[end].kind == .attribute, nodes[end].parent == node { end += 1 }
    return node + 1..<end
  }

  func children(of node: Int) -> [Int] {
    var result: [Int] = []
    guard nodes[node].kind == .element || nodes[node].kind == .document else { return result }
    var next = attributes(of: node).upperBound
    while next < nodes[node].end {
      result.append(next)
      next = nodes[next].end
    }
    return result
  }

  /// The text of a node: that of all texts below an element, its own for any other.
  package func stringValue(of node: Int) -> String {
    guard nodes[node].kind == .element || nodes[node].kind == .document else { return nodes[node].text }
    var result = ""
    for below in nodes[node + 1..<nodes[node].end] where below.kind == .text { result += below.text }
    return result
  }
}
