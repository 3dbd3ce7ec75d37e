import CellModel

/// What formulas have in common that do the same from where they stand.
///
/// Relative coordinates are offsets from the formula's cell, as in Excel's R1C1 notation; names are compared without
/// regard to case, numbers by value, and blanks do not count. The cells of a fill have equal normal forms.
package struct NormalForm: Hashable, Sendable {
  package let bytes: [UInt8]
  private let hash: Int

  fileprivate init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // FNV-1a (Fowler, Noll, Vo), over words of eight bytes.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    bytes.withUnsafeBytes { buffer in
      var offset = 0
      while offset + 8 <= buffer.count {
        hash = (hash ^ buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
        hash ^= hash >> 29
        offset += 8
      }
      while offset < buffer.count {
        hash = (hash ^ UInt64(buffer[offset])) &* 0x100_0000_01B3
        offset += 1
      }
    }
    self.hash = Int(truncatingIfNeeded: hash)
  }

  package static func == (a: NormalForm, b: NormalForm) -> Bool { a.hash == b.hash && a.bytes == b.bytes }
  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension FormulaTree {
  /// The normal form of the formula when it stands in a cell, counted from 0.
  package func normalForm(row: Int, column: Int) -> NormalForm {
    var encoder = NormalFormEncoder(row: row, column: column)
    encoder.bytes.reserveCapacity(nodes.count * 10)
    for node in nodes { encoder.put(node) }
    return NormalForm(encoder.bytes)
  }
}

/// Writes the nodes one after the other; as operands come first and counts are written, no two trees are written alike.
private struct NormalFormEncoder {
  let row: Int
  let column: Int
  var bytes: [UInt8] = []

  mutating func put(_ node: FormulaTree.Node) {
    switch node {
    case .number(let number, _), .date(let number, _): put(0, number.bitPattern)
    case .text(let text): put(1, exact: text)
    case .logical(let logical): bytes += [2, logical ? 1 : 0]
    case .error(let code): bytes += [3, code.rawValue]
    case .missing: bytes.append(4)
    case .invalid: bytes.append(5)
    case .reference(let reference):
      bytes.append(6)
      put(reference.sheet)
      put(reference.shape)
    case .name(let name, let sheet):
      put(7, folded: name)
      put(sheet)
    case .structured(let reference):
      put(8, folded: reference.table ?? "")
      put(9, folded: reference.firstColumn ?? "")
      put(10, folded: reference.lastColumn ?? "")
      put(11, exact: reference.rows.rawValue)
    case .subscript_: bytes.append(12)
    case .member(_, let field): put(13, folded: field)
    case .unary(let unary, _): bytes += [14, Self.number(unary)]
    case .binary(let binary, _, _): put(15, exact: binary.rawValue)
    case .parenthesized: bytes.append(16)
    case .call(let name, let arguments):
      put(17, folded: name)
      put(UInt32(arguments.count))
    case .apply(_, let arguments):
      bytes.append(18)
      put(UInt32(arguments.count))
    case .array(let rows, let columns, _):
      bytes.append(19)
      put(UInt32(rows))
      put(UInt32(columns))
    case .record(let names, _):
      bytes.append(20)
      put(UInt32(names.count))
      for name in names { put(21, folded: name) }
    }
  }

  private static func number(_ unary: UnaryOperator) -> UInt8 {
    switch unary {
    case .plus: 0
    case .minus: 1
    case .percent: 2
    case .intersect: 3
    case .spill: 4
    case .trimLeading: 5
    case .trimTrailing: 6
    case .trimBoth: 7
    }
  }

  private mutating func put(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  private mutating func put(_ tag: UInt8, _ number: UInt64) {
    bytes.append(tag)
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  private mutating func put(_ tag: UInt8, exact text: String) {
    bytes.append(tag)
    put(UInt32(truncatingIfNeeded: text.utf8.count))
    bytes += text.utf8
  }

  private mutating func put(_ tag: UInt8, folded text: String) {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return put(tag, exact: text.lowercased()) }
    bytes.append(tag)
    put(UInt32(truncatingIfNeeded: text.utf8.count))
    for byte in text.utf8 { bytes.append(Ascii.lowercased(byte)) }
  }

  private mutating func put(_ sheet: SheetPrefix?) {
    guard let sheet else { return bytes.append(22) }
    put(23, folded: sheet.first)
    if let last = sheet.last { put(24, folded: last) }
  }

  private mutating func put(_ shape: GridReference.Shape) {
    switch shape {
    case .deleted: bytes.append(25)
    case .cell(let row, let column):
      bytes.append(26)
      put(row, from: self.row)
      put(column, from: self.column)
    case .area(let row, let column, let row2, let column2):
      bytes.append(27)
      put(row, from: self.row)
      put(column, from: self.column)
      put(row2, from: self.row)
      put(column2, from: self.column)
    case .columns(let first, let last):
      bytes.append(28)
      put(first, from: column)
      put(last, from: column)
    case .rows(let first, let last):
      bytes.append(29)
      put(first, from: row)
      put(last, from: row)
    }
  }

  private mutating func put(_ coordinate: Coordinate, from own: Int) {
    bytes.append(coordinate.isAbsolute ? 1 : 0)
    let value = coordinate.isAbsolute ? Int(coordinate.value) : Int(coordinate.value) &- own
    put(UInt32(truncatingIfNeeded: value))
  }
}
