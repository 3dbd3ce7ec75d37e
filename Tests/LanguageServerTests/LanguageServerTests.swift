import Hosting
import Testing

@testable import LanguageServer

@Suite("Language server")
struct LanguageServerTests {
  @Test("It begins, answers and ends in the order of the protocol")
  func lifecycle() {
    let session = EditorSession(isRunning: false)
    #expect(session.answer("textDocument/hover", EditorSession.at(0, 0))?["error"]?["code"]?.integer == -32002)
    let capabilities = session.request("initialize", ["rootUri": "file:///w"])?["capabilities"]
    #expect(capabilities?["positionEncoding"]?.text == "utf-16")
    #expect(capabilities?["hoverProvider"]?.logical == true)
    #expect(session.answer("initialize", [:])?["error"]?["code"]?.integer == -32600)
    #expect(session.answer("textDocument/unheardOf", [:])?["error"]?["code"]?.integer == -32601)
    #expect(session.answer("shutdown", [:])?["result"]?.isNull == true)
    #expect(session.answer("textDocument/hover", EditorSession.at(0, 0))?["error"]?["code"]?.integer == -32600)
    session.notify("exit", [:])
    #expect(session.server.exitStatus == 0)
    let other = EditorSession()
    other.notify("exit", [:])
    #expect(other.server.exitStatus == 1)
  }

  @Test("A client is told of every kind of request, for it asks for nothing else")
  func offers() {
    for feature in LanguageServer.features {
      for method in feature.methods {
        let request = method.split(separator: "/")[1].trimmingPrefix("prepare").lowercased()
        let kind = method.hasPrefix("completionItem") ? "completion" : request
        #expect(feature.capability.name.lowercased().contains(kind), "\(method) is no \(feature.capability.name)")
      }
    }
  }

  @Test("What is wrong is told while somebody types")
  func diagnostics() {
    let session = EditorSession()
    #expect(session.open("A = 1\nB = A + 1\n").isEmpty)
    let found = session.change([EditorSession.replacement("Amout", (1, 4), (1, 5))])
    #expect(found.map { $0["code"]?.text } == ["unknown-name"])
    #expect(words(of: found.first?["range"]) == "1:4-1:9")
    #expect(session.change([EditorSession.replacement("A", (1, 4), (1, 9))]).isEmpty)
  }

  @Test("Several changes of one notification follow each other")
  func changes() {
    let session = EditorSession()
    session.open("A = 1\nB = 𝄞\n")
    // The second is about the text that the first has made.
    let found = session.change([
      EditorSession.replacement("C = 3\n", (0, 0), (0, 0)), EditorSession.replacement("A + C", (2, 4), (2, 6)),
    ])
    #expect(found.isEmpty)
    let hover = session.request("textDocument/hover", EditorSession.at(2, 0))
    #expect(hover?["contents"]?["value"]?.text?.hasPrefix("**B** = `4`") == true)
    // Without a range it is the whole text.
    session.change([["text": "A = 5"]])
    #expect(
      session.request("textDocument/hover", EditorSession.at(0, 0))?["contents"]?["value"]?.text?
        .hasPrefix("**A** = `5`") == true)
  }

  @Test("A sheet that is used is read as it is open, and its users follow")
  func uses() {
    let session = EditorSession(files: ["/w/b.sheet": "x = 1"])
    #expect(session.open("use \"b.sheet\" as b\ny = b.x").isEmpty)
    session.open("z = 1", as: "file:///w/b.sheet")
    #expect(session.idle("file:///w/a.sheet").map { $0["code"]?.text } == ["unknown-name"])
    session.change([["text": "x = 2"]], in: "file:///w/b.sheet")
    #expect(session.idle("file:///w/a.sheet").isEmpty)
    #expect(
      session.request("textDocument/hover", EditorSession.at(1, 0))?["contents"]?["value"]?.text?
        .hasPrefix("**y** = `2`") == true)
    // What is on the disk is read again when it is closed.
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/b.sheet"]])
    #expect(
      session.request("textDocument/hover", EditorSession.at(1, 0))?["contents"]?["value"]?.text?
        .hasPrefix("**y** = `1`") == true)
  }

  @Test("A client that knows how is asked to tell of files that change")
  func watchedFiles() {
    for (ability, asked) in [(true, ["client/registerCapability"]), (false, [])] {
      let session = EditorSession(isRunning: false)
      let files: JSONValue = ["dynamicRegistration": .logical(ability)]
      _ = session.request(
        "initialize", ["rootUri": "file:///w", "capabilities": ["workspace": ["didChangeWatchedFiles": files]]])
      let messages = session.server.handle(["method": "initialized", "params": [:]])
      #expect(messages.compactMap { $0["method"]?.text } == asked)
      let registration = messages.first?["params"]?["registrations"]?.list?.first
      #expect(registration?["method"]?.text == (ability ? "workspace/didChangeWatchedFiles" : nil))
      #expect(session.server.handle(["id": "sheaf-1", "result": .null]).isEmpty)
    }
  }

  @Test("Files that are deleted while they are open, or while others use them, leave the server at work")
  func deletedFiles() {
    let session = EditorSession(files: ["/w/a.sheet": "y = 1", "/w/b.sheet": "x = 1"])
    func value(_ line: Int, _ uri: String = "file:///w/a.sheet") -> String {
      session.request("textDocument/hover", EditorSession.at(line, 0, in: uri))?["contents"]?["value"]?.text ?? ""
    }
    func deleted(_ paths: String...) {
      for path in paths { session.disk.files[path] = nil }
      let changes = paths.map { JSONValue.object(["uri": .text("file://" + $0), "type": 3]) }
      session.notify("workspace/didChangeWatchedFiles", ["changes": .list(changes)])
    }
    #expect(session.open("use \"b.sheet\" as b\ny = b.x").isEmpty)
    // The open text is what counts, whether its file is there or not.
    deleted("/w/a.sheet")
    #expect(session.idle("file:///w/a.sheet").isEmpty)
    #expect(value(1).hasPrefix("**y** = `1`"))
    // A used file that is gone is told where it is used.
    deleted("/w/b.sheet")
    #expect(session.idle("file:///w/a.sheet").map { $0["code"]?.text } == ["unreadable-file"])
    for method in ["definition", "references", "documentHighlight", "rename"] {
      var parameters = EditorSession.at(1, 6)
      if case .object(var fields) = parameters {
        fields["newName"] = "z"
        fields["context"] = ["includeDeclaration": true]
        parameters = .object(fields)
      }
      #expect(session.answer("textDocument/\(method)", parameters) != nil, "\(method)")
    }
    #expect(session.request("workspace/symbol", ["query": "x"])?.list?.isEmpty == true)
    // It is there again.
    session.disk.files["/w/b.sheet"] = "x = 5"
    session.notify(
      "workspace/didChangeWatchedFiles", ["changes": [["uri": "file:///w/b.sheet", "type": 1]]])
    #expect(session.idle("file:///w/a.sheet").isEmpty)
    #expect(value(1).hasPrefix("**y** = `5`"))
    // What is closed twice, or changed after it was closed, was never there.
    for _ in 0..<2 { session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///w/a.sheet"]]) }
    session.change([["text": "z = 2"]], in: "file:///w/a.sheet")
    #expect(session.answer("textDocument/hover", EditorSession.at(0, 0))?["error"]?["code"]?.integer == -32602)
    session.open("z = 3")
    #expect(value(0).hasPrefix("**z** = `3`"))
  }

  @Test("Blocks of Markdown are sheets of their own")
  func markdown() {
    let session = EditorSession()
    let text = "# T\n\n```sheet\nA = 1\n```\n\nA = nothing\n\n~~~~sheet\nA = 2\nB = A + x\n~~~\n~~~~\n"
    let found = session.open(text, as: "file:///w/t.md", language: "markdown")
    #expect(found.map { $0["code"]?.text } == ["unknown-name", "unknown-statement"])
    #expect(words(of: found.first?["range"]) == "10:8-10:9")
    let hover = session.request("textDocument/hover", EditorSession.at(9, 0, in: "file:///w/t.md"))
    #expect(hover?["contents"]?["value"]?.text?.hasPrefix("**A** = `2`") == true)
    #expect(session.request("textDocument/hover", EditorSession.at(6, 0, in: "file:///w/t.md"))?.isNull == true)
  }

  @Test("Requests without what they need are told so")
  func badRequests() {
    let session = EditorSession()
    for parameters: JSONValue in [[:], .null, 3, ["textDocument": ["uri": "file:///none"]]] {
      #expect(session.answer("textDocument/hover", parameters)?["error"]?["code"]?.integer == -32602)
    }
    session.open("A = 1")
    #expect(
      session.answer("textDocument/hover", ["textDocument": ["uri": "file:///w/a.sheet"]])?["error"]?["code"]?.integer
        == -32602)
    #expect(session.request("textDocument/hover", EditorSession.at(99, 99))?.isNull == true)
    // Notifications that make no sense change nothing.
    session.notify(
      "textDocument/didChange", ["textDocument": ["uri": "file:///none"], "contentChanges": [["text": "x"]]])
    session.notify("textDocument/didOpen", [:])
    session.notify("textDocument/didClose", ["textDocument": ["uri": "file:///none"]])
    session.change([["range": 3, "text": "A = 2"], [:], 7])
    #expect(
      session.request("textDocument/hover", EditorSession.at(0, 0))?["contents"]?["value"]?.text?
        .hasPrefix("**A** = `2`") == true)
  }
}
