import CellModel
import Markup

/// Reads the values of cells, with what all sheets of a workbook share for it.
struct ExcelCellValues {
  var strings = ExcelStrings()
  var errors = ExcelErrors()
  var dateSystem = DateSystem.from1900

  /// What a cell's `t` says of its value.
  enum Kind {
    case number, sharedString, string, inlineString, logical, error, date

    init(_ text: UnsafeBufferPointer<UInt8>) {
      self =
        switch text.first {
        case UInt8(ascii: "s"): text.count == 1 ? .sharedString : .string
        case UInt8(ascii: "i"): .inlineString
        case UInt8(ascii: "b"): .logical
        case UInt8(ascii: "e"): .error
        case UInt8(ascii: "d"): .date
        default: .number
        }
    }
  }

  /// The value of a cell; `nil` where its bytes are none of its type.
  func value(of cell: PlainCell, _ bytes: UnsafeBufferPointer<UInt8>) -> CellValue? {
    switch cell.type {
    case .number:
      return DecimalScanner.number(bytes, from: cell.value.lowerBound, to: cell.value.upperBound).map { .number($0) }
    case .sharedString:
      let number = UnsafeBufferPointer(rebasing: bytes[cell.value])
      guard strings.phonetics.isEmpty, number.allSatisfy(Ascii.isDigit),
        strings.values.indices.contains(ExcelText.number(number))
      else { return nil }
      return strings.values[ExcelText.number(number)]
    case .string: return .text(Self.text(bytes, cell.value))
    case .logical:
      let byte = bytes[cell.value.lowerBound]
      guard cell.value.count == 1, byte == Ascii.zero || byte == Ascii.zero + 1 else { return nil }
      return .logical(byte != Ascii.zero)
    }
  }

  /// The string that a cell refers to by its number, and how it is pronounced.
  func sharedString(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(XMLFault) -> (value: CellValue, phonetics: PhoneticText?) {
    let number = ExcelText.number(UnsafeBufferPointer(rebasing: ExcelText.trimmed(bytes)))
    guard strings.values.indices.contains(number) else { throw XMLFault("There is no shared string \(number).") }
    return (strings.values[number], strings.phonetics.isEmpty ? nil : strings.phonetics[number])
  }

  /// The value that a piece of a cell's text stands for; `nil` for a blank one.
  func value(
    of piece: XMLPiece, _ scanner: borrowing XMLScanner, _ kind: Kind, metadata: Int
  ) throws(XMLFault) -> CellValue? {
    let bytes = scanner.bytes(of: piece)
    switch kind {
    case .number: return Self.number(bytes)
    case .sharedString: return try sharedString(bytes).value
    case .string, .inlineString: return .text(ExcelText.unescaped(try scanner.text(of: piece)))
    case .logical:
      let trimmed = ExcelText.trimmed(bytes)
      return .logical(trimmed.first == UInt8(ascii: "1") || trimmed.first.map { $0 | 0x20 } == UInt8(ascii: "t"))
    case .error:
      if let error = errors[metadata] { return .error(error) }
      let text = try scanner.text(of: piece)
      return .error(CellError(ErrorCode(text: text) ?? .value))
    case .date:
      let text = try scanner.text(of: piece)
      return (ISODate.serial(text, dateSystem) ?? DecimalNumber.number(text)).map { .number($0) } ?? .text(text)
    }
  }

  @inline(__always)
  static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    range.isEmpty ? "" : ExcelText.unescaped(String(decoding: bytes[range], as: UTF8.self))
  }

  private static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> CellValue? {
    if let number = DecimalScanner.number(bytes, from: 0, to: bytes.count) { return .number(number) }
    let trimmed = ExcelText.trimmed(bytes)
    if trimmed.isEmpty { return nil }
    if let number = DecimalScanner.number(bytes, from: trimmed.startIndex, to: trimmed.endIndex) {
      return .number(number)
    }
    // Some programs write INF and NaN.
    return .error(
      .number("“\(String(decoding: trimmed.prefix(40), as: UTF8.self))” is no number that a cell can hold."))
  }
}
