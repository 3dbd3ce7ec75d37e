import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that wait for work of some ten microseconds and more which can be cut into pieces.
///
/// Who has such work lends the crew and takes pieces too. The threads are made when there is work for the first time, and
/// are parked when there has been none for a moment; they, and the crew with them, stay as long as the process. These rules
/// hold:
///
/// - R1. A crew works for one at a time. Who comes while it is lent does all pieces alone: a piece may so have pieces of its
///   own, and nobody waits for another's work.
/// - R2. When ``forEach(_:_:)`` returns, no thread is in the body any more, and all that was written there is seen.
package final class Crew: @unchecked Sendable {
  /// One of as many threads as the process may use cores, the caller's among them.
  package static let shared = Crew(Cores.usable)

  /// How often a thread that has come to the end of its work looks for more before it is parked: some ten microseconds.
  private static let looks = 64

  /// The most threads that ever work.
  package let size: Int
  /// How many threads are to work at most, as somebody has asked.
  private let limit = Atomic<Int>(.max)
  private let isLent = Atomic<Bool>(false)
  /// How many pieces have been taken.
  private let taken = Atomic<Int>(0)
  /// Goes up with each work.
  private let workNumber = Atomic<Int>(0)
  /// How many threads but the caller's are at work.
  private let busy = Atomic<Int>(0)

  private let monitor = Monitor()
  /// Written under the lock, as are the two below.
  private var work: Work?
  private var parked = 0
  private var started = 1

  /// What is done, as long as the caller waits.
  private struct Work {
    let pieces: Int
    let workers: Int
    let body: UnsafePointer<(Int, Int) -> Void>
  }

  /// - Parameter count: How many threads work, the caller's among them.
  package init(_ count: Int) { size = max(1, count) }

  /// How many threads work, the caller's among them.
  package var count: Int { min(size, limit.load(ordering: .relaxed)) }

  /// Lets no more threads work than a number from 1 on; the work under way goes on as it is.
  package func limit(to count: Int) { limit.store(max(1, count), ordering: .relaxed) }

  /// Does the pieces from 0 on, in any order, and returns when all are done.
  ///
  /// - Parameter body: Called on any thread, for several pieces at once; it shares nothing that changes with another
  ///   piece. It is told a number below ``count`` that no other thread has meanwhile, the caller 0.
  package func forEach(_ pieces: Int, _ body: (_ piece: Int, _ worker: Int) -> Void) {
    let workers = min(count, pieces)
    guard workers > 1, !isLent.exchange(true, ordering: .acquiring) else {
      for piece in 0..<max(pieces, 0) { body(piece, 0) }
      return
    }
    defer { isLent.store(false, ordering: .releasing) }
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { body in
        begin(Work(pieces: pieces, workers: workers, body: body))
        take(from: Work(pieces: pieces, workers: workers, body: body), worker: 0)
        end()
      }
    }
  }

  /// Lets a body keep all cores to itself: meanwhile who comes with pieces does them alone.
  func resting<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let isFree = !isLent.exchange(true, ordering: .acquiring)
    defer { if isFree { isLent.store(false, ordering: .releasing) } }
    return try body()
  }

  private func begin(_ work: Work) {
    taken.store(0, ordering: .relaxed)
    monitor.locked {
      self.work = work
      workNumber.add(1, ordering: .releasing)
      if parked > 0 { monitor.wakeAll() }
    }
    // Only who has lent the crew comes here.
    while started < work.workers {
      let number = started
      guard SystemThread({ self.wait(number) }) != nil else { return }
      started += 1
    }
  }

  /// Lets nobody begin any more, and waits for those who have begun.
  private func end() {
    monitor.locked { work = nil }
    var looks = 0
    while busy.load(ordering: .acquiring) > 0 {
      looks += 1
      if looks < Self.looks {
        sched_yield()
      } else {
        monitor.locked { while busy.load(ordering: .acquiring) > 0 { monitor.wait() } }
      }
    }
  }

  private func take(from work: Work, worker: Int) {
    while true {
      let piece = taken.add(1, ordering: .relaxed).oldValue
      guard piece < work.pieces else { return }
      work.body.pointee(piece, worker)
    }
  }

  /// What a thread does as long as the process lives.
  private func wait(_ worker: Int) {
    var known = 0
    while true {
      var looks = 0
      while looks < Self.looks, workNumber.load(ordering: .relaxed) == known {
        looks += 1
        sched_yield()
      }
      guard let work = join(worker, &known) else { continue }
      take(from: work, worker: worker)
      monitor.locked {
        if busy.subtract(1, ordering: .releasing).newValue == 0 { monitor.wakeAll() }
      }
    }
  }

  /// Waits for a work that a thread does not know yet; `nil` when it has ended meanwhile, or is for fewer threads.
  private func join(_ worker: Int, _ known: inout Int) -> Work? {
    monitor.locked {
      while workNumber.load(ordering: .relaxed) == known {
        parked += 1
        monitor.wait()
        parked -= 1
      }
      known = workNumber.load(ordering: .relaxed)
      guard let work, worker < work.workers else { return nil }
      busy.add(1, ordering: .relaxed)
      return work
    }
  }
}
