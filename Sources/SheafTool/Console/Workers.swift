import ArgumentParser

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The option of commands that can do several things at once.
struct JobOptions: ParsableArguments {
  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp("How many threads work; as many as there are cores unless told.", valueName: "n"))
  var jobs: Int?

  /// How many threads work.
  func workers() throws(CallFailure) -> Workers {
    guard let jobs else { return .all }
    guard (1...256).contains(jobs) else { throw CallFailure("--jobs takes a number of threads from 1 to 256") }
    return Workers(jobs)
  }
}

/// Does pieces of work that have nothing to do with each other on several threads.
///
/// Results come in the order of the pieces, whichever is done first, so that what is told does not depend on how many
/// threads there are. A piece is worth its way to another thread from about 50 µs on.
struct Workers {
  /// How many threads work. With one it is the caller's own.
  let count: Int

  init(_ count: Int) { self.count = max(1, count) }

  /// As many as the machine has cores.
  static var all: Workers { Workers(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Does the pieces from 0 on.
  ///
  /// - Parameters:
  ///   - work: Called on any thread, for several pieces at once; it shares nothing that changes but what has a lock.
  ///   - take: Called on the caller's thread, for one piece after the other; `false` ends the work. Pieces under way are
  ///     ended and their results dropped.
  func run<Result, Failure: Error>(
    _ pieces: Int, _ work: @escaping (Int) -> Result, take: (Int, Result) throws(Failure) -> Bool
  ) throws(Failure) {
    let crew = Crew(pieces, ahead: count * 4, work)
    let threads = count > 1 && pieces > 1 ? (0..<min(count, pieces)).compactMap { _ in crew.startThread() } : []
    defer {
      crew.stop()
      for thread in threads { pthread_join(thread, nil) }
    }
    for piece in 0..<pieces {
      guard try take(piece, threads.isEmpty ? work(piece) : crew.result(of: piece)) else { return }
    }
  }
}

/// The pieces that several threads take from, and what came of them.
private final class Crew<Result>: @unchecked Sendable {
  private let pieces: Int
  /// How many pieces may be begun beyond the one that is waited for, so that results do not pile up.
  private let ahead: Int
  private let work: (Int) -> Result
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0
  private var awaited = 0
  private var isStopped = false
  private var results: [Int: Result] = [:]

  init(_ pieces: Int, ahead: Int, _ work: @escaping (Int) -> Result) {
    self.pieces = pieces
    self.ahead = ahead
    self.work = work
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// `nil` where the system has no thread to give.
  func startThread() -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // What is nested as deep as it may be is read on a stack like that of the first thread.
    pthread_attr_setstacksize(&attributes, 16 << 20)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let me = Unmanaged.passRetained(self as AnyObject)
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        #if canImport(Glibc)
          guard let argument else { return nil }
        #endif
        (Unmanaged<AnyObject>.fromOpaque(argument).takeRetainedValue() as? any CrewMember)?.workOn()
        return nil
      }, me.toOpaque())
    guard code == 0 else {
      me.release()
      return nil
    }
    return thread
  }

  /// Waits for what came of a piece.
  func result(of piece: Int) -> Result {
    locked {
      awaited = piece
      pthread_cond_broadcast(changed)
      while true {
        if let result = results.removeValue(forKey: piece) { return result }
        pthread_cond_wait(changed, mutex)
      }
    }
  }

  /// Lets nobody begin another piece.
  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(changed)
    }
  }

  private func takePiece() -> Int? {
    locked {
      while !isStopped, next < pieces, next > awaited + ahead { pthread_cond_wait(changed, mutex) }
      guard !isStopped, next < pieces else { return nil }
      next += 1
      return next - 1
    }
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// What a thread is given, whose function can have no type of its own.
private protocol CrewMember: AnyObject {
  func workOn()
}

extension Crew: CrewMember {
  /// Takes one piece after the other until there is none.
  func workOn() {
    while let piece = takePiece() {
      let result = work(piece)
      locked {
        results[piece] = result
        pthread_cond_broadcast(changed)
      }
    }
  }
}
