/// A ZIP archive while it is written, part by part.
///
/// What is written depends on the parts alone: every part has the first moment that the format knows, so that equal
/// workbooks are equal files.
package struct ZipWriter {
  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count = 0

  package init() {}

  /// Adds a part, packed where that makes it smaller.
  package mutating func add(_ name: String, _ contents: [UInt8]) {
    let packed = Deflate.packed(contents)
    let isPacked = packed.count < contents.count
    append(
      name, method: isPacked ? 8 : 0, CRC32.checksum(contents), moment: 0x0021_0000, size: contents.count,
      (isPacked ? packed : contents)[...])
  }

  /// Adds a part that is as it is, such as the type of an OpenDocument file.
  package mutating func store(_ name: String, _ contents: [UInt8]) {
    append(
      name, method: 0, CRC32.checksum(contents), moment: 0x0021_0000, size: contents.count, contents[...])
  }

  /// Adds a part of another archive with its packed bytes and its time as they are.
  package mutating func copy(_ part: ZipArchive.Part, of archive: ZipArchive) throws(ArchiveFault) {
    guard !part.isEncrypted else { throw .encrypted(part: part.name) }
    let (packed, moment) = try archive.packed(part)
    append(part.name, method: UInt16(part.method), part.checksum, moment: moment, size: Int(part.size), packed)
  }

  private mutating func append(
    _ name: String, method: UInt16, _ checksum: UInt32, moment: UInt32, size: Int, _ packed: ArraySlice<UInt8>
  ) {
    var common = LittleEndianBytes()
    common.append(UInt16(20))
    // The name is in UTF-8.
    common.append(UInt16(name.utf8.allSatisfy { $0 < 0x80 } ? 0 : 0x0800))
    common.append(method)
    common.append(moment)
    common.append(checksum)
    common.append(UInt32(truncatingIfNeeded: packed.count))
    common.append(UInt32(truncatingIfNeeded: size))
    common.append(UInt16(truncatingIfNeeded: name.utf8.count))
    common.append(UInt16(0))

    var entry = LittleEndianBytes()
    entry.append(UInt32(0x0201_4B50))
    entry.append(UInt16(20))
    entry.bytes += common.bytes
    for _ in 0..<3 { entry.append(UInt16(0)) }
    entry.append(UInt32(0))
    entry.append(UInt32(truncatingIfNeeded: bytes.count))
    directory += entry.bytes
    directory += name.utf8

    var header = LittleEndianBytes()
    header.append(UInt32(0x0403_4B50))
    bytes += header.bytes
    bytes += common.bytes
    bytes += name.utf8
    bytes += packed
    count += 1
  }

  /// The archive with its directory; one that the plain format cannot hold is refused.
  package func finished() throws(ArchiveFault) -> [UInt8] {
    guard count < 0xFFFF else { throw .tooManyParts(limit: 0xFFFE) }
    guard bytes.count + directory.count < 0xFFFF_FFFF else {
      throw .tooLarge(part: "the archive", bytes: UInt64(bytes.count))
    }
    var end = LittleEndianBytes()
    end.append(UInt32(0x0605_4B50))
    end.append(UInt32(0))
    end.append(UInt16(count))
    end.append(UInt16(count))
    end.append(UInt32(directory.count))
    end.append(UInt32(bytes.count))
    end.append(UInt16(0))
    return bytes + directory + end.bytes
  }
}

extension ZipArchive {
  /// The archive with other contents for some parts; all others are copied as they are packed, in their order.
  ///
  /// - Parameter contents: By the names of the parts in lower case.
  package func replacing(_ contents: [String: [UInt8]]) throws(ArchiveFault) -> [UInt8] {
    var writer = ZipWriter()
    for part in parts {
      if let contents = contents[part.name.lowercased()] {
        writer.add(part.name, contents)
      } else {
        try writer.copy(part, of: self)
      }
    }
    return try writer.finished()
  }
}

/// Numbers with their lowest byte first.
private struct LittleEndianBytes {
  var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
