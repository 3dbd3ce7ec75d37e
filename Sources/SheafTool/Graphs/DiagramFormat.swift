import ArgumentParser
import Drawing
import Hosting

/// The formats of `sheaf graph`.
enum DiagramFormat: String, CaseIterable, ExpressibleByArgument {
  case dot, mermaid, svg, json

  /// The format that the ending of a file stands for.
  init?(ofFile path: String) {
    if FilePath.hasExtension(path, "dot") || FilePath.hasExtension(path, "gv") {
      self = .dot
    } else if FilePath.hasExtension(path, "mmd") || FilePath.hasExtension(path, "mermaid") {
      self = .mermaid
    } else if FilePath.hasExtension(path, "svg") {
      self = .svg
    } else if FilePath.hasExtension(path, "json") {
      self = .json
    } else {
      return nil
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
