import LiveSheets

/// The words for what goes wrong between a request and its answer.
extension ServiceError {
  /// - Parameter advice: What the host program says about permitting it.
  static func noPermission(to endpoint: Endpoint, _ advice: String?) -> ServiceError {
    ServiceError("no permission to reach \(endpoint.name)" + (advice.map { "; \($0)" } ?? ""))
  }

  static func unreadable(url: String) -> ServiceError {
    ServiceError(url.isEmpty ? "the URL is empty" : "\(url.singleLine) is not a URL")
  }

  static func tooLarge(_ limit: Int) -> ServiceError {
    let size = limit >= 1 << 20 && limit % (1 << 20) == 0 ? "\(limit >> 20) MB" : "\(limit) bytes"
    return ServiceError("the answer is larger than \(size)")
  }

  static func noAnswer(from endpoint: Endpoint, within seconds: Double) -> ServiceError {
    let written = seconds == seconds.rounded() && seconds < 1e9 ? String(Int(seconds)) : String(seconds)
    return ServiceError("no answer from \(endpoint.name) within \(written) \(seconds == 1 ? "second" : "seconds")")
  }

  /// Why there is no whole answer.
  ///
  /// - Parameter hasBegun: Whether the head of the answer has arrived.
  init(_ failure: TransferFailure, at endpoint: Endpoint, hasBegun: Bool, _ advice: HTTPClient.Advice) {
    let name = endpoint.name
    let words =
      switch failure {
      case .noHost(let proxy): "there is no host \(endpoint.host)" + Self.unused(proxy, advice)
      case .noProxy: "the proxy for \(name) cannot be reached"
      case .cannotConnect(let proxy): "cannot connect to \(name)" + Self.unused(proxy, advice)
      case .noConnection: "there is no network connection"
      case .timedOut: "no answer from \(name)"
      case .notHTTP: "\(name) does not answer in HTTP"
      case .headTooLarge: "the head of the answer is larger than \(HTTPHeadReader.byteLimit >> 10) kB"
      case .unreadableEncoding: "the answer of \(name) is compressed in a way that cannot be read"
      case .notSecure(let reason): "no secure connection to \(name)" + (reason.isEmpty ? "" : ": \(reason)")
      case .broken where hasBegun: "the connection to \(name) ended before the answer was complete"
      case .broken where endpoint.scheme == "https": "no secure connection to \(name)"
      case .broken: "the connection to \(name) ended without an answer"
      case .unavailable(let reason): reason
      }
    self.init(words)
  }

  private static func unused(_ proxy: String?, _ advice: HTTPClient.Advice) -> String {
    guard let proxy else { return "" }
    return "; the proxy \(proxy) is not used without permission" + (advice(proxy).map { ", \($0)" } ?? "")
  }
}

extension StringProtocol {
  /// The text in one line of at most 200 characters, without control characters.
  var singleLine: String {
    let words = split { $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    let line = words.joined(separator: " ")
    return line.count > 200 ? line.prefix(199) + "…" : line
  }
}

/// The words of status codes.
enum StatusWords {
  static let words: [Int: String] = [
    300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
    402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed", 406: "Not Acceptable",
    407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
    421: "Misdirected Request", 422: "Unprocessable Content", 423: "Locked", 424: "Failed Dependency",
    425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 451: "Unavailable For Legal Reasons", 500: "Internal Server Error",
    501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage", 508: "Loop Detected",
    511: "Network Authentication Required",
  ]
}
