import Testing

@testable import Drawing

/// A diagram of edges such as `a>b`; `a` alone is a node, `a~b` a dashed edge, and `g:a` puts a node in a group.
func diagram(_ text: String) -> Diagram {
  var diagram = Diagram("test")
  func node(_ name: Substring) -> Int {
    let parts = name.split(separator: ":")
    let plain = String(parts[parts.count - 1])
    if let known = diagram.nodes.firstIndex(where: { $0.name == plain }) { return known }
    var node = Diagram.Node(plain, kind: "formula", shape: .rounded)
    if parts.count > 1 { node.group = diagram.group(named: String(parts[0])) }
    diagram.nodes.append(node)
    return diagram.nodes.count - 1
  }
  for word in text.split(separator: " ") {
    let ends = word.split { $0 == ">" || $0 == "~" }
    let numbers = ends.map(node)
    if numbers.count == 2 {
      diagram.edges.append(Diagram.Edge(from: numbers[0], to: numbers[1], isDashed: word.contains("~")))
    }
  }
  return diagram
}

/// The nodes and edges in the same notation.
func text(_ diagram: Diagram) -> String {
  let edges = diagram.edges.map { "\(diagram.nodes[$0.from].name)>\(diagram.nodes[$0.to].name)" }
  return (diagram.nodes.map(\.name) + edges).joined(separator: " ")
}

@Suite("Diagram")
struct DiagramTests {
  @Test func choosing() {
    func check(
      _ graph: String, from node: String, _ direction: Diagram.Direction, depth: Int? = nil, _ expected: String,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let whole = diagram(graph)
      let first = try #require(whole.nodes.firstIndex { $0.name == node })
      let reached = whole.reached(from: [first], direction, depth: depth).map { whole.nodes[$0].name }
      #expect(reached.joined(separator: " ") == expected, sourceLocation: location)
    }
    let graph = "a>b b>c a>d e>d c>f"
    #expect(throws: Never.self) {
      try check(graph, from: "a", .along, "a b d c f")
      try check(graph, from: "d", .against, "d a e")
      try check(graph, from: "a", .along, depth: 1, "a b d")
      try check(graph, from: "e", .both, "e d a b c f")
      try check("a>b b>a", from: "a", .along, "a b")
      try check("a>a", from: "a", .along, "a")
    }
  }

  @Test("A part keeps the edges and groups of its nodes")
  func parts() {
    let whole = diagram("g:a>h:b b>c a>c")
    let part = whole.keeping([1, 2])
    #expect(text(part) == "b c b>c")
    #expect(part.groups == ["h"])
    #expect(part.nodes.map(\.group) == [0, nil])
    #expect(text(whole.nearest(2, to: [2])) == "b c b>c")
    #expect(text(diagram("a>b c>d").nearest(3, to: [3])) == "a c d c>d")
    #expect(whole.nearest(3, to: []) == whole)
  }

  @Test func dot() {
    var graph = diagram("g:a>b a~c")
    graph.nodes[0].name = "say \"\\n\"\nhello"
    graph.nodes[1].isDoubled = true
    graph.nodes[2].isMarked = true
    graph.edges[1].isMarked = true
    let lines = graph.dot.split(separator: "\n").map(String.init)
    #expect(lines.first == "digraph \"test\" {")
    #expect(lines.contains("  \"say \\\"\\\\n\\\"\\nhello\" -> \"b\""))
    #expect(lines.contains("  \"say \\\"\\\\n\\\"\\nhello\" -> \"c\" [style=dashed, color=red]"))
    #expect(lines.contains("  \"b\" [label=\"b\", shape=box, style=rounded, peripheries=2]"))
    #expect(lines.contains("  \"c\" [label=\"c\", shape=box, style=rounded, color=red, fontcolor=red]"))
    #expect(lines.contains { $0.hasPrefix("    label=\"g\"") })
  }

  @Test func mermaid() {
    var graph = diagram("g:a>b a~c")
    graph.nodes[0].name = "<a> \"#1\""
    graph.nodes[1].isDoubled = true
    graph.nodes[1].detail = "70"
    graph.nodes[2].isMarked = true
    graph.edges[1].isMarked = true
    graph.edges[0].label = "x|y"
    #expect(
      graph.mermaid == """
        flowchart LR
          subgraph g1["g"]
            n1("#60;a#62; #34;#35;1#34;")
          end
          n2[["b<br>70"]]
          n3("c")
          n1 -->|"x|y"| n2
          n1 -.-> n3
          classDef wrong stroke:#dc2626,color:#dc2626
          class n3 wrong
          linkStyle 1 stroke:#dc2626

        """)
  }

  @Test("Whatever names and labels say, Mermaid reads a diagram", arguments: 0..<40)
  func mermaidGrammar(seed: UInt64) {
    let words = [
      "a", "", "end", "direction LR", "redirection  TB x", "%%{init: {}}%%", "%% no", "\"`md`\"", "x --> y", "]", "]]",
      ")", "|", "\n", "\t",
      "#35;", "&amp;", "<br>", "é", "👩‍👩‍👧", "\\", "{{", "}}", ";", "style", "class n1 wrong", "\u{0}", "subgraph",
    ]
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    func text() -> String {
      (0..<next(4)).map { _ in words[next(words.count)] }.joined(separator: next(2) == 0 ? "" : " ")
    }
    let shapes: [Diagram.Shape] = [.box, .rounded, .pill, .hexagon, .slanted, .cylinder]
    var graph = Diagram(text())
    for number in 0..<(1 + next(9)) {
      var node = Diagram.Node("\(text())\(number)", kind: "formula", shape: shapes[next(shapes.count)])
      if next(2) == 0 { node.detail = text() }
      if next(3) == 0 { node.group = graph.group(named: text()) }
      (node.isDoubled, node.isMarked) = (next(4) == 0, next(4) == 0)
      graph.nodes.append(node)
    }
    for _ in 0..<next(12) {
      graph.edges.append(
        Diagram.Edge(
          from: next(graph.nodes.count), to: next(graph.nodes.count), label: next(2) == 0 ? text() : nil,
          isDashed: next(2) == 0, isMarked: next(3) == 0))
    }
    #expect(MermaidGrammar.faults(in: graph.mermaid) == [], "\(graph.mermaid)")
  }

  @Test("The grammar tells what Mermaid does not read")
  func grammarFaults() {
    for text in [
      "flowchart LR\n  n1[\"a\"", "flowchart LR\n  n1[\"a\"]", "graph\n", "flowchart LR\n  n1[\"\"]\n",
      "flowchart LR\n  n1[\"a\"b\"]\n",
      "flowchart LR\n  n1[\"direction LR\"]\n", "flowchart LR\n  n1 --> n2\n", "flowchart LR\n  subgraph g1[\"a\"]\n",
      "flowchart LR\n  n1[\"a\"]\n  linkStyle 0 stroke:#dc2626\n", "flowchart LR\n  n1{\"a\"}\n",
      "flowchart LR\n  n1[\"%%{x\"]\n",
    ] { #expect(!MermaidGrammar.faults(in: text).isEmpty, "\(text)") }
  }

  @Test("A picture is XML, says its title, and has every name")
  func svg() throws {
    var graph = diagram("g:a>b b>c c>a a>a d")
    graph.nodes[1].name = "<b> & \"co\""
    graph.nodes[0].note = "= 1 < 2"
    let shapes: [Diagram.Shape] = [.box, .pill, .hexagon, .slanted]
    for (node, shape) in shapes.enumerated() { graph.nodes[node].shape = shape }
    graph.nodes[3].isDoubled = true
    let bytes = SVGDiagram(graph).file
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"diagram\" viewBox=\"0 0 "))
    #expect(text.contains("<title>test</title>"))
    #expect(text.contains("&lt;b&gt; &amp; "))
    #expect(text.contains("<title>= 1 &lt; 2</title>"))
    #expect(!text.contains("<script") && !text.contains("url("))
    #expect(SVGDiagram(graph).file == bytes)
    #expect(SVGDiagram(Diagram("nothing")).file.count > 0)
  }

  @Test func numbers() {
    #expect([0, 1.25, -0.04, -3.96, 1e6].map(SVGNumber.text) == ["0", "1.3", "0", "-4", "1000000"])
  }

  @Test func textExtents() {
    #expect(TextExtent.cut("abc", to: 10) == "abc")
    #expect(TextExtent.cut("abcdefghij", to: 4) == "abcd…")
    #expect(TextExtent.width(of: "表") > TextExtent.width(of: "i"))
  }
}
