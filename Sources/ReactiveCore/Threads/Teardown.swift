#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Work that follows from the end of a stream, done without deep recursion.
///
/// When a signal loses its last observer it ends its observation of the signal before it, which may lose its last
/// observer, and so on through a chain of any length. A few levels nest; what would nest deeper waits until the
/// outermost has returned, on the same thread.
enum Teardown {
  private final class Pending {
    var depth = 0
    var actions: [() -> Void] = []
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
    let pending = pending
    guard pending.depth < limit else {
      pending.actions.append(action)
      return
    }
    pending.depth += 1
    action()
    if pending.depth == 1 {
      // In the order in which they came up; each may add more.
      var next = 0
      while next < pending.actions.count {
        let action = pending.actions[next]
        next += 1
        action()
        if next == pending.actions.count || next == 1_024 {
          pending.actions.removeFirst(next)
          next = 0
        }
      }
    }
    pending.depth -= 1
  }
}
