import Testing

@testable import LanguageServer

@Suite("Message framer")
struct MessageFramerTests {
  /// Gives the input in pieces of a size and shows what was cut off, messages as their texts.
  private func pieces(_ input: String, by size: Int = .max) -> [String] {
    var framer = MessageFramer()
    var found: [String] = []
    var rest = Array(input.utf8)[...]
    while !rest.isEmpty {
      framer.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let piece = framer.next() {
        switch piece {
        case .message(let bytes): found.append(String(decoding: bytes, as: UTF8.self))
        case .broken: found.append("!")
        }
      }
    }
    return found
  }

  @Test("Messages are cut by their lengths, whatever pieces they come in", arguments: [1, 2, 7, 64])
  func lengths(size: Int) {
    let two = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]"
    #expect(pieces(two, by: size) == ["{}", "[1]"])
    #expect(pieces("Content-Length: 2\n\n{}", by: size) == ["{}"])
    #expect(pieces("Content-Length: 4\r\n\r\n\"ä\"", by: size) == ["\"ä\""])
    #expect(pieces("Content-Length: 0\r\n\r\nContent-Length: 2\r\n\r\n{}", by: size) == ["", "{}"])
  }

  @Test("Half a message is waited for")
  func halves() {
    #expect(pieces("Content-Length: 9\r\n\r\n{\"a\":").isEmpty)
    #expect(pieces("Content-Len").isEmpty)
  }

  @Test("What has no length is told, and reading goes on")
  func broken() {
    #expect(pieces("Hello: 1\r\n\r\nContent-Length: 2\r\n\r\n{}") == ["!", "{}"])
    #expect(pieces("Content-Length: x\r\n\r\nContent-Length: 2\r\n\r\n{}") == ["!", "{}"])
    #expect(pieces("Content-Length: 99999999999\r\n\r\nContent-Length: 2\r\n\r\n{}") == ["!", "{}"])
    // A length that is too small leaves the end of its message before the next header.
    #expect(pieces("Content-Length: 1\r\n\r\n{}Content-Length: 2\r\n\r\n[]") == ["{", "[]"])
    let noise = String(repeating: "x", count: 10_000)
    #expect(pieces(noise + "Content-Length: 2\r\n\r\n{}").last == "{}")
    #expect(pieces(noise + "Content-Length: 2\r\n\r\n{}", by: 100).last == "{}")
  }
}
