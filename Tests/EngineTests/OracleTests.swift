import Foundation
import TestSupport
import Testing

@testable import Engine

/// Random sheets under random edits, against the model of TestSupport.
///
/// `ORACLE_SHEETS` in the environment says how many sheets to try, `ORACLE_FROM` with which seed they begin; `ORACLE_SEED`
/// tries one alone; `LONG_TESTS` tries ten thousand.
@Suite("Engine against the model")
struct OracleTests {
  static let shards = 4
  /// Seeds that have shown a fault, of the engine or of the model.
  static let found: [UInt64] = [6688, 2341, 4929, 5612, 6985, 8842, 3_003_035, 3_003_443, 3_006_785, 702_758]

  @Test("Random sheets agree with the model after each edit", arguments: 0..<shards)
  func sheets(shard: Int) {
    let environment = ProcessInfo.processInfo.environment
    if let seed = environment["ORACLE_SEED"].flatMap({ UInt64($0) }) {
      if shard == 0 { _ = run(seed: seed) }
      return
    }
    let count = environment["ORACLE_SHEETS"].flatMap { Int($0) } ?? TestLength.count(160, of: 10_000)
    let first = environment["ORACLE_FROM"].flatMap { Int($0) } ?? 0
    var failures = 0
    var ambiguities = 0
    var comparisons = 0
    if shard == 0 { for seed in Self.found { _ = run(seed: seed, hasLikeFormulas: false) } }
    for number in stride(from: first + shard, to: first + count, by: Self.shards) where failures < 5 {
      let result = run(seed: UInt64(number))
      if result.failure != nil { failures += 1 }
      ambiguities += result.ambiguities
      comparisons += result.comparisons
    }
    #expect(ambiguities * 4 < comparisons || failures > 0, "\(ambiguities) ambiguous states, \(comparisons) compared")
  }

  private func run(seed: UInt64, hasLikeFormulas: Bool = true) -> OracleRun {
    var run = OracleRun(seed: seed, hasLikeFormulas: hasLikeFormulas)
    run.run()
    if let failure = run.failure {
      Issue.record("seed \(seed): \(failure)\n  \(run.log.joined(separator: "\n  "))")
    }
    return run
  }
}
