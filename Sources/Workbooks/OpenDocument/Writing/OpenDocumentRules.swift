import CellModel
import Markup

/// A rule for typing as OpenDocument has it, with the cells that follow it.
package struct OpenDocumentRule: Sendable, Hashable {
  package var name: String
  /// The condition in the syntax of OpenDocument (1.3 part 3, §19.608).
  package var condition: String
  /// The cell for which references in the condition are written.
  package var base: String
  package var blocks: [CellBlock]
  package var allowsBlank = true
  /// What becomes of what the rule does not accept; `nil` where that is taken like anything else.
  package var alert: CellValidation.Alert? = CellValidation.Alert()

  package init(name: String, condition: String, base: String, blocks: [CellBlock]) {
    self.name = name
    self.condition = condition
    self.base = base
    self.blocks = blocks
  }

  func write(to xml: inout XMLWriter) {
    xml.start(
      "table:content-validation",
      [
        ("table:name", name), ("table:condition", condition),
        ("table:allow-empty-cell", allowsBlank ? "true" : "false"),
        ("table:base-cell-address", base),
      ])
    if let alert {
      let title = alert.title.isEmpty ? nil : alert.title
      xml.start(
        "table:error-message",
        [
          ("table:title", title), ("table:display", "true"), ("table:message-type", alert.isStop ? "stop" : "warning"),
        ])
      if !alert.message.isEmpty { OpenDocumentCellValue.writeParagraphs(alert.message, to: &xml) }
      xml.end()
    } else {
      xml.empty("table:error-message", [("table:display", "false")])
    }
    xml.end()
  }
}

/// The cells of one sheet that follow rules for typing, row by row from the top.
///
/// Of two rules for one cell the first counts.
struct OpenDocumentRuledRows {
  /// Neighbours in a row that follow one rule.
  struct Run: Equatable {
    var left: Int
    var right: Int
    var name: String
  }

  /// Cells that follow a rule, with the place of the rule among all.
  private struct Ruled {
    let block: CellBlock
    let order: Int
    let name: String
  }

  /// From the top.
  private let ruled: [Ruled]
  /// How many of them begin at or above the last row, and those of these that reach it.
  private var passed = 0
  private var reaching: [Ruled] = []
  /// The rows for which the last runs hold, and these.
  private var known: (rows: Range<Int>, runs: [Run]) = (0..<0, [])
  /// The row behind the last that has such a cell.
  let end: Int

  init(_ rules: [OpenDocumentRule]) {
    ruled = rules.enumerated().flatMap { order, rule in
      rule.blocks.map { Ruled(block: $0, order: order, name: rule.name) }
    }.sorted { $0.block.top < $1.block.top }
    end = ruled.reduce(0) { max($0, $1.block.bottom + 1) }
  }

  /// What the cells of a row follow, and before which row that may change; rows come in order.
  mutating func runs(of row: Int) -> (runs: [Run], until: Int) {
    if !known.rows.contains(row) {
      reaching.removeAll { $0.block.bottom < row }
      while passed < ruled.count, ruled[passed].block.top <= row {
        if row <= ruled[passed].block.bottom { reaching.append(ruled[passed]) }
        passed += 1
      }
      let next = passed < ruled.count ? ruled[passed].block.top : .max
      known = (row..<reaching.reduce(next) { min($0, $1.block.bottom + 1) }, runsOfReaching)
    }
    return (known.runs, known.rows.upperBound)
  }

  private var runsOfReaching: [Run] {
    let runs = reaching.sorted { ($0.block.left, $0.order) < ($1.block.left, $1.order) }.map {
      Run(left: $0.block.left, right: $0.block.right, name: $0.name)
    }
    var next = 0
    return runs.compactMap { run in
      guard run.right >= next else { return nil }
      let left = max(run.left, next)
      next = run.right + 1
      return Run(left: left, right: run.right, name: run.name)
    }
  }
}

/// The cells of one row that are written from left to right, what is empty by how often it is repeated.
struct OpenDocumentRowCells {
  private let runs: [OpenDocumentRuledRows.Run]
  private var position = 0
  private var column = 0

  init(_ runs: [OpenDocumentRuledRows.Run]) { self.runs = runs }

  /// The rule that the cell of a column follows; columns come in order.
  mutating func rule(of column: Int) -> String? {
    while position < runs.count, runs[position].right < column { position += 1 }
    return position < runs.count && runs[position].left <= column ? runs[position].name : nil
  }

  /// Writes the empty cells before a column, which is the next to be written by somebody else.
  mutating func pass(to next: Int, _ xml: inout XMLWriter) {
    while column < next {
      let name = rule(of: column)
      let end = position < runs.count ? (name == nil ? runs[position].left : runs[position].right + 1) : next
      let count = min(end, next) - column
      xml.empty(
        "table:table-cell",
        [
          ("table:content-validation-name", name),
          ("table:number-columns-repeated", count > 1 ? "\(count)" : nil),
        ])
      column += count
    }
  }

  mutating func passCell() { column += 1 }

  /// Writes the cells that follow rules behind the last that was written; one that follows none where there is no other.
  mutating func end(_ xml: inout XMLWriter) {
    if let last = runs.last, last.right >= column { pass(to: last.right + 1, &xml) }
    if column == 0 { xml.empty("table:table-cell") }
  }
}
