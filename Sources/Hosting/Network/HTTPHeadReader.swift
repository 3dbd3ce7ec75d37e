import CellModel

/// Reads the head of an answer line by line, as it arrives.
///
/// A server may send heads of any size, and as many as it likes before the one that counts. What is read here has bounds,
/// and so has what is taken for an encoding: of those that need much memory none is accepted.
struct HTTPHeadReader {
  enum Step: Equatable {
    case more
    /// The head that counts is complete.
    case head(HTTPHead)
    case failed(TransferFailure)
  }

  static let byteLimit = 256 << 10
  static let lineLimit = 2000

  private var byteCount = 0
  private var lineCount = 0
  private var head: HTTPHead?
  private var isOver = false
  private var isCompressed = false

  /// Takes a line with its end; after the head those are of a trailer.
  mutating func take(_ line: UnsafeRawBufferPointer) -> Step {
    byteCount += line.count
    lineCount += 1
    guard byteCount <= Self.byteLimit, lineCount <= Self.lineLimit else { return .failed(.headTooLarge) }
    if isOver { return .more }
    let text = Self.trimmed(line[...])
    if text.isEmpty { return end() }
    if text.starts(with: "HTTP/".utf8) {
      guard let status = Self.status(text) else { return .failed(.notHTTP) }
      head = HTTPHead(status: status)
      return .more
    }
    // A line that goes on with the one before could hide a field from others who read it.
    guard head != nil, let first = line.first, !Self.isBlank(first) else { return .failed(.notHTTP) }
    guard let colon = text.firstIndex(of: Ascii.colon) else { return .more }
    return field(Self.text(text[..<colon]).lowercased(), Self.text(Self.trimmed(text[text.index(after: colon)...])))
  }

  private mutating func end() -> Step {
    guard let head else { return .more }
    // The head of an answer that says that the answer will follow.
    if (100...199).contains(head.status), head.status != 101 {
      self.head = nil
      return .more
    }
    isOver = true
    return .head(head)
  }

  private mutating func field(_ name: String, _ value: String) -> Step {
    guard var read = head else { return .more }
    defer { head = read }
    // Of fields that come twice the first counts, of lengths the largest.
    switch name {
    case "content-type": read.type = read.type ?? value
    case "location": if !value.isEmpty { read.location = read.location ?? value }
    case "content-length":
      if !value.isEmpty, value.utf8.allSatisfy({ (Ascii.zero...Ascii.nine).contains($0) }) {
        read.length = max(read.length ?? 0, Int(value) ?? .max)
      }
    case "content-encoding":
      if ["", "identity"].contains(value.lowercased()) { break }
      // Twice would be a small answer that becomes a large one that becomes a larger one.
      guard !isCompressed, ["gzip", "x-gzip", "deflate"].contains(value.lowercased()) else {
        return .failed(.unreadableEncoding)
      }
      isCompressed = true
    case "transfer-encoding":
      if !["", "identity", "chunked"].contains(value.lowercased()) { return .failed(.unreadableEncoding) }
    default: break
    }
    return .more
  }

  // MARK: Bytes

  /// The number in `HTTP/1.1 200 OK`.
  private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
    let words = line.split(separator: Ascii.space, maxSplits: 2)
    guard words.count > 1, words[1].count == 3 else { return nil }
    return Int(text(words[1]))
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == Ascii.space || byte == Ascii.tab }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
    func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == Ascii.carriageReturn || byte == Ascii.lineFeed }
    var bytes = bytes
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    return bytes
  }

  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String { String(decoding: bytes, as: UTF8.self) }
}
