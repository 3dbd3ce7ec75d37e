import CellModel
import Foundation
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("HTTP calls under way", .ownExecutor, .timeLimit(.minutes(5)))
struct HTTPCallsTests {
  @Test("A start makes a request, and each start makes its own")
  func starts() async throws {
    let server = try LoopbackServer { _ in .json("1") }
    let producer = HTTPClient(.everything, clock: QueueScheduler()).request("GET", server.url("/"))
    #expect(server.requests.isEmpty)
    #expect(await producer.outcome == .success(1))
    #expect(await producer.outcome == .success(1))
    #expect(server.requests.count == 2)
  }

  @Test("Disposing of a start ends its request, and nothing is sent any more")
  func disposing() async throws {
    let server = try LoopbackServer { _ in .never }
    let events = Atomic<[String]>([])
    let call = HTTPClient(.everything, clock: QueueScheduler()).request("GET", server.url("/")).start { event in
      events.modify { $0.append("\(event)") }
    }
    let hasArrived = await eventually { server.requests.count == 1 }
    #expect(hasArrived)
    call.dispose()
    let isGone = await eventually { server.openConnections == 0 }
    #expect(isGone)
    #expect(events.value == ["INTERRUPTED"])
  }

  @Test("A call that is not answered in time fails, and its request ends")
  func timeout() async throws {
    let server = try LoopbackServer { _ in .never }
    let clock = TestScheduler()
    let client = HTTPClient(.everything, timeout: 2.5, clock: clock)
    let outcome = Atomic<Signal<CellValue, ServiceError>.Event?>(nil)
    client.request("GET", server.url("/")).start { outcome.value = $0 }
    let hasArrived = await eventually { server.requests.count == 1 }
    #expect(hasArrived)
    await clock.advance(by: .milliseconds(2499))
    #expect(outcome.value == nil)
    await clock.advance(by: .milliseconds(1))
    #expect(outcome.value == .failed(ServiceError("no answer from \(server.authority) within 2.5 seconds")))
    let isGone = await eventually { server.openConnections == 0 }
    #expect(isGone)
  }

  @Test("The time runs while an answer trickles in, too, and stops with its end")
  func timeoutOfStreams() async throws {
    let server = try LoopbackServer { request in
      request.path == "/" ? .endless(head: "HTTP/1.1 200 OK\nContent-Length: 500000000\n\n", [0x20]) : .json("1")
    }
    let clock = TestScheduler()
    let client = HTTPClient(.everything, timeout: 2, sizeLimit: .max, clock: clock)
    #expect(await client.request("GET", server.url("/x")).outcome == .success(1))
    await clock.advance(by: .seconds(3))

    let outcome = Atomic<Signal<CellValue, ServiceError>.Event?>(nil)
    client.request("GET", server.url("/")).start { outcome.value = $0 }
    let hasArrived = await eventually { server.requests.count == 2 }
    #expect(hasArrived && outcome.value == nil)
    await clock.advance(by: .seconds(2))
    #expect(outcome.value == .failed(ServiceError("no answer from \(server.authority) within 2 seconds")))
    #expect(await eventually { server.openConnections == 0 })
  }

  @Test("A redirect is followed as browsers do it, and secrets stay with their server")
  func redirects() async throws {
    let other = try LoopbackServer { request in .text("\(request["Authorization"] ?? "none")") }
    let server = try LoopbackServer { [url = other.url("/")] request in
      switch request.path {
      case "/a/b": .redirect(to: "c?d=1")
      case "/post303": .redirect(to: "/seen", status: 303)
      case "/post302": .redirect(to: "/seen", status: 302)
      case "/post307": .redirect(to: "/seen", status: 307)
      case "/away": .redirect(to: url)
      case "/loop": .redirect(to: "/loop")
      default: .text("\(request.method) \(request.path) \(request.body) \(request["Authorization"] ?? "none")")
      }
    }
    let client = HTTPClient(.everything, timeout: 60, clock: QueueScheduler())
    func check(_ method: String, _ path: String, _ expected: String, at location: SourceLocation = #_sourceLocation)
      async
    {
      let body: CellValue? = method == "GET" ? nil : 7
      let outcome = await client.request(
        method, server.url(path), headers: [("Authorization", "s3")], body: body
      ).outcome
      #expect(outcome == .success(.text(expected)), sourceLocation: location)
    }
    await check("GET", "/a/b", "GET /a/c?d=1  s3")
    await check("POST", "/post303", "GET /seen  s3")
    await check("POST", "/post302", "GET /seen  s3")
    await check("PUT", "/post302", "PUT /seen 7 s3")
    await check("POST", "/post307", "POST /seen 7 s3")
    await check("GET", "/away", "none")
    #expect(
      await client.request("GET", server.url("/loop")).outcome
        == .failure(ServiceError("\(server.authority) redirects more than 10 times")))
  }

  @Test("A thousand calls are open at once and all are answered; one to another server does not wait for them")
  func manyCalls() async throws {
    let server = try LoopbackServer { .text($0.path) }
    let free = try LoopbackServer { _ in .json("1") }
    server.hold()
    let client = HTTPClient(.everything, timeout: 120, clock: QueueScheduler())
    let answers = Atomic<[Int: CellValue]>([:])
    for number in 0..<1000 {
      client.request("GET", server.url("/\(number)")).start { event in
        if case .value(let value) = event { answers.modify { $0[number] = value } }
      }
    }
    #expect(await client.request("GET", free.url("/")).outcome == .success(1))
    #expect(answers.value.isEmpty)
    #expect(server.openConnections <= 64)
    server.release()
    let areAll = await eventually(within: .seconds(100)) { answers.value.count == 1000 }
    #expect(areAll)
    #expect(answers.value.allSatisfy { $0.value == .text("/\($0.key)") })
  }

  @Test("A thousand open calls can be given up at once, and the client goes on")
  func manyCancellations() async throws {
    let server = try LoopbackServer { $0.path == "/x" ? .json("1") : .never }
    let client = HTTPClient(.everything, timeout: 120, clock: QueueScheduler())
    let calls = (0..<1000).map { _ in client.request("GET", server.url("/")).start() }
    for call in calls { call.dispose() }
    let areGone = await eventually { client.openCalls == 0 && server.openConnections == 0 }
    #expect(areGone)
    #expect(await client.request("GET", server.url("/x")).outcome == .success(1))
  }

  @Test("Calls that are given up while their answer arrives end once, whatever comes first")
  func races() async throws {
    let server = try LoopbackServer { request in
      request.path.hasPrefix("/to") ? .redirect(to: "/there") : .json("1", status: request.path == "/no" ? 401 : 200)
    }
    let client = HTTPClient(.everything, timeout: 120, clock: QueueScheduler())
    let ends = Atomic(0)
    for round in 0..<600 {
      let call = client.request("GET", server.url(["/", "/to", "/no"][round % 3])).start { event in
        if event.isTerminating { ends.modify { $0 += 1 } }
      }
      for _ in 0..<round % 40 { await Task.yield() }
      if round % 2 == 0 { try await Task.sleep(for: .microseconds(round * 2)) }
      call.dispose()
    }
    let areOver = await eventually { ends.value == 600 && client.openCalls == 0 }
    #expect(areOver)
    #expect(ends.value == 600)
  }

  @Test("A client nobody holds goes away with its last call")
  func release() async throws {
    let server = try LoopbackServer { _ in .json("1") }
    weak var weakClient: HTTPClient?
    let answer: Atomic<CellValue?> = Atomic(nil)
    do {
      let client = HTTPClient(.everything, clock: QueueScheduler())
      weakClient = client
      server.hold()
      client.request("GET", server.url("/")).start { if case .value(let value) = $0 { answer.value = value } }
    }
    let hasArrived = await eventually { server.requests.count == 1 }
    #expect(hasArrived && weakClient != nil)
    server.release()
    let isGone = await eventually { weakClient == nil && server.openConnections == 0 }
    #expect(isGone)
    #expect(answer.value == 1)
  }
}
