import CellModel
import Diagnostics
import Formulas
import SheetText

/// A mode or a value of a state that nothing leads to.
enum UnreachableState: LintRule {
  static let page = FindingPage(
    code: "unreachable-state", .warning, "no event leads to a mode, or to a value that a state is compared with",
    why: """
      What is written for it never happens. Told of a mode where all states of the sheet could be seen: every input has a \
      declared domain, the states are at most some thousands, and nothing reads the clock. Told of a text that a state, or \
      the cell of modes, is compared with, where all values that it can take are written as texts.
      """,
    fix: "Let an event lead to it, correct the name, or take away what is written for it.",
    example: FindingExample(
      wrong: """
        event start
        state phase = "idle" {
          on start : "running"
        }
        label = IF(phase = "runing", "stop", "start")
        """,
      right: """
        event start
        state phase = "idle" {
          on start : "running"
        }
        label = IF(phase = "running", "stop", "start")
        """))

  // What is told of texts is told without running, too.
  static var runsSheet: Bool { true }

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    checkComparisons(in: sheet, &report)
    guard let reached = sheet.reachedStates else { return }
    for statement in sheet.document.statements {
      guard case .modes(let modes) = statement.kind, let known = reached.modes[modes.name.key] else { continue }
      for mode in modes.modes where !known.contains(where: { $0.label == mode.label.text }) {
        report.add(
          "no state has the mode “\(mode.label.text)”", at: mode.label.span,
          label: "none of \(reached.stateCount) state\(reached.stateCount == 1 ? "" : "s")")
      }
    }
  }

  // MARK: Texts

  private static func checkComparisons(in sheet: LintedSheet, _ report: inout LintReport) {
    let known = texts(in: sheet)
    guard !known.isEmpty else { return }
    for formula in sheet.formulas(naming: known.keys) {
      let tree = formula.tree
      for node in tree.nodes {
        switch node {
        case .binary(let sign, let left, let right) where sign == .equal || sign == .notEqual:
          for (name, text) in [(left, right), (right, left)] { compare(name, [text], formula, known, &report) }
        case .call(let name, let arguments) where name.uppercased() == "SWITCH" && arguments.count > 2:
          let cases = stride(from: 1, to: arguments.count - 1, by: 2).map { arguments[$0] }
          compare(arguments[0], cases, formula, known, &report)
        default: break
        }
      }
    }
  }

  private static func compare(
    _ name: FormulaTree.Index, _ texts: [FormulaTree.Index], _ formula: LintedSheet.Formula,
    _ known: [String: [String]], _ report: inout LintReport
  ) {
    let tree = formula.tree
    guard case .name(let written, nil) = tree[name], !formula.hidden.contains(written.lowercased()),
      !formula.scopes.isLocal(name, of: tree), let values = known[written.lowercased()]
    else { return }
    for node in texts {
      guard case .text(let text) = tree[node], !values.contains(where: { $0.lowercased() == text.lowercased() })
      else { continue }
      let near = NearNames.suggestion(for: text, among: values)
      report.add(
        "\(written) is never “\(text)”", at: tree.span(of: node),
        label: "it is \(values.sorted().map { "“\($0)”" }.joined(separator: ", "))",
        suggestion: near.map { "\"\($0.replacing("\"", with: "\"\""))\"" })
    }
  }

  /// By their keys, the states and cells of modes all of whose values are written as texts, with these.
  private static func texts(in sheet: LintedSheet) -> [String: [String]] {
    var known: [String: [String]] = [:]
    for index in sheet.statements(with: .states) {
      switch sheet.document.statements[index].kind {
      case .state(let state):
        var values: [String] = []
        let formulas = [state.initial] + state.clauses.map(\.value)
        let areTexts = formulas.allSatisfy { formula in
          let tree = formula.tree
          return add(tree.root, of: tree, ownName: state.name.key, to: &values)
        }
        if areTexts { known[state.name.key] = values }
      case .modes(let modes): known[modes.name.key] = modes.modes.map(\.label.text)
      default: break
      }
    }
    return known
  }

  /// Adds the texts that a formula can come to; `false` where it may come to something else.
  private static func add(
    _ node: FormulaTree.Index, of tree: FormulaTree, ownName: String, to values: inout [String]
  ) -> Bool {
    let results: [FormulaTree.Index]
    switch tree[node] {
    case .text(let text):
      if !values.contains(text) { values.append(text) }
      return true
    case .name(let name, nil): return name.lowercased() == ownName
    case .parenthesized(let inner): results = [inner]
    case .call(let name, let arguments):
      switch (name.uppercased(), arguments.count) {
      case ("IF", 3): results = [arguments[1], arguments[2]]
      case ("IFS", 2...): results = stride(from: 1, to: arguments.count, by: 2).map { arguments[$0] }
      case ("CHOOSE", 2...): results = Array(arguments.dropFirst())
      case ("SWITCH", 3...):
        let last = arguments.count % 2 == 0 ? [arguments[arguments.count - 1]] : []
        results = stride(from: 2, to: arguments.count, by: 2).map { arguments[$0] } + last
      default: return false
      }
    default: return false
    }
    for result in results where !add(result, of: tree, ownName: ownName, to: &values) { return false }
    return true
  }
}

/// A mode that is never left.
enum TrapState: LintRule {
  static let page = FindingPage(
    code: "trap-state", .warning, "no step leads out of a mode",
    why: """
      Once it holds, whatever happens leaves it as it is: whoever uses the form is stuck. Told where all states of the sheet \
      could be seen, as of unreachable-state.
      """,
    fix: "Let an event lead out of it; where it is the end, say so in a comment that allows it.",
    example: FindingExample(
      wrong: """
        event send
        event again
        state sent = FALSE {
          on send  : TRUE
          on again : sent
        }
        modes form over sent {
          "Writing" when NOT(sent) : FALSE
          "Sent"    when sent      : TRUE
        }
        """,
      right: """
        event send
        event again
        state sent = FALSE {
          on send  : TRUE
          on again : FALSE
        }
        modes form over sent {
          "Writing" when NOT(sent) : FALSE
          "Sent"    when sent      : TRUE
        }
        """))

  static var runsSheet: Bool { true }

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    guard let reached = sheet.reachedStates else { return }
    for statement in sheet.document.statements {
      guard case .modes(let modes) = statement.kind, let known = reached.modes[modes.name.key], known.count > 1
      else { continue }
      for mode in known where !mode.isLeft {
        guard let written = modes.modes.first(where: { $0.label.text == mode.label }) else { continue }
        report.add(
          "no step leads out of the mode “\(mode.label)”", at: written.label.span,
          label: mode.steps.isEmpty ? "it holds from the beginning" : "reached by \(mode.steps.joined(separator: ", "))"
        )
      }
    }
  }
}
