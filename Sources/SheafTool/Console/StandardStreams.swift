#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The three streams that every program has, unless whoever started it closed one.
enum StandardStreams {
  /// Puts something useless in the place of streams that are closed.
  ///
  /// Else the next file that is opened would take the place, and be read as the input or written as the output. The input
  /// cannot be read then, nor the others written, which is an error where somebody tries.
  static func fillGaps() {
    // In this order: a descriptor that is opened is the lowest that is free.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
