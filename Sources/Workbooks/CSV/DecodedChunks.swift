import CellModel

/// The chunks of a text of separated values in UTF-8, whatever encoding they come in and wherever they are cut.
///
/// What the first bytes say of themselves decides, else what somebody has told. A mark is no part of the text.
package struct DecodedChunks {
  /// What may wait for the rest of a character; a text without any end would come into memory as a whole.
  private static let mostWaiting = 1 << 24

  private let source: CSVReader.ByteSource
  private let told: TextEncoding?
  private var encoding: TextEncoding?
  /// Bytes that were read and not yet decoded.
  private var waiting: [UInt8] = []
  private var isAtEnd = false

  package init(_ source: @escaping CSVReader.ByteSource, told: TextEncoding?) {
    self.source = source
    self.told = told
  }

  /// All of a text as it is shown, with marks in place of what cannot be decoded.
  package static func text(of bytes: [UInt8], told: TextEncoding?) -> String {
    let (encoding, markLength) = TextEncoding.detected(in: bytes, told: told)
    let rest = bytes[markLength...]
    return String(decoding: encoding.utf8(rest) ?? Array(rest), as: UTF8.self)
  }

  /// The next piece of the text; nothing at its end.
  package mutating func next() throws(CSVError) -> [UInt8] {
    guard let encoding else { return try begin() }
    guard encoding != .utf8 else { return try read() }
    while true {
      let end = isAtEnd ? waiting.count : encoding.wholeCharacters(of: waiting)
      if end > 0 {
        guard let text = encoding.utf8(waiting[..<end]) else { throw CSVError(.wrongEncoding(encoding.rawValue)) }
        waiting.removeFirst(end)
        // A byte order mark in the midst of a chunk stands for itself, and a chunk of nothing would be the end.
        if !text.isEmpty { return text }
      }
      guard !isAtEnd else { return [] }
      guard waiting.count <= Self.mostWaiting else { throw CSVError(.hugeRow) }
      waiting += try read()
    }
  }

  /// Finds the encoding, as soon as there is enough to tell.
  private mutating func begin() throws(CSVError) -> [UInt8] {
    while !isAtEnd, !TextEncoding.canTell(by: waiting) { waiting += try read() }
    let (found, markLength) = TextEncoding.detected(in: waiting, told: told)
    encoding = found
    waiting.removeFirst(markLength)
    guard found == .utf8 else { return try next() }
    defer { waiting = [] }
    return waiting.isEmpty ? try read() : waiting
  }

  private mutating func read() throws(CSVError) -> [UInt8] {
    guard !isAtEnd else { return [] }
    let bytes = try source() ?? []
    isAtEnd = bytes.isEmpty
    return bytes
  }
}
