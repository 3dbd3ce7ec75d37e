import CellModel
import Synchronization
import Threads

/// Evaluating rows of a group on several threads.
extension Recalculation {
  /// Evaluates rows of a group on several threads, and gives those that are left when it is cancelled; `nil` when one
  /// thread is to do it, and nothing was done.
  mutating func evaluateInPieces(
    _ rows: RowRange, of id: GroupID, _ numeric: NumericHandle, _ changed: inout ChangedRows
  ) -> [RowRange]? {
    guard rows.count > 2 * KernelScratch.rows, settings.splitting.crew.count > 1, numeric.isPresent,
      let column = column(of: id, numeric, rows),
      let pieces = settings.splitting.pieces(of: rows, at: ColumnStore.blockRows, cost: numeric.rowCost)
    else { return nil }
    for block in rows.lowerBound >> ColumnStore.blockShift...rows.upperBound >> ColumnStore.blockShift {
      _ = cells.column(formulas[id].grid, Int(formulas[id].column)).pointee.makeBlock(block)
    }
    return evaluate(pieces, of: id, column, &changed)
  }

  /// What several threads need to evaluate a column; `nil` where they would get into each other's way, or where more is
  /// to be done for a row than to write a plain number.
  private func column(of id: GroupID, _ numeric: NumericHandle, _ rows: RowRange) -> NumericPiece.Column? {
    guard !numeric.readsAreas, cells.spills.isEmpty, !cells.changes.isRecording else { return nil }
    let group = formulas[id]
    let references = formulas.referencePointer(of: group)
    let reader = ColumnReader(tables: cells.tables.base)
    let target = cells.column(group.grid, Int(group.column))
    guard target.pointee.kinds.isPlain, numeric.readsPlain(references, reader) else { return nil }
    return NumericPiece.Column(
      numeric: numeric, references: references, reader: reader, target: target,
      notesChanges: !graph.isFullRecalculation)
  }

  private mutating func evaluate(
    _ rows: [RowRange], of id: GroupID, _ column: NumericPiece.Column, _ changed: inout ChangedRows
  ) -> [RowRange] {
    var pieces = rows.map { NumericPiece($0) }
    let isCancelled = Atomic(false)
    let crew = settings.splitting.crew
    let scratches = workspace.scratches(crew.size)
    pieces.withUnsafeMutableBufferPointer { pieces in
      nonisolated(unsafe) let (pieces, column, settings) = (pieces, column, settings)
      crew.forEach(pieces.count) { piece, worker in
        pieces[piece].evaluate(column, scratches[worker]) {
          // Who wants to stop it is asked on the thread that began.
          if worker == 0, settings.isCancelled() { isCancelled.store(true, ordering: .relaxed) }
          return isCancelled.load(ordering: .relaxed)
        }
      }
    }
    if isCancelled.load(ordering: .relaxed) { isStopped = true }
    var left: [RowRange] = []
    for piece in pieces {
      work += piece.work
      finish(piece, of: id, &changed, &left)
      if piece.next <= piece.rows.upperBound { left.append(piece.next...piece.rows.upperBound) }
    }
    return left
  }

  /// Evaluates what a piece has left to this thread.
  private mutating func finish(
    _ piece: NumericPiece, of id: GroupID, _ changed: inout ChangedRows, _ left: inout [RowRange]
  ) {
    guard !piece.rest.isEmpty else { return changed.add(piece.changed) }
    var own = ChangedRows()
    for rest in piece.rest {
      if isStopped {
        left.append(rest.rows)
      } else if rest.isBlock {
        left += evaluateInTurn(rest.rows, of: id, &own)
      } else if evaluateCell(id, rest.rows.lowerBound) {
        own.add(rest.rows.lowerBound)
      }
    }
    changed.add(piece.changed.merged(with: own))
  }
}
