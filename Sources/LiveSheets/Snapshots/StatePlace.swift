import CellModel
import Engine

/// A part of what a sheet's state is made of.
package enum StatePlace: Hashable {
  /// An input or a state, or what an event, an action or a service has left.
  case cell(CellAddress)
  /// What a stream of the sheet itself remembers.
  case memory(stream: Int)
  /// How many rows a table has, by its number, and what those of them hold that stand from a position on; each of the others is
  /// a place of its own.
  case rows(table: Int, from: Int)
  /// A row of a table of sheets, with what its sheet remembers.
  case row(RowPlace)
  /// Timers, runs and open calls.
  case pendingWork
  /// The cells on cycles that settle round by round, each time from what they held before.
  case cycles
}

/// What a place of a sheet's state holds.
package enum StateContent: Hashable {
  case value(CellValue)
  case memory(StreamMemory)
  case rows(TableContents)
  /// `nil` where the table has no such row.
  case row(TableContents.Row?)
  case pendingWork(PendingWork)
  case cycles(CycleValues)

  /// Whether it has to be put back even where it is the same: it counts time from now, or goes on when others change.
  package var moves: Bool {
    switch self {
    case .pendingWork(let work): !work.isEmpty
    case .cycles(let values): !values.isEmpty
    case .value, .memory, .rows, .row: false
    }
  }

  /// How many rows, or timers, runs and calls it holds; `nil` where it is nothing that grows by entries.
  package var entryCount: Int? {
    switch self {
    case .rows(let table): table.count
    case .pendingWork(let work): work.timers.count + work.runs.count + work.calls.count + work.held.count
    case .value, .memory, .row, .cycles: nil
    }
  }
}

/// What kind of place it is, for those who speak of it.
package enum PlaceKind: Sendable {
  case input, state, calls, other
  case memory, rows, row, pendingWork, cycles
}

extension StreamForm {
  /// Whether the stream has anything to remember.
  var remembers: Bool { function?.remembers ?? false }

  /// A memory without the number of a timer, which is a name only.
  func unnumbered(_ memory: StreamMemory) -> StreamMemory {
    guard let function, function.knowsItsTimer else { return memory }
    var memory = memory
    memory.count = memory.count == 0 ? 0 : 1
    return memory
  }
}
