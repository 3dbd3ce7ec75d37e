import TestSupport
import Testing

@testable import SheafTool

/// The forms of the example sheets at the prompt, with a server that looks people up.
@Suite("The prompt with services", .serialized)
struct PromptServiceTests {
  private let container = FilePath.directory(of: #filePath) + "/../../sheets/people-crm/PersonContainer.sheet"

  @Test("From typing a handle to seeing the details, while somebody types", .enabled(if: isEditorInstalled))
  func person() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(PeopleService().answer)
    let run = try TerminalRun(container, "--allow-net=\(server.authority)", folder: folder)
    let terminal = run.terminal
    terminal.expect(lastLines: "»")
    terminal.type("adding.host = \"\(server.url("/users/"))\"\r:watch screen adding.errorText\r")
    terminal.expect(lastLines: "» :watch screen adding.errorText", "»")

    server.hold()
    terminal.type("adding.username = \"nobody\"\r")
    terminal.expect("adding.form No entry → Default\n")
    terminal.type(":run adding.add\r")
    terminal.expect("adding.form Default → Loading\n")
    server.release(1)
    terminal.expect("adding.errorText blank → 404 Not Found")
    terminal.expect(lastLines: "»")

    terminal.type("adding.username = \"nsmeetup\"\r:run adding.add\r")
    terminal.expect("adding.username nobody → nsmeetup\n")
    #expect(terminal.wait { _ in server.requests.count == 2 })
    terminal.type(":run adding.add\r")
    terminal.expect("add is running")
    terminal.type("UPPER(detail.n")
    terminal.expect(lastLines: "» UPPER(detail.n")
    server.release()
    terminal.expect("screen Adding → Details\n» UPPER(detail.n")
    terminal.type("ame)\r")
    terminal.expect(lastLines: "» UPPER(detail.name)", "NSMEETUP", "»")
    #expect(server.requests.map(\.path) == ["/users/nobody", "/users/nsmeetup"])
    terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("Whoever leaves does not wait for an answer")
  func leaving() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "service ask() = HTTP.GET(\"http://127.0.0.1:PORT/users/nsmeetup\")\naction add = ask()\n"
    ])
    let server = try LoopbackServer(PeopleService().answer)
    server.hold()
    let text = try folder.text("x.sheet").split(separator: "PORT").joined(separator: "\(server.port)")
    try OutputFile.write(Array(text.utf8), to: folder["x.sheet"])
    let run = try TerminalRun(folder["x.sheet"], "--allow-net=*", folder: folder)
    run.terminal.expect(lastLines: "»")
    run.terminal.type("add\r")
    run.terminal.expect("ask.calls 0 → 1")
    #expect(run.terminal.wait { _ in server.requests.count == 1 })
    run.terminal.type("\u{4}")
    #expect(run.status() == 0)
  }

  @Test("Without permission the reason names the flag; in a pipe answers are waited for where it is asked")
  func pipe() throws {
    let server = try LoopbackServer(PeopleService().answer)
    let lines = [
      "adding.host = \"\(server.url("/users/"))\"", "adding.username = \"nsmeetup\"", ":watch off", ":run adding.add",
      ":wait", "screen & adding.errorText", "",
    ]
    let refused = ToolRun(container, input: lines.joined(separator: "\n"))
    #expect(refused.output.contains("Addingno permission to reach"))
    #expect(refused.output.contains("--allow-net=\(server.authority)"))
    #expect(server.requests.isEmpty)
    let run = ToolRun(container, "--allow-net", server.authority, input: lines.joined(separator: "\n"))
    #expect(run.output.hasSuffix("\nDetails\n"), "\(run.output)")
    #expect(run.errors == "")
  }
}
