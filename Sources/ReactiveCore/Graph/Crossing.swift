#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that wait for graphs, and the circles in which they may do so.
///
/// A thread that holds a graph's lock and wants another's waits for its owner, who may wait in turn, and so on. Where that
/// closes a *circle*, one of the threads goes on: the one that is modifying a value in place, else the one that came
/// last. The others wait *below* it until it has left everything; meanwhile it may use what they hold, as a function
/// that they call could. What it sets there is settled by those whose it is. Then the one directly below goes on, and
/// so forth: threads that cross each other run one after the other, as if one had called the next.
///
/// So no thread waits forever. If all of some threads waited for each other, the last of them to wait would have closed a
/// circle and gone on instead. One that is below waits for the one above it, and the topmost of them runs or waits for
/// somebody else. A value is modified in place by one thread at a time (``modifications``), which is preferred in a
/// circle, so nobody comes to a value that another thread has lent out.
enum Crossing {
  /// Held by the thread that runs a user's function on a value in place.
  static let modifications = GraphLock()

  private final class Room: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
      pthread_mutex_init(mutex, nil)
      pthread_cond_init(changed, nil)
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func wait() { pthread_cond_wait(changed, mutex) }
    func wakeAll() { pthread_cond_broadcast(changed) }
  }

  /// What follows is read and written with it locked: ``Session/Turn`` of all sessions.
  private static let room = Room()

  /// Waits until a lock is the session's, or belongs to one that is below it.
  @inline(never)
  static func wait(for lock: GraphLock, _ session: Session) {
    room.lock()
    session.turn.wanted = lock
    while !goesOn(session, lock) { room.wait() }
    session.turn.wanted = nil
    room.unlock()
  }

  private static func goesOn(_ session: Session, _ lock: GraphLock) -> Bool {
    while session.turn.above == nil {
      if lock.takeAwaited(session) { return true }
      guard let owner = lock.await() else { continue }
      if owner.isBelow(session) { return true }
      guard let circle = circle(from: session, to: owner) else { return false }
      open(circle)
    }
    return false
  }

  /// Has all who wait look whether they can go on.
  @inline(never)
  static func lookAgain() {
    room.lock()
    room.wakeAll()
    room.unlock()
  }

  /// Takes note that a session that others are below has left everything.
  static func finished(_ session: Session) {
    room.lock()
    session.turn.below?.turn.above = nil
    session.turn.below = nil
    room.wakeAll()
    room.unlock()
  }

  /// The sessions that wait for each other, each for one that is the next or below it; `nil` when somebody runs.
  private static func circle(from first: Session, to owner: Session) -> [Session]? {
    var circle = [first]
    var top = owner.topmost
    while top !== first {
      guard let wanted = top.turn.wanted, let next = wanted.owner, !next.isBelow(top), next !== top else { return nil }
      guard !circle.contains(where: { $0 === top }) else { return nil }
      circle.append(top)
      top = next.topmost
    }
    return circle
  }

  /// Puts the sessions of a circle one above the other: on top the one that goes on, directly below it the one that waits
  /// for it, and so on.
  private static func open(_ circle: [Session]) {
    let first = circle.firstIndex { $0.modifications > 0 } ?? 0
    let winner = circle[first]
    let others = circle[(first + 1)...] + circle[..<first]
    var top = winner.turn.below
    winner.turn.below = nil
    for session in others {
      place(session.bottommost, on: top)
      top = session
    }
    place(winner, on: top)
    room.wakeAll()
  }

  private static func place(_ session: Session, on below: Session?) {
    session.turn.below = below
    below?.turn.above = session
  }
}

extension Session {
  /// Where a session stands among those that cross each other.
  struct Turn {
    /// What the thread waits for.
    var wanted: GraphLock?
    /// Who runs before this session goes on.
    unowned(unsafe) var above: Session?
    /// Who waits until this session has left everything.
    var below: Session? {
      get { belowReference?.takeUnretainedValue() }
      set { belowReference = newValue.map { .passUnretained($0) } }
    }
    // Not counted, not even to look whether there is one: that is done for every value.
    private var belowReference: Unmanaged<Session>?

    @inline(__always) var hasBelow: Bool { belowReference != nil }
  }

  fileprivate var topmost: Session {
    var session = self
    while let above = session.turn.above { session = above }
    return session
  }

  fileprivate var bottommost: Session {
    var session = self
    while let below = session.turn.below { session = below }
    return session
  }

  /// Whether this session waits until another has left everything.
  func isBelow(_ other: Session) -> Bool {
    var session = other.turn.below
    while let present = session {
      if present === self { return true }
      session = present.turn.below
    }
    return false
  }
}
