import CellModel
import Diagnostics
import Formulas
import SheetText

/// Moves cells of one grid of a text, as a spreadsheet does: addresses follow wherever the text has them, in formulas,
/// names, tables, checks and tests, and all else stays as it is written.
///
/// These rules hold:
///
/// - R1. Every cell has behind the edit what it had, in its new place, and means the cells that it meant; what is gone is
///   `#REF!` where it was meant.
/// - R2. A fill stays one, or becomes as few as say the same.
/// - R3. What cannot be done throws, and nothing is changed.
package struct GridEditor {
  private let document: SheetDocument
  private let unit: SheetUnit
  private let grids: ProgramGrids
  private let used: UsedSheets
  /// The number of the grid among those of the text.
  private let grid: Int
  /// The name on the grid's `sheet` line; `nil` where its cells come before the first.
  package let section: String?

  /// - Parameter name: What an address may say before itself for the grid; `nil` is what one means that says nothing before
  ///   the first `sheet` line.
  package init(_ document: SheetDocument, grid name: String?) throws(StructureObstacle) {
    self.document = document
    let unit = SheetUnit(document)
    let grids = ProgramGrids([unit], mainName: SheetProgram.baseName(document.source.name))
    (self.unit, self.grids) = (unit, grids)
    used = UsedSheets(document)
    guard let number = grids.number(ofLine: nil, in: unit),
      let grid = name.map({ grids.number(named: $0, in: unit) }) ?? number
    else { throw .unknownGrid(name ?? "", near: NearNames.suggestion(for: name ?? "", among: grids.names)) }
    self.grid = grid
    section = unit.gridLines.names.first { grids.numbers[$0.key] == grid }?.text
  }

  /// The text behind an edit.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  package func carryingOut(_ edit: StructureEdit) throws(StructureObstacle) -> SheetDocument {
    if case .copy(let block, _) = edit, let place = edit.placeOfCopy { return try copying(block, to: place) }
    guard let change = try edit.change() else { return document }
    let alone = hasFills ? Set(cellsAlone.compactMap(change.place)) : []
    var (edits, gone): ([TextEdit], [Int]) = ([], [])
    // One formula may stand in several places of a statement's meaning.
    var others: Set<TextEdit> = []
    for (index, statement) in document.statements.enumerated() {
      if case .cell(let cell) = statement.kind {
        guard let changed = try self.edits(moving: cell, of: statement, under: change, beside: alone) else {
          if case .edit(let edit) = change, edit.isInsertion { throw .overTheEdge(document.source[cell.target.span]) }
          gone.append(index)
          continue
        }
        edits += changed
      } else {
        for formula in statement.definition.formulas {
          let references = self.references(of: formula.formula, in: statement)
          let shapes = references.shapes(under: change)
          try check(shapes, of: references, formula.role)
          others.formUnion(references.edits(to: shapes))
        }
      }
    }
    return document.replacing(edits + others + document.edits(removing: gone))
  }

  // MARK: Cells

  private var hasFills: Bool { document.statements.contains(where: \.isFill) }

  private func isOwn(_ statement: Statement) -> Bool { grids.number(of: statement, in: unit) == grid }

  private func references(of formula: SheetFormula, in statement: Statement) -> WrittenReferences {
    let isOwn = isOwn(statement)
    return WrittenReferences(formula, in: document.source, used) { prefix in
      guard let prefix else { return isOwn }
      return prefix.last == nil && grids.number(named: prefix.first, in: unit) == grid
    }
  }

  /// The cells of the grid that have a definition of their own, be it an exception of a fill.
  private var cellsAlone: [CellRectangle] {
    document.statements.compactMap { statement in
      guard isOwn(statement), let (row, column) = statement.address else { return nil }
      return CellRectangle(row: row, column: column)
    }
  }

  /// What a definition of cells is behind a change; `nil` if none of them is left.
  ///
  /// - Parameter alone: The cells that have definitions of their own then.
  private func edits(
    moving cell: CellDefinition, of statement: Statement, under change: GridChange, beside alone: Set<CellRectangle>
  ) throws(StructureObstacle) -> [TextEdit]? {
    switch cell.target {
    case .area(let top, let left, let bottom, let right, _):
      let cells = CellRectangle(rows: top...bottom, columns: left...right)
      return try edits(filling: cells, with: cell, of: statement, under: change, beside: alone)
    case .address(let row, let column, let span) where isOwn(statement):
      guard let place = change.moved(row: row, column: column) else { return nil }
      let target = TextEdit(span, A1Notation.text(row: place.row, column: place.column))
      return (place == (row, column) ? [] : [target]) + edits(of: cell.formula, in: statement, under: change)
    case .address, .name: return edits(of: cell.formula, in: statement, under: change)
    }
  }

  private func edits(of formula: SheetFormula, in statement: Statement, under change: GridChange) -> [TextEdit] {
    // Most formulas of a large text name nothing that moves.
    func stays(_ cell: (row: Int, column: Int)) -> Bool {
      change.moved(row: cell.row, column: cell.column).map { $0 == cell } ?? false
    }
    if let cells = formula.namedCells, !isOwn(statement) || cells.allSatisfy(stays) { return [] }
    let references = self.references(of: formula, in: statement)
    return references.edits(to: references.shapes(under: change))
  }

  private func edits(
    filling cells: CellRectangle, with cell: CellDefinition, of statement: Statement, under change: GridChange,
    beside alone: Set<CellRectangle>
  ) throws(StructureObstacle) -> [TextEdit]? {
    let isOwn = isOwn(statement)
    let references = self.references(of: cell.formula, in: statement)
    let fill = FilledCells(cells: cells, references: references.references)
    let pieces = fill.pieces(under: change, isConcerned: isOwn)
    if case .edit(let edit) = change, edit.isInsertion, pieces.reduce(0, { $0 + $1.cells.count }) < cells.count {
      throw .overTheEdge(document.source[cell.target.span])
    }
    // A part that is one cell is a definition of its own, which an exception of the fill is already.
    let written = isOwn ? pieces.filter { !alone.contains($0.cells) } : pieces
    return edits(writing: written, of: fill, references, cell, statement)
  }

  /// What writes the parts of a fill in its place; `nil` if there is none.
  private func edits(
    writing pieces: [FilledCells.Piece], of fill: FilledCells, _ references: WrittenReferences, _ cell: CellDefinition,
    _ statement: Statement
  ) -> [TextEdit]? {
    func edits(for piece: FilledCells.Piece) -> [TextEdit] {
      let target = piece.cells == fill.cells ? [] : [TextEdit(cell.target.span, A1Notation.text(of: piece.cells))]
      return target + references.edits(to: piece.shapes)
    }
    guard let first = pieces.first else { return nil }
    if pieces.count == 1 { return edits(for: first) }
    let texts = pieces.map { document.source.text(of: statement.span, with: edits(for: $0)) }
    return [TextEdit(statement.span, texts.joined(separator: separator(behind: statement)))]
  }

  /// What stands between the parts of a statement: they are lines where it begins one.
  private func separator(behind statement: Statement) -> String {
    document.indentation(of: statement).map { document.lineEnd + $0 } ?? "; "
  }

  /// A binding or a step needs what it sets.
  private func check(
    _ shapes: [GridReference.Shape], of references: WrittenReferences, _ role: FormulaRole
  ) throws(StructureObstacle) {
    switch role {
    case .value, .body, .stream: return
    case .target, .trigger: break
    }
    for (reference, shape) in zip(references.references, shapes) where shape == .deleted && reference.shape != .deleted
    {
      let line = document.source.location(of: reference.span.lower).line
      throw .isSet(document.source[reference.span], line: line)
    }
  }

  // MARK: Copies

  private func copying(_ block: CellRectangle, to place: CellRectangle) throws(StructureObstacle) -> SheetDocument {
    guard place.rows.upperBound <= Area.lastRow, place.columns.upperBound <= Area.lastColumn else {
      throw .overTheEdge(A1Notation.text(of: block))
    }
    guard place.rows.count.isMultiple(of: block.rows.count), place.columns.count.isMultiple(of: block.columns.count)
    else { throw .uneven(A1Notation.text(of: block), into: A1Notation.text(of: place)) }
    guard place.count == block.count || place.count <= FillClaims.largest else {
      throw .tooMany(A1Notation.text(of: place), limit: FillClaims.largest)
    }
    let alone = Set(cellsAlone)
    let copies = CopiedCells(block, to: place, alone: alone, used).lines(of: document, isOwn: isOwn)
    var (edits, gone): ([TextEdit], [Int]) = ([], [])
    for (index, statement) in document.statements.enumerated() where isOwn(statement) {
      guard case .cell(let cell) = statement.kind, let cells = cell.target.rectangle, cells.meets(place) else {
        continue
      }
      let references = self.references(of: cell.formula, in: statement)
      let fill = FilledCells(cells: cells, references: references.references)
      let pieces = fill.pieces(without: place).filter { !statement.isFill || !alone.contains($0.cells) }
      if let written = self.edits(writing: pieces, of: fill, references, cell, statement) {
        edits += written
      } else {
        gone.append(index)
      }
    }
    let cleared = document.replacing(edits + document.edits(removing: gone))
    guard !copies.isEmpty else { return cleared }
    return cleared.adding(copies.joined(separator: "\n"), toGrid: section)
  }
}
