import Diagnostics

/// What came of the tests and explorations of an open text that were run.
///
/// Findings are about the text and the files that it uses as they were; as soon as one changes they are gone, with what was
/// said of them.
struct TestOutcomes {
  /// What was run.
  enum Subject: Hashable {
    case test(part: Int, statement: Int)
    case exploration(part: Int)
  }

  struct Outcome {
    /// What a line above it says.
    var words: String
    /// Why it failed.
    var findings: [Diagnostic]
  }

  private var outcomes: [Subject: Outcome] = [:]

  mutating func note(_ outcome: Outcome, for subject: Subject) { outcomes[subject] = outcome }

  mutating func forget() { outcomes = [:] }

  func word(for subject: Subject) -> String? { outcomes[subject]?.words }

  /// What failed, in the order of the text.
  var findings: [Diagnostic] {
    outcomes.values.flatMap(\.findings).sorted {
      ($0.labels.first?.span.lower ?? 0) < ($1.labels.first?.span.lower ?? 0)
    }
  }
}
