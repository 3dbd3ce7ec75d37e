import Foundation
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("Network permission")
struct NetworkPermissionTests {
  @Test("A host stands for all its ports, a host with a port for that one, a star for all")
  func entries() throws {
    try check(
      ["api.example"], allows: ["https://api.example/x", "http://API.example.:8080/"], not: ["https://example/"])
    try check(
      ["api.example"], allows: [], not: ["https://www.api.example/", "https://api.example.evil/", "ftp://api.example/"])
    try check(["a.example:80"], allows: ["http://a.example", "https://a.example:80"], not: ["https://a.example/"])
    try check(
      ["[::1]:80", "B"], allows: ["http://[::1]/", "http://b:1/"], not: ["http://[::1]:81/", "http://[::2]/"])
    try check(["bücher.example"], allows: ["http://xn--bcher-kva.example/"], not: [])
    try check(["*"], allows: ["http://a/", "https://[::1]:9/"], not: ["file:///etc/passwd", "http:///x", "http:x"])
    try check([], allows: [], not: ["http://a/", "http://127.0.0.1/"])
    #expect(NetworkPermission.none == (try NetworkPermission(hosts: [])))
    #expect(NetworkPermission.everything == (try NetworkPermission(hosts: ["*"])))
  }

  @Test("What is not a host is refused with the way to write one")
  func invalidEntries() {
    for text in [
      "", " ", "a b", "https://a", "a/b", "a:b", "a:", "a:99999", "a:0", "me@a", "*.a", "a?b", ":80", "[::1", "a\\b",
    ] {
      #expect(throws: NetworkPermission.InvalidHost.self, "\(text)") { try NetworkPermission(hosts: [text]) }
    }
    #expect(
      "\(NetworkPermission.InvalidHost(text: "a b"))"
        == "a b is not a host; write one as api.github.com or localhost:8080")
  }

  @Test("Without permission nothing is sent, and the reason names the host, with what the program says about it")
  func refusal() async throws {
    let server = try LoopbackServer { _ in .json("1") }
    let client = HTTPClient(.none, clock: QueueScheduler())
    let advising = HTTPClient(.none, clock: QueueScheduler()) { "ask about \($0)" }
    let name = server.authority
    #expect(
      await client.request("GET", server.url("/")).outcome
        == .failure(ServiceError("no permission to reach \(name)")))
    #expect(
      await advising.request("GET", "https://api.github.com/users/x").outcome
        == .failure("no permission to reach api.github.com; ask about api.github.com"))
    #expect(server.requests.isEmpty)
    let other = HTTPClient(try NetworkPermission(hosts: [server.authority]), clock: QueueScheduler())
    #expect(await other.request("GET", server.url("/")).outcome == .success(1))
  }

  @Test("A redirect needs the permission for where it leads")
  func redirects() async throws {
    let target = try LoopbackServer { _ in .json("2") }
    let server = try LoopbackServer { [url = target.url("/there")] _ in .redirect(to: url) }
    let narrow = HTTPClient(try NetworkPermission(hosts: [server.authority]), clock: QueueScheduler())
    let name = target.authority
    #expect(
      await narrow.request("GET", server.url("/")).outcome
        == .failure(ServiceError("no permission to reach \(name)")))
    #expect(target.requests.isEmpty)
    let wide = HTTPClient(try NetworkPermission(hosts: ["127.0.0.1"]), clock: QueueScheduler())
    #expect(await wide.request("GET", server.url("/")).outcome == .success(2))
  }

  private func check(
    _ hosts: [String], allows: [String], not refused: [String], at location: SourceLocation = #_sourceLocation
  ) throws {
    let permission = try NetworkPermission(hosts: hosts)
    let isAllowed = { (text: String) in URL(string: text).map { permission.allows($0) } ?? false }
    #expect(allows.filter { !isAllowed($0) } == [], sourceLocation: location)
    #expect(refused.filter { isAllowed($0) } == [], sourceLocation: location)
  }
}
