import CellModel
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("Hostile server", .ownExecutor, .timeLimit(.minutes(2)))
struct HostileServerTests {
  private static func client(of server: LoopbackServer, timeout: Double = 0.5) throws -> HTTPClient {
    HTTPClient(
      try NetworkPermission(hosts: ["127.0.0.1"]), timeout: timeout, sizeLimit: HostileAnswer.limit,
      clock: QueueScheduler())
  }

  /// The outcome of a request, or that there was none in a generous time.
  private static func outcome(of url: String, _ client: HTTPClient) async -> Result<CellValue, ServiceError> {
    await client.request("GET", url).timeout(after: 30, raising: "hangs", on: QueueScheduler()).outcome
  }

  @Test("Whatever a server does, there is a value or a reason in time, and no harm")
  func behaviours() async throws {
    let rows = HostileAnswer.all
    #expect(rows.count >= 79)
    let server = try LoopbackServer { request in
      Int(request.path.dropFirst().prefix { $0 != "?" }).map { rows[$0].answer } ?? .json("1", status: 404)
    }
    // All at once: those that are silent wait for their timeout together.
    let patient = try Self.client(of: server, timeout: 60)
    let hasty = try Self.client(of: server)
    let outcomes = await withTaskGroup(of: (Int, Result<CellValue, ServiceError>).self) { group in
      for (index, row) in rows.enumerated() {
        var client = patient
        if case .timeout = row.outcome { client = hasty }
        let chosen = client
        group.addTask { (index, await Self.outcome(of: server.url("/\(index)"), chosen)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (index, row) in rows.enumerated() {
      let outcome = outcomes[index] ?? .failure("hangs")
      check(row, outcome, server)
    }
    #expect(await eventually { patient.openCalls == 0 && hasty.openCalls == 0 && server.openConnections <= 64 })
  }

  private func check(
    _ row: HostileAnswer, _ outcome: Result<CellValue, ServiceError>, _ server: LoopbackServer
  ) {
    #expect(outcome != .failure("hangs"), "\(row.name)")
    switch row.outcome {
    case .value(let text):
      let written = (try? outcome.get()).map { value in
        if case .text(let text) = value { text } else { value.standInText }
      }
      #expect(written == text, "\(row.name): \(outcome)")
    case .reason(let reason):
      #expect(outcome == .failure(ServiceError(reason.replacing("HOST", with: server.authority))), "\(row.name)")
    case .someReason: #expect((try? outcome.get()) == nil, "\(row.name): \(outcome)")
    case .anything: break
    case .timeout:
      #expect(outcome == .failure(ServiceError("no answer from \(server.authority) within 0.5 seconds")), "\(row.name)")
    }
  }

  @Test("A server that closes after any byte of its answer gives a reason, and a value only with the last")
  func closes() async throws {
    let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: application/json\r\n\r\n[1,2]".utf8)
    let server = try LoopbackServer { request in
      .raw(Array(whole.prefix(Int(request.path.dropFirst()) ?? 0)))
    }
    let client = try Self.client(of: server, timeout: 60)
    let outcomes = await withTaskGroup(of: (Int, Result<CellValue, ServiceError>).self) { group in
      for count in 0...whole.count {
        group.addTask { (count, await Self.outcome(of: server.url("/\(count)"), client)) }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (count, outcome) in outcomes where count < whole.count {
      #expect((try? outcome.get()) == nil && outcome != .failure("hangs"), "\(count) bytes: \(outcome)")
    }
    #expect(outcomes[whole.count] == .success(.array(CellArray(column: [1, 2]))))
  }
}
