import CellModel
import Foundation
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("HTTP client", .ownExecutor, .timeLimit(.minutes(2)))
struct HTTPClientTests {
  @Test("An object becomes a record with its names in the order of the text")
  func objectBecomesRecord() async throws {
    let server = try LoopbackServer(PeopleService().answer)
    let outcome = await fetch(server, "/users/nsmeetup")
    guard case .success(.record(let person)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(person.names == ["name", "screen_name", "description", "profile_image_url_https"])
    #expect(person["name"] == "NSMeetup")
    #expect(server.requests.map(\.path) == ["/users/nsmeetup"])
  }

  @Test("A request carries its method, its headers and its body")
  func requestIsSent() async throws {
    let server = try LoopbackServer { .json("[\"\($0.method)\", \($0.body)]") }
    let body = CellValue.record(CellRecord([("b", 1), ("a", .array(CellArray(column: ["x", .blank])))]))
    let client = HTTPClient(.everything, timeout: 10, clock: QueueScheduler())
    let outcome = await client.request("post", server.url("/x"), headers: [("X-Token", "s3")], body: body).outcome
    #expect(server.requests.first?.body == #"{"a": ["x", null], "b": 1}"#)
    #expect(server.requests.first?["x-token"] == "s3")
    #expect(server.requests.first?["content-type"] == "application/json")
    #expect(server.requests.first?["user-agent"] == "Sheaf")
    guard case .success(.array(let answer)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(answer[0, 0] == "POST")

    let form = [("Content-Type", "application/x-www-form-urlencoded")]
    _ = await client.request("PUT", server.url("/x"), headers: form, body: "a=1&b=2").outcome
    #expect(server.requests.last?.body == "a=1&b=2")
    #expect(server.requests.last?["content-type"] == "application/x-www-form-urlencoded")
  }

  @Test("Answers become values by their content type, and by trying when there is none")
  func contentTypes() async throws {
    await check(.json("[1, 2.5, null]"), .success(.array(CellArray(column: [1, 2.5, .blank]))))
    await check(.text("[1]", type: "application/problem+json"), .success(.array(CellArray(column: [1]))))
    await check(.text("[1]", type: nil), .success(.array(CellArray(column: [1]))))
    await check(.text("[1", type: nil), .success("[1"))
    await check(.text("[1]", type: "text/plain"), .success("[1]"))
    await check(.text("", type: "application/json"), .success(.blank))
    await check(.text("", type: nil, status: 204), .success(.blank))
    await check(.text("grün", type: "text/plain; charset=UTF-8"), .success("grün"))
    await check(bytes([0x67, 0x72, 0xFC, 0x6E], "text/plain; charset=iso-8859-1"), .success("grün"))
    await check(bytes([0x22, 0xFC, 0x22], "application/json; charset=\"latin1\""), .success("ü"))
    await check(bytes([0x67, 0xFC], "text/plain"), .failure("the answer is not text (text/plain)"))
    await check(bytes([0x89, 0x50, 0x4E, 0x47, 0xFF], "image/png"), .failure("the answer is not text (image/png)"))
    await check(bytes([0x67], "text/plain; charset=x-odd"), .failure("the answer is in an unknown charset, x-odd"))
    await check(
      bytes([0x22, 0xFC, 0x22], "application/json"),
      .failure("the answer is not JSON: there is a text that is not UTF-8 at line 1, column 1"))
    await check(
      .json("{\"a\": 1,\n \"b\" 2}"), .failure("the answer is not JSON: there is no colon at line 2, column 6"))
  }

  @Test("A status outside 200 to 299 is a failure with its words and what the server says")
  func statuses() async throws {
    await check(.text("<html>", type: "text/html", status: 404), .failure("404 Not Found"))
    await check(.json(#"{"message": "no such user."}"#, status: 404), .failure("404 Not Found: no such user"))
    await check(
      .json(#"{"error": {"message": "down\nfor now"}}"#, status: 503), .failure("503 Service Unavailable: down for now")
    )
    await check(
      .json(#"{"errors": [{"code": 50, "message": "User not found."}]}"#, status: 404),
      .failure("404 Not Found: User not found"))
    await check(
      .json(#"{"error": "x\#u{1B}[31m"}"#.replacing("\u{1B}", with: "\\u001b"), status: 500),
      .failure("500 Internal Server Error: x [31m"))
    await check(.json("{", status: 500), .failure("500 Internal Server Error"))
    await check(.text("", type: nil, status: 599), .failure("599"))
    await check(.text("", type: nil, status: 304), .failure("304 Not Modified"))
    await check(.text("", type: nil, status: 302), .failure("302 Found"))
  }

  @Test("A demand for a password is a failure like any other, whatever its form")
  func unauthorized() async throws {
    for challenge in [
      "Bearer", "Basic realm=\"x\"", "Basic", "Digest realm=\"x\", nonce=\"1\"", "Digest", "", "Negotiate",
      "Bearer error=\"invalid_token\"", "Basic realm=", "realm=",
    ] {
      let answer = LoopbackAnswer.whole(
        status: 401, headers: [("WWW-Authenticate", challenge), ("Content-Type", "application/json")],
        body: Array(#"{"message": "who are you?"}"#.utf8))
      await check(answer, .failure("401 Unauthorized: who are you?"))
    }
  }

  // MARK: Rows

  private func bytes(_ bytes: [UInt8], _ type: String) -> LoopbackAnswer {
    .whole(status: 200, headers: [("Content-Type", type)], body: bytes)
  }

  private func fetch(_ server: LoopbackServer, _ path: String) async -> Result<CellValue, ServiceError> {
    await HTTPClient(.everything, timeout: 10, clock: QueueScheduler()).request("GET", server.url(path)).outcome
  }

  private func check(
    _ answer: LoopbackAnswer, _ expected: Result<CellValue, ServiceError>,
    at location: SourceLocation = #_sourceLocation
  ) async {
    guard let server = try? LoopbackServer({ _ in answer }) else {
      Issue.record("there is no server", sourceLocation: location)
      return
    }
    let outcome = await fetch(server, "/")
    #expect(outcome == expected, sourceLocation: location)
  }
}

extension ServiceError: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}

extension SignalProducer where Value == CellValue, Error == ServiceError {
  /// How a run ends, and what it sent; a failure of the test when it does not send one value and then completes.
  var outcome: Result<CellValue, ServiceError> {
    get async {
      await withCheckedContinuation { continuation in
        var values: [CellValue] = []
        start { event in
          switch event {
          case .value(let value): values.append(value)
          case .failed(let error):
            #expect(values == [])
            continuation.resume(returning: .failure(error))
          case .completed:
            #expect(values.count == 1)
            continuation.resume(returning: .success(values.first ?? .blank))
          case .interrupted: continuation.resume(returning: .failure("interrupted"))
          }
        }
      }
    }
  }
}
