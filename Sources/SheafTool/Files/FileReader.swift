#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file read chunk by chunk.
///
/// What would keep a reader waiting for ever, or never ends, is refused when it is opened: a folder, a device, a terminal,
/// and a pipe to which nobody writes. A pipe with a writer, such as the shell's `<(…)`, is read to its end where the user
/// has named it; what a sheet names is a file.
final class FileReader {
  private let path: String
  private let descriptor: Int32
  private let isPipe: Bool
  /// The size that the file says it has.
  let expectedCount: Int
  private var hasBegun = false

  init(_ path: String, takesPipes: Bool = true) throws(CallFailure) {
    self.path = path
    // Without waiting: to open a pipe that nobody writes to would wait for the writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    var info = stat()
    guard descriptor >= 0 else {
      let code = errno
      // A socket in a folder cannot be opened at all.
      if code == ENXIO { throw CallFailure("\(path) is a socket, not a file") }
      throw FileSystem.failure(toRead: path, code)
    }
    fstat(descriptor, &info)
    expectedCount = Int(info.st_size)
    let kind = info.st_mode & S_IFMT
    isPipe = kind == S_IFIFO
    guard let fault = Self.fault(of: kind, info, takesPipes, descriptor) else { return }
    throw CallFailure("\(path) is \(fault), not a file")
  }

  private static func fault(of kind: mode_t, _ info: stat, _ takesPipes: Bool, _ descriptor: Int32) -> String? {
    switch kind {
    case S_IFREG: return nil
    case S_IFDIR: return "a folder"
    case S_IFIFO: return takesPipes ? nil : "a pipe"
    case S_IFCHR where isatty(descriptor) == 1: return "a terminal"
    case S_IFCHR:
      // Tools name it for a file that is not there.
      var null = stat()
      return stat("/dev/null", &null) == 0 && null.st_rdev == info.st_rdev ? nil : "a device"
    default: return "a device"
    }
  }

  deinit { close(descriptor) }

  /// The next bytes, or `nil` at the end.
  func nextChunk(ofAtMost capacity: Int = 1 << 16) throws(CallFailure) -> [UInt8]? {
    while true {
      var code: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        let result = read(descriptor, buffer.baseAddress, capacity)
        (count, code) = (max(0, result), result < 0 ? errno : 0)
      }
      switch code {
      case 0:
        if chunk.isEmpty, isPipe, !hasBegun { throw CallFailure("\(path) is a pipe, and nobody writes to it") }
        hasBegun = true
        return chunk.isEmpty ? nil : chunk
      // A file of the system that has nothing to say yet, such as /proc/kmsg, would keep the reader waiting for ever.
      case EAGAIN where !isPipe: throw CallFailure("\(path) keeps whoever reads it waiting")
      case EAGAIN: waitForWriter()
      case EINTR: continue
      default: throw FileSystem.failure(toRead: path, code)
      }
    }
  }

  private func waitForWriter() {
    hasBegun = true
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&entry, 1, -1)
  }

  /// All bytes up to the end; of a file with more than the limit not even so many are read.
  func all(limit: FileLimit) throws(CallFailure) -> [UInt8] {
    guard expectedCount <= limit.count else { throw limit.failure(path) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expectedCount + 1)
    while let chunk = try nextChunk(ofAtMost: bytes.isEmpty ? min(max(expectedCount + 1, 4096), 1 << 22) : 1 << 20) {
      guard chunk.count <= limit.count - bytes.count else { throw limit.failure(path) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    return bytes
  }
}

/// How large a file may be that is read whole.
struct FileLimit {
  let count: Int

  /// A gigabyte; what is made of a file takes several times as much memory as the file.
  static let standard = FileLimit(count: 1 << 30)

  func failure(_ path: String) -> CallFailure {
    CallFailure(
      "\(path) is larger than \(words), the most that is read",
      help: "--max-file-size sets another limit, in MB")
  }

  private var words: String {
    if count >= 1 << 30, count % (1 << 30) == 0 { return "\(count >> 30) GB" }
    return count >= 1 << 20 && count % (1 << 20) == 0 ? "\(count >> 20) MB" : "\(count) bytes"
  }
}
