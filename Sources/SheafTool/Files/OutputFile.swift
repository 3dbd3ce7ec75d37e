import Hosting
import Workbooks

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that appears complete or not at all.
///
/// Everything that the tool writes goes through here, and takes its place as a `FileReplacement` does. A link is followed, a
/// device or a pipe is written directly. These are refused:
///
/// - a folder, a pipe that nobody reads, and a file that may not be written;
/// - results under the name of a sheet or of a workbook, in place of a file that they were made from, and in place of other
///   results;
/// - a file that is not as it was when it was read, where ``replaced`` says how that was.
struct OutputFile {
  /// What a file is made of, and what it may therefore not replace.
  enum Content {
    /// The text of a sheet, or a table: what was read from there is written back.
    case source
    /// What was made of some files, and of those that were read meanwhile.
    case results(from: [String], FileLog)
    /// A workbook that was made of others, and not a text.
    case workbook(from: [String], FileLog)

    /// What it was made from, unless it is a source itself.
    fileprivate var origin: (paths: [String], log: FileLog)? {
      switch self {
      case .source: nil
      case .results(let paths, let log), .workbook(let paths, let log): (paths, log)
      }
    }

    /// What was made of no file, as a page about the tool is.
    static var page: Content { .results(from: [], FileLog()) }
  }

  /// The place, links followed.
  let path: String
  let sink: TextSink
  /// What stood at the place when it was read, if that matters.
  var replaced: FileVersion?
  /// Something to tell the user: that the file loses its other names.
  let remark: String?
  private let given: String
  private let content: Content
  /// Where it is written; a device or a pipe is by itself.
  private enum Place {
    case beside(FileReplacement, UnfinishedFile)
    case directly(OpenDescriptor)
  }
  private let place: Place

  init(_ path: String, _ content: Content = .source, calls: FileCalls = .system) throws(CallFailure) {
    given = path
    self.content = content
    if let stream = FilePath.stream(of: path) {
      let descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw Self.failure(path, SystemFailure.message(errno)) }
      self.path = path
      remark = nil
      place = .directly(OpenDescriptor(descriptor, calls: calls))
      sink = TextSink(descriptor: descriptor, writing: calls.write)
      return
    }
    let target = try FilePath.destination(of: path)
    let former = try Self.checked(path, target, content)
    self.path = target
    remark = former.flatMap { info in
      info.st_nlink > 1 ? "\(path) had \(info.st_nlink) names, hard links; the others keep what was there" : nil
    }
    if let former, former.st_mode & S_IFMT != S_IFREG {
      let descriptor = try Self.opened(path, target, isPipe: former.st_mode & S_IFMT == S_IFIFO)
      place = .directly(OpenDescriptor(descriptor, calls: calls))
      sink = TextSink(descriptor: descriptor, writing: calls.write)
    } else {
      // Known before it is there, so that a signal in between leaves nothing.
      let unfinished = UnfinishedFile(FileReplacement.temporaryPath(for: target))
      do throws(FileReplacement.Failure) {
        let replacement = try FileReplacement(target, temporary: unfinished.path, calls: calls)
        place = .beside(replacement, unfinished)
        sink = TextSink(descriptor: replacement.descriptor, writing: calls.write)
      } catch {
        unfinished.forget()
        throw Self.failure(path, error.words)
      }
    }
  }

  /// A device or a pipe, open for writing.
  private static func opened(_ path: String, _ target: String, isPipe: Bool) throws(CallFailure) -> Int32 {
    // Without waiting: to open a pipe that nobody reads would wait for the reader.
    let descriptor = open(target, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else {
      if isPipe, errno == ENXIO { throw CallFailure("\(path) is a pipe, and nobody reads it") }
      throw failure(path, SystemFailure.message(errno))
    }
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    return descriptor
  }

  /// Finds out whether the place may be written; gives what is there.
  private static func checked(_ path: String, _ target: String, _ content: Content) throws(CallFailure) -> stat? {
    if let (sources, _) = content.origin {
      if case .results = content, FileEnding.isWorkbook(path) {
        throw CallFailure(
          "\(path) has the name of a workbook, and these results are none",
          help: "sheaf convert writes a sheet or a workbook as another")
      }
      if FilePath.hasExtension(path, "sheet") || FilePath.hasExtension(target, "sheet") {
        throw CallFailure(
          "\(path) has the name of a sheet, and results are not written over one",
          help: "give the file another name, such as results.csv")
      }
      if let source = sources.first(where: { FilePath.resolved($0) == target }) { throw replacing(source, path) }
    }
    let former = try present(path, target)
    if let (_, log) = content.origin, former.map({ $0.st_mode & S_IFMT == S_IFREG }) ?? true, !log.claim(target) {
      throw CallFailure("\(path) is written twice, and the one would replace the other")
    }
    return former
  }

  private static func replacing(_ source: String, _ path: String) -> CallFailure {
    CallFailure(
      "\(path) is what the results are made from; they are not written over it"
        + (source == path ? "" : " (\(source))"))
  }

  /// What is at a place that may be written.
  private static func present(_ path: String, _ target: String) throws(CallFailure) -> stat? {
    var info = stat()
    guard stat(target, &info) == 0 else { return nil }
    if info.st_mode & S_IFMT == S_IFDIR { throw CallFailure("\(path) is a folder, not a file") }
    // Whoever may do everything is still told that a file is not meant to be written.
    guard info.st_mode & 0o222 != 0 else {
      throw CallFailure("\(path) is read-only", help: "chmod u+w \(FilePath.shellWord(path))")
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
    switch place {
    case .directly(let descriptor):
      descriptor.close()
      if let failure = sink.failure { throw Self.failure(given, failure) }
    case .beside(let replacement, let temporary):
      do throws(CallFailure) { try finish(replacement) } catch {
        replacement.remove()
        temporary.forget()
        throw error
      }
      temporary.forget()
    }
  }

  private func finish(_ replacement: FileReplacement) throws(CallFailure) {
    if let failure = sink.failure {
      replacement.close()
      throw Self.failure(given, failure)
    }
    do throws(FileReplacement.Failure) { try replacement.seal() } catch { throw Self.failure(given, error.words) }
    if let replaced, try FileVersion(ofFileAt: path) != replaced {
      throw CallFailure("\(given) has been changed by another program since it was read")
    }
    // Which files a sheet reads is known now.
    if let (_, log) = content.origin, let source = log.read(at: path) { throw Self.replacing(source, given) }
    do throws(FileReplacement.Failure) { try replacement.place() } catch { throw Self.failure(given, error.words) }
  }

  /// Gives the file up; what stood at its place stays. A file that has been finished, or could not be, is as it was left.
  func abandon() {
    switch place {
    case .directly(let descriptor): descriptor.close()
    case .beside(let replacement, let temporary):
      replacement.close()
      replacement.remove()
      temporary.forget()
    }
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
