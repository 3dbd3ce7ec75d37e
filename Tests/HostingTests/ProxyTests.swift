import CellModel
import LiveSheets
import ReactiveCore
import TestSupport
import Testing

@testable import Hosting

@Suite("Proxies")
struct ProxyTests {
  private func settings(_ variables: [String: String]) -> ProxySettings { ProxySettings { variables[$0] } }

  private func endpoint(_ scheme: String) -> Endpoint? {
    (try? HTTPRequest("GET", "\(scheme)://server.example/", headers: [], body: nil))?.endpoint
  }

  @Test("The environment's proxies are read as other programs read them")
  func environment() throws {
    let rows: [([String: String], String, String?)] = [
      ([:], "http", nil), (["http_proxy": "p:3128"], "http", "http://p:3128"), (["http_proxy": "p:3128"], "https", nil),
      (["HTTP_PROXY": "p:3128"], "http", nil), (["HTTPS_PROXY": "http://p:1"], "https", "http://p:1"),
      (["ALL_PROXY": "socks5h://p"], "http", "socks5h://p:1080"),
      (["http_proxy": "http://u:s@p:1"], "http", "http://u:s@p:1"),
      (["http_proxy": "https://p"], "http", "https://p:443"), (["http_proxy": "ftp://p"], "http", nil),
      (["http_proxy": "http://[::1]:8"], "http", "http://[::1]:8"), (["http_proxy": "a b"], "http", nil),
    ]
    for (variables, scheme, expected) in rows {
      let found = try settings(variables).proxy(for: #require(endpoint(scheme)))
      #expect(found?.url == expected, "\(variables)")
    }
    #expect(settings(["no_proxy": "a.example,.b"]).exceptions == "a.example,.b")
  }

  #if !canImport(Darwin)
    @Test("A proxy is used only where it may be reached, and else the reason names it")
    func permission() async throws {
      let proxy = try LoopbackServer { .json("\"by proxy \($0.path)\"") }
      let variables = settings(["http_proxy": proxy.url("")])
      func outcome(_ url: String, allowing hosts: [String]) async throws -> Result<CellValue, ServiceError> {
        let client = HTTPClient(
          try NetworkPermission(hosts: hosts), timeout: 30, clock: QueueScheduler(), proxies: variables
        ) { "allow \($0)" }
        return await client.request("GET", url).outcome
      }
      let url = "http://nowhere.invalid/x"
      #expect(
        try await outcome(url, allowing: ["nowhere.invalid", proxy.authority])
          == .success(.text("by proxy http://nowhere.invalid/x")))
      #expect(try await outcome(url, allowing: ["*"]) == .success(.text("by proxy http://nowhere.invalid/x")))
      let count = proxy.requests.count
      let words =
        "there is no host nowhere.invalid; the proxy \(proxy.authority) is not used without permission, allow \(proxy.authority)"
      #expect(try await outcome(url, allowing: ["nowhere.invalid"]) == .failure(ServiceError(words)))
      #expect(proxy.requests.count == count)
    }
  #endif
}
