import CellModel

/// How the fields of a column of a file are read, and what the column may hold.
package struct ColumnRule: Sendable {
  package enum Reading: Sendable {
    /// As a spreadsheet reads what is typed.
    case typed
    /// Each field as it is.
    case text
    /// As typed, and digits that a number would not keep are a number all the same.
    case number
  }

  package var reading: Reading
  /// Whether a value may stand in the column; without it any may.
  package var accepts: (@Sendable (CellValue) -> Bool)?

  package init(reading: Reading = .typed, accepts: (@Sendable (CellValue) -> Bool)? = nil) {
    self.reading = reading
    self.accepts = accepts
  }
}
