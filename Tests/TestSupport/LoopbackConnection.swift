import Foundation

/// One connection to a server: what was read and not yet served, what is to be written.
final class LoopbackConnection {
  let socket: Int32
  /// Whether a request was taken whose answer has not been written whole.
  var isBusy = false
  private(set) var isOver = false
  private var input: [UInt8] = []
  private var output: ArraySlice<UInt8> = []
  private var refill: [UInt8]?
  private var closesAfter = false

  init(_ socket: Int32) { self.socket = socket }

  var hasOutput: Bool { !output.isEmpty }

  /// Whether there is more to come without an end.
  var isEndless: Bool { refill?.isEmpty == false }

  /// Reads what has arrived; the connection is over when the client has closed it.
  func read() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while !isOver {
      let count = Foundation.read(socket, &bytes, bytes.count)
      if count > 0 {
        input += bytes[..<count]
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        isOver = true
      } else {
        return
      }
    }
  }

  /// Takes a request off the input when it has arrived whole.
  func takeRequest() -> LoopbackRequest? {
    // What does not begin with a method is not HTTP; a client that wants TLS learns so at once.
    if let first = input.first, !(0x41...0x5A).contains(first) { isOver = true }
    let end: [UInt8] = [13, 10, 13, 10]
    guard
      let head = input.indices.dropLast(3).first(where: { input[$0] == 13 && input[$0..<$0 + 4].elementsEqual(end) })
    else { return nil }
    let lines = String(decoding: input[..<head], as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    let headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      return (name: parts[0], value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
    }
    let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
    guard words.count == 3, length >= 0 else {
      isOver = true
      return nil
    }
    guard input.count >= head + 4 + length else { return nil }
    let body = String(decoding: input[(head + 4)..<(head + 4 + length)], as: UTF8.self)
    input.removeFirst(head + 4 + length)
    return LoopbackRequest(method: words[0], path: words[1], headers: headers, body: body)
  }

  /// Puts an answer where it will be written from.
  func begin(_ answer: LoopbackAnswer) {
    switch answer {
    case .whole(let status, let headers, let body):
      var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(body.count)\r\n"
      for (name, value) in headers { head += "\(name): \(value)\r\n" }
      output = (Array(head.utf8) + [13, 10] + body)[...]
    case .raw(let bytes):
      output = bytes[...]
      closesAfter = true
      if bytes.isEmpty { isOver = true }
    case .endless(let head, let bytes):
      output = Array(head.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n").utf8)[...]
      refill = bytes
    case .never: break
    }
  }

  /// Goes on with what has no end.
  func sendMore() {
    guard let refill, output.isEmpty else { return }
    output = refill[...]
    send()
  }

  /// Writes as much as the system takes.
  func send() {
    while !isOver {
      guard !output.isEmpty else { return }
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = output.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else {
        if errno != EAGAIN && errno != EINTR { isOver = true }
        return
      }
      output.removeFirst(count)
      if output.isEmpty && refill == nil { finishAnswer() }
    }
  }

  private func finishAnswer() {
    isBusy = false
    if closesAfter { isOver = true }
  }
}
