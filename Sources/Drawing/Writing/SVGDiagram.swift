import Markup

/// A diagram as a picture in SVG, with its own layout and nothing from outside.
package struct SVGDiagram {
  private let diagram: Diagram
  private let layout: DiagramLayout

  private static let nameSize = 13.0
  /// How much wider a bold text is.
  private static let boldness = 1.08
  private static let detailSize = 12.0
  private static let mostWidth = 22.0

  package init(_ diagram: Diagram) {
    self.diagram = diagram
    layout = DiagramLayout(diagram, sizes: diagram.nodes.map(Self.size)) {
      TextExtent.width(of: TextExtent.cut($0, to: Self.mostWidth)) * Self.detailSize
    }
  }

  private static func size(of node: Diagram.Node) -> (width: Double, height: Double) {
    let name = TextExtent.width(of: TextExtent.cut(node.name, to: mostWidth)) * nameSize * boldness
    let detail = node.detail.map { TextExtent.width(of: TextExtent.cut($0, to: mostWidth)) * detailSize } ?? 0
    let sides = node.shape == .hexagon || node.shape == .slanted ? 34.0 : 22
    return (max(name, detail, 24) + sides, node.detail == nil ? 28 : 44)
  }

  /// The picture as a file of its own.
  package var file: [UInt8] {
    var writer = XMLWriter()
    write(to: &writer, isFile: true)
    writer.raw("\n")
    return writer.bytes
  }

  /// Writes the picture as an element; one that is part of a page takes its style from the page's style sheet.
  package func write(to writer: inout XMLWriter, isFile: Bool = false) {
    let (width, height) = (SVGNumber.text(layout.width.rounded(.up)), SVGNumber.text(layout.height.rounded(.up)))
    writer.start(
      "svg",
      [
        ("xmlns", isFile ? "http://www.w3.org/2000/svg" : nil), ("class", "diagram"),
        ("viewBox", "0 0 \(width) \(height)"),
        ("width", width), ("height", height), ("role", "img"), ("aria-label", diagram.title),
      ])
    if isFile {
      writer.element("title", text: diagram.title)
      writer.start("style")
      writer.raw(Self.styleSheet)
      writer.end()
      writer.empty("rect", [("class", "paper"), ("width", "100%"), ("height", "100%")])
    }
    for (name, box) in zip(diagram.groups, layout.groups) {
      guard let box else { continue }
      writer.start("g", [("class", "group")])
      let shown = TextExtent.cut(name, to: (box.width - 14) / 12)
      if shown != name { writer.element("title", text: name) }
      rectangle(box, corner: 8, &writer)
      writer.element("text", [("x", SVGNumber.text(box.x + 10)), ("y", SVGNumber.text(box.y + 16))], text: shown)
      writer.end()
    }
    let ends = Set(diagram.edges.map { [$0.from, $0.to] })
    for (edge, stretches) in zip(diagram.edges, layout.edges) {
      // Where a way leads back as well, the two stand side by side.
      draw(edge, stretches, isOneOfTwo: edge.from != edge.to && ends.contains([edge.to, edge.from]), &writer)
    }
    for (node, box) in zip(diagram.nodes, layout.nodes) { draw(node, box, &writer) }
    writer.end()
  }

  // MARK: Edges

  private func draw(
    _ edge: Diagram.Edge, _ stretches: [DiagramLayout.Stretch], isOneOfTwo: Bool, _ writer: inout XMLWriter
  ) {
    let kind = "edge" + (edge.isDashed ? " dashed" : "") + (edge.isMarked ? " marked" : "")
    // The line ends where the arrow begins, so that no blunt end shows beside its point.
    let side: Double = (stretches.first.map { $0.to.x < $0.from.x } ?? false) ? -1 : 1
    let stretches = isOneOfTwo ? stretches.map { $0.shifted(by: -6 * side) } : stretches
    guard let first = stretches.first, let last = stretches.last else {
      return drawLoop(at: layout.nodes[edge.from], kind, &writer)
    }
    var path = "M\(Self.point(first.from))"
    for (number, stretch) in stretches.enumerated() {
      var end = stretch.to
      if number == stretches.count - 1 { end.x -= 7 * side }
      if abs(stretch.from.y - end.y) < 0.05 {
        path += "L\(Self.point(end))"
      } else {
        let middle = (stretch.from.x + end.x) / 2
        path += "C\(Self.point((middle, stretch.from.y))) \(Self.point((middle, end.y))) \(Self.point(end))"
      }
    }
    writer.start("g", [("class", kind)])
    writer.empty("path", [("class", "line"), ("d", path)])
    arrow(last.to, side, &writer)
    if let label = edge.label {
      // A long way has room for it half way, where other labels are not.
      let stretch = stretches[stretches.count > 1 ? stretches.count / 2 : 0]
      let place = (
        x: (stretch.from.x + stretch.to.x) / 2, y: (stretch.from.y + stretch.to.y) / 2 + (side < 0 ? 12 : -4)
      )
      writer.element(
        "text", [("x", SVGNumber.text(place.x)), ("y", SVGNumber.text(place.y)), ("class", "label")],
        text: TextExtent.cut(label, to: Self.mostWidth))
    }
    writer.end()
  }

  private func drawLoop(at box: DiagramLayout.Box, _ kind: String, _ writer: inout XMLWriter) {
    let (x, y) = (box.x + box.width / 2, box.y)
    writer.start("g", [("class", kind)])
    let path =
      "M\(Self.point((x - 9, y)))C\(Self.point((x - 12, y - 13))) \(Self.point((x + 12, y - 13))) \(Self.point((x + 9, y)))"
    writer.empty("path", [("class", "line"), ("d", path)])
    let head = "M\(Self.point((x + 9, y)))l-2.5,-6.5l6,1.5z"
    writer.empty("path", [("class", "head"), ("d", head)])
    writer.end()
  }

  private func arrow(_ point: (x: Double, y: Double), _ side: Double, _ writer: inout XMLWriter) {
    let path = "M\(Self.point(point))l\(SVGNumber.text(-8 * side)),-4v8z"
    writer.empty("path", [("class", "head"), ("d", path)])
  }

  private static func point(_ point: (x: Double, y: Double)) -> String {
    "\(SVGNumber.text(point.x)),\(SVGNumber.text(point.y))"
  }

  // MARK: Nodes

  private func draw(_ node: Diagram.Node, _ box: DiagramLayout.Box, _ writer: inout XMLWriter) {
    writer.start("g", [("class", "node \(node.kind)" + (node.isMarked ? " marked" : ""))])
    let name = TextExtent.cut(node.name, to: Self.mostWidth)
    let parts = [name == node.name ? nil : node.name, node.note].compactMap(\.self)
    if !parts.isEmpty { writer.element("title", text: parts.joined(separator: "\n")) }
    outline(node.shape, box, &writer)
    if node.isDoubled {
      let inner = DiagramLayout.Box(x: box.x + 3, y: box.y + 3, width: box.width - 6, height: box.height - 6)
      outline(node.shape, inner, &writer, isInner: true)
    }
    let middle = SVGNumber.text(box.x + box.width / 2)
    let nameLine = node.detail == nil ? box.middle + 4.5 : box.y + 18
    writer.element("text", [("class", "name"), ("x", middle), ("y", SVGNumber.text(nameLine))], text: name)
    if let detail = node.detail {
      writer.element(
        "text", [("class", "detail"), ("x", middle), ("y", SVGNumber.text(box.y + 34))],
        text: TextExtent.cut(detail, to: Self.mostWidth))
    }
    writer.end()
  }

  private func outline(
    _ shape: Diagram.Shape, _ box: DiagramLayout.Box, _ writer: inout XMLWriter, isInner: Bool = false
  ) {
    let slant = 8.0
    switch shape {
    case .box: rectangle(box, corner: 0, &writer, isInner)
    case .rounded: rectangle(box, corner: 7, &writer, isInner)
    case .pill: rectangle(box, corner: box.height / 2, &writer, isInner)
    case .hexagon:
      polygon(
        [
          (box.x + slant, box.y), (box.right - slant, box.y), (box.right, box.middle), (box.right - slant, box.bottom),
          (box.x + slant, box.bottom), (box.x, box.middle),
        ], &writer, isInner)
    case .slanted:
      polygon(
        [
          (box.x, box.y), (box.right - slant, box.y), (box.right, box.middle), (box.right - slant, box.bottom),
          (box.x, box.bottom), (box.x + slant, box.middle),
        ], &writer, isInner)
    case .cylinder:
      rectangle(box, corner: 2, &writer, isInner)
      let line = "M\(Self.point((box.x + 5, box.y)))v\(SVGNumber.text(box.height))"
      writer.empty("path", [("class", "inner"), ("d", line)])
    }
  }

  private func rectangle(
    _ box: DiagramLayout.Box, corner: Double, _ writer: inout XMLWriter, _ isInner: Bool = false
  ) {
    writer.empty(
      "rect",
      [
        ("class", isInner ? "inner" : nil), ("x", SVGNumber.text(box.x)), ("y", SVGNumber.text(box.y)),
        ("width", SVGNumber.text(box.width)), ("height", SVGNumber.text(box.height)),
        ("rx", corner > 0 ? SVGNumber.text(corner) : nil),
      ])
  }

  private func polygon(_ points: [(x: Double, y: Double)], _ writer: inout XMLWriter, _ isInner: Bool) {
    writer.empty(
      "polygon", [("class", isInner ? "inner" : nil), ("points", points.map(Self.point).joined(separator: " "))])
  }

  /// The style of diagrams, for light and dark pages.
  ///
  /// Colours are written out and no variables used, which not every viewer of pictures knows.
  package static let styleSheet =
    rules(.light) + "@media (prefers-color-scheme:dark){\n" + rules(.dark) + "}\n" + """
      .diagram{font-family:system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
      .diagram .group rect,.diagram .edge .line,.diagram .node .inner{fill:none}
      .diagram .group rect{stroke-dasharray:3 3}
      .diagram .group text,.diagram .detail{font-size:12px}
      .diagram .line{stroke-width:1.3}
      .diagram .label{font-size:11px;text-anchor:middle;stroke-width:3px;paint-order:stroke}
      .diagram .dashed .line{stroke-dasharray:5 4}
      .diagram .node text{text-anchor:middle}
      .diagram .name{font-size:13px;font-weight:600}

      """

  private struct Palette {
    var ink, faint, line, paper, fill, input, event, state, action, wrong: String

    static let light = Palette(
      ink: "#1e293b", faint: "#64748b", line: "#94a3b8", paper: "#fff", fill: "#f8fafc", input: "#dbeafe",
      event: "#fef3c7", state: "#ede9fe", action: "#dcfce7", wrong: "#dc2626")
    static let dark = Palette(
      ink: "#e2e8f0", faint: "#94a3b8", line: "#64748b", paper: "#0f172a", fill: "#1e293b", input: "#1e3a5f",
      event: "#4a3a10", state: "#3b2f63", action: "#14432a", wrong: "#f87171")
  }

  private static func rules(_ colours: Palette) -> String {
    """
    .diagram .paper{fill:\(colours.paper)}
    .diagram .group rect,.diagram .line{stroke:\(colours.line)}
    .diagram .head{fill:\(colours.line)}
    .diagram .group text,.diagram .label,.diagram .node .detail{fill:\(colours.faint)}
    .diagram .label{stroke:\(colours.paper)}
    .diagram .node rect,.diagram .node polygon{fill:\(colours.fill);stroke:\(colours.faint)}
    .diagram .node .inner{stroke:\(colours.faint)}
    .diagram .node text{fill:\(colours.ink)}
    .diagram .input rect{fill:\(colours.input)}
    .diagram .event polygon{fill:\(colours.event)}
    .diagram .state rect{fill:\(colours.state)}
    .diagram .action polygon,.diagram .service polygon{fill:\(colours.action)}
    .diagram .marked .line,.diagram .marked rect,.diagram .marked polygon,.diagram .marked .inner{stroke:\(colours.wrong)}
    .diagram .marked .head,.diagram .marked .name{fill:\(colours.wrong)}

    """
  }
}

/// Numbers as SVG has them, to a tenth.
package enum SVGNumber {
  package static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return "\(tenths < 0 ? "-" : "")\(whole)\(rest == 0 ? "" : ".\(rest)")"
  }
}
