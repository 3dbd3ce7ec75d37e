/// The `sheet` line that statements are under, one after the other: most are under that of the one before, so that what
/// follows from it is sought once for them all.
///
/// It says when that has to be sought, and does not keep it: a generic type would not be specialised for other rooms, and
/// cost as much as a fifth of loading a line.
package struct CurrentLine {
  private var last: (line: String?, unit: SheetUnit)?

  package init() {}

  /// Goes on to the next statement.
  ///
  /// - Parameter line: The name on its line; `nil` before the first such line.
  /// - Returns: Whether the line is another than that of the last statement.
  package mutating func moves(to line: String?, in unit: SheetUnit) -> Bool {
    if let last, last.unit === unit, last.line == line { return false }
    last = (line, unit)
    return true
  }
}
