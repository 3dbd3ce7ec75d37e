/// Which files were read for which file that a call names.
final class ReadLog {
  /// By each file that was named, the files that were read for it, it among them.
  private(set) var reads: [String: Set<String>] = [:]
  private var current: String?

  /// Notes that a file is read by itself, and that what is read from now on is read for it.
  func begin(_ path: String) {
    current = path
    reads[path] = [path]
  }

  /// Notes that a file is read for the one before.
  func note(_ path: String) {
    if let current { reads[current, default: []].insert(path) }
  }
}
