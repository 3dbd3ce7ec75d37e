/// Does pieces of work that have nothing to do with each other on several threads.
///
/// Results come in the order of the pieces, whichever is done first, so that what is told does not depend on how many
/// threads there are. A piece takes milliseconds or more, a file or a mutant; short ones are a ``Crew``'s, which rests meanwhile.
package struct Workers {
  /// How many threads work. With one it is the caller's own.
  package let count: Int
  /// Whether nobody else is to work meanwhile, as the crew would inside of a piece.
  private let isAlone: Bool

  package init(_ count: Int) { self.init(count, isAlone: true) }

  private init(_ count: Int, isAlone: Bool) {
    self.count = max(1, count)
    self.isAlone = isAlone
  }

  /// One piece after the other on the caller's thread, each of which may use all cores by itself.
  package static var inTurn: Workers { Workers(1, isAlone: false) }

  /// As many as the machine has cores.
  package static var all: Workers { Workers(Cores.usable) }

  /// Does the pieces from 0 on.
  ///
  /// - Parameters:
  ///   - work: Called on any thread, for several pieces at once; it shares nothing that changes but what has a lock.
  ///   - take: Called on the caller's thread, for one piece after the other; `false` ends the work. Pieces under way are
  ///     ended and their results dropped.
  package func run<Result, Failure: Error>(
    _ pieces: Int, _ work: @escaping (Int) -> Result, take: (Int, Result) throws(Failure) -> Bool
  ) throws(Failure) {
    // A single piece may use all cores by itself, unless there is to be one thread.
    guard isAlone, count == 1 || pieces > 1 else { return try runLine(pieces, work, take) }
    try Crew.shared.resting { () throws(Failure) in try runLine(pieces, work, take) }
  }

  private func runLine<Result, Failure: Error>(
    _ pieces: Int, _ work: @escaping (Int) -> Result, _ take: (Int, Result) throws(Failure) -> Bool
  ) throws(Failure) {
    let line = PieceLine(pieces, ahead: count * 4, work)
    let threads = count > 1 && pieces > 1 ? (0..<min(count, pieces)).compactMap { _ in line.startThread() } : []
    defer {
      line.stop()
      for thread in threads { thread.join() }
    }
    for piece in 0..<pieces {
      guard try take(piece, threads.isEmpty ? work(piece) : line.result(of: piece)) else { return }
    }
  }
}

/// The pieces that several threads take from, and what came of them.
private final class PieceLine<Result>: @unchecked Sendable {
  private let pieces: Int
  /// How many pieces may be begun beyond the one that is waited for, so that results do not pile up.
  private let ahead: Int
  private let work: (Int) -> Result
  private let monitor = Monitor()
  private var next = 0
  private var awaited = 0
  private var isStopped = false
  private var results: [Int: Result] = [:]

  init(_ pieces: Int, ahead: Int, _ work: @escaping (Int) -> Result) {
    self.pieces = pieces
    self.ahead = ahead
    self.work = work
  }

  /// `nil` where the system has no thread to give.
  func startThread() -> SystemThread? { SystemThread { self.workOn() } }

  /// Waits for what came of a piece.
  func result(of piece: Int) -> Result {
    monitor.locked {
      awaited = piece
      monitor.wakeAll()
      while true {
        if let result = results.removeValue(forKey: piece) { return result }
        monitor.wait()
      }
    }
  }

  /// Lets nobody begin another piece.
  func stop() {
    monitor.locked {
      isStopped = true
      monitor.wakeAll()
    }
  }

  /// Takes one piece after the other until there is none.
  private func workOn() {
    while let piece = takePiece() {
      let result = work(piece)
      monitor.locked {
        results[piece] = result
        monitor.wakeAll()
      }
    }
  }

  private func takePiece() -> Int? {
    monitor.locked {
      while !isStopped, next < pieces, next > awaited + ahead { monitor.wait() }
      guard !isStopped, next < pieces else { return nil }
      next += 1
      return next - 1
    }
  }
}
