#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system, with a stack like that of a process's first one, so that what is nested as deep as it may be is
/// read on it, too.
struct SystemThread {
  private static let stackSize = 16 << 20

  private let thread: pthread_t

  /// What a thread is given, whose function can have no context of its own.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; `nil` where the system has none to give.
  init?(_ run: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    let work = Unmanaged.passRetained(Work(run))
    let code = pthread_create(
      &started, &attributes,
      { argument in
        #if !canImport(Darwin)
          guard let argument else { return nil }
        #endif
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    #if canImport(Darwin)
      guard let started else { return nil }
    #endif
    thread = started
  }

  /// Waits until it has come to its end.
  func join() { pthread_join(thread, nil) }
}
