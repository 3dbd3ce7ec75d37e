#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processor cores of the machine.
package enum Cores {
  /// How many of them this process may use; at least one.
  package static var usable: Int { allowed ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// How many cores somebody, such as `taskset` or a container, lets the process have; `nil` where the system does not say.
  private static var allowed: Int? {
    #if os(Linux)
      // Headers declare it as an extension of the system's, which Swift does not see.
      guard let symbol = dlsym(nil, "sched_getaffinity") else { return nil }
      typealias Question = @convention(c) (pid_t, Int, UnsafeMutableRawPointer?) -> Int32
      let ask = unsafeBitCast(symbol, to: Question.self)
      // A bit for each core that there may be.
      var bits = [UInt64](repeating: 0, count: 128)
      let code = bits.withUnsafeMutableBytes { ask(0, $0.count, $0.baseAddress) }
      let count = bits.reduce(0) { $0 + $1.nonzeroBitCount }
      return code == 0 && count > 0 ? count : nil
    #else
      return nil
    #endif
  }
}
