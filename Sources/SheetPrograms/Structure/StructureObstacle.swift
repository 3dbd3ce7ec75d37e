/// Why cells of a grid are not moved; all is as before.
package enum StructureObstacle: Error, Sendable, Hashable {
  /// No `sheet` line has the name.
  case unknownGrid(String, near: String?)
  /// What stands in a cell, or a block, would have no place in the grid.
  case overTheEdge(String)
  /// A binding or a step of a test sets a cell that would be gone; its line counts from 1.
  case isSet(String, line: Int)
  /// A copy that the rows and columns of its place do not hold evenly.
  case uneven(String, into: String)
  /// More cells than a fill may have.
  case tooMany(String, limit: Int)

  package var message: String {
    switch self {
    case .unknownGrid(let name, _): "there is no sheet named \(name)"
    case .overTheEdge(let cells): "\(cells) would be pushed over the edge of the sheet"
    case .isSet(let cell, let line): "\(cell) is set in line \(line), so it cannot go before that does"
    case .tooMany(let place, let limit): "\(place) has more cells than are written at once, which are \(limit)"
    case .uneven(let cells, let place): "\(place) does not hold \(cells) a whole number of times"
    }
  }

  package var suggestion: String? { if case .unknownGrid(_, let near) = self { near } else { nil } }
}
