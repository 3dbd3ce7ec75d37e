import ArgumentParser
import Drawing
import Hosting

/// The formats of `sheaf graph`.
enum DiagramFormat: String, CaseIterable, ExpressibleByArgument, WrittenFormat {
  case dot, mermaid, svg, json

  var endings: [String] {
    switch self {
    case .dot: ["dot", "gv"]
    case .mermaid: ["mmd", "mermaid"]
    case .svg: ["svg"]
    case .json: ["json"]
    }
  }

  func bytes(_ diagram: Diagram) -> [UInt8] {
    switch self {
    case .dot: Array(diagram.dot.utf8)
    case .mermaid: Array(diagram.mermaid.utf8)
    case .svg: SVGDiagram(diagram).file
    case .json: Array((diagram.json.compactText + "\n").utf8)
    }
  }
}

extension Diagram {
  fileprivate var json: JSONValue {
    [
      "title": .text(title), "version": 1, "groups": .list(groups.map { .text($0) }),
      "nodes": .list(
        nodes.map { node in
          [
            "name": .text(node.name), "kind": .text(node.kind), "value": node.detail.map { .text($0) } ?? .null,
            "note": node.note.map { .text($0) } ?? .null, "group": node.group.map { .text(groups[$0]) } ?? .null,
            "isOutput": .logical(node.isDoubled), "isOnCycle": .logical(node.isMarked),
          ]
        }),
      "edges": .list(
        edges.map { edge in
          [
            "from": .text(nodes[edge.from].name), "to": .text(nodes[edge.to].name),
            "label": edge.label.map { .text($0) } ?? .null, "isEvent": .logical(edge.isDashed),
            "isOnCycle": .logical(edge.isMarked),
          ]
        }),
    ]
  }
}
