import CellModel
import Formulas

/// The cells of a fill, and what becomes of them when cells move: fills of the parts that go on behaving alike.
struct FilledCells {
  /// A part, where it stands afterwards, with the references of the formula in its first cell.
  struct Piece: Equatable {
    var cells: CellRectangle
    var shapes: [GridReference.Shape]

    fileprivate func continues(_ other: Piece, _ axis: GridEdit.Axis) -> Bool {
      let (run, last) = (cells.run(axis), other.cells.run(axis))
      guard cells.run(axis.other) == other.cells.run(axis.other), run.lowerBound == last.upperBound + 1 else {
        return false
      }
      let (rows, columns) = axis == .rows ? (last.count, 0) : (0, last.count)
      return shapes == other.shapes.map { $0.shifted(rows: rows, columns: columns) }
    }
  }

  let cells: CellRectangle
  let references: [WrittenReferences.Reference]

  /// The parts that are left of the fill behind a change.
  ///
  /// - Parameter isConcerned: Whether the fill itself stands in the grid that is changed.
  /// - Complexity: O(*p* · *r*) for *r* references and *p* parts. There are few, except that each row in which a range
  ///   begins or ends among deleted ones has a formula of its own.
  func pieces(under change: GridChange, isConcerned: Bool) -> [Piece] {
    func cuts(_ axis: GridEdit.Axis) -> Set<Int> {
      var cuts: Set<Int> = isConcerned ? Set(change.boundaries(axis)) : []
      let first = cells.run(axis).lowerBound
      for reference in references where reference.isConcerned {
        let ends = reference.shape.ends(axis)
        for end in ends where !end.isAbsolute {
          let offset = Int(end.value) - first
          for boundary in change.boundaries(axis) + crossings(of: ends, change, axis) { cuts.insert(boundary - offset) }
          guard ends.count == 2, let gap = change.gap(axis) else { continue }
          let rows = cells.run(axis)
          let uneven = (gap.lowerBound - offset..<gap.upperBound - offset + 1)
            .clamped(to: rows.lowerBound..<rows.upperBound + 1)
          cuts.formUnion(uneven)
        }
      }
      return cuts
    }
    return pieces(
      cutAt: cuts, place: { isConcerned ? change.place(of: $0) : $0 },
      shape: { shape, reference in reference.isConcerned ? shape.adjusted(for: change) : shape })
  }

  /// The parts that are left of the fill when some cells are taken out of it.
  func pieces(without block: CellRectangle) -> [Piece] {
    pieces(
      cutAt: { [block.run($0).lowerBound, block.run($0).upperBound + 1] },
      place: { block.meets($0) ? nil : $0 }, shape: { shape, _ in shape })
  }

  /// Where one end of a range, which moves, comes to stand before the other, which does not.
  private func crossings(of ends: [Coordinate], _ change: GridChange, _ axis: GridEdit.Axis) -> [Int] {
    guard case .move(let move) = change, ends.count == 2, let fixed = ends.first(where: \.isAbsolute) else { return [] }
    let place = Int(fixed.value) - (axis == .rows ? move.rows : move.columns)
    return [place, place + 1]
  }

  private func pieces(
    cutAt cuts: (GridEdit.Axis) -> some Sequence<Int>, place: (CellRectangle) -> CellRectangle?,
    shape: (GridReference.Shape, WrittenReferences.Reference) -> GridReference.Shape
  ) -> [Piece] {
    var pieces: [Piece] = []
    let rows = cells.rows.parts(beginningAt: cuts(.rows))
    for columns in cells.columns.parts(beginningAt: cuts(.columns)) {
      for rows in rows {
        guard let place = place(CellRectangle(rows: rows, columns: columns)) else { continue }
        let (down, right) = (rows.lowerBound - cells.rows.lowerBound, columns.lowerBound - cells.columns.lowerBound)
        let shapes = references.map { shape($0.shape.shifted(rows: down, columns: right), $0) }
        pieces.append(Piece(cells: place, shapes: shapes))
      }
    }
    return Self.joined(Self.joined(pieces, .rows), .columns)
  }

  /// Parts that say the same side by side are one.
  private static func joined(_ pieces: [Piece], _ axis: GridEdit.Axis) -> [Piece] {
    var joined: [Piece] = []
    for piece in pieces.sorted(by: { $0.precedes($1, axis) }) {
      if let last = joined.last, piece.continues(last, axis) {
        let run = last.cells.run(axis).lowerBound...piece.cells.run(axis).upperBound
        joined[joined.count - 1].cells = last.cells.with(run, axis)
      } else {
        joined.append(piece)
      }
    }
    return joined
  }
}

extension FilledCells.Piece {
  fileprivate func precedes(_ other: Self, _ axis: GridEdit.Axis) -> Bool {
    func key(_ cells: CellRectangle) -> (Int, Int) { (cells.run(axis.other).lowerBound, cells.run(axis).lowerBound) }
    return key(cells) < key(other.cells)
  }
}

extension GridReference.Shape {
  /// The rows or columns that it names, one for a cell and two for a range.
  fileprivate func ends(_ axis: GridEdit.Axis) -> [Coordinate] {
    switch (self, axis) {
    case (.cell(let row, _), .rows): [row]
    case (.cell(_, let column), .columns): [column]
    case (.area(let row, _, let row2, _), .rows): [row, row2]
    case (.area(_, let column, _, let column2), .columns): [column, column2]
    case (.rows(let first, let last), .rows), (.columns(let first, let last), .columns): [first, last]
    case (.rows, .columns), (.columns, .rows), (.deleted, _): []
    }
  }
}
