import ArgumentParser

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Options of commands that may run again and again.
struct WatchOptions: ParsableArguments {
  @Flag(help: "Runs again, until interrupted, whenever a file that was read has changed.")
  var watch = false
}

/// A command that may run again for some of its files.
protocol WatchingCommand: ToolCommand {
  var watching: WatchOptions { get }
  /// The files and folders that it is about.
  var watchedPaths: [String] { get set }
  /// The files of those paths that are there.
  var watchedFiles: [String] { get }
  /// Files that all of it depends on beside those.
  var sharedFiles: [String] { get }
  /// Runs once, and notes which files are read.
  func run(on console: Console, noting log: FileLog) throws -> ExitStatus
}

extension WatchingCommand {
  var sharedFiles: [String] { [] }
  var watchedFiles: [String] { watchedPaths }

  func run(on console: Console) throws -> ExitStatus {
    guard watching.watch, !watchedPaths.isEmpty else { return try run(on: console, noting: FileLog()) }
    guard !watchedPaths.contains(FilePath.standardInput) else {
      throw CallFailure("--watch waits for files to change, and the standard input is none")
    }
    return try FileWatch(console).run(self) { Interruption.pause(milliseconds: FileWatch.interval) }
  }
}

/// Runs a command again for those of its files that have changed, or that read one that has.
///
/// Files are looked at five times a second. A change is waited out: an editor that saves writes more than once, and may put
/// another file in the place of the first.
struct FileWatch {
  static let interval = 200

  private let console: Console

  init(_ console: Console) { self.console = console }

  /// - Parameter pause: Lets time pass; `false` when somebody wants it to end.
  /// - Returns: The status of the last run.
  func run(_ command: some WatchingCommand, pause: () -> Bool) throws -> ExitStatus {
    let log = FileLog()
    var status = try command.run(on: console, noting: log)
    var reads = log.reads
    var stamps = stamps(of: reads, command)
    while true {
      console.flush()
      guard pause() else { return status }
      var present = self.stamps(of: reads, command)
      guard present != stamps else { continue }
      // Until nothing more happens, and what was named is there again.
      var patience = 10
      repeat {
        guard pause() else { return status }
        let next = self.stamps(of: reads, command)
        patience -= 1
        if next == present, patience <= 0 || !next.values.contains(nil) { break }
        present = next
      } while true
      let changed = Set(present.keys).union(stamps.keys).filter { present[$0] != stamps[$0] }
      stamps = present
      let files = affected(by: changed, reads, command)
      for gone in changed where reads[gone] != nil && present[gone] == .some(nil) { reads[gone] = [gone] }
      guard !files.isEmpty else { continue }
      if console.terminals.output { console.output.write("\u{1B}[2J\u{1B}[H") }
      console.remark("\(changed.sorted().joined(separator: ", ")) changed")
      var next = command
      next.watchedPaths = files
      let log = FileLog()
      do {
        status = try next.run(on: console, noting: log)
      } catch let failure as CallFailure {
        console.report(failure)
        status = .call
      }
      for (file, read) in log.reads { reads[file] = read }
      stamps.merge(self.stamps(of: log.reads, command)) { old, _ in old }
    }
  }

  /// The files of the command that a change concerns, in their order.
  private func affected(
    by changed: Set<String>, _ reads: [String: Set<String>], _ command: some WatchingCommand
  ) -> [String] {
    let files = command.watchedFiles
    if command.sharedFiles.contains(where: changed.contains) { return files }
    return files.filter { file in reads[file].map { !$0.isDisjoint(with: changed) } ?? true }
  }

  /// What tells a file from what it was before; `nil` for one that is not there.
  private struct Stamp: Equatable {
    var seconds: Int
    var nanoseconds: Int
    var size: Int
    var node: UInt64
  }

  private func stamps(of reads: [String: Set<String>], _ command: some WatchingCommand) -> [String: Stamp?] {
    var paths = reads.values.reduce(into: Set(command.sharedFiles)) { $0.formUnion($1) }
    paths.formUnion(command.watchedFiles)
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, Self.stamp(of: $0)) })
  }

  private static func stamp(of path: String) -> Stamp? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    #if canImport(Glibc)
      let time = info.st_mtim
    #else
      let time = info.st_mtimespec
    #endif
    return Stamp(
      seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(info.st_size), node: UInt64(info.st_ino))
  }
}
