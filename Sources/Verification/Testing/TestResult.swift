import Diagnostics
import LiveSheets

/// What became of one test of a sheet.
package struct TestResult: Sendable {
  package var label: String
  /// The place of its label.
  package var span: SourceSpan
  package var failures: [TestFailure]
  package var expectationCount: Int
  /// What was found on the way that fails nothing, such as a guard that was an error.
  package var warnings: [Diagnostic] = []
  package var isPassed: Bool { failures.isEmpty }
}

/// Why a test did not pass.
package struct TestFailure: Sendable {
  package enum Kind: Sendable {
    /// An expected condition did not hold.
    case expectation
    /// A check of the sheet was broken.
    case check
    /// A step could not be performed.
    case step
  }

  package var kind: Kind
  package var span: SourceSpan
  package var message: String
  /// What is known beyond the message, such as the name that was probably meant.
  package var help: String?
  /// The cells that the condition names, with what they show, down to the cause.
  package var values: [ValueLine]
  /// What the expectation would have to say; `nil` where that is not known.
  package var accepted: AcceptedValue?

  package init(kind: Kind, span: SourceSpan, message: String, help: String? = nil, values: [ValueLine] = []) {
    self.kind = kind
    self.span = span
    self.message = message
    self.help = help
    self.values = values
  }
}
