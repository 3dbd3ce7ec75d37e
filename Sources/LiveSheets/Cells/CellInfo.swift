import CellModel
import Diagnostics
import SheetPrograms

/// A cell, a range or a table as people name it.
package struct CellInfo: Sendable, Hashable {
  package typealias Kind = CellKind

  package var name: String
  package var address: CellAddress
  /// More than one cell.
  package var area: Area?
  /// Whether one formula fills the area.
  package var isBlock = false
  package var kind: Kind
  package var documentation: String?
  package var definitionSpan: SourceSpan?
  package var formulaText: String?
  package var format: String?
  /// The declared type of an input.
  package var typeText: String?
  /// Whether the outside may set it.
  package var isSettable: Bool { kind.isSettable }

  package init(name: String, address: CellAddress, area: Area? = nil, kind: Kind) {
    self.name = name
    self.address = address
    self.area = area
    self.kind = kind
  }
}

extension CellKind {
  package var wordWithArticle: String { "\(LiveFinding.article(word)) \(word)" }
}

/// A cell whose value is another than before.
package struct CellChange: Sendable {
  package var cell: CellInfo
  package var old: CellValue
  package var new: CellValue
  package var oldText: String
  package var newText: String

  package init(cell: CellInfo, old: CellValue, new: CellValue, oldText: String, newText: String) {
    self.cell = cell
    self.old = old
    self.new = new
    self.oldText = oldText
    self.newText = newText
  }

  init(of cell: CellInfo, from old: CellValue, to new: CellValue, in sheet: LiveSheet) {
    let shown = sheet.valueText.apart(
      (old, sheet.summary(of: old, format: cell.format)), (new, sheet.summary(of: new, format: cell.format)))
    self.init(cell: cell, old: old, new: new, oldText: shown.old, newText: shown.new)
  }
}

/// A table as loaded.
package struct TableInfo: Sendable {
  package var name: String
  package var grid: GridID
  package var columns: [String]
  package var rowCount: Int
  package var documentation: String?
  /// Which of the columns a file of the table has.
  package var savedColumns: [Int]
}

/// A name that names nothing.
package struct LookupFailure: Error, Sendable {
  package var name: String
  package var message: String
  package var suggestion: String?
  /// What to write, where that is not a near name.
  package var help: String?
  /// Whether what was asked for is no path at all.
  package private(set) var isNoPath = false

  package init(_ name: String, _ message: String, suggestion: String? = nil) {
    self.name = name
    self.message = message
    self.suggestion = suggestion
  }

  /// A text that is no path at all.
  static func noPath(_ text: String) -> LookupFailure {
    var failure = LookupFailure(text, "“\(text)” is not the name of a cell")
    failure.isNoPath = true
    return failure
  }

  /// What is wrong with a path, in the words of a finding about it.
  init(_ path: String, _ finding: Diagnostic) {
    guard finding.isOne(of: .emptyColumns) else {
      self.init(path, finding.message, suggestion: finding.suggestion)
      return
    }
    self.init(path, "\(path) are columns of the grid, and they are empty")
    help = "name the cells one by one"
  }
}
