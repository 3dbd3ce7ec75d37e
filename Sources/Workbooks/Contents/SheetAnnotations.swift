import CellModel

/// What stands on a sheet beside its values: how wide its columns are and which are hidden, which cells are merged, remarks, how texts are
/// pronounced, and what may be typed where.
package struct SheetAnnotations: Sendable {
  /// The widths of columns that have one of their own, in characters of the standard font.
  package var columnWidths: [Int: Double] = [:]
  /// Those of them whose width a program has made to fit what they hold, and nobody has chosen.
  package var fittedColumns: Set<Int> = []
  package var hiddenColumns: Set<Int> = []
  package var comments: [CellComment] = []
  package var validations: [CellValidation] = []
  package var mergedCells: [CellBlock] = []
  /// How the texts of some cells are pronounced.
  package var phonetics: [(row: Int, column: Int, text: PhoneticText)] = []

  package init() {}

  /// Whether somebody has chosen how wide a column is.
  package var hasChosenWidths: Bool { columnWidths.keys.contains { !fittedColumns.contains($0) } }

  /// Makes one of the comments at each cell, in their order.
  package mutating func joinComments() {
    var places: [CellBlock: Int] = [:]
    var joined: [CellComment] = []
    for comment in comments {
      let cell = CellBlock(top: comment.row, left: comment.column, bottom: comment.row, right: comment.column)
      if let place = places[cell] {
        joined[place].text += "\n\(comment.text)"
      } else {
        places[cell] = joined.count
        joined.append(comment)
      }
    }
    comments = joined
  }
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
  /// Whether a blank is accepted, and anything where a cell that the rule compares with is blank.
  package var allowsBlank = true
  /// What becomes of what it does not accept; `nil` where that is taken like anything else.
  package var alert: Alert? = Alert()

  /// What a program says of a value that a rule does not accept.
  package struct Alert: Sendable, Hashable {
    /// Whether the value is refused, and not only asked about.
    package var isStop = true
    /// The author's own words, if there are any.
    package var title = ""
    package var message = ""

    package init() {}
  }

  package init(blocks: [CellBlock], kind: String, comparison: String = "", formula: String, second: String = "") {
    self.blocks = blocks
    self.kind = kind
    self.comparison = comparison
    self.formula = formula
    self.second = second
  }
}
