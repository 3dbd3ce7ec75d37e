import Foundation
import ReactiveFoundation
import Testing

@testable import ReactiveCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Foundation")
struct FoundationTests {
  private struct Celsius: ReactiveExtensionsProvider {
    static let zero = Celsius(degrees: 0)
    var degrees: Int
  }

  @Test("A type has a reactive side, and so have its values")
  func reactive() {
    #expect(Celsius(degrees: 21).reactive.base.degrees == 21)
    #expect(Celsius.reactive == Reactive<Celsius>.self)
  }

  @Test("Notifications of a name and an object are sent until the observation ends")
  func notifications() {
    let center = NotificationCenter()
    let (wanted, other) = (Notification.Name("wanted"), Notification.Name("other"))
    let poster = NSObject()
    var seen: [String] = []
    let disposables = CompositeDisposable()
    disposables += center.reactive.notifications(forName: wanted)
      .observe(.init(value: { seen.append("any \($0.name.rawValue)") }))
    disposables += center.reactive.notifications(forName: wanted, object: poster)
      .observe(.init(value: { seen.append("from \($0.name.rawValue)") }))
    disposables += center.reactive.notifications(forName: nil)
      .observe(.init(value: { seen.append("all \($0.name.rawValue)") }))
    func posted(_ name: Notification.Name, by object: NSObject?) -> Set<String> {
      seen = []
      center.post(name: name, object: object)
      return Set(seen)
    }
    #expect(posted(wanted, by: nil) == ["any wanted", "all wanted"])
    #expect(posted(wanted, by: poster) == ["any wanted", "from wanted", "all wanted"])
    #expect(posted(other, by: poster) == ["all other"])
    disposables.dispose()
    #expect(posted(wanted, by: poster) == [])
  }

  @Test("A request is made at each start; its answer is a value")
  func request() async throws {
    let server = try Server(answers: 2)
    let producer = URLSession.shared.reactive.data(with: URLRequest(url: server.url))
    for start in 1...2 {
      var count = 0
      for try await (data, response) in producer.values {
        count += 1
        #expect(String(decoding: data, as: UTF8.self) == "answer \(start)")
        #expect((response as? HTTPURLResponse)?.statusCode == 404)
      }
      #expect(count == 1)
    }
  }

  @Test("A request without an answer fails")
  func refused() async throws {
    let url = try Server(answers: 0).url
    await #expect(throws: URLError.self) {
      for try await _ in URLSession.shared.reactive.data(with: URLRequest(url: url)).values {}
    }
  }

  @Test("Disposing of a start cancels the request")
  func cancelledRequest() async throws {
    let server = try Server(answers: 1, isSilent: true)
    var events: [String] = []
    let disposable = URLSession.shared.reactive.data(with: URLRequest(url: server.url))
      .start(.init { events.append("\($0)") })
    #expect(server.sawRequest.wait(timeout: .now() + 10) == .success)
    disposable.dispose()
    #expect(server.sawHangUp.wait(timeout: .now() + 10) == .success)
    #expect(events == ["INTERRUPTED"])
  }
}

/// A server on the loopback interface that answers a number of requests, one after the other, and is gone.
private final class Server: Sendable {
  let url: URL
  let sawRequest = DispatchSemaphore(value: 0)
  let sawHangUp = DispatchSemaphore(value: 0)

  init(answers: Int, isSilent: Bool = false) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isReady = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isReady else { throw POSIXError(.EADDRNOTAVAIL) }
    url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")!
    guard answers > 0 else {
      close(listener)
      return
    }
    Thread.detachNewThread { [sawRequest, sawHangUp] in
      for number in 1...answers {
        let connection = accept(listener, nil, nil)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        _ = recv(connection, &buffer, buffer.count, 0)
        sawRequest.signal()
        if !isSilent {
          let body = "answer \(number)"
          let answer = "HTTP/1.1 404 Not Found\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n\(body)"
          _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        } else if recv(connection, &buffer, buffer.count, 0) <= 0 {
          sawHangUp.signal()
        }
        close(connection)
      }
      close(listener)
    }
  }
}
