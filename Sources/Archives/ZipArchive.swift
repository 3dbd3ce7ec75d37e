/// The parts of a ZIP archive, unpacked one by one when they are asked for.
///
/// What the central directory says counts, so data descriptors and anything before the first part do not matter. Zip64
/// is read, and parts that are stored or deflated. Nothing is trusted: offsets, sizes and checksums are verified, and
/// a part has a limit of bytes.
package struct ZipArchive: Sendable {
  package struct Part: Sendable, Hashable {
    /// The name with `/` between folders and none before the first.
    package let name: String
    package let size: UInt64
    let packedSize: UInt64
    let method: Int
    let checksum: UInt32
    let isEncrypted: Bool
    /// Where its own header stands.
    let offset: UInt64
  }

  /// How much an archive may take.
  package struct Limits: Sendable {
    package var parts = 100_000
    /// The most bytes of one part.
    package var size: UInt64 = 2_000_000_000
    /// A part above `ratioFrom` bytes may be at most so many times as large as it is packed.
    package var ratio: UInt64 = 250
    var ratioFrom: UInt64 = 50_000_000

    package init() {}
  }

  package let parts: [Part]
  private let bytes: [UInt8]
  private let limits: Limits
  /// The parts by their names in lower case, as Open Packaging Conventions compare them.
  private let places: [String: Int]

  package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ArchiveFault) {
    self.bytes = bytes
    self.limits = limits
    parts = try ZipDirectory(bytes, limits).parts()
    var places: [String: Int] = [:]
    for (place, part) in parts.enumerated() where !part.name.hasSuffix("/") {
      guard places.updateValue(place, forKey: part.name.lowercased()) == nil else { throw .sameName(part.name) }
    }
    self.places = places
  }

  /// The part of a name, in any case.
  package func part(named name: String) -> Part? { places[name.lowercased()].map { parts[$0] } }

  /// Unpacks a part.
  package func contents(of part: Part) throws(ArchiveFault) -> [UInt8] {
    let packed = try checkedBytes(of: part)
    let contents = part.method == 0 ? Array(bytes[packed]) : try inflated(packed, of: part)
    guard CRC32.checksum(contents) == part.checksum else { throw .wrongChecksum(part.name) }
    return contents
  }

  /// A part that is unpacked while somebody reads it.
  ///
  /// - Parameter step: How many bytes are unpacked at a time.
  package func stream(of part: Part, step: Int = 1 << 18) throws(ArchiveFault) -> PartStream {
    PartStream(part, bytes, try checkedBytes(of: part), step: step)
  }

  /// Where the packed bytes of a part stand, which may be unpacked.
  private func checkedBytes(of part: Part) throws(ArchiveFault) -> Range<Int> {
    guard !part.isEncrypted else { throw .encrypted(part: part.name) }
    guard part.method == 0 || part.method == 8 else { throw .unknownMethod(part.method, part: part.name) }
    let isExpanding = part.size > limits.ratioFrom && part.size / limits.ratio > part.packedSize
    guard part.size <= limits.size, !isExpanding else { throw .tooLarge(part: part.name, bytes: part.size) }
    let packed = try packedBytes(of: part)
    if part.method == 0 {
      guard part.size == part.packedSize else { throw .damaged(part: part.name, reason: "its two sizes differ") }
    } else {
      guard part.size <= part.packedSize * Inflate.mostExpansion + 64 else {
        throw .damaged(part: part.name, reason: "so few bytes cannot unpack to what the archive says")
      }
    }
    return packed
  }

  private func inflated(_ packed: Range<Int>, of part: Part) throws(ArchiveFault) -> [UInt8] {
    var outcome: Result<[UInt8], Inflate.Fault> = .success([])
    bytes.withUnsafeBufferPointer { all in
      do throws(Inflate.Fault) {
        outcome = .success(try Inflate.bytes(from: UnsafeBufferPointer(rebasing: all[packed]), size: Int(part.size)))
      } catch { outcome = .failure(error) }
    }
    switch outcome {
    case .success(let contents): return contents
    case .failure(let fault): throw .damaged(part: part.name, reason: fault.reason)
    }
  }

  /// The bytes of a part as they stand in the archive, and its time as the format has it.
  func packed(_ part: Part) throws(ArchiveFault) -> (ArraySlice<UInt8>, moment: UInt32) {
    let range = try packedBytes(of: part)
    return (bytes[range], ByteReader(bytes).long(Int(part.offset) + 10) ?? 0)
  }

  /// Where the packed bytes of a part stand, behind its own header.
  private func packedBytes(of part: Part) throws(ArchiveFault) -> Range<Int> {
    let reader = ByteReader(bytes)
    guard part.offset <= UInt64(bytes.count), let signature = reader.long(Int(part.offset)) else { throw .truncated }
    let header = Int(part.offset)
    guard signature == 0x0403_4B50, let nameLength = reader.short(header + 26), let extra = reader.short(header + 28)
    else { throw .damaged(part: part.name, reason: "it does not begin as a part does") }
    let start = header + 30 + nameLength + extra
    guard start <= bytes.count, part.packedSize <= UInt64(bytes.count - start) else { throw .truncated }
    return start..<start + Int(part.packedSize)
  }
}

/// Numbers of a ZIP archive, which stand with their lowest byte first; `nil` behind the end.
struct ByteReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func number(_ offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    var value: UInt64 = 0
    for index in (0..<count).reversed() { value = value << 8 | UInt64(bytes[offset + index]) }
    return value
  }

  func short(_ offset: Int) -> Int? { number(offset, 2).map { Int($0) } }
  func long(_ offset: Int) -> UInt32? { number(offset, 4).map { UInt32($0) } }
  func wide(_ offset: Int) -> UInt64? { number(offset, 8) }
}
