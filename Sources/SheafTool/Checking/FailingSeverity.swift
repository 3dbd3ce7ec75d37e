import ArgumentParser
import Diagnostics

/// The least finding that fails a check.
enum FailingSeverity: String, CaseIterable, ExpressibleByArgument {
  case error, warning, note

  var level: Diagnostic.Severity {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    }
  }
}
