import Foundation

/// The sockets of a server on the loopback interface.
enum LoopbackSocket {
  struct Failure: Error {
    let step: String
    let code: Int32
  }

  /// A socket that listens on a free port of 127.0.0.1, and the port.
  static func listen() throws -> (socket: Int32, port: Int) {
    let (listener, port) = try bound()
    #if canImport(Glibc)
      try check(Glibc.listen(listener, 4096), "listen")
    #else
      try check(Darwin.listen(listener, 4096), "listen")
    #endif
    setNonBlocking(listener)
    return (listener, port)
  }

  /// A socket that has a free port of 127.0.0.1 for itself, and the port.
  static func bound() throws -> (socket: Int32, port: Int) {
    #if canImport(Glibc)
      let holder = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let holder = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    try check(holder, "socket")
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        try check(bind(holder, generic, length), "bind")
        try check(getsockname(holder, generic, &length), "getsockname")
      }
    }
    return (holder, Int(UInt16(bigEndian: address.sin_port)))
  }

  static func setNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL, 0) | O_NONBLOCK)
  }

  private static func check(_ result: Int32, _ step: String) throws {
    if result < 0 { throw Failure(step: step, code: errno) }
  }
}

/// A port at which nobody listens, and which no other test gets as long as this is held.
package final class SilentPort: Sendable {
  private let holder: Int32
  private let port: Int

  package init() throws { (holder, port) = try LoopbackSocket.bound() }

  deinit { close(holder) }

  /// The host and the port, as in a URL.
  package var authority: String { "127.0.0.1:\(port)" }
}
