import Foundation
import Testing

@testable import SheafTool

@Suite("The graph command")
struct GraphCommandTests {
  private let plan = """
    input rate: number = 5%
    input start: number = 1000
    table plan {
      | cash |
      | 10   |
      | 20   |
      debt = PREVIOUS(debt, start) * (1 + rate) - cash
    }
    total = SUM(plan[cash])
    left = total * 2

    """

  /// The edges of a sheet's graph as the tool's JSON has them, as `a>b`.
  private func edges(_ folder: TemporaryFolder, _ arguments: String...) throws -> String {
    let run = ToolRun(["graph", folder["plan.sheet"], "--to", "json"] + arguments)
    #expect(run.errors == "")
    struct Graph: Decodable {
      struct Edge: Decodable {
        var from: String
        var to: String
      }
      var edges: [Edge]
    }
    let graph = try JSONDecoder().decode(Graph.self, from: Data(run.output.utf8))
    return graph.edges.map { "\($0.from)>\($0.to)" }.sorted().joined(separator: " ")
  }

  @Test("From a cell, into one, and so far")
  func choosing() throws {
    let folder = try TemporaryFolder(["plan.sheet": plan])
    #expect(
      try edges(folder) == "plan[cash]>plan[debt] plan[cash]>total rate>plan[debt] start>plan[debt] total>left")
    #expect(try edges(folder, "--into", "left") == "plan[cash]>total total>left")
    #expect(try edges(folder, "--into", "left", "--depth", "1") == "total>left")
    #expect(try edges(folder, "--from", "rate") == "rate>plan[debt]")
    #expect(try edges(folder, "--from", "plan[2].cash", "--into", "left") == "plan[cash]>total total>left")
  }

  @Test("Formats, by name and by the ending of the file")
  func formats() throws {
    let folder = try TemporaryFolder(["plan.sheet": plan])
    let dot = ToolRun("graph", folder["plan.sheet"])
    #expect(dot.output.contains("\"total\" -> \"left\""))
    #expect(dot.status == 0)
    #expect(ToolRun("graph", folder["plan.sheet"], "--to", "mermaid").output.hasPrefix("flowchart LR\n"))
    for (name, start) in [("a.svg", "<svg "), ("a.dot", "digraph "), ("a.mmd", "flowchart"), ("a.json", "{")] {
      let run = ToolRun("graph", folder["plan.sheet"], "-o", folder[name])
      #expect(run.status == 0)
      #expect(run.output == "")
      #expect(try folder.text(name).hasPrefix(start))
    }
    let values = ToolRun("graph", folder["plan.sheet"], "--values", "--set", "rate=7%").output
    #expect(values.contains("label=\"rate\\n7%\""))
    #expect(values.contains("label=\"plan[debt]\\n2 rows\""))
  }

  @Test("Cycles are red, and a sheet with one is not right")
  func cycles() throws {
    let folder = try TemporaryFolder(["loop.sheet": "x = y + 1\ny = x\n"])
    let run = ToolRun("graph", folder["loop.sheet"])
    #expect(run.status == 1)
    #expect(run.output.contains("\"x\" -> \"y\" [color=red]"))
  }

  @Test("More than fifty nodes are not drawn unless asked for")
  func limit() throws {
    let text = (1...80).map { "step\($0) = \($0 == 1 ? "1" : "step\($0 - 1) + 1")\n" }.joined()
    let folder = try TemporaryFolder(["chain.sheet": text])
    let run = ToolRun("graph", folder["chain.sheet"])
    #expect(run.errors.contains("50 of 80 nodes are drawn"))
    #expect(run.output.split(separator: "\n").count { $0.contains("shape=") } == 50)
    #expect(run.output.contains("\"step79\" -> \"step80\""))
    let all = ToolRun("graph", folder["chain.sheet"], "--all")
    #expect(all.errors == "")
    #expect(all.output.split(separator: "\n").count { $0.contains("shape=") } == 80)
    #expect(ToolRun("graph", folder["chain.sheet"], "--into", "step3").output.contains("\"step1\" -> \"step2\""))
  }

  @Test("A workbook: blocks of formulas, and what they read")
  func workbooks() throws {
    let sheet = "sheet In\nA1 = 5\nB1:B4 = ROW()\nsheet Out\nA1:A4 = In!B1 * In!$A$1\nB1 = SUM(A1:A4)\n"
    let folder = try TemporaryFolder(["model.sheet": sheet])
    #expect(ToolRun("convert", folder["model.sheet"], folder["model.xlsx"]).status == 0)
    let dot = ToolRun("graph", folder["model.xlsx"], "--values")
    #expect(dot.status == 0)
    #expect(dot.output.contains("label=\"Out\""))
    #expect(dot.output.contains("\"In!A1\" -> \"Out!A1:A4\""))
    #expect(dot.output.contains("\"In!B1:B4\" -> \"Out!A1:A4\""))
    #expect(dot.output.contains("\"Out!A1:A4\" -> \"Out!B1\""))
    #expect(dot.output.contains("label=\"In!A1\\n5\", shape=box"))
    let part = ToolRun("graph", folder["model.xlsx"], "--from", "In!A1", "--depth", "1").output
    #expect(!part.contains("Out!B1"))
    #expect(ToolRun("graph", folder["model.xlsx"], "--from", "Out!Z9").status == 2)
  }

  @Test func wrongCalls() throws {
    let folder = try TemporaryFolder(["plan.sheet": plan, "bad.sheet": "A = (1\n"])
    func check(_ arguments: String..., says words: String, at location: SourceLocation = #_sourceLocation) {
      let run = ToolRun(["graph"] + arguments)
      #expect(run.status == 2, sourceLocation: location)
      #expect(run.errors.contains(words), "\(run.errors)", sourceLocation: location)
    }
    check(folder["none.sheet"], says: "none.sheet")
    check(folder["plan.sheet"], "--from", "totl", says: "did you mean total?")
    check(folder["plan.sheet"], "--depth", "2", says: "--from or --into")
    check(folder["plan.sheet"], "--from", "total", "--into", "rate", says: "rate does not depend on total")
    check(folder["plan.sheet"], "--to", "pdf", says: "pdf")
    check(folder["plan.sheet"], "-o", folder["plan.sheet"], says: "results are not written")
    #expect(ToolRun("graph", folder["bad.sheet"]).status == 1)
  }

  @Test("Graphviz reads every graph of our sheets", .enabled(if: Graphviz.isInstalled))
  func graphviz() throws {
    for path in try FileSystem.sheets(at: [FilePath.directory(of: #filePath) + "/../../sheets"]) {
      let run = ToolRun("graph", path, "--values", "--all")
      #expect(try Graphviz.canRead(run.output), "\(path)")
    }
  }

  @Test("The states of a form, with their modes as groups")
  func states() throws {
    let form = """
      event start
      event stop
      state running = FALSE {
        on start : TRUE
        on stop  : FALSE
      }
      modes lamp over running {
        "On"  when running      : TRUE
        "Off" when NOT(running) : FALSE
      }

      """
    let folder = try TemporaryFolder(["form.sheet": form])
    #expect(ToolRun("explore", folder["form.sheet"], "--graph", folder["form.mmd"]).status == 0)
    #expect(
      try folder.text("form.mmd") == """
        flowchart LR
          subgraph g1["Off"]
            n1[["state 1<br>running = FALSE"]]
          end
          subgraph g2["On"]
            n2(["state 2<br>running = TRUE"])
          end
          n1 -->|"start"| n2
          n2 -->|"stop"| n1

        """)
    #expect(ToolRun("explore", folder["form.sheet"], "--graph", folder["form.png"]).status == 2)
    let counter =
      "event up\nstate n = 0 { on up where n < 90 : n + 1 }\nmodes m over n {\n"
      + "  \"low\"  when n < 10  : n\n  \"high\" when n >= 10 : n\n}\n"
    try OutputFile.write(Array(counter.utf8), to: folder["counter.sheet"])
    _ = ToolRun("explore", folder["counter.sheet"], "--graph", folder["counter.mmd"])
    #expect(try folder.text("counter.mmd").contains("n1[[\"low<br>10 states\"]]"))
    #expect(try folder.text("counter.mmd").contains("n1 -->|\"up\"| n2"))
  }
}

/// The program `dot`, where it is installed.
private enum Graphviz {
  private static let path = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var isInstalled: Bool { path != nil }

  static func canRead(_ text: String) throws -> Bool {
    guard let path else { return false }
    let folder = try TemporaryFolder(["graph.dot": text])
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = ["-Tcanon", "-o", "/dev/null", folder["graph.dot"]]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 && words.isEmpty
  }
}

@Suite("The graph at the prompt")
struct PromptGraphTests {
  @Test func listing() throws {
    let sheet = "A = 1\nB = A + 1\nC = A * B\nevent tap\nstate n = 0 { on tap : n + A }\n"
    let run = ToolRun(input: sheet + ":graph\n:graph B\n:graph nothing\n")
    #expect(run.output.contains("B ← A\nC ← A, B\nn ← A on tap\nB ← A\n"))
    #expect(run.errors.contains("there is no cell named nothing"))
    let folder = try TemporaryFolder()
    #expect(ToolRun(input: sheet + ":graph \(folder["a.svg"])\n").errors.contains("wrote \(folder["a.svg"])"))
    #expect(try folder.text("a.svg").hasPrefix("<svg "))
  }
}
