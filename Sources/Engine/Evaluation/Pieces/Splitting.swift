import Threads

/// When rows of a column are cut into pieces for several threads.
///
/// What comes of them, and the work that is counted, is the same with any number of threads.
package struct Splitting: Sendable {
  let crew: Crew
  /// Less work than this, in nanoseconds of one thread, is not worth the way to another.
  let leastWork: Double
  /// How many pieces there are for each thread, so that one which begins late or is slow takes fewer.
  private static let piecesPerThread = 4

  /// - Parameter leastWork: In nanoseconds of one thread; tests cut everything with none.
  package init(_ crew: Crew = .shared, leastWork: Double = 50_000) {
    self.crew = crew
    self.leastWork = leastWork
  }

  /// Cuts rows at multiples of a number of rows.
  ///
  /// - Parameters:
  ///   - cost: About how many nanoseconds a row takes.
  /// - Returns: The pieces from top to bottom; `nil` when one thread is to do it all.
  func pieces(of rows: RowRange, at unit: Int, cost: Double) -> [RowRange]? {
    let threads = crew.count
    let work = Double(rows.count) * cost
    guard threads > 1, work >= leastWork else { return nil }
    let units = rows.upperBound / unit - rows.lowerBound / unit + 1
    // A piece is as long as half of what is worth a split, where that is fewer.
    let most = leastWork > 0 ? min(Double(units), work / leastWork * 2) : Double(units)
    let count = leastWork > 0 ? min(Int(most), threads * Self.piecesPerThread) : units
    guard count > 1 else { return nil }
    let first = rows.lowerBound / unit
    var pieces: [RowRange] = []
    pieces.reserveCapacity(count)
    var start = rows.lowerBound
    for piece in 1...count {
      let end = piece == count ? rows.upperBound : (first + units * piece / count) * unit - 1
      if end >= start { pieces.append(start...end) }
      start = end + 1
    }
    return pieces
  }
}
