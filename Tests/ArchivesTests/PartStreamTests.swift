import TestSupport
import Testing

@testable import Archives

@Suite("Part stream")
struct PartStreamTests {
  /// Rows as a sheet has them, with stretches that do not pack.
  private static let text: [UInt8] = {
    var random = SeededGenerator(seed: 7)
    var text: [UInt8] = []
    for row in 0..<2_500 {
      text += Array("<c r=\"A\(row)\"><v>\(row * 7 % 13)</v></c>".utf8)
      if row % 500 == 0 { text += (0..<3_000).map { _ in UInt8(random.number(32...126)) } }
    }
    return text
  }()

  private static func archive(packed: Bool) throws -> ZipArchive {
    if packed {
      var writer = ZipWriter()
      writer.add("a.xml", text)
      return try ZipArchive(try writer.finished())
    }
    return try ZipArchive(ZipArchiveTests.archive([("a.xml", String(decoding: text, as: UTF8.self))]))
  }

  /// What comes of a stream whose window is passed as soon as it may be.
  private static func contents(of stream: PartStream) throws -> [UInt8] {
    var contents: [UInt8] = []
    var read = 0
    while true {
      contents += stream.window[read...]
      read = stream.window.count
      if stream.isComplete { return contents }
      let passing = stream.passable(before: read)
      stream.pass(passing)
      read -= passing
      try stream.readOn()
    }
  }

  @Test("Piece by piece a part is what it is at once", arguments: [3, 100, 4_096, 1 << 18], [true, false])
  func pieces(step: Int, packed: Bool) throws {
    let archive = try Self.archive(packed: packed)
    #expect((archive.parts[0].packedSize < archive.parts[0].size) == packed)
    #expect(try Self.contents(of: archive.stream(of: archive.parts[0], step: step)) == Self.text)
  }

  @Test("The window is no longer than what is read at once")
  func memory() throws {
    let archive = try Self.archive(packed: true)
    let stream = try archive.stream(of: archive.parts[0], step: 1_000)
    var longest = 0
    while !stream.isComplete {
      try stream.readOn()
      stream.pass(stream.passable(before: stream.window.count))
      longest = max(longest, stream.window.count)
    }
    #expect(longest < 36_000 && Self.text.count > 70_000)
  }

  @Test("A damaged part is the same fault as at once, wherever it is damaged, and never a trap")
  func damage() throws {
    var writer = ZipWriter()
    writer.add("a.xml", Array(Self.text.prefix(5_000)))
    let bytes = try writer.finished()
    for bit in stride(from: 30 * 8, to: min(bytes.count, 900) * 8, by: 3) {
      var changed = bytes
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      guard let archive = try? ZipArchive(changed), let part = archive.parts.first else { continue }
      let atOnce = Result { try archive.contents(of: part) }
      let streamed = Result { try Self.contents(of: archive.stream(of: part, step: 100)) }
      switch (atOnce, streamed) {
      case (.success(let a), .success(let b)): #expect(a == b, "bit \(bit)")
      case (.failure(let a), .failure(let b)): #expect(a as? ArchiveFault == b as? ArchiveFault, "bit \(bit)")
      default: Issue.record("bit \(bit): \(atOnce), piece by piece \(streamed)")
      }
    }
  }
}
