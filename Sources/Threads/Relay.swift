/// A thread that makes something of one piece after the other while its owner goes on with the next.
///
/// Results come back in the order of the pieces, on the owner's thread. A few pieces are under way at a time; who is ahead
/// of them waits. With one core, or where the system has no thread to give, the owner makes everything itself.
package final class Relay<Piece: Sendable, Result: Sendable>: @unchecked Sendable {
  /// How many pieces may be under way: one that is worked on, and one that waits.
  private static var depth: Int { 2 }

  private let work: @Sendable (Piece) -> Result
  private let monitor = Monitor()
  private var thread: SystemThread?
  // Under the lock from here on.
  private var pieces: [Piece] = []
  private var results: [Result] = []
  private var isOver = false
  /// How many pieces have been handed on whose results were not taken; only the owner looks at it.
  private var open = 0

  /// - Parameter isShared: Whether another thread may work at all.
  package init(isShared: Bool = Crew.shared.count > 1, _ work: @escaping @Sendable (Piece) -> Result) {
    self.work = work
    if isShared { thread = SystemThread { [self] in workOn() } }
  }

  /// Hands a piece on, and takes what has come of others.
  package func hand(_ piece: Piece, take: (Result) -> Void) {
    guard thread != nil else { return take(work(piece)) }
    while open >= Self.depth { take(nextResult()) }
    open += 1
    monitor.locked {
      pieces.append(piece)
      monitor.wakeAll()
    }
  }

  /// Takes what has come of all pieces, and ends the thread; the last call of an owner.
  package func finish(take: (Result) -> Void) {
    while open > 0 { take(nextResult()) }
    monitor.locked {
      isOver = true
      monitor.wakeAll()
    }
    thread?.join()
    thread = nil
  }

  private func nextResult() -> Result {
    open -= 1
    return monitor.locked {
      while results.isEmpty { monitor.wait() }
      return results.removeFirst()
    }
  }

  private func workOn() {
    while let piece = nextPiece() {
      let result = work(piece)
      monitor.locked {
        results.append(result)
        monitor.wakeAll()
      }
    }
  }

  private func nextPiece() -> Piece? {
    monitor.locked {
      while pieces.isEmpty, !isOver { monitor.wait() }
      return pieces.isEmpty ? nil : pieces.removeFirst()
    }
  }
}
