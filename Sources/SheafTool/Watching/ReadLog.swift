import ReactiveCore

/// Which files a command has read, by the files that it was called with; several threads may note at once.
final class ReadLog: Sendable {
  private let noted = Atomic<[String: Set<String>]>([:])

  /// By each file that was named, the files that were read for it, it among them.
  var reads: [String: Set<String>] { noted.value }

  /// Notes that a file is read by itself.
  func begin(_ path: String) { noted.modify { $0[path] = [path] } }

  /// Notes that a file is read for another, which was begun.
  func note(_ path: String, for reader: String) {
    noted.modify { reads in _ = reads[reader]?.insert(path) }
  }
}
