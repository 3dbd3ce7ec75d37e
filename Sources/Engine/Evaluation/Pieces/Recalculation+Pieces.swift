import CellModel
import Functions
import Synchronization
import Threads

/// Evaluating rows of a group on several threads.
extension Recalculation {
  /// Evaluates rows of a group on several threads, and gives those that are left when it is cancelled; `nil` when one
  /// thread is to do it, and nothing was done.
  mutating func evaluateInPieces(
    _ rows: RowRange, of id: GroupID, _ numeric: NumericHandle, _ changed: inout ChangedRows
  ) -> [RowRange]? {
    guard rows.count > (numeric.isPresent ? 2 * KernelScratch.rows : 7), settings.splitting.crew.count > 1 else {
      return nil
    }
    guard numeric.isPresent else { return evaluateGenerallyInPieces(rows, of: id, &changed) }
    guard let column = column(of: id, numeric),
      let pieces = settings.splitting.pieces(
        of: rows, at: ColumnStore.blockRows, cost: numeric.rowCost(column.references))
    else { return nil }
    for block in rows.lowerBound >> ColumnStore.blockShift...rows.upperBound >> ColumnStore.blockShift {
      _ = cells.column(formulas[id].grid, Int(formulas[id].column)).pointee.makeBlock(block)
    }
    return evaluate(pieces, of: id, column, &changed)
  }

  /// What several threads need to evaluate a column; `nil` where they would get into each other's way, or where more is
  /// to be done for a row than to write a plain number.
  private func column(of id: GroupID, _ numeric: NumericHandle) -> NumericPiece.Common? {
    guard cells.spills.isEmpty, !cells.changes.isRecording else { return nil }
    let group = formulas[id]
    let references = formulas.referencePointer(of: group)
    guard !numeric.readsAreas || numeric.readsWindows(references) else { return nil }
    let reader = ColumnReader(cells, formulas)
    let target = cells.column(group.grid, Int(group.column))
    guard target.pointee.kinds.isPlain, numeric.readsPlain(references, reader) else { return nil }
    return NumericPiece.Common(
      numeric: numeric, references: references, reader: reader, target: target,
      notesChanges: !graph.isFullRecalculation)
  }

  private mutating func evaluate(
    _ rows: [RowRange], of id: GroupID, _ column: NumericPiece.Common, _ changed: inout ChangedRows
  ) -> [RowRange] {
    var pieces = rows.map { NumericPiece($0) }
    let stop = StopFlag()
    let crew = settings.splitting.crew
    if column.numeric.readsAreas { forgetIfChanged() }
    let scratches = workspace.scratches(crew.size)
    pieces.withUnsafeMutableBufferPointer { pieces in
      // Safe on several threads: each has pieces and room of its own, and what they read does not change meanwhile.
      nonisolated(unsafe) let (pieces, column, settings) = (pieces, column, settings)
      crew.forEach(pieces.count) { piece, worker in
        pieces[piece].evaluate(column, scratches[worker]) {
          // Who wants to stop it is asked on the thread that began.
          if worker == 0, settings.isCancelled() { stop.set() }
          return stop.isSet
        }
      }
    }
    if stop.isSet { isStopped = true }
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
    var runsTogether = false
    for rest in piece.rest {
      if isStopped {
        left.append(rest.rows)
      } else if rest.isBlock {
        left += evaluateInTurn(rest.rows, of: id, &own)
      } else {
        let rows = rest.rows.lowerBound..<rest.rows.upperBound + 1
        let next = evaluateGenerally(rows, of: id, &runsTogether, &own) ?? rows.upperBound
        if next < rows.upperBound { left.append(next...rest.rows.upperBound) }
      }
    }
    changed.add(piece.changed.merged(with: own))
  }

  // MARK: The general program

  /// How many rows are evaluated before what came of them is stored.
  private static var rowsOfRound: Int { 1 << 16 }

  /// Evaluates rows of a group without a numeric program on several threads; see
  /// ``evaluateInPieces(_:of:_:_:)``.
  private mutating func evaluateGenerallyInPieces(
    _ rows: RowRange, of id: GroupID, _ changed: inout ChangedRows
  ) -> [RowRange]? {
    let template = formulas.template(of: id)
    guard !template.readsDynamically, !template.isVolatile, !template.staysOnOneThread, cells.spills.isEmpty,
      settings.memory.limit == nil
    else { return nil }
    let cost = 100 + Double(template.program.count) * 40
    var next = rows.lowerBound
    while next <= rows.upperBound, !isStopped {
      let round = next...min(rows.upperBound, next + Self.rowsOfRound - 1)
      guard cells.spills.isEmpty, let pieces = settings.splitting.pieces(of: round, at: 4, cost: cost),
        canBeHelped(id, template, at: next)
      else {
        // Nothing was done for a first round that is not worth it.
        return next == rows.lowerBound ? nil : evaluateInTurn(next...rows.upperBound, of: id, &changed)
      }
      let left = evaluateGenerally(pieces, of: id, &changed)
      next = round.upperBound + 1
      if isStopped { return next <= rows.upperBound ? left + [next...rows.upperBound] : left }
    }
    return []
  }

  private mutating func evaluateGenerally(
    _ rows: [RowRange], of id: GroupID, _ changed: inout ChangedRows
  ) -> [RowRange] {
    let crew = settings.splitting.crew
    let stop = StopFlag()
    var pieces = rows.map { GeneralPiece($0) }
    forgetIfChanged()
    let memory = MemoryOfHelpers()
    // Who wants to stop it, and what memory there is, is asked on the thread that began.
    let helpers = (0..<min(crew.size, rows.count)).map { [settings] worker in
      helper(of: id) {
        if worker == 0, settings.isCancelled() { stop.set() }
        return stop.isSet
      } hasMemory: {
        worker == 0 ? memory.note(isExceeded: settings.memory.exceededLimit() != nil) : memory.isThere()
      }
    }
    pieces.withUnsafeMutableBufferPointer { pieces in
      // Safe on several threads: each has pieces and a helper of its own.
      nonisolated(unsafe) let (pieces, helpers) = (pieces, helpers)
      crew.forEach(pieces.count) { piece, worker in pieces[piece].evaluate(id, helpers[worker]) }
    }
    for helper in helpers { helper.end(settings, workspace) }
    if helpers.contains(where: \.foundStandingOut) { formulas.template(of: id).standsOut = true }
    if stop.isSet { isStopped = true }
    if pieces.contains(where: \.gaveUpAtOnce) { formulas.template(of: id).staysOnOneThread = true }
    var left: [RowRange] = []
    for piece in pieces {
      work += piece.work
      for (row, value) in piece.results {
        if storeResult(value, at: formulas[id].address(at: row)) { changed.add(row) }
      }
      guard piece.next <= piece.rows.upperBound else { continue }
      let rest = piece.next...piece.rows.upperBound
      left += isStopped ? [rest] : evaluateInTurn(rest, of: id, &changed)
    }
    return left
  }

  /// Whether somebody else may evaluate a group, as one of its rows tells; what reads areas mostly asks for more.
  private func canBeHelped(_ id: GroupID, _ template: FormulaTemplate, at row: Int) -> Bool {
    guard !namesCellsOnly(id),
      helper(of: id, isCancelled: { false }, hasMemory: { false }).value(of: id, at: row) == nil
    else { return true }
    // Each try may read all of a column.
    template.staysOnOneThread = true
    return false
  }

  /// Whether a group reads no areas.
  private func namesCellsOnly(_ id: GroupID) -> Bool {
    formulas[id].references.indices.allSatisfy { formulas.references[$0].isCell }
  }

  /// What evaluates a group for this thread on another one.
  private func helper(
    of id: GroupID, isCancelled: @escaping () -> Bool, hasMemory: @escaping () -> Bool
  ) -> HelpingEvaluator {
    HelpingEvaluator(
      graph, settings, mayKeep: namesCellsOnly(id), isCancelled: isCancelled, hasMemory: hasMemory)
  }
}

/// Whether a recalculation is to stop, for the threads that help.
private final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}
