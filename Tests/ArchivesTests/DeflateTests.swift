import Testing

@testable import Archives

@Suite("Deflate")
struct DeflateTests {
  @Test("What is packed is unpacked again, whatever it is")
  func roundTrips() throws {
    var random = SystemRandomNumberGenerator()
    check([])
    check([65])
    check(Array("Hello, hello, hello".utf8))
    check(Array(repeating: 7, count: 1_000_000))
    check((0..<70_000).map { _ in UInt8.random(in: 0...255, using: &random) })
    check((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 77) })
    check((0..<200_000).map { UInt8(ascii: "0") + UInt8($0 / 1000 % 10) })
    // Runs at the limits: 258 bytes, and 32 kB back.
    let run = (0..<258).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let noise = (0..<32_510).map { _ in UInt8.random(in: 0...255, using: &random) }
    for distance in 32_505...32_510 { check(run + noise[..<distance] + run) }
  }

  @Test("Words so unequal in number that their codes would be too long")
  func longCodes() {
    var bytes: [UInt8] = []
    var (a, b) = (1, 1)
    for symbol in 0..<24 {
      // Bytes apart, so that no runs are found.
      bytes += (0..<a).map { _ in UInt8(symbol) }
      (a, b) = (b, a + b)
    }
    check(bytes.shuffled())
  }

  @Test("Texts become smaller, and noise not larger than its frame")
  func sizes() {
    let rows = (0..<10_000).map { "<c r=\"B\($0)\" s=\"3\"><v>\($0 * 7)</v></c>" }.joined()
    #expect(Deflate.packed(Array(rows.utf8)).count * 5 < rows.utf8.count)
    var random = SystemRandomNumberGenerator()
    let noise = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    #expect(Deflate.packed(noise).count < noise.count + 64)
  }

  private func check(_ bytes: [UInt8], location: SourceLocation = #_sourceLocation) {
    let packed = Deflate.packed(bytes)
    let unpacked = packed.withUnsafeBufferPointer { try? Inflate.bytes(from: $0, size: bytes.count) }
    #expect(unpacked == bytes, "\(bytes.count) bytes", sourceLocation: location)
  }
}
