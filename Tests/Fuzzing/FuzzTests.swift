import Foundation
import TestSupport
import Testing

/// Reads what nobody would write, made from a kept corpus by a seeded mutator.
///
/// `FUZZ_SECONDS` in the environment makes a run as long as it says, of the target that `FUZZ_TARGET` names or of all;
/// `FUZZ_SEED` begins elsewhere, and `FUZZ_LOG` names a file that always holds the input under way, for a run that ends in
/// a trap. README.md tells of the long runs.
@Suite("Fuzzing")
struct FuzzTests {
  private static let variables = ProcessInfo.processInfo.environment
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("Every input ends in a value or a finding", arguments: FuzzTarget.allCases)
  func inputs(of target: FuzzTarget) throws {
    if let name = Self.variables["FUZZ_TARGET"], name != target.rawValue { return }
    let seed = Self.variables["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let corpus = try Self.corpus(of: target)
    for input in corpus { try tryOut(input, on: target) }
    var mutator = Mutator(
      seed: seed, corpus: corpus, pieces: target.pieces, longest: target.longest, takesParts: target.takesParts)
    guard let seconds = Self.variables["FUZZ_SECONDS"].flatMap({ Double($0) }) else {
      for _ in 0..<target.share { try tryOut(mutator.next(), on: target) }
      return
    }
    let start = ContinuousClock.now
    var (count, slowest, slowestInput) = (0, Duration.zero, [UInt8]())
    while ContinuousClock.now - start < .seconds(seconds) {
      let input = mutator.next()
      let begun = ContinuousClock.now
      try tryOut(input, on: target)
      count += 1
      if ContinuousClock.now - begun > slowest { (slowest, slowestInput) = (ContinuousClock.now - begun, input) }
    }
    print(
      "\(target): \(count) inputs, the slowest \(slowest): \(String(decoding: slowestInput, as: UTF8.self).debugDescription)"
    )
  }

  private func tryOut(_ input: [UInt8], on target: FuzzTarget) throws {
    if let log = Self.variables["FUZZ_LOG"] { try Data(input).write(to: URL(filePath: log)) }
    if let fault = target.fault(of: input) {
      Issue.record("\(target): \(fault)\n  \(String(decoding: input, as: UTF8.self).debugDescription)")
    }
  }

  /// The texts of a target: a file holds several between lines of `----`. Sheets and workbooks are those of the repository,
  /// too.
  private static func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let tests = folder.deletingLastPathComponent()
    switch target {
    case .archive: return try workbooks(in: tests.appending(path: "LiveWorkbooksTests/Workbooks"))
    case .deflate:
      let archives = try workbooks(in: tests.appending(path: "LiveWorkbooksTests/Workbooks"))
      // What is packed stands behind the header of the first part, about there.
      return archives.map { Array($0.dropFirst(49)) }
    default: break
    }
    let file = folder.appending(path: "Corpus/\(target).txt")
    var texts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n----\n").map { Array($0.utf8) }
    guard target == .sheet || target == .prompt else { return texts }
    let sheets = tests.deletingLastPathComponent().appending(path: "sheets")
    let paths = FileManager.default.enumerator(atPath: sheets.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".sheet") {
      texts.append([UInt8](try Data(contentsOf: sheets.appending(path: path))))
    }
    return texts
  }

  /// The smaller workbooks of a collection.
  private static func workbooks(in folder: URL) throws -> [[UInt8]] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { $0.hasSuffix(".xlsx") }
      .map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }.filter { $0.count < 12_000 }
  }
}
