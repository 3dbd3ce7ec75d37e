/// A diagram in the language of Graphviz.
extension Diagram {
  package var dot: String {
    var lines = ["digraph \(Self.dotQuoted(title)) {", "  rankdir=LR"]
    lines.append("  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, margin=\"0.12,0.06\"]")
    lines.append("  edge [arrowsize=0.7, color=\"#64748b\", fontname=\"Helvetica,Arial,sans-serif\", fontsize=9]")
    for (group, name) in groups.enumerated() {
      lines.append("  subgraph \"cluster_\(group)\" {")
      lines.append("    label=\(Self.dotQuoted(name)); fontname=\"Helvetica,Arial,sans-serif\"; color=\"#94a3b8\"")
      for node in nodes where node.group == group { lines.append("    " + Self.dot(node)) }
      lines.append("  }")
    }
    for node in nodes where node.group == nil { lines.append("  " + Self.dot(node)) }
    for edge in edges {
      var settings: [String] = []
      if let label = edge.label { settings.append("label=\(Self.dotQuoted(label))") }
      if edge.isDashed { settings.append("style=dashed") }
      if edge.isMarked { settings.append("color=red") }
      let list = settings.isEmpty ? "" : " [\(settings.joined(separator: ", "))]"
      lines.append("  \(Self.dotQuoted(nodes[edge.from].name)) -> \(Self.dotQuoted(nodes[edge.to].name))\(list)")
    }
    return lines.joined(separator: "\n") + "\n}\n"
  }

  private static func dot(_ node: Node) -> String {
    let label = [node.name, node.detail].compactMap(\.self).joined(separator: "\n")
    var settings = ["label=\(dotQuoted(label))"]
    switch node.shape {
    case .box: settings.append("shape=box")
    case .rounded: settings += ["shape=box", "style=rounded"]
    case .pill: settings.append("shape=ellipse")
    case .hexagon: settings.append("shape=hexagon")
    case .slanted: settings.append("shape=cds")
    case .cylinder: settings.append("shape=cylinder")
    }
    if node.isDoubled { settings.append("peripheries=2") }
    if node.isMarked { settings += ["color=red", "fontcolor=red"] }
    if let note = node.note { settings.append("tooltip=\(dotQuoted(note))") }
    return "\(dotQuoted(node.name)) [\(settings.joined(separator: ", "))]"
  }

  /// A text in quotes, in which a backslash stands for itself.
  private static func dotQuoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      switch character {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n", "\r\n": result += "\\n"
      case "\0": result += "\u{FFFD}"
      default: result.append(character)
      }
    }
    return result + "\""
  }
}
