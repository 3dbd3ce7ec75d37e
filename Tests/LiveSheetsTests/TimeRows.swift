import CellModel
import Diagnostics
import FunctionLibrary
import SheetText
import Testing
import Verification

@testable import LiveSheets

/// Expects that a sheet has no findings and that each series of steps passes as one of its tests.
func plays(
  _ definitions: String, _ series: String..., files: [String: String] = [:],
  at location: SourceLocation = #_sourceLocation
) {
  let failures = failures(definitions, series, files: files)
  for (series, failures) in zip(series, failures) where !failures.isEmpty {
    Issue.record("\(failures.joined(separator: "\n"))\n  in \(series)", sourceLocation: location)
  }
  #expect(failures.count == series.count, sourceLocation: location)
}

/// Expects what the failures of one series of steps say.
func fails(
  _ definitions: String, _ steps: String, _ expected: String..., files: [String: String] = [:],
  at location: SourceLocation = #_sourceLocation
) {
  #expect(failures(definitions, [steps], files: files).first == expected, sourceLocation: location)
}

/// What goes wrong in each series: findings of the sheet and failures of the steps, with the values that are shown.
private func failures(_ definitions: String, _ series: [String], files: [String: String]) -> [[String]] {
  let tests = series.enumerated().map { "\ntest \"\($0.offset)\" {\n\($0.element)\n}" }.joined()
  let document = SheetDocument(name: "test.sheet", definitions + tests)
  let environment = environment(files)
  let findings = LiveSheet(document, environment: environment).diagnostics.map { "finding: \($0.message)" }
  var results: [[String]] = []
  TestRunner(document: document, environment: environment).run { result in
    results.append(
      findings
        + result.failures.map { failure in
          let values = failure.values.prefix(3).map { "\($0.name) \($0.text)" }.joined(separator: ", ")
          return failure.message + (values.isEmpty ? "" : " (\(values))") + (failure.help.map { "; \($0)" } ?? "")
        })
  }
  return results
}

private func environment(_ files: [String: String]) -> LiveSheet.Environment {
  LiveSheet.Environment(
    catalog: .standard,
    readFile: { name in
      guard let text = files[name] else { throw LiveSheet.FileRefused() }
      return Array(text.utf8)
    }, services: .mocked)
}

/// A live sheet on a virtual clock whose services wait for answers.
func mocked(
  _ definitions: String, files: [String: String] = [:],
  stepLimit: Int = LiveSheet.Environment(catalog: .standard).stepLimit
) -> LiveSheet {
  var environment = environment(files)
  environment.stepLimit = stepLimit
  environment.hasVirtualClock = true
  return LiveSheet(SheetDocument(name: "test.sheet", definitions), environment: environment)
}

extension LiveSheet {
  /// Performs steps as a test writes them.
  ///
  /// - Returns: What kept steps from being done, in words.
  @discardableResult
  func play(_ steps: String) -> [String] {
    let document = SheetDocument(name: "steps.sheet", "test \"steps\" {\n\(steps)\n}")
    guard case .test(let test)? = document.statements.first?.kind, document.diagnostics.isEmpty else {
      return document.diagnostics.map(\.message)
    }
    return test.steps.compactMap { step in
      switch perform(step) {
      case .done, .defined, .value, .expected, .noted, .nothing, .incomplete: nil
      case .ignored(let words): words
      case .refused(let refusal, _): refusal.message
      case .failed(let findings, _): findings.map(\.message).joined(separator: "\n")
      }
    }
  }
}
