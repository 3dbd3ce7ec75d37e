import CellModel
import LiveSheets

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request that can be sent.
struct HTTPRequest {
  let url: URL
  let endpoint: Endpoint
  private(set) var method: String
  private(set) var headers: [(name: String, value: String)]
  private(set) var body: [UInt8]?

  private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  /// What the connection needs is not for a sheet to set.
  private static let reservedHeaders: Set = ["connection", "content-length", "host", "transfer-encoding", "upgrade"]

  init(_ method: String, _ url: String, headers: [(String, String)], body: CellValue?) throws(ServiceError) {
    let method = method.uppercased()
    guard Self.methods.contains(method) else { throw ServiceError("there is no HTTP method \(method.singleLine)") }
    (self.url, endpoint) = try Self.read(url)
    self.method = method
    self.headers = []
    for (name, value) in headers {
      guard Self.isName(name), !Self.reservedHeaders.contains(name.lowercased()), Self.isValue(value) else {
        throw ServiceError("the header \(name.singleLine) cannot be sent")
      }
      self.headers.append((name, value))
    }
    if let body, !(body.isBlank && method == "GET") { try set(body) }
    add("Accept", "application/json, text/plain;q=0.9, */*;q=0.8")
    add("User-Agent", "Sheaf")
  }

  /// Fails when a permission does not cover the request.
  func check(_ permission: NetworkPermission, _ advice: HTTPClient.Advice) throws(ServiceError) {
    if !permission.allows(url) { throw .noPermission(to: endpoint, advice(endpoint.name)) }
  }

  /// Whether an answer of a status says where else to ask.
  static func isRedirect(_ status: Int) -> Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The request that a redirect asks for instead of this one, as browsers make it.
  func redirected(to location: String, status: Int) throws(ServiceError) -> HTTPRequest {
    guard let plain = InternationalHost.ascii(in: location),
      let target = URL(string: plain, relativeTo: url)?.absoluteURL
    else { throw .unreadable(url: location) }
    var next = try HTTPRequest(from: self, to: target)
    if status == 303 && method != "HEAD" || (status == 301 || status == 302) && method == "POST" {
      next.method = "GET"
      next.body = nil
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if next.endpoint != endpoint {
      // What was meant for one server must not go to another.
      next.headers.removeAll { ["authorization", "cookie", "proxy-authorization"].contains($0.name.lowercased()) }
    }
    return next
  }

  private init(from request: HTTPRequest, to target: URL) throws(ServiceError) {
    (url, endpoint) = try Self.read(target.absoluteString)
    (method, headers, body) = (request.method, request.headers, request.body)
  }

  /// The URL in a form that all who read URLs read alike, so that what was permitted is what is connected to.
  var address: String {
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    return "\(endpoint.scheme)://\(endpoint.written):\(endpoint.port)\(path.isEmpty ? "/" : path)\(query)"
  }

  // MARK: Parts

  private static func read(_ text: String) throws(ServiceError) -> (URL, Endpoint) {
    guard let ascii = InternationalHost.ascii(in: text), let url = URL(string: ascii),
      let scheme = url.scheme?.lowercased()
    else { throw .unreadable(url: text) }
    guard scheme == "http" || scheme == "https" else {
      throw ServiceError("only http and https can be requested, not \(text.singleLine)")
    }
    guard let endpoint = Endpoint(url) else { throw .unreadable(url: text) }
    // In `http://one.example@two.example` the first looks like the host and is not.
    guard url.user == nil, url.password == nil else {
      throw ServiceError("a URL with a user name cannot be requested; send an Authorization header")
    }
    return (url, endpoint)
  }

  private mutating func add(_ name: String, _ value: String) {
    if !headers.contains(where: { $0.name.lowercased() == name.lowercased() }) { headers.append((name, value)) }
  }

  private mutating func set(_ body: CellValue) throws(ServiceError) {
    guard method != "GET" && method != "HEAD" else { throw ServiceError("a \(method) request has no body") }
    let type = headers.first { $0.name.lowercased() == "content-type" }.map { ContentType($0.value) }
    if let type, !type.isJSON, case .text(let text) = body {
      self.body = Array(text.utf8)
    } else {
      self.body = Array(try JSONValue(body: body).compactText.utf8)
      add("Content-Type", "application/json")
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }

  private static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }
}
