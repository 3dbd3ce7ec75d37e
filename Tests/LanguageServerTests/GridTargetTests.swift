import Hosting
import Testing

@Suite("Addresses in an editor")
struct GridTargetTests {
  @Test("An address leads to its definition, alone, as a corner, in a fill, and in used sheets")
  func addresses() {
    let session = EditorSession(files: ["/w/b.sheet": "A1 = 1\nA2 = 2\nB1:B9 = A1\nsheet Other\nC3 = 4\n"])
    let text = """
      use "b.sheet" as u
      table t of "b.sheet" { 2 rows }
      A2 = 7
      x = SUM(u.A1:A2, A2) + u.B4 + u.Other!C3 + t[2].A2 + SUM($A$2:A3)
      """
    session.open(text)
    let line = text.split(separator: "\n").last.map(String.init) ?? ""
    func place(_ address: String, behind before: String) -> String {
      guard let found = line.firstRange(of: before + address) else { return "not written" }
      let start = line.distance(from: line.startIndex, to: found.lowerBound)
      let answer = session.request("textDocument/definition", EditorSession.at(3, start + before.count + 1))
      return "\(answer?["uri"]?.text?.split(separator: "/").last ?? "-") \(words(of: answer?["range"]))"
    }
    #expect(place("A1", behind: "u.") == "b.sheet 0:0-0:2")
    #expect(place("A2", behind: "u.A1:") == "b.sheet 1:0-1:2")
    #expect(place("A2", behind: ", ") == "a.sheet 2:0-2:2")
    #expect(place("B4", behind: "u.") == "b.sheet 2:0-2:5")
    #expect(place("C3", behind: "u.Other!") == "b.sheet 4:0-4:2")
    #expect(place("A2", behind: "t[2].") == "b.sheet 1:0-1:2")
    #expect(place("$A$2", behind: "SUM(") == "a.sheet 2:0-2:2")
    #expect(place("A3", behind: "$A$2:") == "- -1:-1--1:-1")
  }

  @Test("Completion offers the columns of a table that each row has, and of one that all rows have in common")
  func rows() {
    let session = EditorSession(files: [
      "/w/b.sheet": "input n = 1\ntable own {\n| a |\n| 1 |\nb = a + n\n}\ntable shared {\n| c |\n| 1 |\n}\n"
    ])
    func offered(_ text: String) -> [String] {
      session.open("table t of \"b.sheet\" { 2 rows }\nx = SUM(t[1].own[b])\n\(text)")
      let answer = session.request("textDocument/completion", EditorSession.at(2, text.count))
      return (answer?["items"]?.list ?? []).compactMap { $0["label"]?.text }
    }
    #expect(offered("z = t[2].own[") == ["a", "b"])
    #expect(offered("z = t[2].own[1].") == [".a", ".b"])
    #expect(offered("z = t[2].shared[") == ["c"])
    #expect(offered("z = t[2].shared[1].") == [".c"])
    #expect(offered("z = t[2].") == [".n"])
  }

  private func words(of range: JSONValue?) -> String {
    func place(_ end: String) -> String {
      "\(range?[end]?["line"]?.integer ?? -1):\(range?[end]?["character"]?.integer ?? -1)"
    }
    return "\(place("start"))-\(place("end"))"
  }
}
