/// Reads the directory at the end of a ZIP archive (APPNOTE.TXT 6.3, §4.3.12 to §4.3.16).
struct ZipDirectory {
  private let bytes: [UInt8]
  private let reader: ByteReader
  private let limits: ZipArchive.Limits

  init(_ bytes: [UInt8], _ limits: ZipArchive.Limits) {
    self.bytes = bytes
    self.limits = limits
    reader = ByteReader(bytes)
  }

  /// Where the directory begins, and how many parts it lists.
  private struct Extent {
    var offset: UInt64
    var count: UInt64
    /// How many bytes stand before the archive that its offsets do not count.
    var before: UInt64 = 0
  }

  func parts() throws(ArchiveFault) -> [ZipArchive.Part] {
    let extent = try self.extent()
    guard extent.count <= UInt64(limits.parts) else { throw .tooManyParts(limit: limits.parts) }
    guard extent.offset <= UInt64(bytes.count), extent.before <= UInt64(bytes.count) else { throw .truncated }
    var parts: [ZipArchive.Part] = []
    parts.reserveCapacity(Int(extent.count))
    var position = Int(extent.offset + extent.before)
    for _ in 0..<extent.count {
      guard let (part, end) = try part(at: position, behind: extent.before) else { throw .truncated }
      parts.append(part)
      position = end
    }
    return parts
  }

  private func extent() throws(ArchiveFault) -> Extent {
    guard bytes.count >= 22 else { throw bytes.starts(with: [0x50, 0x4B]) ? .truncated : .noArchive }
    guard let end = self.end else { throw bytes.starts(with: [0x50, 0x4B, 3, 4]) ? .truncated : .noArchive }
    guard let disk = reader.short(end + 4), let count = reader.short(end + 10), let offset = reader.long(end + 16)
    else {
      throw .truncated
    }
    if count != 0xFFFF, offset != 0xFFFF_FFFF {
      guard disk == 0 else { throw .severalDisks }
      return Extent(offset: UInt64(offset), count: UInt64(count), before: bytesBefore(offset, end: end))
    }
    // A record of zip64 stands before, and a pointer to it directly before this one.
    guard end >= 20, reader.long(end - 20) == 0x0706_4B50 else {
      return Extent(offset: UInt64(offset), count: UInt64(count))
    }
    guard let record = reader.wide(end - 12), record <= UInt64(bytes.count),
      reader.long(Int(record)) == 0x0606_4B50, let count = reader.wide(Int(record) + 32),
      let offset = reader.wide(Int(record) + 48)
    else { throw .truncated }
    return Extent(offset: offset, count: count)
  }

  /// Where the record begins that ends the archive.
  ///
  /// Its signature may stand in the comment behind it, too, and a file may go on behind the comment: the record is the one
  /// whose comment reaches the end of the file, and without one the last.
  private var end: Int? {
    let lowest = max(0, bytes.count - 22 - 65_535)
    let ends = (lowest...bytes.count - 22).reversed().lazy.filter { reader.long($0) == 0x0605_4B50 }
    return ends.first { reader.short($0 + 20) == bytes.count - 22 - $0 } ?? ends.first
  }

  /// How many bytes stand before the archive, such as a program that unpacks it: its directory ends where its end begins.
  private func bytesBefore(_ offset: UInt32, end: Int) -> UInt64 {
    guard let size = reader.long(end + 12), case let start = end - Int(size), start > Int(offset),
      reader.long(start) == 0x0201_4B50
    else { return 0 }
    return UInt64(start) - UInt64(offset)
  }

  private func part(at position: Int, behind before: UInt64) throws(ArchiveFault) -> (ZipArchive.Part, end: Int)? {
    guard reader.long(position) == 0x0201_4B50, let flags = reader.short(position + 8),
      let method = reader.short(position + 10), let checksum = reader.long(position + 16),
      let packedSize = reader.long(position + 20), let size = reader.long(position + 24),
      let nameLength = reader.short(position + 28), let extraLength = reader.short(position + 30),
      let commentLength = reader.short(position + 32), let offset = reader.long(position + 42),
      position + 46 + nameLength + extraLength <= bytes.count
    else { return nil }
    let nameEnd = position + 46 + nameLength
    let wide = wideNumbers(
      in: nameEnd..<nameEnd + extraLength, isNeeded: [size, packedSize, offset].map { $0 == 0xFFFF_FFFF })
    let part = ZipArchive.Part(
      name: try name(position + 46..<nameEnd), size: wide[0] ?? UInt64(size),
      packedSize: wide[1] ?? UInt64(packedSize), method: method, checksum: checksum, isEncrypted: flags & 1 == 1,
      offset: (wide[2] ?? UInt64(offset)) &+ before)
    return (part, nameEnd + extraLength + commentLength)
  }

  /// The numbers that do not fit the directory's own fields and stand in its extra field for zip64, in a fixed order.
  private func wideNumbers(in extra: Range<Int>, isNeeded: [Bool]) -> [UInt64?] {
    var result: [UInt64?] = [nil, nil, nil]
    guard isNeeded.contains(true) else { return result }
    var position = extra.lowerBound
    while position + 4 <= extra.upperBound, let id = reader.short(position), let length = reader.short(position + 2) {
      if id == 1 {
        var place = position + 4
        for index in 0..<3 where isNeeded[index] && place + 8 <= min(position + 4 + length, extra.upperBound) {
          result[index] = reader.wide(place)
          place += 8
        }
      }
      position += 4 + length
    }
    return result
  }

  /// The name of a part with `/` alone between folders; one that leads out of the archive is refused.
  private func name(_ range: Range<Int>) throws(ArchiveFault) -> String {
    var name = String(decoding: bytes[range], as: UTF8.self).split(separator: "\\", omittingEmptySubsequences: false)
      .joined(separator: "/")
    if name.utf8.contains(0) || name.split(separator: "/").contains("..") { throw .unsafeName(name) }
    while name.hasPrefix("/") { name.removeFirst() }
    return name
  }
}
