import Diagnostics
import Hosting
import LiveSheets
import SheetText
import Verification

/// A line above each test that runs it and says what came of it, and one above a form that explores it.
struct CodeLensFeature: ServerFeature {
  let methods = ["textDocument/codeLens"]
  var capability: (name: String, value: JSONValue) { ("codeLensProvider", ["resolveProvider": false]) }

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let document = try workspace.document(of: parameters)
    var lenses: [JSONValue] = []
    for (number, part) in document.parts.enumerated() {
      let arguments: [JSONValue] = [.text(document.uri), .integer(number)]
      if let place = Self.placeOfForm(part.document) {
        let words = document.outcomes.word(for: .exploration(part: number))
        lenses.append(Self.lens(place, words ?? "explore", SheetCommand.explore, arguments, document))
      }
      for (index, statement) in part.document.statements.enumerated() {
        guard case .test = statement.kind else { continue }
        let words = document.outcomes.word(for: .test(part: number, statement: index))
        lenses.append(
          Self.lens(
            statement.span, words ?? "run test", SheetCommand.runTest, arguments + [.integer(index)], document))
      }
    }
    return .list(lenses)
  }

  /// The first statement that makes a sheet one that events change.
  private static func placeOfForm(_ document: SheetDocument) -> SourceSpan? {
    document.statements.first { statement in
      switch statement.kind {
      case .event, .action, .state, .modes: true
      default: false
      }
    }?.span
  }

  private static func lens(
    _ span: SourceSpan, _ title: String, _ command: SheetCommand, _ arguments: [JSONValue], _ document: OpenDocument
  ) -> JSONValue {
    [
      "range": document.source.range(of: SourceSpan(span.lower, span.lower)),
      "command": ["title": .text(title), "command": .text(command.rawValue), "arguments": .list(arguments)],
    ]
  }
}

/// What a client may ask the server to do.
enum SheetCommand: String, CaseIterable {
  case runTest = "sheaf.runTest"
  case explore = "sheaf.explore"
}

/// Runs a test or explores a form, and tells what came of it.
struct CommandFeature: ServerFeature {
  let methods = ["workspace/executeCommand"]
  var capability: (name: String, value: JSONValue) {
    ("executeCommandProvider", ["commands": .list(SheetCommand.allCases.map { .text($0.rawValue) })])
  }
  /// Whoever waits in an editor does not wait for the last state.
  private static let mostStates = 20_000

  func answer(_ method: String, _ parameters: JSONValue, in workspace: Workspace) throws(RequestFailure) -> JSONValue {
    let arguments = parameters["arguments"]?.list ?? []
    guard let name = parameters["command"]?.text, let command = SheetCommand(rawValue: name) else {
      throw RequestFailure(.invalidParameters, "there is no such command")
    }
    guard let uri = arguments.first?.text, let document = workspace.documents[uri], arguments.count > 1,
      let number = arguments[1].integer, document.parts.indices.contains(number)
    else { throw RequestFailure(.invalidParameters, "the command names no open sheet") }
    let outcome: TestOutcomes.Outcome
    switch command {
    case .runTest:
      let statements = document.parts[number].document.statements
      guard arguments.count > 2, let index = arguments[2].integer, statements.indices.contains(index),
        case .test(let test) = statements[index].kind
      else { throw RequestFailure(.invalidParameters, "the command names no test") }
      outcome = Self.run(test, statements[index], document, number, workspace)
      document.outcomes.note(outcome, for: .test(part: number, statement: index))
    case .explore:
      outcome = Self.explore(document, number, workspace)
      document.outcomes.note(outcome, for: .exploration(part: number))
    }
    document.isTold = false
    workspace.ask(.codeLens)
    return ["message": .text(outcome.words), "passed": .logical(outcome.findings.isEmpty)]
  }

  private static func run(
    _ test: TestDefinition, _ statement: Statement, _ document: OpenDocument, _ number: Int, _ workspace: Workspace
  ) -> TestOutcomes.Outcome {
    let runner = TestRunner(
      document: document.parts[number].document, environment: workspace.environment(of: document))
    let result = runner.run(test, home: statement.grid)
    let findings = result.failures.map { failure in
      let values = failure.values.map { "\($0.name) = \($0.text)" }
      return Diagnostic(
        code: DiagnosticCode.failedExpectation.rawValue,
        ([failure.message] + values).joined(separator: "\n"), at: failure.span, help: failure.help)
    }
    let words =
      result.isPassed ? "passed · run again" : "\(findings.count) of \(result.expectationCount) failed · run again"
    return TestOutcomes.Outcome(words: words, findings: findings)
  }

  private static func explore(
    _ document: OpenDocument, _ number: Int, _ workspace: Workspace
  ) -> TestOutcomes.Outcome {
    var options = Explorer.Options()
    options.search.maxStates = mostStates
    let found = Explorer(
      document: document.parts[number].document, environment: workspace.environment(of: document), options: options
    ).run()
    let broken = found.counterExamples.map { example in
      let steps = example.steps.isEmpty ? "as loaded" : "after " + example.steps.joined(separator: "; ")
      return Diagnostic(
        code: DiagnosticCode.brokenCheck.rawValue, "\(example.check.title) is broken \(steps)", at: example.check.span)
    }
    let findings = broken + found.findings.map(\.diagnostic)
    let faults = findings.count { $0.severity == .error }
    let words = faults == 0 ? "nothing breaks in \(seen(by: found))" : "\(faults) broken in \(seen(by: found))"
    return TestOutcomes.Outcome(words: words + " · explore again", findings: findings)
  }

  /// How many states were seen, and whether there may be others.
  private static func seen(by found: Exploration) -> String {
    let count = "\(found.stateCount) state\(found.stateCount == 1 ? "" : "s")"
    guard found.end == .allSeen else { return "the first \(count)" }
    return found.isComplete ? count : "the \(count) that can be tried"
  }
}
