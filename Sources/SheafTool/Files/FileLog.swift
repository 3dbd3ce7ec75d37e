import ReactiveCore

/// Which files a command has read, by the files that it was called with, and where its results go; several threads may note
/// at once.
///
/// Results in place of what they were made from, or two of them in one place, would lose something.
final class FileLog: Sendable {
  private let noted = Atomic<[String: Set<String>]>([:])
  /// The places of results, links followed.
  private let claimed = Atomic<Set<String>>([])

  /// By each file that was named, the files that were read for it, it among them.
  var reads: [String: Set<String>] { noted.value }

  /// Notes that a file is read by itself.
  func begin(_ path: String) { noted.modify { $0[path] = [path] } }

  /// Notes that a file is read for another, which was begun.
  func note(_ path: String, for reader: String) {
    noted.modify { reads in _ = reads[reader]?.insert(path) }
  }

  /// The file that was read at a place, as it was named there.
  func read(at place: String) -> String? {
    for paths in reads.values {
      if let path = paths.first(where: { FilePath.resolved($0) == place }) { return path }
    }
    return nil
  }

  /// Takes a place for results; `false` where others go there already.
  func claim(_ place: String) -> Bool {
    let folder = FilePath.directory(of: place)
    let path = FilePath.joined(FilePath.resolved(folder) ?? folder, FilePath.name(of: place))
    return claimed.modify { $0.insert(path).inserted }
  }
}
