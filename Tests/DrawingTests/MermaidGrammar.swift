import Testing

@testable import Drawing

/// The part of Mermaid's grammar of flowcharts that diagrams are written in, line by line.
///
/// It follows `flow.jison` of Mermaid 11: the lexer takes the first rule that fits, so that a word may end a text that stands in quotes, and
/// what it cuts out before it reads, directives and comments, must not stand in a text.
struct MermaidGrammar {
  /// What is wrong with a diagram; nothing where Mermaid reads it.
  static func faults(in text: String) -> [String] {
    var grammar = MermaidGrammar()
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.popLast() != "" { grammar.faults.append("the last line has no end") }
    if lines.first != "flowchart LR" { grammar.faults.append("there is no head") }
    for line in lines.dropFirst() { grammar.read(line) }
    if grammar.depth != 0 { grammar.faults.append("a group is not closed") }
    return grammar.faults
  }

  private var faults: [String] = []
  private var depth = 0
  private var nodes: Set<String> = []
  private var edges = 0

  private mutating func read(_ line: String) {
    // Cut out, or taken for a statement, wherever it stands.
    if line.contains(/direction\s+(TB|BT|RL|LR)/) || line.contains("%%{") || line.contains(/^\s*%%/) {
      faults.append("taken for something else: \(line)")
    }
    let statement = String(line.drop { $0 == " " })
    if statement.wholeMatch(of: /subgraph g[0-9]+\["[^"`]+"\]/) != nil {
      depth += 1
    } else if statement == "end" {
      depth -= 1
    } else if let node = statement.prefixMatch(of: /(n[0-9]+)(?=[\[({>])/) {
      readNode(String(node.1), statement[node.range.upperBound...], line)
    } else if let edge = statement.wholeMatch(of: /(n[0-9]+) (?:-->|-\.->)(?:\|"[^"`]+"\|)? (n[0-9]+)/) {
      edges += 1
      for end in [edge.1, edge.2] where !nodes.contains(String(end)) { faults.append("\(end) is no node: \(line)") }
    } else if let style = statement.wholeMatch(of: /linkStyle ([0-9]+(?:,[0-9]+)*) stroke:#[0-9a-f]{6}/) {
      // Mermaid refuses the number of an edge that there is not.
      for number in style.1.split(separator: ",") where (Int(number) ?? .max) >= edges {
        faults.append("no edge: \(line)")
      }
    } else if statement.wholeMatch(of: /classDef [a-z]+ stroke:#[0-9a-f]{6},color:#[0-9a-f]{6}/) == nil,
      statement.wholeMatch(of: /class n[0-9]+(,n[0-9]+)* [a-z]+/) == nil
    {
      faults.append("no statement: \(line)")
    }
  }

  private mutating func readNode(_ name: String, _ rest: Substring, _ line: String) {
    let shapes = [("[[", "]]"), ("[(", ")]"), ("([", "])"), ("{{", "}}"), ("[", "]"), ("(", ")"), (">", "]")]
    // The longer marks come first, as in the lexer.
    guard let (open, close) = shapes.first(where: { rest.hasPrefix($0.0) }), rest.hasSuffix(close) else {
      faults.append("no shape: \(line)")
      return
    }
    let text = rest.dropFirst(open.count).dropLast(close.count)
    if text.wholeMatch(of: /"[^"`]+"/) == nil { faults.append("no text: \(line)") }
    if !nodes.insert(name).inserted { faults.append("\(name) is there twice: \(line)") }
  }
}
