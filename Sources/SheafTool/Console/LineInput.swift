#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lines read one by one from a file descriptor, or from memory in a test.
package final class LineInput {
  /// Where the lines come from; `nil` for memory.
  package let descriptor: Int32?
  /// Waits until there is something to read; `false` when an interrupt came.
  var waitForMore: (() -> Bool)?
  private var buffer: [UInt8]
  private var position = 0
  private var isAtEnd: Bool
  /// Why no more can be read, in the words of the system, where that is not because there is no more.
  private var failure: String?

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    buffer = []
    isAtEnd = false
  }

  package init(_ text: String) {
    descriptor = nil
    buffer = Array(text.utf8)
    isAtEnd = true
  }

  /// Whether anything can be read at all; not so when whoever started the tool closed its input.
  var isReadable: Bool {
    guard let descriptor else { return true }
    return fcntl(descriptor, F_GETFL) & O_ACCMODE != O_WRONLY
  }

  /// - Throws: Why it came to an end, where that was not its end.
  func checkWasRead() throws(CallFailure) {
    if let failure { throw CallFailure("the standard input cannot be read: \(failure)") }
  }

  /// Whether a whole line is there already, so that asking for it waits for nobody.
  var hasBufferedLine: Bool { buffer[position...].contains(0x0A) }

  /// The next line without its line end, or `nil` when there is none or an interrupt came at the prompt.
  func nextLine() -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        var line = Array(buffer[position..<end])
        position = end + 1
        if line.last == 0x0D { line.removeLast() }
        return line
      }
      searched = buffer.count
      if isAtEnd {
        guard position < buffer.count else { return nil }
        let line = Array(buffer[position...])
        position = buffer.count
        return line
      }
      searched -= position
      if !readMore() { return nil }
    }
  }

  /// What can be read next, or `nil` at the end.
  func nextChunk() -> [UInt8]? {
    if position == buffer.count, !isAtEnd, !readMore() { return nil }
    guard position < buffer.count else { return nil }
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  /// Everything that is left, or `nil` when that is more than a limit.
  package func rest(atMost limit: Int) -> [UInt8]? {
    while !isAtEnd, buffer.count - position <= limit, readMore() {}
    guard buffer.count - position <= limit else { return nil }
    defer { position = buffer.count }
    return Array(buffer[position...])
  }

  /// Reads what is there, after dropping what has been given out; `false` when an interrupt came at the prompt.
  private func readMore() -> Bool {
    if position > 0 {
      buffer.removeFirst(position)
      position = 0
    }
    guard let descriptor else { return true }
    if let waitForMore, !waitForMore() { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        buffer.append(contentsOf: chunk[..<count])
        return true
      }
      if count < 0 && errno == EINTR {
        if Interruption.wasPromptInterrupted { return false }
        continue
      }
      if count < 0 { failure = SystemFailure.message(errno) }
      isAtEnd = true
      return true
    }
  }
}
