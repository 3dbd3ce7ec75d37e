import Testing

@testable import Archives

@Suite("ZIP writer")
struct ZipWriterTests {
  @Test("Parts are read again, and parts of another archive are copied as they are packed")
  func roundTrip() throws {
    let text = Array(String(repeating: "Grüße, ", count: 500).utf8)
    var writer = ZipWriter()
    writer.store("mimetype", Array("text/plain".utf8))
    writer.add("a/Ä.xml", text)
    writer.add("empty", [])
    let bytes = try writer.finished()
    let archive = try ZipArchive(bytes)
    #expect(archive.parts.map(\.name) == ["mimetype", "a/Ä.xml", "empty"])
    #expect(try archive.contents(of: archive.parts[1]) == text)
    #expect(try archive.contents(of: archive.parts[2]) == [])
    // The type of an OpenDocument file stands unpacked behind its name.
    #expect(Array(bytes[30..<48]) == Array("mimetypetext/plain".utf8))

    var copy = ZipWriter()
    for part in archive.parts { try copy.copy(part, of: archive) }
    let again = try copy.finished()
    #expect(again == bytes)
  }

  @Test("An archive of no parts is one")
  func empty() throws {
    #expect(try ZipArchive(ZipWriter().finished()).parts.isEmpty)
  }
}
