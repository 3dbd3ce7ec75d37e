import CellModel

/// The value of a cell in eight bytes: a plain number is itself, anything else a place beside it.
///
/// What stands for no number has the bits of a NaN that no arithmetic gives.
private struct PackedValue: BitwiseCopyable {
  private static let mark: UInt64 = 0x7FFC << 48
  static let missing = PackedValue(bits: mark)
  static let blank = PackedValue(bits: mark | 1)
  static let no = PackedValue(bits: mark | 2)
  static let yes = PackedValue(bits: mark | 3)
  private static let firstPlace: UInt64 = 4

  var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// `nil` for a NaN.
  @inline(__always)
  init?(_ number: Double) {
    if number.isNaN { return nil }
    bits = number.bitPattern
  }

  init(place: Int) { bits = Self.mark | (UInt64(place) + Self.firstPlace) }

  @inline(__always)
  var isNumber: Bool { bits >> 48 != 0x7FFC }

  /// Where the value stands beside; `nil` for those that have bits of their own.
  var place: Int? {
    let payload = bits & ~Self.mark
    return payload < Self.firstPlace ? nil : Int(payload - Self.firstPlace)
  }
}

/// Values that take eight bytes, and those of them that need more.
struct ValueShelf: Sendable {
  private var others: [CellValue] = []

  /// The bits that stand for a value, or for none.
  @inline(__always)
  mutating func bits(of value: CellValue?) -> UInt64 {
    if case .number(let number, .plain)? = value, let packed = PackedValue(number) { return packed.bits }
    return otherBits(of: value)
  }

  @inline(never)
  private mutating func otherBits(of value: CellValue?) -> UInt64 {
    switch value {
    case nil: return PackedValue.missing.bits
    case .blank?: return PackedValue.blank.bits
    case .logical(let logical)?: return (logical ? PackedValue.yes : .no).bits
    case let value?:
      others.append(value)
      return PackedValue(place: others.count - 1).bits
    }
  }

  /// The value that bits stand for.
  @inline(__always)
  func value(of bits: UInt64) -> CellValue? {
    let packed = PackedValue(bits: bits)
    return packed.isNumber ? .number(Double(bitPattern: bits)) : otherValue(of: packed)
  }

  @inline(never)
  private func otherValue(of packed: PackedValue) -> CellValue? {
    if let place = packed.place { return others[place] }
    return switch packed.bits {
    case PackedValue.missing.bits: nil
    case PackedValue.blank.bits: .blank
    default: .logical(packed.bits == PackedValue.yes.bits)
    }
  }
}

/// A list of values; a number takes eight bytes.
package struct PackedValues: Sendable, RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral, Equatable
{
  private var bits: [UInt64] = []
  private var shelf = ValueShelf()

  package init() {}

  package init(arrayLiteral values: CellValue...) { self.init(values) }

  package static func == (one: PackedValues, other: PackedValues) -> Bool { one.elementsEqual(other) }

  package var startIndex: Int { 0 }
  package var endIndex: Int { bits.count }

  package subscript(place: Int) -> CellValue {
    get { shelf.value(of: bits[place]) ?? .blank }
    set { bits[place] = shelf.bits(of: newValue) }
  }

  package mutating func append(_ value: CellValue) { bits.append(shelf.bits(of: value)) }

  package mutating func replaceSubrange(_ range: Range<Int>, with values: some Collection<CellValue>) {
    bits.replaceSubrange(range, with: values.map { shelf.bits(of: $0) })
  }
}
