import CellModel

/// What stands on a sheet beside its values: how wide its columns are and which are hidden, which cells are merged, remarks, how texts are
/// pronounced, and what may be typed where.
package struct SheetAnnotations: Sendable {
  /// The widths of columns that have one of their own, in characters of the standard font.
  package var columnWidths: [Int: Double] = [:]
  package var hiddenColumns: Set<Int> = []
  package var comments: [CellComment] = []
  package var validations: [CellValidation] = []
  package var mergedCells: [CellBlock] = []
  /// How the texts of some cells are pronounced.
  package var phonetics: [(row: Int, column: Int, text: PhoneticText)] = []

  package init() {}
}

/// A remark at a cell.
package struct CellComment: Sendable, Hashable {
  package var row: Int
  package var column: Int
  package var text: String

  package init(row: Int, column: Int, text: String) {
    self.row = row
    self.column = column
    self.text = text
  }
}

/// What may be typed into some cells.
package struct CellValidation: Sendable, Hashable {
  package var blocks: [CellBlock]
  /// `list`, `whole`, `decimal`, `date`, `time`, `textLength` or `custom`.
  package var kind: String
  /// `between`, `greaterThan` and so on; empty for `between`.
  package var comparison: String
  package var formula: String
  package var second: String

  package init(blocks: [CellBlock], kind: String, comparison: String = "", formula: String, second: String = "") {
    self.blocks = blocks
    self.kind = kind
    self.comparison = comparison
    self.formula = formula
    self.second = second
  }
}
