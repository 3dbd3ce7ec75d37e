#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How much memory the process may take before sheets that ask for more get an error value.
///
/// It is three quarters of what is free when the process asks first, and of what `ulimit` and the control group of the
/// process allow. The rest is for what a formula has under way when it is asked, and for what is not counted.
enum MemoryLimit {
  private static let share = (numerator: 3, denominator: 4)

  /// The limit in MB if more than that is in use, or if there is next to nothing left of it; else `nil`.
  static func exceeded() -> Int? {
    guard let use = MemoryUse.present else { return nil }
    if use.resident > resident { return resident >> 20 }
    if use.addresses > addresses { return addresses >> 20 }
    return nil
  }

  /// The most bytes in use.
  private static let resident: Int = {
    var least = MemoryUse.available ?? .max / 4
    if let group = number(in: "/sys/fs/cgroup/memory.max") { least = min(least, group) }
    return least / share.denominator * share.numerator
  }()

  /// The most bytes of addresses, of which `ulimit -v` gives so many.
  private static let addresses: Int =
    allowedAddresses == .max ? .max : allowedAddresses / share.denominator * share.numerator

  /// The bytes of addresses that `ulimit -v` allows; the largest number where it allows any.
  static let allowedAddresses: Int = {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < UInt64(Int.max / 4) else { return .max }
    return Int(limit.rlim_cur)
  }()

  private static func number(in path: String) -> Int? {
    MemoryUse.text(of: path).flatMap { Int($0.filter { !$0.isWhitespace }) }
  }
}

/// The memory of the process and of the machine, as the system tells it.
private enum MemoryUse {
  /// Bytes that are in use, and bytes of addresses; `nil` where the system does not say it in this way.
  static var present: (resident: Int, addresses: Int)? {
    guard let numbers = text(of: "/proc/self/statm")?.split(separator: " ").prefix(2).compactMap({ Int($0) }),
      numbers.count == 2
    else { return nil }
    return (numbers[1] * Int(getpagesize()), numbers[0] * Int(getpagesize()))
  }

  /// Bytes that are free for this process, with those that it has.
  static var available: Int? {
    guard let lines = text(of: "/proc/meminfo")?.split(separator: "\n"),
      let line = lines.first(where: { $0.hasPrefix("MemAvailable:") }),
      let kilobytes = Int(line.filter(\.isNumber))
    else { return nil }
    return kilobytes << 10 + (present?.resident ?? 0)
  }

  /// The beginning of a small file of the system.
  static func text(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(byteCount: 2_048, alignment: 1) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
  }
}
