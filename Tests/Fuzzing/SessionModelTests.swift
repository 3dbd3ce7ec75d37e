import Foundation
import SessionModel
import Testing

/// Random sessions at the prompt.
///
/// `SESSIONS` in the environment says how many, and `SESSIONS_FROM` with which seed they begin.
@Suite("A model of a session")
struct SessionModelTests {
  private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

  @Test("The text of a random session gives its values, and what is taken back is as it was")
  func sessions() {
    let first = Self.number("SESSIONS_FROM") ?? 0
    for seed in first..<first + (Self.number("SESSIONS") ?? 25) {
      var run = SessionRun(seed: UInt64(seed))
      if let fault = run.run(entries: 30) { Issue.record("\(fault)") }
    }
  }
}
