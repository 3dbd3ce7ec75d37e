import Hosting

/// The tests that failed when they were run last, by their files.
///
/// They are kept where the XDG base directories put state, so that `--failed` can run them again. A file of tests that
/// all pass leaves nothing there, and nothing is kept where `CI` is set.
struct FailedTests {
  private let path: String?
  /// The labels of failed tests by the whole paths of their files.
  private var labels: [String: Set<String>] = [:]
  /// What stands for a file that is wrong as a whole, or a check.
  private static let wholeFile = ""

  init(_ console: Console) {
    path = console.surroundings.isInCI ? nil : console.surroundings.stateFile("failed-tests.json")
    guard let path, let bytes = try? FileSystem.read(path), let value = try? JSONReader.tree(of: bytes) else { return }
    for file in value["files"]?.list ?? [] {
      guard let name = file["path"]?.text else { continue }
      labels[name] = Set((file["tests"]?.list ?? []).compactMap(\.text))
    }
  }

  /// Whether anybody keeps what failed, so that it is known.
  var areKept: Bool { path != nil }

  /// Whether anything of a file failed.
  func concern(_ file: String) -> Bool { labels[Self.key(file)] != nil }

  /// Whether more than tests failed: the file was wrong, or a check of it.
  func concernAll(of file: String) -> Bool { labels[Self.key(file)]?.contains(Self.wholeFile) ?? false }

  func contain(_ label: String, of file: String) -> Bool { labels[Self.key(file)]?.contains(label) ?? false }

  /// Takes in what became of a file.
  ///
  /// - Parameter isWhole: Whether all of its tests were run; else what others did before still counts.
  mutating func note(_ report: TestFileReport, isWhole: Bool) {
    let key = Self.key(report.path)
    var failed = isWhole ? [] : labels[key] ?? []
    for outcome in report.outcomes {
      let label = outcome.kind == .test ? outcome.label : Self.wholeFile
      if !outcome.isPassed { failed.insert(label) } else if outcome.kind == .test { failed.remove(label) }
    }
    if report.hasErrors { failed.insert(Self.wholeFile) }
    labels[key] = failed.isEmpty ? nil : failed
  }

  /// Keeps what is known for the next call; who cannot keep it is not told, because nothing depends on it.
  func save() {
    guard let path, !(labels.isEmpty && FileSystem.kind(path) == nil) else { return }
    let files: [JSONValue] = labels.sorted { $0.key < $1.key }.map { file, tests in
      ["path": .text(file), "tests": .list(tests.sorted().map { .text($0) })]
    }
    let object: JSONValue = ["files": .list(files), "version": 1]
    FileSystem.makeFolder(FilePath.directory(of: path))
    _ = try? OutputFile.write(Array((object.compactText + "\n").utf8), to: path)
  }

  private static func key(_ file: String) -> String { FilePath.resolved(file) ?? file }
}
