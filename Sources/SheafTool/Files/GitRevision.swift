import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file as a revision of git has it, written `HEAD:budget.sheet`.
struct GitRevision {
  let revision: String
  let path: String

  /// A path that names no file and has a colon inside; `nil` for any other.
  init?(_ text: String) {
    guard FileSystem.kind(text) == nil, let colon = text.firstIndex(of: ":"), colon > text.startIndex,
      !text.hasPrefix("-")
    else { return nil }
    revision = String(text[..<colon])
    path = String(text[text.index(after: colon)...])
    if path.isEmpty { return nil }
  }

  private init(revision: String, path: String) { (self.revision, self.path) = (revision, path) }

  /// A file of the same revision that a sheet names, in the folder of this one or below it.
  func file(named name: String) throws(CallFailure) -> GitRevision {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0.hasPrefix(".") }) else {
      throw CallFailure("\(name) lies outside the sheet's folder, or is hidden")
    }
    return GitRevision(revision: revision, path: FilePath.joined(FilePath.directory(of: path), name))
  }

  /// The bytes of the file, asked of git.
  ///
  /// The path counts from the present folder, as it does for every other command, or else from the repository's.
  func bytes() throws(CallFailure) -> [UInt8] {
    if !path.hasPrefix("/"), let bytes = Self.output(of: ["git", "show", "\(revision):./\(path)"]) { return bytes }
    if let bytes = Self.output(of: ["git", "show", "\(revision):\(path)"]) { return bytes }
    throw failure
  }

  /// Why there is no such file.
  private var failure: CallFailure {
    func answers(_ arguments: String...) -> Bool { Self.output(of: ["git"] + arguments) != nil }
    if !answers("--version") { return CallFailure("\(revision):\(path) is asked of git, which cannot be started") }
    if !answers("rev-parse", "--git-dir") {
      return CallFailure("\(revision):\(path) is asked of git, and this folder is in no repository of it")
    }
    if !answers("rev-parse", "--verify", "--quiet", "\(revision)^{commit}") {
      return CallFailure("git knows no revision \(revision)", help: "git log shows those that there are")
    }
    return CallFailure("git has no \(path) in \(revision)")
  }

  /// What a program writes; `nil` if it cannot be started or fails.
  private static func output(of arguments: [String]) -> [UInt8]? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let started = posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard started == 0 else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status == 0 ? bytes : nil
  }
}
