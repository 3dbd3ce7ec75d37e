import CellModel
import Foundation
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("HTTP trouble", .ownExecutor, .timeLimit(.minutes(5)))
struct HTTPTroubleTests {
  private let client = HTTPClient(.everything, timeout: 60, sizeLimit: 1 << 20, clock: QueueScheduler())

  @Test("A request that cannot be sent fails with the reason and sends nothing")
  func badRequests() async {
    await check("GET", "", "the URL is empty")
    await check("GET", "users/x", "users/x is not a URL")
    await check("GET", "http://", "http:// is not a URL")
    await check("GET", "http://a b/", "http://a b/ is not a URL")
    await check("GET", "http://a%2fb/", "http://a%2fb/ is not a URL")
    await check("GET", "http://a:99999/", "http://a:99999/ is not a URL")
    await check("GET", "ftp://a/", "only http and https can be requested, not ftp://a/")
    await check("GET", "file:///etc/passwd", "only http and https can be requested, not file:///etc/passwd")
    await check(
      "GET", "http://good.example@evil.example/",
      "a URL with a user name cannot be requested; send an Authorization header")
    await check(
      "GET", "http://good.example\\@evil.example/",
      "a URL with a user name cannot be requested; send an Authorization header")
    await check("BREW", "http://a/", "there is no HTTP method BREW")
    await check("GET", "http://a/", headers: [("A\r\nB", "1")], "the header A B cannot be sent")
    await check("GET", "http://a/", headers: [("A", "1\r\nB: 2")], "the header A cannot be sent")
    await check("GET", "http://a/", headers: [("Host", "b")], "the header Host cannot be sent")
    await check("GET", "http://a/", body: 1, "a GET request has no body")
    await check("POST", "http://a/", body: .error(.notAvailable), "the body has an error in it, #N/A")
  }

  @Test("What a URL must escape may be written plainly, and its scheme in capitals")
  func plainURLs() async throws {
    let server = try LoopbackServer { .text($0.path) }
    let url = server.url("/ü x?q=a b&c=%zz#f").replacing("http:", with: "HTTP:")
    #expect(await client.request("GET", url).outcome == .success("/%C3%BC%20x?q=a%20b&c=%25zz"))
  }

  @Test("A server that is not there is named")
  func noServer() async throws {
    let port = try SilentPort()
    await check("GET", "http://\(port.authority)/", "cannot connect to \(port.authority)")
    await check("GET", "http://nowhere.invalid/", "there is no host nowhere.invalid")
  }

  @Test("A server that speaks no TLS gives no secure connection")
  func noTLS() async throws {
    let server = try LoopbackServer { _ in .json("1") }
    let secure = server.url("/").replacing("http:", with: "https:")
    await check("GET", secure, "no secure connection to \(server.authority)")
  }

  @Test("An answer that breaks off is a failure")
  func brokenAnswers() async throws {
    await check(.raw(""), "the connection to HOST ended without an answer")
    await check(
      .raw("HTTP/1.1 200 OK\nContent-Length: 10\n\n[1, 2"),
      "the connection to HOST ended before the answer was complete")
    await check(
      .raw("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\n[1, 2"),
      "the connection to HOST ended before the answer was complete")
    await check(.raw("hello"), "HOST does not answer in HTTP")
  }

  @Test("An answer that is too large is given up when the limit is passed, not at its end")
  func tooLarge() async throws {
    let endless = LoopbackAnswer.endless(
      head: "HTTP/1.1 200 OK\nContent-Type: text/plain\n\n", Array(repeating: 0x61, count: 65536))
    let server = try LoopbackServer { _ in endless }
    await check("GET", server.url("/"), "the answer is larger than 1 MB")
    let isGone = await eventually { server.openConnections == 0 }
    #expect(isGone)

    let announced = "HTTP/1.1 200 OK\nContent-Length: 1048577\n\n"
    let other = try LoopbackServer { _ in .endless(head: announced, [0x61]) }
    await check("GET", other.url("/"), "the answer is larger than 1 MB")
    await check(.text(String(repeating: "a", count: 1 << 20)), size: 1 << 20)
    await check(.text(String(repeating: "a", count: 1 << 20 + 1)), "the answer is larger than 1 MB")
  }

  // MARK: Rows

  private func check(
    _ method: String, _ url: String, headers: [(String, String)] = [], body: CellValue? = nil, _ reason: String,
    at location: SourceLocation = #_sourceLocation
  ) async {
    let outcome = await client.request(method, url, headers: headers, body: body).outcome
    #expect(outcome == .failure(ServiceError(reason)), sourceLocation: location)
  }

  private func check(_ answer: LoopbackAnswer, _ reason: String, at location: SourceLocation = #_sourceLocation) async {
    guard let server = try? LoopbackServer({ _ in answer }) else {
      Issue.record("there is no server", sourceLocation: location)
      return
    }
    let named = reason.replacing("HOST", with: server.authority)
    await check("GET", server.url("/"), named, at: location)
  }

  private func check(_ answer: LoopbackAnswer, size: Int, at location: SourceLocation = #_sourceLocation) async {
    guard let server = try? LoopbackServer({ _ in answer }) else {
      Issue.record("there is no server", sourceLocation: location)
      return
    }
    let outcome = await client.request("GET", server.url("/")).outcome
    #expect((try? outcome.get().text?.utf8.count) == size, sourceLocation: location)
  }
}
