/// Whether a pass goes on, asked now and then: for each of many nodes, and for each block of rows.
struct Cancellation {
  /// Whether the pass has been cancelled in the middle of a group.
  var isStopped = false
  /// How many nodes have come up.
  private var nodes = 0

  /// Whether the pass ends before a node comes up.
  @inline(__always)
  mutating func stopsBeforeNode(_ settings: EngineSettings) -> Bool {
    nodes &+= 1
    return nodes & 255 == 0 && settings.isCancelled()
  }

  /// Whether a group goes on in a row.
  @inline(__always)
  mutating func goesOn(at row: Int, _ settings: EngineSettings) -> Bool {
    if row & ColumnStore.blockMask == 0, settings.isCancelled() { isStopped = true }
    return !isStopped
  }
}
