#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work that follows from the end of a stream or of what holds others, done without deep recursion.
///
/// When a signal loses its last observer it ends its observation of the signal before it, which may lose its last
/// observer, and so on through a chain of any length. A few levels nest; what would nest deeper waits until the
/// outermost has returned, on the same thread. Disposables that hold each other are disposed of and released so, too.
enum Teardown {
  /// What one thread has to do; no other sees it.
  private final class Pending {
    @exclusivity(unchecked) var depth = 0
    @exclusivity(unchecked) var actions: [() -> Void] = []
  }

  private static let limit = 64

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { pointer in
      #if canImport(Darwin)
        Unmanaged<AnyObject>.fromOpaque(pointer).release()
      #else
        if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
      #endif
    }
    return key
  }()

  private static var pending: Pending {
    if let pointer = pthread_getspecific(key) { return Unmanaged<Pending>.fromOpaque(pointer).takeUnretainedValue() }
    let pending = Pending()
    pthread_setspecific(key, Unmanaged.passRetained(pending).toOpaque())
    return pending
  }

  /// Performs an action now, or soon on this thread when many are nested already.
  static func perform(_ action: @escaping () -> Void) {
    perform(action) { $0() }
  }

  /// Gives something to a function now, or soon on this thread when many are nested already.
  @inline(__always)
  static func perform<Content>(_ content: Content, _ action: @escaping (Content) -> Void) {
    let pending = pending
    guard pending.depth < limit else { return postpone(pending) { action(content) } }
    pending.depth += 1
    action(content)
    if pending.depth == 1 { finish(pending) }
    pending.depth -= 1
  }

  /// Lets go of something now, or soon on this thread when much is being released already. The caller keeps no reference.
  static func release<Content>(_ content: consuming Content?) {
    var content = consume content
    let pending = pending
    guard pending.depth < limit / 4 else {
      return postpone(pending) { [content] in withExtendedLifetime(content) {} }
    }
    pending.depth += 1
    letGo(&content)
    if pending.depth == 1 { finish(pending) }
    pending.depth -= 1
  }

  // A call of its own: where it sees all of it the optimiser lets go first and counts the level afterwards.
  @inline(never)
  private static func letGo<Content>(_ content: inout Content?) { content = nil }

  @inline(never)
  private static func postpone(_ pending: Pending, _ action: @escaping () -> Void) {
    pending.actions.append(action)
  }

  /// Performs the actions that wait, in the order in which they came up; each may add more.
  private static func finish(_ pending: Pending) {
    while !pending.actions.isEmpty {
      // Taken out first: the release of an action may add another one.
      var actions: [() -> Void] = []
      swap(&actions, &pending.actions)
      for action in actions { action() }
    }
  }
}
