#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The clock of this machine.
enum SystemClock {
  /// The local date and time as a serial number of the 1900 system.
  static func serial() -> Double {
    var instant = timespec()
    clock_gettime(CLOCK_REALTIME, &instant)
    var seconds = instant.tv_sec
    var local = tm()
    localtime_r(&seconds, &local)
    let shifted = Double(seconds + local.tm_gmtoff) + Double(instant.tv_nsec) / 1e9
    return shifted / 86_400 + 25_569
  }

  /// Seconds since some moment in the past, never going back.
  static func monotonicSeconds() -> Double {
    var instant = timespec()
    clock_gettime(CLOCK_MONOTONIC, &instant)
    return Double(instant.tv_sec) + Double(instant.tv_nsec) / 1e9
  }
}
