import CellModel
import Diagnostics
import Formulas

/// A number, a date or a text that is all of a formula, as most lines of data are.
struct LineLiteral {
  private enum Value {
    case number(Double)
    case day(Double)
    case text
  }

  private let value: Value
  /// The offset behind it.
  let end: Int

  /// Reads the literal at an offset; `nil` for what is more than one, and for what a parser has to look at.
  init?(_ base: UnsafePointer<UInt8>, at start: Int, to limit: Int) {
    guard start < limit, let (value, end) = Self.read(base, at: start, to: limit), Self.isAll(base, to: end, limit)
    else { return nil }
    (self.value, self.end) = (value, end)
  }

  private static func read(
    _ base: UnsafePointer<UInt8>, at start: Int, to limit: Int
  ) -> (value: Value, end: Int)? {
    switch base[start] {
    case Ascii.quote: return plainTextEnd(base, at: start, to: limit).map { (.text, $0) }
    case Ascii.minus: return number(base, at: start + 1, to: limit).map { (.number(-$0.value), $0.end) }
    default:
      guard let date = WrittenDate(base, at: start, to: limit) else {
        return number(base, at: start, to: limit).map { (.number($0.value), $0.end) }
      }
      return date.serial.map { (.day($0), start + WrittenDate.length) }
    }
  }

  /// Where the text at an offset ends; `nil` where none stands there, or one with a quotation mark in it.
  static func plainTextEnd(_ base: UnsafePointer<UInt8>, at start: Int, to limit: Int) -> Int? {
    guard start < limit, base[start] == Ascii.quote else { return nil }
    var end = start + 1
    while end < limit, base[end] != Ascii.quote, !base[end].isLineEnd { end += 1 }
    return end < limit && base[end] == Ascii.quote ? end + 1 : nil
  }

  /// What a formula says that is this literal in a text.
  func content(in source: SourceText) -> SheetFormula.Content {
    switch value {
    case .number(let number): .number(number, source)
    case .day(let serial): .day(serial, source)
    case .text: .text(source)
    }
  }

  private static func number(
    _ base: UnsafePointer<UInt8>, at start: Int, to limit: Int
  ) -> (value: Double, end: Int)? {
    guard start < limit, base[start].isDigit else { return nil }
    var end = start
    while end < limit, base[end].isDigit || base[end] == Ascii.dot { end += 1 }
    if end < limit, base[end] | 0x20 == UInt8(ascii: "e") {
      end += end + 1 < limit && (base[end + 1] == Ascii.minus || base[end + 1] == Ascii.plus) ? 2 : 1
      while end < limit, base[end].isDigit { end += 1 }
    } else if let value = DecimalDigits.number(base, from: start, to: end) {
      return (value, end)
    }
    let text = String(decoding: UnsafeBufferPointer(start: base + start, count: end - start), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return (value, end)
  }

  /// Whether a formula that has been read up to an offset ends there.
  private static func isAll(_ base: UnsafePointer<UInt8>, to end: Int, _ limit: Int) -> Bool {
    var next = end
    while next < limit, base[next].isBlank { next += 1 }
    return next == limit || base[next].isLineEnd || base[next] == Ascii.semicolon
      || base[next] == Ascii.slash && next + 1 < limit && base[next + 1] == Ascii.slash
      || next > end && FormatWord.stands(base, at: next, to: limit)
  }
}
