import Testing

@testable import Archives

@Suite("ZIP archive")
struct ZipArchiveTests {
  @Test("Parts are found in any case and give what was stored")
  func reading() throws {
    let archive = try ZipArchive(Self.archive([("a/One.xml", "1"), ("two.xml", "22")]))
    #expect(archive.parts.map(\.name) == ["a/One.xml", "two.xml"])
    let part = try #require(archive.part(named: "A/one.XML"))
    #expect(try archive.contents(of: part) == Array("1".utf8))
    #expect(archive.part(named: "three.xml") == nil)
  }

  @Test("Bytes before the archive and behind it do not matter, nor does a comment that looks like an end")
  func surroundings() throws {
    let parts = [("a/One.xml", "1"), ("two.xml", "22")]
    let bytes = Self.archive(parts)
    let comment: [UInt8] = [0x50, 0x4B, 5, 6] + Array("a comment as long as an end".utf8)
    let commented = Array(bytes.dropLast(2)) + [UInt8(comment.count), 0] + comment
    let program = Array("MZ a program that unpacks itself".utf8)
    for bytes in [program + bytes, bytes + [0, 0, 0], program + bytes + program, commented, program + commented] {
      let archive = try ZipArchive(bytes)
      #expect(try archive.parts.map { String(decoding: try archive.contents(of: $0), as: UTF8.self) } == parts.map(\.1))
    }
  }

  @Test("A name that leads out of the archive, and one that occurs twice, are refused")
  func names() {
    check([("../up.xml", "")], .unsafeName("../up.xml"))
    check([("a\\..\\up.xml", "")], .unsafeName("a/../up.xml"))
    check([("a.xml", ""), ("A.xml", "")], .sameName("A.xml"))
  }

  @Test("An archive that is cut off, changed or none at all is refused, and never traps")
  func damage() throws {
    #expect(throws: ArchiveFault.noArchive) { try ZipArchive(Array("A1,B1\n1,2\n".utf8)) }
    #expect(throws: ArchiveFault.noArchive) { try ZipArchive([]) }
    let bytes = Self.archive([("a.xml", "some text"), ("b.xml", "more of it")])
    for length in 0..<bytes.count { #expect(throws: ArchiveFault.self) { try ZipArchive(Array(bytes[..<length])) } }
    for bit in 0..<bytes.count * 8 {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let archive = try? ZipArchive(changed) else { continue }
      for part in archive.parts { _ = try? archive.contents(of: part) }
    }
  }

  @Test("A part that unpacks to far more than it is packed is refused before it is unpacked")
  func bomb() throws {
    var bytes = Self.archive([("a.xml", "text")], method: 8)
    // The size that the directory states.
    let directory = bytes.count - 22 - 46 - 5
    bytes.replaceSubrange(directory + 24..<directory + 28, with: [0, 0, 0, 0x70])
    let archive = try ZipArchive(bytes)
    #expect(throws: ArchiveFault.tooLarge(part: "a.xml", bytes: 0x7000_0000)) {
      try archive.contents(of: archive.parts[0])
    }
  }

  private func check(_ parts: [(String, String)], _ fault: ArchiveFault) {
    #expect(throws: fault) { try ZipArchive(Self.archive(parts)) }
  }

  /// An archive with parts that are stored as they are.
  static func archive(_ parts: [(name: String, text: String)], method: UInt8 = 0) -> [UInt8] {
    func short(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }
    func long(_ number: Int) -> [UInt8] { short(number & 0xFFFF) + short(number >> 16) }
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for (name, text) in parts {
      let (name, text) = (Array(name.utf8), Array(text.utf8))
      let shared =
        [20, 0, 0, 0, method, 0, 0, 0, 0, 0] + long(Int(CRC32.checksum(text))) + long(text.count) + long(text.count)
        + short(name.count) + [0, 0]
      directory += [0x50, 0x4B, 1, 2, 20, 0] + shared + [UInt8](repeating: 0, count: 10) + long(bytes.count) + name
      bytes += [0x50, 0x4B, 3, 4] + shared + name + text
    }
    let end = short(parts.count) + short(parts.count) + long(directory.count) + long(bytes.count) + [0, 0]
    return bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + end
  }
}
