#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The calls of the system with which a file is put in its place.
///
/// They answer as the C library does: less than 0 for a failure, whose reason is in `errno`. A test lets any of them fail.
package struct FileCalls {
  /// Makes a file that is not there yet.
  package var create: (_ path: String, _ mode: mode_t) -> Int32 = {
    open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, $1)
  }
  package var write: (_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int = { systemWrite($0, $1, $2) }
  package var setOwner: (_ descriptor: Int32, _ owner: uid_t, _ group: gid_t) -> Int32 = { fchown($0, $1, $2) }
  package var setMode: (_ descriptor: Int32, mode_t) -> Int32 = { fchmod($0, $1) }
  /// Has what was written reach the disk.
  package var synchronize: (_ descriptor: Int32) -> Int32 = { fsync($0) }
  package var close: (_ descriptor: Int32) -> Int32 = { systemClose($0) }
  package var rename: (_ old: String, _ new: String) -> Int32 = { systemRename($0, $1) }
  package var remove: (_ path: String) -> Int32 = { unlink($0) }

  package init() {}

  package static var system: FileCalls { FileCalls() }

  /// Has the names of a folder reach the disk. Not every file system can, and by then the file is in its place.
  func synchronize(folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = synchronize(descriptor)
    _ = close(descriptor)
  }
}

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
