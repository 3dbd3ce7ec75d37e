import Testing

@testable import Archives

@Suite("Inflate")
struct InflateTests {
  @Test("A checksum is that of the ZIP specification")
  func checksum() {
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(CRC32.checksum([]) == 0)
  }

  // What zlib 1.2.13 packs, with its raw format.
  @Test("Stored and fixed blocks unpack")
  func blocks() throws {
    let text = "Sheaf reads workbooks."
    for packed in [
      "011600e9ff536865616620726561647320776f726b626f6f6b732e", "0bce484d4c53284a4d4c295628cf2fca4ecacfcf2ed60300",
    ] {
      #expect(try String(decoding: Inflate.bytes(from: bytes(packed), size: text.utf8.count), as: UTF8.self) == text)
    }
  }

  @Test("Blocks with codes of their own unpack")
  func dynamicBlocks() throws {
    #expect(try CRC32.checksum(Inflate.bytes(from: bytes(Self.dynamic), size: 2699)) == 2_005_509_323)
    #expect(try CRC32.checksum(Inflate.bytes(from: bytes(Self.huffmanOnly), size: 300)) == 356_323_801)
  }

  @Test("Distances that overlap repeat what they have just written")
  func overlap() throws {
    // A byte, and then 258 times the one before: zlib's packing of 259 times "a".
    let repeated = [UInt8](repeating: UInt8(ascii: "a"), count: 259)
    #expect(try Inflate.bytes(from: bytes("4b4c1cf10000"), size: 259) == repeated)
  }

  @Test("What is cut off, changed or of another size is a fault, and never a trap")
  func damage() {
    let packed = bytes(Self.dynamic)
    for length in 0..<packed.count {
      #expect(throws: Inflate.Fault.self) { try Inflate.bytes(from: Array(packed[..<length]), size: 2699) }
    }
    #expect(throws: Inflate.Fault.self) { try Inflate.bytes(from: packed, size: 2699 - 1) }
    #expect(throws: Inflate.Fault.self) { try Inflate.bytes(from: packed, size: 2699 + 1) }
    for bit in 0..<packed.count * 8 {
      var changed = packed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      _ = try? Inflate.bytes(from: changed, size: 2699)
    }
  }

  private func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { place -> UInt8 in
      let pair: Int = digits[place] * 16 + digits[place + 1]
      return UInt8(pair)
    }
  }

  private static let dynamic = """
    8d56410ec2300cfb0ada07a2712e93784b1e80b4037c1f316da84d6c3707102b4b9dda8eb766fbebb335f3f3735c1d5fef6dbd377b6fcd6f
    fb6379aecbb91e2e7f55e0d6ff52b7a3a17a54e27099165ab73bb83bd48562fdebe22582e9aae1248aa511082891d8cbf7f99c3946216e0f
    b139a2009340496a52770e94cd5ca7d5c081ba205eb679cf23779873127bb002274933b92f519613cdc0c9460a24e81d31f30192154be7a4
    30e5962d49304e09103b1b0dfb0059ddf4fce5bf2b233a7656899bb42bcb3fe30e45d3c201b55c3470e7910c6249e63f52651a559a496c08
    164315c3a1589be573acd48f0ca447a1626c381c118e138ad7dcbc7c0bf0628581c0579214c72bda00213b0f4d1800caabb528cbdd7320f4
    ee92e3cc50ea4d43260424f205aad0fe157263f6bf
    """

  private static let huffmanOnly = """
    05c1c10900410803c056240d88f78e016bb180853c76dbbf19a6cf1373c55c317d9ee8f3c4abfa9857dc70630aa2cf1337dc9882e8f3c45c
    f1aa3ee61537dc988278551ff38ae9f3449f27a6cf1337dc9882e8f3c40d37a6205ed5c7bc62aeb8e1c614c4abfa9857dc70630aa2cf1337
    dc9882983e4f4c9f275ed5c7bce2861b531037dc9882e8f3449f276eb8310571c38d29881b6e4c41dc70630a62ae982b6eb8f103
    """
}
