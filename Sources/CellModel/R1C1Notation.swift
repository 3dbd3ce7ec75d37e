/// The other notation of references: rows and columns by number, such as `R2C3`, `R[-1]C`, `R5` or `C1:C3`.
///
/// A number stands for a row or a column, a number in brackets for a distance from the formula's own cell, and nothing
/// for its own row or column. `R` alone is a whole row, `C` alone a whole column (ECMA-376 part 1, 18.17.2.3).
package enum R1C1Notation {
  /// A corner of a reference: the row, the column or both, counted from 0.
  private typealias Corner = (row: Int?, column: Int?)

  /// What a reference in this notation is in A1 notation, seen from a cell; `nil` if it is none or lies outside a grid, and
  /// if it counts from a cell that has no row and column.
  ///
  /// A sheet in front with its `!` is handed on as it is written.
  package static func a1(_ text: String, row: Int?, column: Int?) -> String? {
    let mark = text.lastIndex(of: "!").map { text.index(after: $0) } ?? text.startIndex
    let parts = text[mark...].split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let first = corner(parts[0], row, column),
      let last = corner(parts[parts.count - 1], row, column),
      (first.row == nil) == (last.row == nil), (first.column == nil) == (last.column == nil)
    else { return nil }
    let address = name(first)
    let isCell = first.row != nil && first.column != nil && parts.count == 1
    return text[..<mark] + (isCell ? address : "\(address):\(name(last))")
  }

  private static func name(_ corner: Corner) -> String {
    (corner.column.map { A1Notation.letters(ofColumn: $0) } ?? "") + (corner.row.map { String($0 + 1) } ?? "")
  }

  private static func corner(_ text: Substring, _ row: Int?, _ column: Int?) -> Corner? {
    var rest = text
    let hasRow = takes("R", from: &rest)
    var result: Corner = (nil, nil)
    if hasRow {
      guard let read = coordinate(&rest, own: row, last: Area.lastRow) else { return nil }
      result.row = read
    }
    let hasColumn = takes("C", from: &rest)
    if hasColumn {
      guard let read = coordinate(&rest, own: column, last: Area.lastColumn) else { return nil }
      result.column = read
    }
    return rest.isEmpty && (hasRow || hasColumn) ? result : nil
  }

  private static func takes(_ letter: String, from text: inout Substring) -> Bool {
    guard let first = text.first, first.uppercased() == letter else { return false }
    text.removeFirst()
    return true
  }

  /// Reads `5`, `[-2]` or nothing; `nil` outside of the grid or where a bracket holds no number.
  private static func coordinate(_ text: inout Substring, own: Int?, last: Int) -> Int? {
    var place = own
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]"), let distance = Int(text[text.index(after: text.startIndex)..<end]),
        abs(distance) <= last, let own
      else { return nil }
      // What leaves the grid comes in at its other end.
      place = (own + distance + last + 1) % (last + 1)
      text = text[text.index(after: end)...]
    } else {
      let digits = text.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty {
        guard digits.count <= 7, let number = Int(digits) else { return nil }
        place = number - 1
        text = text.dropFirst(digits.count)
      }
    }
    guard let place, (0...last).contains(place) else { return nil }
    return place
  }
}
