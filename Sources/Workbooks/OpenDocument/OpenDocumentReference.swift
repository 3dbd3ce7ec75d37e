import CellModel

/// A reference of OpenDocument, which Excel spells otherwise.
///
/// It has one or more *parts* with a colon between them, such as `$'My sheet'.$A1` and `.B2`, each of a workbook, a sheet
/// and a cell, of which the first two may be missing.
///
/// - R1. Excel names the sheets once, in front: `$'My sheet'.A1:.B2` is `'My sheet'!A1:B2`, and `A.A1:C.B2` is `'A:C'!A1:B2`.
/// - R2. Corners between which whole columns or rows lie are these: `$A$1:$B$1048576` is `$A:$B`.
/// - R3. Where any part is gone, all of it is `#REF!`.
struct OpenDocumentReference {
  private struct Part {
    var book: [UInt8] = []
    var sheet: [UInt8] = []
    var cell: [UInt8] = []
  }

  private var parts: [Part] = []

  /// Reads what stands in a range of a text, without brackets around it.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    var position = range.lowerBound
    while true {
      parts.append(Self.part(of: bytes, from: &position, upTo: range.upperBound))
      guard position < range.upperBound, bytes[position] == Ascii.colon else { return }
      position += 1
    }
  }

  init(_ address: String) {
    let bytes = Array(address.utf8)
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Whether it leads to another workbook.
  var leavesWorkbook: Bool { !parts[0].book.isEmpty }

  /// The reference as Excel spells it, with the number of another workbook of which something is known.
  func excel(_ known: KnownNames? = nil) -> [UInt8] {
    let (first, last) = (parts[0], parts[parts.count - 1])
    if parts.contains(where: { $0.cell.contains(Ascii.hash) }) { return Array("#REF!".utf8) }
    var result: [UInt8] = []
    if !first.sheet.isEmpty {
      var name: [UInt8] = []
      if leavesWorkbook {
        name = [Ascii.leftBracket] + (known?.number(ofBook: first.book, sheet: first.sheet) ?? first.book)
        name.append(Ascii.rightBracket)
      }
      name += first.sheet
      if parts.count > 1, !last.sheet.isEmpty, last.sheet != first.sheet { name += [Ascii.colon] + last.sheet }
      result = Self.excelPrefix(ofSheet: name)
    }
    return result + (Self.whole(first.cell, last.cell) ?? Array(parts.map(\.cell).joined(separator: [Ascii.colon])))
  }

  var excelText: String { String(decoding: excel(), as: UTF8.self) }

  /// The same with a `$` before each row and column, so that it stays where it is.
  var fixedExcelText: String {
    let text = excelText
    guard let mark = text.lastIndex(of: "!"), let block = CellBlock(text[text.index(after: mark)...]) else {
      return text
    }
    func corner(_ row: Int, _ column: Int) -> String { "$\(A1Notation.letters(ofColumn: column))$\(row + 1)" }
    let first = corner(block.top, block.left)
    return text[...mark] + (block.count == 1 ? first : "\(first):\(corner(block.bottom, block.right))")
  }

  /// What stands before a cell of a sheet in Excel, `'My sheet'!`.
  static func excelPrefix(ofSheet name: some Sequence<UInt8>) -> [UInt8] {
    var result = [Ascii.apostrophe]
    for byte in name { result += byte == Ascii.apostrophe ? [byte, byte] : [byte] }
    return result + [Ascii.apostrophe, Ascii.exclamation]
  }

  /// Reads the name of a workbook or a sheet, which may stand in apostrophes, of which two stand for one.
  static func name(in bytes: [UInt8], from position: inout Int, upTo end: Int) -> [UInt8] {
    var name: [UInt8] = []
    guard position < end, bytes[position] == Ascii.apostrophe else {
      while position < end, ![Ascii.dot, Ascii.hash, Ascii.colon].contains(bytes[position]) {
        name.append(bytes[position])
        position += 1
      }
      return name
    }
    position += 1
    while position < end {
      if bytes[position] == Ascii.apostrophe {
        position += 1
        guard position < end, bytes[position] == Ascii.apostrophe else { break }
      }
      name.append(bytes[position])
      position += 1
    }
    return name
  }

  private static func part(of bytes: [UInt8], from position: inout Int, upTo end: Int) -> Part {
    var part = Part()
    if position < end, bytes[position] != Ascii.dot {
      let start = position
      if bytes[position] == Ascii.dollar { position += 1 }
      part.sheet = name(in: bytes, from: &position, upTo: end)
      if position < end, bytes[position] == Ascii.hash, !part.sheet.isEmpty {
        part.book = part.sheet
        position += 1
        if position < end, bytes[position] == Ascii.dollar { position += 1 }
        part.sheet = name(in: bytes, from: &position, upTo: end)
      }
      // Without a point it was the cell alone.
      if position >= end || bytes[position] != Ascii.dot {
        position = start
        part.sheet = []
      }
    }
    if position < end, bytes[position] == Ascii.dot { position += 1 }
    let start = position
    while position < end, bytes[position] != Ascii.colon { position += 1 }
    part.cell = Array(bytes[start..<position])
    return part
  }

  /// Two corners between which whole columns or rows lie, as Excel spells them; `nil` for any others.
  private static func whole(_ first: [UInt8], _ last: [UInt8]) -> [UInt8]? {
    func split(_ cell: [UInt8]) -> (column: [UInt8], row: [UInt8])? {
      let digits = cell.reversed().prefix(while: Ascii.isDigit).count
      var column = cell.dropLast(digits)
      let isFixed = column.last == Ascii.dollar
      if isFixed { column.removeLast() }
      guard digits > 0, let end = column.last, Ascii.isLetter(end) else { return nil }
      return (Array(column), (isFixed ? [Ascii.dollar] : []) + cell.suffix(digits))
    }
    guard let first = split(first), let last = split(last) else { return nil }
    func isNamed(_ part: [UInt8], _ text: String) -> Bool {
      part.filter { $0 != Ascii.dollar }.elementsEqual(text.utf8)
    }
    if isNamed(first.row, "1"), isNamed(last.row, "1048576") { return first.column + [Ascii.colon] + last.column }
    if isNamed(first.column, "A"), isNamed(last.column, "XFD") { return first.row + [Ascii.colon] + last.row }
    return nil
  }
}
