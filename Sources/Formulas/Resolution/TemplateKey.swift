/// What makes two formulas share a compiled form: the tree with every reference reduced to its kind.
package struct TemplateKey: Hashable, Sendable {
  private let bytes: [UInt8]
  private let hash: UInt64

  /// Mixes the bytes once: a table of templates asks for the hash again whenever it grows.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hash = bytes.withUnsafeBytes { bytes in
      var hash = UInt64(truncatingIfNeeded: bytes.count)
      var index = 0
      while index < bytes.count {
        var word: UInt64 = 0
        if index + 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        } else {
          for byte in bytes[index...] { word = word << 8 | UInt64(byte) }
        }
        // A full product folded: its high half carries what the low bits of a plain product lose.
        let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        hash = product.high ^ product.low
        index += 8
      }
      return hash
    }
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  package static func == (a: TemplateKey, b: TemplateKey) -> Bool { a.hash == b.hash && a.bytes == b.bytes }
}

/// Writes the bytes of a ``TemplateKey``.
///
/// Nodes are written in their order, operands before what uses them, each with a tag; what has no fixed length comes
/// behind its count. So no two trees are written alike.
struct TemplateKeyWriter {
  enum Tag: UInt8 {
    case number = 1
    case date, text, falseValue, trueValue, error, missing
    case reference, namedSheet, cell, area, columns, rows
    case local, ownColumn, namedCell, namedArea, namedSingleCell, namedTable
    case unary, binary, parenthesized, call, apply, array, record, invalid
    case structured, subscripted, member, memberCell
    case function, failure
    case sheetTable, narrowed, resized
    case optional
  }

  private(set) var bytes: [UInt8] = []

  init(nodes: Int) { bytes.reserveCapacity(nodes * 9) }

  mutating func put(_ tag: Tag) { bytes.append(tag.rawValue) }
  mutating func put(byte: UInt8) { bytes.append(byte) }
  mutating func put(bits: UInt64) { withUnsafeBytes(of: bits) { bytes.append(contentsOf: $0) } }
  mutating func put(_ number: Int32) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
  mutating func put(_ first: Bool, _ second: Bool) { bytes.append((first ? 1 : 0) | (second ? 2 : 0)) }

  mutating func put(_ numbers: [Int32]) {
    put(Int32(numbers.count))
    for number in numbers { put(number) }
  }

  mutating func put(_ text: String) {
    put(Int32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  mutating func put(_ op: UnaryOperator) {
    let code: UInt8 =
      switch op {
      case .plus: 0
      case .minus: 1
      case .percent: 2
      case .intersect: 3
      case .spill: 4
      case .trimLeading: 5
      case .trimTrailing: 6
      case .trimBoth: 7
      }
    bytes.append(code)
  }

  mutating func put(_ op: BinaryOperator) {
    bytes.append(contentsOf: op.rawValue.utf8)
    bytes.append(0)
  }
}
