#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension posix_spawnattr_t {
  /// Lets a program start with signals as they are for a program that a person calls, whoever runs the tests.
  ///
  /// The threads of tests block signals, and `nohup` and the like have some ignored; a program would inherit both.
  ///
  /// - Parameter flags: What else is said of the program's start.
  mutating func setUsualSignals(_ flags: Int16 = 0) {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&self, &blocked)
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&self, &usual)
    posix_spawnattr_setflags(&self, flags | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }
}
