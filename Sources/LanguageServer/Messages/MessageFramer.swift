/// Cuts the bytes that a client sends into messages, each behind a header with its length.
///
/// A client may send half a message, several at once, or nonsense. These rules hold:
///
/// - R1. Of well-formed input every message is given once, whatever pieces it comes in.
/// - R2. A header without a length is told once, and reading goes on at the next one that has it.
/// - R3. What is kept back is never more than one header and one message of the longest kind.
struct MessageFramer {
  /// What was cut off.
  enum Piece: Equatable {
    case message([UInt8])
    /// Bytes that are no message, with what is wrong.
    case broken(String)
  }

  /// No message may be longer; a client that says so is not waited for.
  static let longestMessage = 1 << 28
  private static let longestHeader = 1 << 12
  private static let lengthName = Array("content-length:".utf8)

  private var buffer: [UInt8] = []
  private var position = 0

  init() {}

  mutating func append(_ bytes: some Sequence<UInt8>) {
    if position > 0, position == buffer.count || position > 1 << 20 {
      buffer.removeFirst(position)
      position = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next message, or what stands in its place; `nil` until more bytes have come.
  ///
  /// - Complexity: O(*n*) over all calls, where *n* is the number of bytes, but for a message that comes in many pieces,
  ///   whose header is read with each of them.
  mutating func next() -> Piece? {
    guard position < buffer.count else { return nil }
    guard let end = headerEnd() else {
      guard buffer.count - position > Self.longestHeader else { return nil }
      return skip()
    }
    guard let length = Self.length(in: buffer[position..<end]) else {
      position = end
      return .broken("a header says no Content-Length")
    }
    guard length <= Self.longestMessage else {
      position = end
      return .broken("a message of \(length) bytes is too long")
    }
    guard buffer.count - end >= length else { return nil }
    defer { position = end + length }
    return .message(Array(buffer[end..<end + length]))
  }

  /// Puts back what stands behind the length of a message that was told too long: the next header on.
  ///
  /// - Parameter bytes: A message that could not be read.
  /// - Returns: What stands before that header; `nil` where there is none.
  mutating func recover(from bytes: [UInt8]) -> [UInt8]? {
    guard let start = Self.find(Self.lengthName, in: bytes[...]), start > 0 else { return nil }
    buffer = Array(bytes[start...]) + buffer[position...]
    position = 0
    return Array(bytes[..<start])
  }

  // MARK: Headers

  /// The offset behind the blank line that ends a header.
  private func headerEnd() -> Int? {
    var index = position
    let limit = min(buffer.count, position + Self.longestHeader)
    while index < limit {
      if buffer[index] == 0x0A {
        if index + 1 < buffer.count, buffer[index + 1] == 0x0A { return index + 2 }
        if index + 2 < buffer.count, buffer[index + 1] == 0x0D, buffer[index + 2] == 0x0A { return index + 3 }
      }
      index += 1
    }
    return nil
  }

  /// Leaves out what is no header, up to the next that may be one.
  private mutating func skip() -> Piece {
    let next = Self.find(Self.lengthName, in: buffer[(position + 1)...])
    // The beginning of a name may stand at the end.
    position = next ?? max(position, buffer.count - Self.lengthName.count)
    return .broken("there is no header where a message begins")
  }

  /// The number behind the last `Content-Length:` of a header, wherever that stands in its line.
  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    var found: Int?
    var rest = header
    while let place = find(lengthName, in: rest) {
      rest = rest[(place + lengthName.count)...]
      let digits = rest.drop { $0 == 0x20 || $0 == 0x09 }.prefix { (0x30...0x39).contains($0) }
      found = Int(String(decoding: digits.prefix(18), as: UTF8.self))
    }
    return found
  }

  /// The first place of a name without regard to case.
  private static func find(_ name: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index + name.count <= bytes.endIndex {
      if zip(name, bytes[index...]).allSatisfy({ $0 == $1 | ((0x41...0x5A).contains($1) ? 0x20 : 0) }) { return index }
      index += 1
    }
    return nil
  }
}
