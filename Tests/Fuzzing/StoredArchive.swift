import Archives

/// A ZIP archive whose parts are stored as they are.
enum StoredArchive {
  static func bytes(of parts: [(name: String, contents: [UInt8])]) -> [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    for part in parts {
      let name = Array(part.name.utf8)
      let sizes =
        number(CRC32.checksum(part.contents), 4) + number(UInt32(part.contents.count), 4) * 2
        + number(
          UInt32(name.count), 2) + number(0, 2)
      let place = UInt32(bytes.count)
      bytes += number(0x0403_4B50, 4) + number(20, 2) + number(0, 8) + sizes + name + part.contents
      directory +=
        number(0x0201_4B50, 4) + number(20, 2) * 2 + number(0, 8) + sizes + number(0, 10) + number(place, 4) + name
    }
    let count = number(UInt32(parts.count), 2)
    return bytes + directory + number(0x0605_4B50, 4) + number(0, 4) + count * 2
      + number(UInt32(directory.count), 4) + number(UInt32(bytes.count), 4) + number(0, 2)
  }

  /// The lowest byte first.
  private static func number(_ value: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 4 ? UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) : 0 }
  }
}

private func * (bytes: [UInt8], times: Int) -> [UInt8] { Array(repeatElement(bytes, count: times).joined()) }
