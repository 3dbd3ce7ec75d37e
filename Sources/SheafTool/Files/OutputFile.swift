#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears complete or not at all: it is written beside its place and renamed at the end.
struct OutputFile {
  let path: String
  let sink: TextSink
  private let descriptor: Int32
  private let temporaryPath: String

  init(_ path: String) throws(CallFailure) {
    if FileSystem.kind(path) == .folder { throw CallFailure("\(path) is a folder, not a file") }
    // A link is followed, so that the file it leads to is replaced and not the link.
    let target = FilePath.resolved(path) ?? path
    self.path = target
    if FileSystem.kind(target) == .other {
      // A device or a pipe cannot be replaced; it is written directly.
      temporaryPath = target
      descriptor = open(target, O_WRONLY | O_CLOEXEC)
    } else {
      var template = Array((FilePath.joined(FilePath.directory(of: target), ".sheaf-XXXXXX")).utf8CString)
      descriptor = mkstemp(&template)
      temporaryPath = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    guard descriptor >= 0 else {
      throw CallFailure("\(path) cannot be written: \(SystemFailure.message(errno))")
    }
    sink = TextSink(descriptor: descriptor)
    if temporaryPath != target { Interruption.setUnfinished(path: temporaryPath) }
  }

  /// Puts the file in its place.
  func finish() throws(CallFailure) {
    sink.flush()
    var info = stat()
    if temporaryPath != path {
      let mode: mode_t = stat(path, &info) == 0 ? info.st_mode & 0o7777 : 0o666 & ~Self.currentMask()
      fchmod(descriptor, mode)
    }
    close(descriptor)
    defer { Interruption.setUnfinished(path: nil) }
    if let failure = sink.failure {
      removeTemporary()
      throw CallFailure("\(path) cannot be written: \(failure)")
    }
    guard temporaryPath != path, rename(temporaryPath, path) != 0 else { return }
    let code = errno
    removeTemporary()
    throw CallFailure("\(path) cannot be written: \(SystemFailure.message(code))")
  }

  /// Gives the file up; what stood at its place stays.
  func abandon() {
    close(descriptor)
    removeTemporary()
    Interruption.setUnfinished(path: nil)
  }

  private func removeTemporary() {
    if temporaryPath != path { unlink(temporaryPath) }
  }

  private static func currentMask() -> mode_t {
    let mask = umask(0)
    umask(mask)
    return mask
  }

  /// Writes a whole file at once.
  static func write(_ bytes: [UInt8], to path: String) throws(CallFailure) {
    let file = try OutputFile(path)
    file.sink.write(bytes)
    try file.finish()
  }
}
