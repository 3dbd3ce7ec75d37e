import Testing

@testable import Workbooks

@Suite("Encodings of XML")
struct XMLTextTests {
  @Test("A text is read in the encoding that its mark or its declaration tells")
  func encodings() {
    let head = "<?xml version='1.0' encoding='%'?>"
    func bytes(_ encoding: String, _ rest: [UInt8]) -> [UInt8] {
      Array(head.replacing("%", with: encoding).utf8) + rest
    }
    let rows: [(bytes: [UInt8], text: String)] = [
      (bytes("UTF-8", Array("<a>é</a>".utf8)), "é"), (bytes("ISO-8859-1", [0x3C, 0x61, 0x3E, 0xE9]), "é"),
      (bytes("windows-1252", [0x80]), "€"), (bytes("Windows-1251", [0xC6]), "Ж"),
      // What is said of UTF-8 wrongly, or of nothing that is known, is as good as not said.
      (bytes("UTF-16", Array("é".utf8)), "é"), (bytes("x-own", Array("é".utf8)), "é"),
      (bytes("us-ascii", Array("a".utf8)), "a"), (Array("<a encoding='iso-8859-1'>é".utf8), "é"),
      ([0xFF, 0xFE, 0x3C, 0, 0xE9, 0], "é"), ([0, 0x3C, 0, 0xE9], "é"), ([0xEF, 0xBB, 0xBF] + Array("é".utf8), "é"),
    ]
    for (bytes, text) in rows {
      let read = XMLText.utf8(bytes)
      #expect(String(validating: read, as: UTF8.self)?.contains(text) == true, "\(bytes)")
      #expect(bytes.withUnsafeBufferPointer { XMLText.isUTF8($0) } == (read == bytes), "\(bytes)")
    }
  }
}
