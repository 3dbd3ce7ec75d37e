/// The files of a call that are not there or cannot be read: each is told by its name, and the others are judged all the same.
struct UnreadFiles {
  private let console: Console
  private(set) var paths: Set<String> = []
  private var isAny = false

  init(_ console: Console) { self.console = console }

  /// The files of a call that are there, after telling of those that are not.
  ///
  /// - Throws: Why there is none of them.
  mutating func others(of found: FoundFiles) throws(CallFailure) -> [String] {
    if found.paths.isEmpty, let last = found.failures.last {
      for failure in found.failures.dropLast() { console.report(failure) }
      throw last
    }
    for failure in found.failures { console.report(failure) }
    isAny = !found.failures.isEmpty
    return found.paths
  }

  /// Does something with one of the files, and tells why where it cannot be done.
  ///
  /// - Parameter isAlone: Whether there is no other file, so that the call ends with it.
  mutating func with(
    _ path: String, isAlone: Bool, _ body: () throws(CallFailure) -> Void
  ) throws(CallFailure) {
    do throws(CallFailure) { try body() } catch {
      if isAlone, !isAny { throw error }
      console.output.flush()
      console.report(error)
      paths.insert(path)
      isAny = true
    }
  }

  /// How a call ends that would end so with what could be read.
  func status(_ status: ExitStatus) -> ExitStatus { isAny ? status.worse(.call) : status }
}

/// The sheets that paths stand for, and why some stand for none: a file is itself, a folder is every sheet below it.
struct FoundFiles {
  private(set) var paths: [String] = []
  private(set) var failures: [CallFailure] = []

  /// - Parameter endings: The endings of the files that are wanted of a folder.
  init(at names: [String], endings: [String] = ["sheet"]) {
    // A file that is named and lies in a named folder, too, is one file.
    var seen: Set<String> = []
    for name in names {
      do throws(CallFailure) {
        paths += try FileSystem.sheets(at: name, endings: endings).filter {
          seen.insert(FilePath.resolved($0) ?? $0).inserted
        }
      } catch { failures.append(error) }
    }
  }
}
