import Workbooks

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Paths as texts.
enum FilePath {
  /// What stands for the standard input in place of a file.
  static let standardInput = "-"
  /// What stands for the standard output in place of a file.
  static let standardOutput = "-"

  /// What a file is called in what is told of it.
  static func shown(_ path: String) -> String { path == standardInput ? "stdin" : path }

  /// What stands before the last `/`; `.` when there is none.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What stands after the last `/`.
  static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// A path as it is typed in a command: in quotes where a shell would read it otherwise, and never as a flag.
  static func shellWord(_ path: String) -> String {
    let word = path.hasPrefix("-") && path != standardInput ? "./" + path : path
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.value > 0x7F || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "_-./+@%:,=".unicodeScalars.contains(scalar)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  static func hasExtension(_ path: String, _ ending: String) -> Bool {
    FileEnding.has(ending, path)
  }

  /// A path seen from a folder; an absolute path stays as it is.
  static func joined(_ folder: String, _ path: String) -> String {
    if path.hasPrefix("/") || folder == "." { return path }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// The path with links and dots resolved, or `nil` when nothing is there.
  static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Where a file of this path is or would be: links are followed, one that leads nowhere as well.
  static func destination(of path: String) throws(CallFailure) -> String {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      if let resolved = resolved(path) { return resolved }
      guard let target = linkTarget(path) else { return path }
      path = joined(directory(of: path), target)
    }
    throw CallFailure("\(path) cannot be written: \(SystemFailure.message(ELOOP))")
  }

  /// The number of the open file that a path of the system names, such as `/dev/stdout`; `nil` for any other path.
  ///
  /// What it is open as is written to where that stands, and no file is put in its place.
  static func stream(of path: String) -> Int32? {
    var path = path
    for _ in 0..<40 {
      let folder = directory(of: path)
      if folder == "/dev/fd" || folder == "/proc/self/fd" { return Int32(name(of: path)) }
      guard path.hasPrefix("/dev/"), let target = linkTarget(path) else { return nil }
      path = joined(folder, target)
    }
    return nil
  }

  static func linkTarget(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink(path, $0.assumingMemoryBound(to: CChar.self), bytes.count) } ?? -1
    }
    return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
  }

  /// Whether something lies in a folder or is it; both are resolved paths.
  static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || folder == "/" || path.hasPrefix(folder + "/")
  }
}
