import CellModel
import Formulas

/// What can be done to where cells of a grid stand; rows and columns count from 0.
package enum StructureEdit: Sendable, Hashable {
  /// Empty rows or columns come before the first of the run; all behind them moves.
  case insert(GridEdit.Axis, ClosedRange<Int>)
  /// Rows or columns go, with what stands in them.
  case delete(GridEdit.Axis, ClosedRange<Int>)
  /// The cells of a block, and those below it or right of it, make room for a block of empty ones.
  case open(CellRectangle, GridEdit.Axis)
  /// The cells of a block go, and those below it or right of it close up.
  case close(CellRectangle, GridEdit.Axis)
  /// The cells of a block are put elsewhere, and what refers to them follows.
  case move(CellRectangle, row: Int, column: Int)
  /// The cells of a block are written elsewhere once more, as often as they fit; their references move as in a fill.
  case copy(CellRectangle, to: CellRectangle)

  /// The cells that a copy covers: one row or one column is where it begins; `nil` for what is no copy.
  package var placeOfCopy: CellRectangle? {
    guard case .copy(let block, let place) = self else { return nil }
    func run(_ axis: GridEdit.Axis) -> ClosedRange<Int> {
      let (run, count) = (place.run(axis), block.run(axis).count)
      return run.count == 1 ? run.lowerBound...run.lowerBound + count - 1 : run
    }
    return CellRectangle(rows: run(.rows), columns: run(.columns))
  }

  /// How it moves cells and references; `nil` for a copy, which moves none.
  ///
  /// - Throws: ``StructureObstacle/overTheEdge(_:)`` where a block would leave the grid.
  package func change() throws(StructureObstacle) -> GridChange? {
    switch self {
    case .insert(let axis, let run): return .edit(.inserting(axis, at: run.lowerBound, count: run.count))
    case .delete(let axis, let run): return .edit(.deleting(axis, at: run.lowerBound, count: run.count))
    case .open(let block, let axis):
      let run = block.run(axis)
      return .edit(.inserting(axis, at: run.lowerBound, count: run.count, across: block.run(axis.other)))
    case .close(let block, let axis):
      let run = block.run(axis)
      return .edit(.deleting(axis, at: run.lowerBound, count: run.count, across: block.run(axis.other)))
    case .move(let block, let row, let column):
      guard let move = GridMove(block, toRow: row, column: column) else {
        throw .overTheEdge(A1Notation.text(of: block))
      }
      return .move(move)
    case .copy: return nil
    }
  }
}
