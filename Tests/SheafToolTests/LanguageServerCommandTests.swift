import Testing

@testable import SheafTool

@Suite("Language server on the command line")
struct LanguageServerCommandTests {
  private func framed(_ bodies: String...) -> String {
    bodies.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  @Test("It answers over the standard streams and ends as it is asked to")
  func streams() {
    let text = #"A = 1\nB = 1/0\nalways \"small\": A > 1"#
    let run = ToolRun(
      "lsp", "--stdio",
      input: framed(
        #"{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}"#,
        #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///t.sheet", "text": "\#(text)"}}}"#
      ))
    // What check says of the sheet: an error in a cell and a broken check.
    #expect(run.output.contains("\"hoverProvider\": true"))
    #expect(run.output.contains("\"code\": \"cell-error\"") && run.output.contains("\"code\": \"broken-check\""))
    // The client has gone away without asking.
    #expect(run.status == 1 && run.errors.isEmpty)
    let asked = ToolRun(
      "lsp",
      input: framed(
        #"{"id": 1, "method": "initialize"}"#, #"{"id": 2, "method": "shutdown"}"#, #"{"method": "exit"}"#))
    #expect(asked.status == 0)
  }

  @Test("What rules say is a finding there, too, and its cure a quick fix")
  func rules() {
    let text = #"size = \"M \" // allow volatile: no more\n"#
    let range = #"{"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 40}}"#
    let run = ToolRun(
      "lsp",
      input: framed(
        #"{"id": 1, "method": "initialize", "params": {}}"#,
        #"{"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///t.sheet", "text": "\#(text)"}}}"#,
        #"{"id": 2, "method": "textDocument/codeAction", "params": {"textDocument": {"uri": "file:///t.sheet"}, "range": \#(range)}}"#
      ))
    #expect(run.output.contains("\"code\": \"hidden-whitespace\""))
    #expect(run.output.contains(#""newText": "\"M\"""#))
    #expect(run.output.contains("\"title\": \"take the comment away\""))
  }
}
