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

  @Test("Every input ends in a value or a finding", arguments: FuzzTarget.allCases)
  func inputs(of target: FuzzTarget) throws {
    if let name = Self.variables["FUZZ_TARGET"], name != target.rawValue { return }
    let seed = Self.variables["FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
    let corpus = try FuzzCorpus.texts(of: target)
    for input in corpus { try tryOut(input, on: target) }
    var mutator = Mutator(
      seed: seed, corpus: corpus, pieces: target.pieces, longest: target.longest, takesParts: target.takesParts)
    guard let seconds = Self.variables["FUZZ_SECONDS"].flatMap({ Double($0) }) else {
      for _ in 0..<TestLength.count(target.share / 2, of: target.share) { try tryOut(mutator.next(), on: target) }
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
}
