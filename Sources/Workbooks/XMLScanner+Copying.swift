import Markup

/// What whoever copies a part but for some of its elements asks of it.
extension XMLScanner {
  /// Where the tag begins that has been read after a position.
  func tagStart(from position: Int) -> Int {
    var start = position
    while start < self.position, byte(at: start) != UInt8(ascii: "<") { start += 1 }
    return start
  }

  /// Writes an attribute as it stands, behind a blank and in double quotes, whichever it has here.
  ///
  /// - Returns: Where in the output its value is.
  @discardableResult
  borrowing func copyAttribute(named name: XMLPiece, _ value: XMLPiece, to output: inout [UInt8]) -> Range<Int> {
    output.append(UInt8(ascii: " "))
    output += bytes(of: name)
    output += "=\"".utf8
    let start = output.count
    for byte in bytes(of: value) {
      if byte == UInt8(ascii: "\"") { output += "&quot;".utf8 } else { output.append(byte) }
    }
    let end = output.count
    output.append(UInt8(ascii: "\""))
    return start..<end
  }
}
