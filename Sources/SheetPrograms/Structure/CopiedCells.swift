import CellModel
import Diagnostics
import Formulas
import SheetText

/// The definitions of a block's cells, written for the cells of another place, which holds the block a whole number of times.
struct CopiedCells {
  private let block: CellRectangle
  private let place: CellRectangle

  /// The cells that have definitions of their own, be they exceptions of a fill.
  private let alone: Set<CellRectangle>
  private let used: UsedSheets

  init(_ block: CellRectangle, to place: CellRectangle, alone: Set<CellRectangle>, _ used: UsedSheets) {
    self.used = used
    self.block = block
    self.place = place
    self.alone = alone
  }

  /// The lines with the copies; what stands on one line does so again.
  ///
  /// - Parameter isOwn: Whether the cells of a statement lie in the grid of the block.
  func lines(of document: SheetDocument, isOwn: (Statement) -> Bool) -> [String] {
    var lines: [(line: Int, texts: [String])] = []
    for statement in document.statements where isOwn(statement) {
      guard case .cell(let cell) = statement.kind, let cells = cell.target.rectangle,
        let part = cells.intersection(block), part == cells || !alone.contains(part)
      else { continue }
      let line = document.source.location(of: statement.span.lower).line
      let texts = copies(of: part, cells, cell, statement, document.source)
      if lines.last?.line == line { lines[lines.count - 1].texts += texts } else { lines.append((line, texts)) }
    }
    return lines.map { $0.texts.joined(separator: "; ") }
  }

  private func copies(
    of part: CellRectangle, _ cells: CellRectangle, _ cell: CellDefinition, _ statement: Statement, _ source: SourceText
  ) -> [String] {
    let references = WrittenReferences(cell.formula, in: source, used) { _ in true }
    return targets(of: part).map { target in
      let rows = target.rows.lowerBound - cells.rows.lowerBound
      let columns = target.columns.lowerBound - cells.columns.lowerBound
      let shapes = references.references.map { $0.shape.shifted(rows: rows, columns: columns) }
      return source.text(
        of: statement.span,
        with: [TextEdit(cell.target.span, A1Notation.text(of: target))] + references.edits(to: shapes))
    }
  }

  /// Where a part of the block is written; side by side in one fill where the block is one row or one column.
  private func targets(of part: CellRectangle) -> [CellRectangle] {
    func runs(_ axis: GridEdit.Axis) -> [ClosedRange<Int>] {
      let (own, block, place) = (part.run(axis), block.run(axis), place.run(axis))
      if block.count == 1 { return [place] }
      return stride(from: place.lowerBound, through: place.upperBound, by: block.count).map { start in
        start + own.lowerBound - block.lowerBound...start + own.upperBound - block.lowerBound
      }
    }
    return runs(.rows).flatMap { rows in runs(.columns).map { CellRectangle(rows: rows, columns: $0) } }
  }
}
