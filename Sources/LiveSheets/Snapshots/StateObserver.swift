import CellModel
import Engine

/// Somebody who is told what a sheet reads and sets while something happens to it: its cells, and what else its state is
/// made of.
package protocol StateObserver: AccessObserver {
  /// What a stream of the sheet itself, or of a row, remembers was looked at or set.
  func didUse(memoryOf stream: Int, in row: RowPlace?)
  /// A row of a table of sheets has come, or is gone.
  func didChangeRows()
  /// Timers, runs or open calls were changed.
  func didChangePendingWork()
  /// Until ``didLookForChanges()`` the sheet only finds out what has changed of all that it watches: what is read meanwhile
  /// matters where it was set, and ``SheetState/watchedReads`` tells what it is.
  func willLookForChanges()
  func didLookForChanges()
}

/// Something that a sheet looks at whenever anything has happened, to find out whether it has changed.
package struct WatchedRead {
  package var areas: [Area]
  /// Whether its value depends on more than the areas.
  package var readsMore: Bool
  /// The stream that holds an event back as long as the value holds.
  package var stream: Int?
  /// The row whose sheet looks at it; `nil` for the sheet itself.
  package var row: RowPlace?
}

extension LiveSheet {
  /// Told what is read and set; `nil` when nobody wants to know.
  package var stateObserver: (any StateObserver)? {
    get { timeline.observer }
    set { timeline.observer = newValue }
  }
}
