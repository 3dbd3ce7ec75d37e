import CellModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Which hosts the services of a sheet may reach.
///
/// A sheet is a text that somebody may have got from anywhere, so it reaches nothing unless the program that runs it
/// has said so. A redirect is held to the same permission as the request that led to it.
public struct NetworkPermission: Sendable, Hashable {
  private enum Entry: Hashable {
    case everything
    case host(String)
    case endpoint(String, port: Int)
  }

  private let entries: Set<Entry>

  /// Nothing may be reached.
  public static let none = NetworkPermission([])

  /// Every host may be reached.
  public static let everything = NetworkPermission([.everything])

  private init(_ entries: Set<Entry>) { self.entries = entries }

  /// Permits the hosts of a list.
  ///
  /// - Parameter hosts: Each `HOST`, which stands for all its ports, or `HOST:PORT`, or `*` for every host. An address of
  ///   version 6 stands in brackets. A host does not stand for those below it.
  public init(hosts: [String]) throws(InvalidHost) {
    var entries: Set<Entry> = []
    for host in hosts { entries.insert(try Self.entry(host)) }
    self.init(entries)
  }

  /// Whether a URL may be requested: it is of a permitted host, and its scheme is `http` or `https`.
  public func allows(_ url: URL) -> Bool {
    Endpoint(url).map { allows($0) } ?? false
  }

  func allows(_ endpoint: Endpoint) -> Bool {
    entries.contains(.everything) || entries.contains(.host(endpoint.host))
      || entries.contains(.endpoint(endpoint.host, port: endpoint.port))
  }

  /// A text that was to name a host and does not.
  public struct InvalidHost: Error, CustomStringConvertible {
    public let text: String
    public var description: String { "\(text) is not a host; write one as api.github.com or localhost:8080" }
  }

  /// Reads an entry as the host of a URL is read, so that both are spelled alike.
  private static func entry(_ text: String) throws(InvalidHost) -> Entry {
    if text == "*" { return .everything }
    let parts = InternationalHost.ascii(in: "http://\(text)").flatMap { URLComponents(string: $0) }
    guard !text.isEmpty, text.unicodeScalars.allSatisfy({ !"/?#@%*\\".unicodeScalars.contains($0) && $0.value > 0x20 }),
      let url = parts?.url, let endpoint = Endpoint(url), parts?.path == ""
    else { throw InvalidHost(text: text) }
    guard let port = parts?.port else {
      if text.hasSuffix(":") { throw InvalidHost(text: text) }
      return .host(endpoint.host)
    }
    return .endpoint(endpoint.host, port: port)
  }
}

/// What a URL connects to.
struct Endpoint: Hashable {
  let scheme: String
  /// In lower case; an address of version 6 without its brackets.
  let host: String
  let port: Int

  /// The endpoint of a URL with a host and the scheme `http` or `https`.
  init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let given = url.host(percentEncoded: false), let host = InternationalHost.ascii(host: given)?.lowercased(),
      (1...65535).contains(url.port ?? 80)
    else { return nil }
    self.scheme = scheme
    let bare = host.hasPrefix("[") ? host.dropFirst().dropLast() : Substring(host)
    self.host = String(bare.hasSuffix(".") ? bare.dropLast() : bare)
    guard Self.isHost(self.host) else { return nil }
    port = url.port ?? (scheme == "http" ? 80 : 443)
  }

  /// Whether a text is a name or an address, with nothing in it that another reader of URLs may take for something else.
  private static func isHost(_ text: String) -> Bool {
    let isAddress = text.contains(":")
    return !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case Ascii.zero...Ascii.nine, Ascii.dot: true
        case UInt8(ascii: "a")...UInt8(ascii: "f"): true
        case Ascii.colon: isAddress
        case UInt8(ascii: "g")...UInt8(ascii: "z"), Ascii.minus, UInt8(ascii: "_"): !isAddress
        default: false
        }
      }
  }

  /// The host as a URL has it.
  var written: String { host.contains(":") ? "[\(host)]" : host }

  /// The host, and the port where the scheme does not imply it.
  var name: String {
    port == (scheme == "http" ? 80 : 443) ? written : "\(written):\(port)"
  }
}
