import CellModel
import Markup

/// The styles that a workbook's file gains: a cell without a number format that gets a date, a time or a percentage gets
/// the format of its kind with it, as in Excel, and all else of its style stays.
struct ExcelAddedStyles {
  private struct Style: Hashable {
    /// The style of the file that it is made of.
    var base: Int
    /// A number format that every workbook has.
    var format: Int
  }

  /// For each style of the file, whether it leaves the format to the value.
  private let isGeneral: [Bool]
  private var added: [Style] = []

  var isEmpty: Bool { added.isEmpty }

  /// - Parameter formats: Those of the file's styles, in their order.
  init(_ formats: [String]) { isGeneral = formats.map { $0 == "General" } }

  /// The style of a cell that gets a value; `nil` where it keeps its own.
  mutating func style(for value: CellValue, over base: Int) -> Int? {
    guard isGeneral.indices.contains(base), isGeneral[base], case .number(let number, let kind) = value,
      let format = Self.format(of: number, kind)
    else { return nil }
    let style = Style(base: base, format: format)
    if let known = added.firstIndex(of: style) { return isGeneral.count + known }
    added.append(style)
    return isGeneral.count + added.count - 1
  }

  private static func format(of number: Double, _ kind: NumberKind) -> Int? {
    switch kind.shown(number) {
    case .plain: nil
    case .date: 14
    case .dateTime: 22
    case .time: number >= 1 ? 46 : (number * 86_400).rounded().truncatingRemainder(dividingBy: 60) == 0 ? 20 : 21
    case .percent: DecimalNumber(number * 100).exponent >= 0 ? 9 : 10
    }
  }

  /// The part with the styles, with those that were added behind its own.
  func part(_ contents: [UInt8]) throws(XMLFault) -> [UInt8] {
    var outcome: Result<[UInt8], XMLFault> = .success([])
    contents.withUnsafeBufferPointer { bytes in
      do throws(XMLFault) { outcome = .success(try part(XMLScanner(bytes), bytes)) } catch { outcome = .failure(error) }
    }
    return try outcome.get()
  }

  private func part(
    _ scanner: consuming XMLScanner, _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(XMLFault) -> [UInt8] {
    var output: [UInt8] = []
    var copied = scanner.position
    var styles: [Int: (tag: [UInt8], rest: [UInt8])] = [:]
    var number = 0
    var isInCells = false
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .finish:
        output += bytes[copied...]
        return output
      case .start where scanner.isNamed("cellXfs"):
        isInCells = true
        guard let count = scanner.attribute("count") else { break }
        output += bytes[copied..<count.lower]
        output += "\(isGeneral.count + added.count)".utf8
        copied = count.upper
      case .start where isInCells && scanner.isNamed("xf"):
        let (tag, isEmpty, end) = (Self.tag(of: scanner), scanner.isEmpty, scanner.position)
        try scanner.skipElement()
        styles[number] = (tag, isEmpty ? Array("/>".utf8) : Array(">".utf8) + bytes[end..<scanner.position])
        number += 1
      case .end where scanner.isNamed("cellXfs"):
        isInCells = false
        let end = scanner.tagStart(from: before)
        output += bytes[copied..<end]
        copied = end
        for style in added {
          guard let base = styles[style.base] else { continue }
          output += base.tag
          output += " numFmtId=\"\(style.format)\" applyNumberFormat=\"1\"".utf8
          output += base.rest
        }
      default: break
      }
    }
  }

  /// The beginning of a style's element with all that it says but of its number format.
  private static func tag(of scanner: borrowing XMLScanner) -> [UInt8] {
    var tag = Array("<\(scanner.name)".utf8)
    for attribute in scanner.attributePieces
    where !scanner.isPiece(attribute.localName, "numFmtId")
      && !scanner.isPiece(attribute.localName, "applyNumberFormat")
    {
      scanner.copyAttribute(named: attribute.name, attribute.value, to: &tag)
    }
    return tag
  }
}
