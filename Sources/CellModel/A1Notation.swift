/// The letters and digits of the A1 notation.
package enum A1Notation {
  /// The letters of a column counted from 0: `A`, `Z`, `AA`, `XFD`.
  package static func letters(ofColumn column: Int) -> String {
    let count = letterCount(ofColumn: column)
    return String(unsafeUninitializedCapacity: count) { buffer in
      write(letters: count, ofColumn: column, into: buffer)
      return count
    }
  }

  /// The address of a cell, its column and row counted from 0, with a `$` before what is absolute: `$C2`.
  package static func address(column: Int, _ isColumnAbsolute: Bool, row: Int, _ isRowAbsolute: Bool) -> String {
    let letters = letterCount(ofColumn: column)
    let digits = DecimalDigits.count(UInt64(row + 1))
    let count = letters + digits + (isColumnAbsolute ? 1 : 0) + (isRowAbsolute ? 1 : 0)
    return String(unsafeUninitializedCapacity: count) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      var end = 0
      func mark(_ isAbsolute: Bool) {
        guard isAbsolute else { return }
        start[end] = UInt8(ascii: "$")
        end += 1
      }
      mark(isColumnAbsolute)
      write(letters: letters, ofColumn: column, into: UnsafeMutableBufferPointer(rebasing: buffer[end...]))
      end += letters
      mark(isRowAbsolute)
      DecimalDigits.write(UInt64(row + 1), count: digits, to: start + end)
      return count
    }
  }

  private static func letterCount(ofColumn column: Int) -> Int {
    var count = 1
    var rest = column
    while rest >= 26 {
      rest = rest / 26 - 1
      count += 1
    }
    return count
  }

  @inline(__always)
  private static func write(letters count: Int, ofColumn column: Int, into buffer: UnsafeMutableBufferPointer<UInt8>) {
    var rest = column
    for place in (0..<count).reversed() {
      buffer[place] = UInt8(65 + rest % 26)
      rest = rest / 26 - 1
    }
  }

  /// The name of a sheet in quotation marks, those within it doubled: `'It''s here'`.
  package static func quoted(_ sheet: String) -> String {
    "'" + sheet.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  /// A path such as `My sheet!A1` with quotation marks around the sheet; `nil` where there is no sheet without them.
  package static func quotingSheet(of path: String) -> String? {
    guard let mark = path.lastIndex(of: "!"), mark > path.startIndex, path.first != "'" else { return nil }
    return quoted(String(path[..<mark])) + path[mark...]
  }

  /// A name without the quotation marks around it, if there are any; those within it stand alone.
  package static func unquoted(_ name: some StringProtocol) -> String {
    guard name.count > 1, name.first == "'", name.last == "'" else { return String(name) }
    return name.dropFirst().dropLast().split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")
  }

  /// The sheet before the last `!` of a path such as `'My sheet'!A1`, and what stands behind it; `nil` where none stands
  /// before.
  package static func parted(_ path: some StringProtocol) -> (sheet: String?, address: String) {
    guard let mark = path.lastIndex(of: "!") else { return (nil, String(path)) }
    return (unquoted(path[..<mark]), String(path[path.index(after: mark)...]))
  }

  /// The text of a cell, such as `B7`.
  package static func text(row: Int, column: Int) -> String { letters(ofColumn: column) + String(row + 1) }

  /// The text of a rectangle, such as `B2` or `B2:C9`.
  package static func text(of cells: CellRectangle) -> String {
    let first = text(row: cells.rows.lowerBound, column: cells.columns.lowerBound)
    return cells.count == 1
      ? first : first + ":" + text(row: cells.rows.upperBound, column: cells.columns.upperBound)
  }

  /// The rectangle that a text such as `B2:C9`, `$C$9:b2` or `B2` names; `nil` when it names none.
  package static func block(_ text: some StringProtocol) -> CellRectangle? {
    let plain = String(text.filter { $0 != "$" })
    let ends = plain.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(ends.count), let first = cell(ends[0]), let last = cell(ends[ends.count - 1]) else {
      return nil
    }
    return CellRectangle(
      rows: min(first.row, last.row)...max(first.row, last.row),
      columns: min(first.column, last.column)...max(first.column, last.column))
  }

  /// The column, counted from 0, that letters name in any case; `nil` when they name none up to `XFD`.
  package static func column(letters: some StringProtocol) -> Int? {
    guard (1...3).contains(letters.utf8.count) else { return nil }
    var column = 0
    for byte in letters.utf8 {
      let upper = byte & 0xDF
      guard (65...90).contains(upper) else { return nil }
      column = column * 26 + Int(upper - 64)
    }
    return column - 1 <= Area.lastColumn ? column - 1 : nil
  }

  /// The row and column that a text such as `B7` or `xfd1048576` names, without `$`; `nil` when it names none.
  package static func cell(_ text: String) -> (row: Int, column: Int)? { cell(text.utf8) }

  /// The row and column that a part of a text names.
  package static func cell(_ text: Substring) -> (row: Int, column: Int)? { cell(text.utf8) }

  /// The same of bytes; each kind of text has a function of its own, since what is generic over them is slow in other rooms.
  @inline(__always)
  private static func cell(_ text: some Collection<UInt8>) -> (row: Int, column: Int)? {
    var column = 0
    var letters = 0
    var row = 0
    var digits = 0
    for byte in text {
      switch byte {
      case 65...90, 97...122:
        guard digits == 0, letters < 3 else { return nil }
        letters += 1
        column = column * 26 + Int(byte & 0xDF) - 64
      case 48...57:
        guard letters > 0, digits < 7, digits > 0 || byte != 48 else { return nil }
        digits += 1
        row = row * 10 + Int(byte) - 48
      default: return nil
      }
    }
    guard digits > 0, column - 1 <= Area.lastColumn, row <= Area.lastRow + 1 else { return nil }
    return (row - 1, column - 1)
  }
}
