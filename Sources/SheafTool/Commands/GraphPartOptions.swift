import ArgumentParser
import Drawing

/// Which part of a diagram is drawn.
struct GraphPartOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Draws only what depends on this cell.", valueName: "cell"))
  var from: String?

  @Option(help: ArgumentHelp("Draws only what this cell depends on.", valueName: "cell"))
  var into: String?

  @Option(help: ArgumentHelp("Draws only what is so near to those cells.", valueName: "n"))
  var depth: Int?

  func check() throws(CallFailure) {
    if let depth {
      guard depth > 0 else { throw CallFailure("--depth takes a number greater than 0") }
      guard from != nil || into != nil else {
        throw CallFailure("--depth is counted from a cell, which --from or --into names")
      }
    }
  }

  /// The part of a diagram that was asked for, of no more nodes than may be.
  func part(of source: DiagramSource, limit: Int?, _ console: Console) throws(CallFailure) -> Diagram {
    var kept = Set(source.nodes)
    var focus: [Int] = []
    if let from {
      let node = try source.node(from)
      kept.formIntersection(source.diagram.reached(from: [node], .along, depth: depth))
      focus.append(node)
    }
    if let into {
      let node = try source.node(into)
      kept.formIntersection(source.diagram.reached(from: [node], .against, depth: depth))
      focus.append(node)
    }
    if kept.isEmpty, let from, let into { throw CallFailure("\(into) does not depend on \(from)") }
    let names = Set(focus.map { source.diagram.nodes[$0].name })
    let part = source.diagram.keeping(kept)
    guard let limit, part.nodes.count > limit else { return part }
    let first = part.nodes.indices.filter {
      focus.isEmpty ? part.nodes[$0].isDoubled : names.contains(part.nodes[$0].name)
    }
    console.remark(
      "\(limit) of \(part.nodes.count) nodes are drawn; --all draws all, --into CELL those that a cell is made of")
    return part.nearest(limit, to: first)
  }
}

/// A whole diagram and how its nodes are found.
struct DiagramSource {
  var diagram: Diagram
  /// The nodes that are drawn where none is chosen.
  var nodes: [Int]
  var hasErrors = false
  var node: (String) throws(CallFailure) -> Int
}
