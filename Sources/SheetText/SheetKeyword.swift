/// The words that begin a statement, unless `=` or an operator follows directly.
package enum SheetKeyword: String, CaseIterable, Sendable {
  case input, table, sheet, always, never, test, event, state, service, action, fetch, use, modes, chart, option
}

/// The words that begin a step of a test.
package enum StepKeyword: String, CaseIterable, Sendable {
  case expect, given, wait, clear, insert, delete, stop
}
