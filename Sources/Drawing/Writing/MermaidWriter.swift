/// A diagram in the language of Mermaid, which Markdown pages of many hosts draw.
extension Diagram {
  package var mermaid: String {
    var lines = ["flowchart LR"]
    for (group, name) in groups.enumerated() {
      lines.append("  subgraph g\(group + 1)[\"\(Self.mermaidText(name))\"]")
      for (number, node) in nodes.enumerated() where node.group == group {
        lines.append("    " + Self.mermaid(node, number))
      }
      lines.append("  end")
    }
    for (number, node) in nodes.enumerated() where node.group == nil { lines.append("  " + Self.mermaid(node, number)) }
    for edge in edges {
      let arrow = edge.isDashed ? "-.->" : "-->"
      let label = edge.label.map { "|\"\(Self.mermaidText($0))\"|" } ?? ""
      lines.append("  n\(edge.from + 1) \(arrow)\(label) n\(edge.to + 1)")
    }
    let marked = nodes.indices.filter { nodes[$0].isMarked }.map { "n\($0 + 1)" }
    if !marked.isEmpty {
      lines.append("  classDef wrong stroke:#dc2626,color:#dc2626")
      lines.append("  class \(marked.joined(separator: ",")) wrong")
    }
    let wrong = edges.indices.filter { edges[$0].isMarked }.map(String.init)
    if !wrong.isEmpty { lines.append("  linkStyle \(wrong.joined(separator: ",")) stroke:#dc2626") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func mermaid(_ node: Node, _ number: Int) -> String {
    let ends: (String, String)
    switch node.shape {
    case _ where node.isDoubled: ends = ("[[", "]]")
    case .box: ends = ("[", "]")
    case .rounded: ends = ("(", ")")
    case .pill: ends = ("([", "])")
    case .hexagon: ends = ("{{", "}}")
    case .slanted: ends = (">", "]")
    case .cylinder: ends = ("[(", ")]")
    }
    let text = [node.name, node.detail].compactMap(\.self).map(mermaidText).joined(separator: "<br>")
    return "n\(number + 1)\(ends.0)\"\(text)\"\(ends.1)"
  }

  /// A text in which nothing is markup.
  ///
  /// Quotes do not protect all of it: the lexer takes a line in which `direction LR` stands anywhere for that statement, what stands between `%%{`
  /// and `}%%` is cut out before anything is read, and empty quotes are no text.
  private static func mermaidText(_ text: String) -> String {
    var result = ""
    var former: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "#", "&", "<", ">", "`", "\\": result += "#\(scalar.value);"
      case "%" where former == "%": result += "#37;"
      case "\n", "\r", "\t": result += " "
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
      former = scalar
    }
    result = result.replacing(/direction(\s)/) { "#100;irection\($0.1)" }
    return result.isEmpty ? " " : result
  }
}
