import Diagnostics

/// The findings that a project has already, so that only new ones are told.
///
/// A finding is known by its file, its code and the words of its line, not by the number of the line, so that it stays known when lines come
/// and go above it. The file of a baseline has a line for each, sorted: code, file and text, with tabs between them.
struct FindingBaseline {
  private struct KnownFinding: Hashable, Comparable {
    let code: String
    let file: String
    let line: String

    static func < (a: KnownFinding, b: KnownFinding) -> Bool { (a.file, a.line, a.code) < (b.file, b.line, b.code) }
  }

  private static let head = "# sheaf baseline 1: findings that were there before"

  /// How many findings of each kind are known.
  private var counts: [KnownFinding: Int] = [:]

  /// A baseline without findings.
  init() {}

  /// - Throws: Why a file is no baseline.
  init(reading path: String) throws(CallFailure) {
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    guard lines.first?.hasPrefix("# sheaf baseline 1") == true else {
      throw CallFailure(
        "\(path) is no baseline", help: "sheaf check … --write-baseline \(FilePath.shellWord(path)) writes one")
    }
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 3 else { throw CallFailure("\(path) has a line that is no finding: \(line.prefix(80))") }
      counts[KnownFinding(code: fields[0], file: fields[1], line: fields[2]), default: 0] += 1
    }
  }

  /// Takes in the findings of a file.
  mutating func add(_ file: FileFindings) {
    for finding in file.findings { counts[Self.entry(finding, of: file), default: 0] += 1 }
  }

  /// How many findings there are in it.
  var count: Int { counts.values.reduce(0, +) }

  /// The findings of a file that are not known; each known one counts once.
  mutating func unknown(of file: FileFindings) -> FileFindings {
    file.filtered { finding in
      let entry = Self.entry(finding, of: file)
      guard let count = counts[entry], count > 0 else { return true }
      counts[entry] = count - 1
      return false
    }
  }

  func write(to path: String, notReplacing sources: [String], _ log: FileLog) throws(CallFailure) {
    let lines = counts.keys.sorted().flatMap { entry in
      Array(repeating: "\(entry.code)\t\(entry.file)\t\(entry.line)", count: counts[entry] ?? 0)
    }
    let text = ([Self.head] + lines).joined(separator: "\n") + "\n"
    try OutputFile.write(Array(text.utf8), to: path, .results(from: sources, log))
  }

  private static func entry(_ finding: FileFindings.Finding, of file: FileFindings) -> KnownFinding {
    var words = ""
    if let place = finding.diagnostic.labels.first?.span.lower {
      let line = file.source[file.source.span(ofLine: file.source.lineIndex(of: min(place, file.source.bytes.count)))]
      words = line.split { $0.isWhitespace }.joined(separator: " ")
    }
    var path = file.path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return KnownFinding(code: finding.diagnostic.code, file: String(path), line: words)
  }
}
