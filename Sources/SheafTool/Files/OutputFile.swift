#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears complete or not at all.
///
/// Everything that the tool writes goes through here. What is written stands in a file of its own, in the folder of its
/// place, until ``finish()`` has it reach the disk and renames it; so whoever reads meanwhile, and whoever looks after a
/// crash, finds the old file or the new one, whole. A link is followed, the mode is kept, and the owner where the system
/// allows it. These are refused:
///
/// - a folder, and a file that may not be written;
/// - results in place of a sheet, or of a file that they were made from;
/// - a file that is not as it was when it was read, where ``replaced`` says how that was.
struct OutputFile {
  /// What a file is made of, and what it may therefore not replace.
  enum Content {
    /// The text of a sheet, or a table: what was read from there is written back.
    case source
    /// What was made of some files.
    case results(from: [String])
  }

  /// The place, links followed.
  let path: String
  let sink: TextSink
  /// What stood at the place when it was read, if that matters.
  var replaced: FileVersion?
  /// Something to tell the user: that the file loses its other names.
  let remark: String?
  private let given: String
  private let calls: FileCalls
  private let descriptor: Int32
  /// Where it is written; `nil` for a device or a pipe, which is written directly.
  private let temporary: UnfinishedFile?
  /// What is known of the file that is replaced.
  private let former: stat?

  init(_ path: String, _ content: Content = .source, calls: FileCalls = .system) throws(CallFailure) {
    let target = try FilePath.destination(of: path)
    let former = try Self.checked(path, target, content)
    self.path = target
    self.calls = calls
    self.former = former
    given = path
    remark = former.flatMap { info in
      info.st_nlink > 1 ? "\(path) had \(info.st_nlink) names, hard links; the others keep what was there" : nil
    }
    if let former, former.st_mode & S_IFMT != S_IFREG {
      temporary = nil
      descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    } else {
      let folder = FilePath.directory(of: target)
      let name = ".sheaf-" + String(UInt64.random(in: 0 ... .max), radix: 36)
      let unfinished = UnfinishedFile(FilePath.joined(folder, name))
      // Known before it is there, so that a signal in between leaves nothing.
      descriptor = calls.create(unfinished.path, former == nil ? 0o666 : 0o600)
      if descriptor < 0 { unfinished.forget() }
      temporary = unfinished
    }
    guard descriptor >= 0 else { throw Self.failure(path, SystemFailure.message(errno)) }
    sink = TextSink(descriptor: descriptor, writing: calls.write)
  }

  /// Finds out whether the place may be written; gives what is there.
  private static func checked(_ path: String, _ target: String, _ content: Content) throws(CallFailure) -> stat? {
    if case .results(let sources) = content {
      if FilePath.hasExtension(path, "sheet") || FilePath.hasExtension(target, "sheet") {
        throw CallFailure(
          "\(path) has the name of a sheet, and results are not written over one",
          help: "give the file another name, such as results.csv")
      }
      if let source = sources.first(where: { FilePath.resolved($0) == target }) {
        throw CallFailure(
          "\(path) is what the results are made from; they are not written over it"
            + (source == path ? "" : " (\(source))"))
      }
    }
    var info = stat()
    guard stat(target, &info) == 0 else { return nil }
    if info.st_mode & S_IFMT == S_IFDIR { throw CallFailure("\(path) is a folder, not a file") }
    // Whoever may do everything is still told that a file is not meant to be written.
    guard info.st_mode & 0o222 != 0 else {
      throw CallFailure("\(path) is read-only", help: "chmod u+w \(path)")
    }
    guard access(target, W_OK) == 0 else { throw failure(path, SystemFailure.message(errno)) }
    return info
  }

  private static func failure(_ path: String, _ words: String) -> CallFailure {
    if path.isEmpty { return CallFailure("the name of a file is empty") }
    return CallFailure("\(path) cannot be written: \(words)")
  }

  /// Puts the file in its place.
  func finish() throws(CallFailure) {
    sink.flush()
    guard let temporary else {
      _ = calls.close(descriptor)
      if let failure = sink.failure { throw Self.failure(given, failure) }
      return
    }
    do throws(CallFailure) {
      if let failure = sink.failure { throw Self.failure(given, failure) }
      if let former {
        // The owner first: to change it takes rights away from the mode.
        if former.st_uid != geteuid() || former.st_gid != getegid() {
          _ = calls.setOwner(descriptor, former.st_uid, former.st_gid)
        }
        try check(calls.setMode(descriptor, former.st_mode & 0o7777))
      }
      try check(synchronized())
    } catch {
      _ = calls.close(descriptor)
      remove(temporary)
      throw error
    }
    do throws(CallFailure) {
      try check(calls.close(descriptor))
      if let replaced, try FileVersion(ofFileAt: path) != replaced {
        throw CallFailure("\(given) has been changed by another program since it was read")
      }
      try check(calls.rename(temporary.path, path))
    } catch {
      remove(temporary)
      throw error
    }
    temporary.forget()
    calls.synchronize(folder: FilePath.directory(of: path))
  }

  /// Some file systems cannot have a file reach the disk; that is no failure of the file.
  private func synchronized() -> Int32 {
    let result = calls.synchronize(descriptor)
    return result < 0 && (errno == EINVAL || errno == ENOTSUP || errno == EROFS) ? 0 : result
  }

  private func check(_ result: Int32) throws(CallFailure) {
    if result < 0 { throw Self.failure(given, SystemFailure.message(errno)) }
  }

  /// Gives the file up; what stood at its place stays.
  func abandon() {
    _ = calls.close(descriptor)
    if let temporary { remove(temporary) }
  }

  private func remove(_ temporary: UnfinishedFile) {
    _ = calls.remove(temporary.path)
    temporary.forget()
  }

  /// Writes a whole file at once.
  ///
  /// - Parameter replaced: What stood there when it was read; a file that has changed since is refused.
  /// - Returns: Something to tell the user, if there is.
  @discardableResult
  static func write(
    _ bytes: [UInt8], to path: String, _ content: Content = .source, replacing replaced: FileVersion? = nil
  ) throws(CallFailure) -> String? {
    var file = try OutputFile(path, content)
    file.replaced = replaced
    file.sink.write(bytes)
    try file.finish()
    return file.remark
  }
}
