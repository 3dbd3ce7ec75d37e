import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock that is held for a few instructions: a copy, a swap, an append.
///
/// It never runs code of a user while it is held, and nothing is destroyed under it, so that no `deinit` of a user runs
/// there either. One byte; about five nanoseconds when nobody else wants it.
struct ShortLock: ~Copyable, Sendable {
  private let isHeld = Synchronization.Atomic<Bool>(false)

  init() {}

  @inline(__always)
  func lock() {
    if isHeld.exchange(true, ordering: .acquiring) { wait() }
  }

  @inline(__always)
  func unlock() {
    isHeld.store(false, ordering: .releasing)
  }

  /// Gives what is kept, and makes it first when nothing is. What another thread kept meanwhile wins.
  ///
  /// - Parameters:
  ///   - present: Reads what is kept; called with the lock held.
  ///   - make: Called without the lock.
  ///   - keep: Called with the lock held.
  func kept<Content>(_ present: () -> Content?, make: () -> Content, keep: (Content) -> Void) -> Content {
    lock()
    let early = present()
    unlock()
    if let early { return early }
    let made = make()
    lock()
    let content = present() ?? made
    keep(content)
    unlock()
    return content
  }

  @inline(never)
  private func wait() {
    var rounds = 0
    repeat {
      rounds += 1
      if rounds > 64 { sched_yield() }
    } while isHeld.load(ordering: .relaxed) || isHeld.exchange(true, ordering: .acquiring)
  }
}

/// A lock that puts a thread to sleep until it is free.
///
/// The fast path is one atomic operation of our own, which the thread sanitizer can follow.
final class SleepingLock: @unchecked Sendable {
  private enum Word {
    static let free = 0
    static let held = 1
    static let awaited = 2
  }

  private let word = Synchronization.Atomic<Int>(Word.free)
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let isFree: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    isFree = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(isFree, nil)
  }

  deinit {
    pthread_cond_destroy(isFree)
    pthread_mutex_destroy(mutex)
    isFree.deallocate()
    mutex.deallocate()
  }

  @inline(__always)
  func lock() {
    if !word.compareExchange(expected: Word.free, desired: Word.held, ordering: .acquiring).exchanged { wait() }
  }

  @inline(__always)
  func unlock() {
    if word.exchange(Word.free, ordering: .releasing) == Word.awaited { wake() }
  }

  @inline(never)
  private func wait() {
    pthread_mutex_lock(mutex)
    // Whoever unlocks a word that says `awaited` takes the mutex before it signals, so no signal is missed.
    while word.exchange(Word.awaited, ordering: .acquiring) != Word.free { pthread_cond_wait(isFree, mutex) }
    pthread_mutex_unlock(mutex)
  }

  @inline(never)
  private func wake() {
    pthread_mutex_lock(mutex)
    pthread_cond_signal(isFree)
    pthread_mutex_unlock(mutex)
  }
}
