#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file read chunk by chunk.
final class FileReader {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(CallFailure) {
    guard FileSystem.kind(path) != .folder else { throw CallFailure("\(path) is a folder, not a file") }
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileSystem.failure(toRead: path, errno) }
  }

  deinit { close(descriptor) }

  /// The next bytes, or `nil` at the end.
  func nextChunk() throws(CallFailure) -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        chunk.removeLast(chunk.count - count)
        return chunk
      }
      if count == 0 { return nil }
      guard errno == EINTR else { throw FileSystem.failure(toRead: path, errno) }
    }
  }
}
