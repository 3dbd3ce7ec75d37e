#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension Console {
  /// Prints lines; those that a terminal cannot hold go through the program that `PAGER` names, if it names one.
  func page(_ lines: [String]) {
    guard isInteractive, let pager = surroundings["PAGER"], let height, lines.count >= height,
      let stream = throughPager(pager)
    else {
      for line in lines { output.line(line) }
      return
    }
    // An interrupt is the pager's while it shows.
    var former = sigaction()
    sigaction(SIGINT, nil, &former)
    signal(SIGINT, SIG_IGN)
    let sink = TextSink(descriptor: fileno(stream))
    for line in lines { sink.line(line) }
    sink.flush()
    pclose(stream)
    sigaction(SIGINT, &former, nil)
  }

  private func throughPager(_ command: String) -> UnsafeMutablePointer<FILE>? {
    flush()
    return popen(command, "w")
  }

  /// How many lines the terminal of the results has; `nil` where nobody knows.
  private var height: Int? {
    var size = winsize()
    guard let descriptor = output.descriptor, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else {
      return nil
    }
    return Int(size.ws_row)
  }
}
