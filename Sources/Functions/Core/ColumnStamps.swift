import CellModel

/// Where somebody may have written into a column of cells: a number for each run of rows that goes up with each write.
///
/// The numbers stand where the cells do, and are good until the next write.
public struct ColumnStamps {
  /// How many rows share a stamp, as a power of two.
  package static let rowShift = 10

  /// Tells columns apart: another one has another watch, though it may stand in the same place.
  let watch: UInt64
  let stamps: UnsafeBufferPointer<UInt32>

  package init(watch: UInt64, stamps: UnsafeBufferPointer<UInt32>) {
    self.watch = watch
    self.stamps = stamps
  }
}

/// What a kept index remembers of the column it was made of, so that it finds out what has changed since.
package struct ColumnMemory {
  private var watch: UInt64 = 0
  private var stamps: [UInt32] = []

  package init() {}

  /// Remembers how some rows of a column stand now; `nil` as the stamps says that nobody watches it.
  package mutating func remember(_ rows: Range<Int>, _ now: ColumnStamps?) {
    guard let now else {
      self = ColumnMemory()
      return
    }
    if watch != now.watch { (watch, stamps) = (now.watch, []) }
    guard let last = rows.last else { return }
    let blocks = rows.lowerBound >> ColumnStamps.rowShift...last >> ColumnStamps.rowShift
    // Rows behind the column have a stamp of 0, which goes up when something is written there.
    while stamps.count < max(now.stamps.count, blocks.upperBound + 1) { stamps.append(0) }
    for block in blocks { stamps[block] = block < now.stamps.count ? now.stamps[block] : 0 }
  }

  /// Those of some rows into which somebody may have written since they were remembered, and remembers them anew.
  ///
  /// - Returns: `nil` when nothing is known, or too many have changed for it to matter which.
  package mutating func changes(among rows: Range<Int>, _ now: ColumnStamps?) -> [Range<Int>]? {
    changes(among: rows, of: rows.upperBound, now)
  }

  /// The same for rows of a column that is known down to an end: where some further down share a stamp with them, it is
  /// remembered when those are asked about.
  package mutating func changes(among rows: Range<Int>, of end: Int, _ now: ColumnStamps?) -> [Range<Int>]? {
    guard let now, now.watch == watch, watch != 0, let last = rows.last else { return nil }
    var changes: [Range<Int>] = []
    let blocks = rows.lowerBound >> ColumnStamps.rowShift...last >> ColumnStamps.rowShift
    for block in blocks {
      let stamp = block < now.stamps.count ? now.stamps[block] : 0
      guard block >= stamps.count || stamps[block] != stamp else { continue }
      let start = block << ColumnStamps.rowShift
      changes.append(rows.clamped(to: start..<start + 1 << ColumnStamps.rowShift))
    }
    guard changes.count <= 1 || changes.count * 4 <= blocks.count else { return nil }
    let isWhole = rows.upperBound >= end
    let known = isWhole ? rows.upperBound : (rows.upperBound >> ColumnStamps.rowShift) << ColumnStamps.rowShift
    remember(rows.lowerBound..<max(rows.lowerBound, known), now)
    return changes
  }
}

/// An index of cells that is kept from one recalculation to the next, and finds out by itself what has changed.
package protocol KeptIndex: AnyObject {
  /// How many cells it has taken in; 0 while there is nothing to keep.
  var size: Int { get }
  /// The time of the cache when it was last asked, or found out what has changed.
  var time: Int { get set }
}

/// Something kept that no change of a cell makes wrong, such as the index of an array, which never changes.
package protocol KeptFact: KeptIndex {}
