#if !canImport(Darwin)
  import LibCurl

  /// One request in the hands of libcurl.
  ///
  /// ``resume()`` and ``cancel()`` may be called from anywhere, all else by the thread of the loop.
  final class CurlTransfer: HTTPTransfer, @unchecked Sendable {
    /// The way to the server.
    struct Route {
      /// The URL of the proxy to go through.
      var proxy: String?
      /// The hosts that are reached without it.
      var exceptions: String
      /// A proxy that the environment names and that is not permitted.
      var unusedProxy: String?
    }

    private let request: HTTPRequest
    private let route: Route
    private let exchange: HTTPExchange
    private let loop: CurlLoop?
    /// What the library calls it while it is under way.
    private(set) var handle: OpaquePointer?
    private var lines: UnsafeMutablePointer<curl_slist>?
    private var errorText: UnsafeMutablePointer<CChar>?
    private var reader = HTTPHeadReader()
    private var failure: TransferFailure?

    init(_ request: HTTPRequest, by route: Route, for exchange: HTTPExchange, on loop: CurlLoop?) {
      self.request = request
      self.route = route
      self.exchange = exchange
      self.loop = loop
    }

    func resume() {
      if let loop { loop.add(self) } else { exchange.complete(self, .unavailable(CurlLibrary.absence)) }
    }

    func cancel() { loop?.remove(self) }

    // MARK: Options

    /// Makes a handle that says all there is to say about the request.
    func open(_ library: CurlLibrary) -> OpaquePointer? {
      let functions = library.functions
      guard let handle = functions.pointee.easy_init() else { return nil }
      self.handle = handle
      func set(_ option: Int, _ value: Int) { _ = LibCurlSetLong(functions, handle, Int32(option), value) }
      func set(_ option: Int, _ text: String) { _ = LibCurlSetText(functions, handle, Int32(option), text) }
      set(LIBCURLOPT_NOSIGNAL, 1)
      set(LIBCURLOPT_NOPROGRESS, 1)
      set(LIBCURLOPT_PROTOCOLS, LIBCURL_PROTOCOLS)
      set(LIBCURLOPT_FOLLOWLOCATION, 0)
      set(LIBCURLOPT_DISALLOW_USERNAME_IN_URL, 1)
      set(LIBCURLOPT_NETRC, 0)
      set(LIBCURLOPT_HTTP_VERSION, LIBCURL_HTTP_VERSION_1_1)
      set(LIBCURLOPT_HTTP09_ALLOWED, 0)
      set(LIBCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      set(LIBCURLOPT_HEADEROPT, LIBCURL_HEADER_SEPARATE)
      // A name that is being looked up when a request ends is nobody's business any more.
      set(LIBCURLOPT_QUICK_EXIT, 1)
      // The client's own timeout is the one that counts.
      set(LIBCURLOPT_CONNECTTIMEOUT_MS, 604_800_000)
      set(LIBCURLOPT_ACCEPT_ENCODING, "gzip, deflate")
      // Without these, libcurl would take them from the environment.
      set(LIBCURLOPT_PROXY, route.proxy ?? "")
      set(LIBCURLOPT_NOPROXY, route.exceptions)
      set(LIBCURLOPT_URL, request.address)
      setMethod(set, set, functions, handle)
      setHeaders(functions, handle)
      setCallbacks(functions, handle)
      return handle
    }

    private func setMethod(
      _ setNumber: (Int, Int) -> Void, _ setText: (Int, String) -> Void,
      _ functions: UnsafeMutablePointer<CurlFunctions>, _ handle: OpaquePointer
    ) {
      if request.method == "HEAD" { return setNumber(LIBCURLOPT_NOBODY, 1) }
      let body = request.body ?? (["POST", "PUT", "PATCH"].contains(request.method) ? [] : nil)
      if let body {
        setNumber(LIBCURLOPT_POST, 1)
        _ = LibCurlSetSize(functions, handle, Int32(LIBCURLOPT_POSTFIELDSIZE_LARGE), Int64(body.count))
        (body + [0]).withUnsafeBufferPointer { bytes in
          bytes.withMemoryRebound(to: CChar.self) { text in
            _ = LibCurlSetText(functions, handle, Int32(LIBCURLOPT_COPYPOSTFIELDS), text.baseAddress)
          }
        }
      }
      if request.method != "GET" { setText(LIBCURLOPT_CUSTOMREQUEST, request.method) }
    }

    private func setHeaders(_ functions: UnsafeMutablePointer<CurlFunctions>, _ handle: OpaquePointer) {
      // A line that ends with a colon takes away what the library would send; one with nothing in it has a semicolon.
      var texts = request.headers.map { name, value in value.isEmpty ? "\(name);" : "\(name): \(value)" }
      texts.append("Expect:")
      if !request.headers.contains(where: { $0.name.lowercased() == "content-type" }) { texts.append("Content-Type:") }
      for text in texts { lines = functions.pointee.slist_append(lines, text) ?? lines }
      _ = LibCurlSetList(functions, handle, Int32(LIBCURLOPT_HTTPHEADER), lines)
    }

    private func setCallbacks(_ functions: UnsafeMutablePointer<CurlFunctions>, _ handle: OpaquePointer) {
      // Not held by the library: the loop holds the transfer until the handle is closed.
      let me = Unmanaged.passUnretained(self).toOpaque()
      _ = LibCurlSetPointer(functions, handle, Int32(LIBCURLOPT_HEADERDATA), me)
      _ = LibCurlSetPointer(functions, handle, Int32(LIBCURLOPT_WRITEDATA), me)
      _ = LibCurlSetCallback(functions, handle, Int32(LIBCURLOPT_HEADERFUNCTION)) { bytes, size, count, user in
        CurlTransfer.call(bytes, size * count, user) { $0.takeLine($1) }
      }
      _ = LibCurlSetCallback(functions, handle, Int32(LIBCURLOPT_WRITEFUNCTION)) { bytes, size, count, user in
        CurlTransfer.call(bytes, size * count, user) { $0.exchange.take($1, of: $0) }
      }
      let text = UnsafeMutablePointer<CChar>.allocate(capacity: LIBCURL_ERROR_SIZE)
      text.initialize(repeating: 0, count: LIBCURL_ERROR_SIZE)
      errorText = text
      _ = LibCurlSetPointer(functions, handle, Int32(LIBCURLOPT_ERRORBUFFER), text)
    }

    /// Hands bytes on; gives how many were taken, which is another number than came when no more are wanted.
    private static func call(
      _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ user: UnsafeMutableRawPointer?,
      _ take: (CurlTransfer, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
      guard let user else { return count }
      let transfer = Unmanaged<CurlTransfer>.fromOpaque(user).takeUnretainedValue()
      // Of no bytes none cannot be told from all.
      return take(transfer, UnsafeRawBufferPointer(start: bytes, count: count)) ? count : count == 0 ? 1 : 0
    }

    // MARK: What arrives

    private func takeLine(_ line: UnsafeRawBufferPointer) -> Bool {
      switch reader.take(line) {
      case .more: return true
      case .head(let head): return exchange.take(head, of: self)
      case .failed(let failure):
        self.failure = failure
        return false
      }
    }

    /// Tells how it went.
    func complete(_ code: Int32) {
      exchange.complete(self, failure ?? TransferFailure(code, errorText.map { String(cString: $0) } ?? "", route))
    }

    func close(_ library: CurlLibrary) {
      library.functions.pointee.easy_cleanup(handle)
      library.functions.pointee.slist_free_all(lines)
      errorText?.deallocate()
      (handle, lines, errorText) = (nil, nil, nil)
    }
  }

  extension TransferFailure {
    /// What a code of libcurl means; `nil` for a transfer that went well.
    fileprivate init?(_ code: Int32, _ text: String, _ route: CurlTransfer.Route) {
      switch Int(code) {
      case 0: return nil
      case LIBCURLE_COULDNT_RESOLVE_HOST: self = .noHost(unusedProxy: route.unusedProxy)
      case LIBCURLE_COULDNT_CONNECT: self = .cannotConnect(unusedProxy: route.unusedProxy)
      case LIBCURLE_COULDNT_RESOLVE_PROXY, LIBCURLE_PROXY: self = .noProxy
      case LIBCURLE_OPERATION_TIMEDOUT: self = .timedOut
      case LIBCURLE_UNSUPPORTED_PROTOCOL, LIBCURLE_URL_MALFORMAT, LIBCURLE_WEIRD_SERVER_REPLY: self = .notHTTP
      case LIBCURLE_BAD_CONTENT_ENCODING: self = .unreadableEncoding
      case LIBCURLE_SSL_CONNECT_ERROR, LIBCURLE_SSL_ENGINE_NOTFOUND, LIBCURLE_SSL_ENGINE_SETFAILED,
        LIBCURLE_SSL_CERTPROBLEM, LIBCURLE_SSL_CIPHER, LIBCURLE_PEER_FAILED_VERIFICATION, LIBCURLE_USE_SSL_FAILED,
        LIBCURLE_SSL_ENGINE_INITFAILED, LIBCURLE_SSL_CACERT_BADFILE, LIBCURLE_SSL_CRL_BADFILE,
        LIBCURLE_SSL_ISSUER_ERROR, LIBCURLE_SSL_PINNEDPUBKEYNOTMATCH, LIBCURLE_SSL_INVALIDCERTSTATUS,
        LIBCURLE_SSL_CLIENTCERT:
        let words = text.split(separator: "certificate problem: ", maxSplits: 1)
        self = .notSecure(words.count == 2 ? words[1].singleLine : "")
      default: self = .broken
      }
    }
  }
#endif
