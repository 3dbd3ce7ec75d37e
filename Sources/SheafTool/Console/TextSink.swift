import Hosting

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Where text is written to: a file descriptor, or memory in a test.
///
/// Writes are gathered and reach the descriptor in large pieces, or when ``flush()`` is called. A reader that has gone
/// away closes the sink quietly; every other failure is kept in ``failure``, and what is written later is dropped.
package final class TextSink {
  /// Where the text goes; `nil` for memory.
  package let descriptor: Int32?
  private var buffer: [UInt8] = []
  /// Whether the reader has gone away.
  package private(set) var isClosed = false
  /// Called before something reaches the descriptor; what it writes by itself comes first.
  var willWrite: (() -> Void)?
  /// A sink whose text may go to the same place: what it was given before reaches the descriptor first.
  weak var companion: TextSink?
  /// What the system said when a write failed.
  package private(set) var failure: String?
  /// Whether the marks of our own words are written in ASCII, for a terminal that has nothing else.
  var marksAreASCII = false
  /// Whether what is written has no colours, whatever is asked for.
  var isPlain = false
  private let writing: Writing

  /// Writes bytes to a descriptor as `write` does.
  typealias Writing = (_ descriptor: Int32, UnsafeRawPointer, _ count: Int) -> Int

  package convenience init(descriptor: Int32) { self.init(descriptor: descriptor, writing: systemWrite) }

  init(descriptor: Int32, writing: @escaping Writing) {
    self.descriptor = descriptor
    self.writing = writing
  }

  /// Makes a sink that keeps everything; ``text`` gives it back.
  package init() {
    descriptor = nil
    writing = systemWrite
  }

  /// What a sink in memory has been given.
  package var text: String { String(decoding: buffer, as: UTF8.self) }

  var isUsable: Bool { !isClosed && failure == nil }

  package func write(_ text: String) {
    guard isUsable else { return }
    companion?.flush()
    buffer.append(contentsOf: (marksAreASCII ? AsciiMarks.spelled(text) : text).utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  package func write(_ bytes: [UInt8]) {
    guard isUsable else { return }
    companion?.flush()
    if bytes.count >= 1 << 16, descriptor != nil {
      flush()
      send(bytes)
      return
    }
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  package func line(_ text: String = "") {
    write(text)
    write("\n")
  }

  package func flush() {
    guard descriptor != nil, !buffer.isEmpty else { return }
    send(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func send(_ bytes: [UInt8]) {
    guard let descriptor, isUsable else { return }
    willWrite?()
    var position = 0
    while position < bytes.count {
      let written = bytes[position...].withUnsafeBytes { bytes in
        bytes.baseAddress.map { writing(descriptor, $0, bytes.count) } ?? 0
      }
      if written >= 0 {
        position += written
      } else if errno == EPIPE {
        isClosed = true
        break
      } else if errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, 1000)
      } else if errno != EINTR {
        failure = SystemFailure.message(errno)
        break
      }
    }
  }
}

/// What the operating system says about a failed call.
enum SystemFailure {
  static func message(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text).lowercased()
  }
}
