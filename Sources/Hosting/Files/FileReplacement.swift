#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that takes its place complete or not at all.
///
/// What is written stands in a file of its own, in the folder of its place, until ``seal()`` has had it reach the disk and
/// ``place()`` renames it; so whoever reads meanwhile, and whoever looks after a crash, finds the old file or the new one,
/// whole. The mode of the old one is kept, and the owner where the system allows it.
package struct FileReplacement {
  /// Why the system refused; the number is one of `errno`.
  package struct Failure: Error {
    package let code: Int32

    package var words: String {
      guard let text = strerror(code) else { return "error \(code)" }
      return String(cString: text).lowercased()
    }
  }

  private let file: OpenDescriptor
  private let path: String
  private let temporary: String
  /// What is known of the file that is replaced.
  private let former: stat?
  private let calls: FileCalls

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: Its place; a link there would be replaced itself.
  ///   - temporary: Where it is written until it is complete, such as ``temporaryPath(for:)`` gives.
  package init(_ path: String, temporary: String, calls: FileCalls = .system) throws(Failure) {
    var info = stat()
    former = stat(path, &info) == 0 ? info : nil
    let descriptor = calls.create(temporary, former == nil ? 0o666 : 0o600)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    (self.path, self.temporary, self.calls) = (path, temporary, calls)
    file = OpenDescriptor(descriptor, calls: calls)
  }

  /// Where it is written.
  package var descriptor: Int32 { file.number }

  /// A name that no other file has, in the folder of a place.
  package static func temporaryPath(for path: String) -> String {
    folder(of: path) + "/.sheaf-" + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "" : String(path[..<slash])
  }

  /// Gives the file its owner and mode, has it reach the disk and closes it.
  package func seal() throws(Failure) {
    do throws(Failure) {
      if let former {
        // The owner first: to change it takes rights away from the mode.
        if former.st_uid != geteuid() || former.st_gid != getegid() {
          _ = calls.setOwner(descriptor, former.st_uid, former.st_gid)
        }
        try check(calls.setMode(descriptor, former.st_mode & 0o7777))
      }
      try check(synchronized())
    } catch {
      file.close()
      throw error
    }
    try check(file.close())
  }

  /// Some file systems cannot have a file reach the disk; that is no failure of the file.
  private func synchronized() -> Int32 {
    let result = calls.synchronize(descriptor)
    return result < 0 && (errno == EINVAL || errno == ENOTSUP || errno == EROFS) ? 0 : result
  }

  /// Puts the sealed file in its place.
  package func place() throws(Failure) {
    try check(calls.rename(temporary, path))
    let folder = Self.folder(of: path)
    calls.synchronize(folder: folder.isEmpty ? "/" : folder)
  }

  /// Closes a file that is given up.
  package func close() { file.close() }

  /// Removes what was written; what stood at the place stays.
  package func remove() { _ = calls.remove(temporary) }

  private func check(_ result: Int32) throws(Failure) {
    if result < 0 { throw Failure(code: errno) }
  }

  // MARK: At once

  /// Writes a whole file; a link is followed.
  package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let path =
      realpath(path, nil).map { resolved in
        defer { free(resolved) }
        return String(cString: resolved)
      } ?? path
    let file = try FileReplacement(path, temporary: temporaryPath(for: path))
    do throws(Failure) {
      do throws(Failure) { try file.write(bytes) } catch {
        file.close()
        throw error
      }
      try file.seal()
      try file.place()
    } catch {
      file.remove()
      throw error
    }
  }

  /// Writes all of it; what is written in pieces goes to ``descriptor`` by other means.
  private func write(_ bytes: [UInt8]) throws(Failure) {
    var position = 0
    while position < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { calls.write(descriptor, $0 + position, buffer.count - position) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Failure(code: count < 0 ? errno : EIO) }
      position += count
    }
  }
}
