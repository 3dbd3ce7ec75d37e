#if !canImport(Darwin)
  import Dispatch
  import ReactiveCore

  /// Requests through libcurl.
  final class CurlTransport: HTTPTransport {
    private let loop = Atomic<CurlLoop?>(nil)
    private let outcomes = DispatchQueue(label: "Sheaf.HTTP")
    private let connectionsPerHost: Int
    private let proxies: ProxySettings
    private let permission: NetworkPermission

    init(connectionsPerHost: Int, permission: NetworkPermission, proxies: ProxySettings) {
      self.connectionsPerHost = connectionsPerHost
      self.permission = permission
      self.proxies = proxies
    }

    var count: Int { loop.value?.count ?? 0 }

    func transfer(_ request: HTTPRequest, for exchange: HTTPExchange) -> any HTTPTransfer {
      let proxy = proxies.proxy(for: request.endpoint)
      let isPermitted = proxy.map { permission.allows($0.endpoint) } ?? false
      let route = CurlTransfer.Route(
        proxy: isPermitted ? proxy?.url : nil, exceptions: proxies.exceptions,
        unusedProxy: isPermitted ? nil : proxy?.endpoint.name)
      return CurlTransfer(request, by: route, for: exchange, on: opened)
    }

    func tell(_ outcome: @escaping @Sendable () -> Void) { outcomes.async(execute: outcome) }

    func end() { loop.value?.end() }

    /// The loop, begun by the first request; `nil` where there is no library.
    private var opened: CurlLoop? {
      guard let library = CurlLibrary.loaded else { return nil }
      return loop.modify { loop in
        if let loop { return loop }
        let made = CurlLoop(library, connectionsPerHost: connectionsPerHost)
        loop = made
        return made
      }
    }
  }
#endif
