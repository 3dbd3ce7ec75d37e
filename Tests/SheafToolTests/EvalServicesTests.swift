import TestSupport
import Testing

@testable import SheafTool

/// `sheaf eval` and `sheaf why` of sheets that ask servers.
@Suite("Evaluation with services")
struct EvalServicesTests {
  private func sheet(_ server: LoopbackServer) -> String {
    """
    input handle = "nsmeetup"
    service userInfo(handle) = HTTP.GET("\(server.url("/users/"))" & handle)
    fetch info = userInfo(handle) else {name: "…"}
    name = info.name
    fetch late = DELAY(HTTP.GET("\(server.url("/users/"))" & LOWER(name)).screen_name, 0.05) else "…"

    """
  }

  @Test("Fetches are waited for, one after the other, and then the values are printed")
  func waits() throws {
    let server = try LoopbackServer(PeopleService().answer)
    let folder = try TemporaryFolder(["x.sheet": sheet(server)])
    let run = ToolRun(
      "eval", folder["x.sheet"], "--get", "name", "--get", "late", "--allow-net", server.authority)
    #expect(run.output == "name NSMeetup\nlate nsmeetup\n")
    #expect(run.errors == "")
    #expect(run.status == 0)
    let other = ToolRun("eval", folder["x.sheet"], "--set", "handle=nobody", "--get", "info", "--allow-net=127.0.0.1")
    #expect(other.errors.contains("404 Not Found"))
    #expect(other.status == 1)
    let why = ToolRun("why", "name", folder["x.sheet"], "--allow-net=*")
    #expect(why.output.contains("NSMeetup"))
  }

  @Test("Without permission a call fails with a reason that names the flag, and no server is asked")
  func permission() throws {
    let server = try LoopbackServer(PeopleService().answer)
    let folder = try TemporaryFolder(["x.sheet": sheet(server)])
    let run = ToolRun("eval", folder["x.sheet"], "--get", "name", "--allow-net=example.com")
    #expect(run.errors.contains("allow it with --allow-net=\(server.authority)"))
    #expect(run.status == 1)
    #expect(server.requests.isEmpty)
    #expect(ToolRun("eval", folder["x.sheet"], "--allow-net=http://x").status == 2)
    #expect(ToolRun("eval", folder["x.sheet"], "--timeout=0").status == 2)
  }

  @Test("A request that takes too long fails, and the rest is printed")
  func timeout() throws {
    let server = try LoopbackServer(PeopleService().answer)
    server.hold()
    let folder = try TemporaryFolder(["x.sheet": sheet(server) + "A = 20\n"])
    let run = ToolRun("eval", folder["x.sheet"], "--allow-net=*", "--timeout", "0.2", "--get", "A", "--get", "info")
    #expect(run.output.hasPrefix("A    20\ninfo #N/A"))
    #expect(run.errors.contains("within 0.2 s"))
    #expect(run.status == 1)
  }

  @Test("A service that calls itself without end fails, and the rest is printed")
  func endlessCalls() throws {
    let folder = try TemporaryFolder([
      "x.sheet": """
      service down(n) = IF(n > 0, down(n - 1), "ground")
      service ever(n) = other(n + 1)
      service other(n) = ever(n)
      fetch a = down(200)
      fetch b = ever(1) else 0
      """
    ])
    let run = ToolRun("eval", folder["x.sheet"], "--get", "a", "--get", "b")
    #expect(run.output == "a ground\nb #N/A\n")
    #expect(run.errors.contains("b failed: services call each other more than 256 deep"))
  }

  @Test("Each row of a batch has its answers")
  func rows() throws {
    let server = try LoopbackServer(
      PeopleService([
        PeopleService.Person(handle: "ada", name: "Ada", description: ""),
        PeopleService.Person(handle: "bob", name: "Bob", description: ""),
      ]).answer)
    let folder = try TemporaryFolder(["x.sheet": sheet(server), "rows.csv": "handle\nada\nbob\nada\n"])
    let run = ToolRun(
      "eval", folder["x.sheet"], "--rows", folder["rows.csv"], "--get", "name", "-f", "csv", "--allow-net=*")
    #expect(run.output == "name\nAda\nBob\nAda\n")
    #expect(run.errors == "")
  }

  @Test("A service that nobody supplies fails at once, and timers are not waited for")
  func unsupplied() throws {
    let folder = try TemporaryFolder([
      "x.sheet": "service s()\nfetch a = s() else 0\nstate n = 0 { on EVERY(0.001) : n + 1 }\n"
    ])
    let run = ToolRun("eval", folder["x.sheet"])
    #expect(run.errors.contains("nobody supplies the service s here"))
    #expect(run.output.contains("n 0"))
  }

  @Test("The prompt asks servers, too")
  func prompt() throws {
    let server = try LoopbackServer(PeopleService().answer)
    let folder = try TemporaryFolder(["x.sheet": sheet(server)])
    let run = ToolRun(folder["x.sheet"], "--allow-net=127.0.0.1", input: ":wait\nname\n")
    #expect(run.output.contains("name … → NSMeetup"))
    #expect(run.output.hasSuffix("NSMeetup\n"))
    // The second request is made by what came of the first.
    let chain = ToolRun(
      "--allow-net=127.0.0.1",
      input: """
        service get(path) = HTTP.GET("\(server.url(""))" & path)
        action both = LET(a, get("/users/nsmeetup"), b, get("/users/" & a.screen_name), b.name)
        both
        :wait
        both.value

        """)
    #expect(chain.output.hasSuffix("\nNSMeetup\n"))
  }
}
