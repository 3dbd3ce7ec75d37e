/// What CELL can tell of a cell (ECMA-376 Part 1, 18.17.7.33).
package enum CellFact: String {
  case address, col, row, contents, type, width, format, color, parentheses, protect, prefix, filename

  /// The fact of a name, whatever its case.
  package init?(_ name: String) { self.init(rawValue: name.lowercased()) }

  /// Whether the cell's value tells it; of all else no value is read, so that a cell may ask it of itself.
  package var isOfValue: Bool { self == .contents || self == .type }
}
