#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The proxies that the environment names, read as other programs read it.
///
/// Naming one is not permitting it: whoever runs a proxy sees the requests that go through it, so it must be among the
/// hosts that may be reached.
package struct ProxySettings: Sendable {
  struct Proxy: Equatable {
    let url: String
    let endpoint: Endpoint
  }

  /// By scheme.
  private let texts: [String: String]
  /// The hosts that are reached without one, with commas between them.
  let exceptions: String

  package static var environment: ProxySettings { ProxySettings { name in getenv(name).map { String(cString: $0) } } }

  init(_ variable: (String) -> String?) {
    func value(_ names: String...) -> String? { names.lazy.compactMap(variable).first { !$0.isEmpty } }
    var texts: [String: String] = [:]
    // In capitals it may be a header of a request that a server passed on to a program.
    texts["http"] = value("http_proxy", "all_proxy", "ALL_PROXY")
    texts["https"] = value("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
    self.texts = texts
    exceptions = value("no_proxy", "NO_PROXY") ?? ""
  }

  /// The proxy for what has an endpoint; `nil` where there is none, and where what is written there is none.
  func proxy(for endpoint: Endpoint) -> Proxy? {
    guard let text = texts[endpoint.scheme] else { return nil }
    let url = text.contains("://") ? text : "http://" + text
    guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(), let host = parts.host,
      ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme)
    else { return nil }
    let written = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
    // As other programs have it: a proxy without a port is at 1080, one of HTTPS at 443.
    let port = parts.port ?? (scheme == "https" ? 443 : 1080)
    guard let plain = URL(string: "http://\(written):\(port)"), let proxy = Endpoint(plain) else { return nil }
    let user = parts.percentEncodedUser.map { name in
      name + (parts.percentEncodedPassword.map { ":" + $0 } ?? "") + "@"
    }
    return Proxy(url: "\(scheme)://\(user ?? "")\(proxy.written):\(port)", endpoint: proxy)
  }
}
