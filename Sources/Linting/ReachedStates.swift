import Diagnostics
import Formulas
import LiveSheets
import SheetText
import Verification

/// The modes in which a sheet can be, and which follow on which: all of them, seen by exploring.
///
/// There is one only where nothing is left to guess: every input, payload and answer is one of a few declared values, no formula reads the
/// clock or chance, and all states were seen within a limit that keeps a check fast. Then what was not seen cannot be.
struct ReachedStates {
  /// The states of one `modes` statement.
  struct Mode {
    let label: String
    /// Whether a step leads from a state in which it holds to one in which it does not.
    var isLeft: Bool
    /// The shortest series of steps to it.
    let steps: [String]
  }

  let stateCount: Int
  /// By the key of a `modes` statement, the modes that hold in some state.
  let modes: [String: [Mode]]

  private static let mostStates = 5_000
  private static let mostSteps = 200_000
  /// What goes on growing is not walked far: each step costs as much as there is in it.
  private static let mostEntries = 100

  /// Explores a sheet that has modes.
  ///
  /// - Complexity: A load of the sheet and at most so many steps as the limits say.
  init?(of sheet: LiveSheet) {
    guard sheet.document.statements.contains(where: { if case .modes = $0.kind { true } else { false } }),
      !Self.hasUncertainFormulas(sheet), !Self.testsGoFurther(sheet)
    else { return nil }
    var options = Explorer.Options()
    options.usesTests = false
    options.search.maxStates = Self.mostStates
    options.search.progress = { _, steps in steps > Self.mostSteps }
    options.search.mostEntries = Self.mostEntries
    options.search.keepsTransitions = true
    let found = Explorer(document: sheet.document, environment: sheet.environment, options: options).run()
    guard found.isComplete, found.tried.sampled.isEmpty, found.findings.isEmpty, let graph = found.graph else {
      return nil
    }
    stateCount = found.stateCount
    let ways = Self.ways(through: graph)
    var modes: [String: [Mode]] = [:]
    for (position, name) in graph.modes.enumerated() {
      var known: [Mode] = []
      var numbers: [String: Int] = [:]
      for (number, state) in graph.states.enumerated() where numbers[state.modes[position]] == nil {
        numbers[state.modes[position]] = known.count
        known.append(Mode(label: state.modes[position], isLeft: false, steps: ways[number]))
      }
      for step in graph.steps {
        let mode = graph.states[step.from].modes[position]
        if mode != graph.states[step.to].modes[position], let number = numbers[mode] { known[number].isLeft = true }
      }
      modes[name.lowercased()] = known
    }
    self.modes = modes
  }

  /// A shortest series of steps to each state.
  private static func ways(through graph: StateGraph) -> [[String]] {
    var steps: [Int: [StateGraph.Step]] = [:]
    for step in graph.steps { steps[step.from, default: []].append(step) }
    var ways: [[String]?] = Array(repeating: nil, count: graph.states.count)
    var queue = [0]
    if !ways.isEmpty { ways[0] = [] }
    var next = 0
    while next < queue.count {
      let state = queue[next]
      next += 1
      for step in steps[state] ?? [] where ways[step.to] == nil {
        ways[step.to] = (ways[state] ?? []) + [step.text]
        queue.append(step.to)
      }
    }
    return ways.map { $0 ?? [] }
  }

  /// Whether a test does what no step of an exploration does: it sets a constant or a cell of a table, changes rows, or
  /// takes the value of an input away. Then whoever is outside does so as well.
  private static func testsGoFurther(_ sheet: LiveSheet) -> Bool {
    sheet.document.statements.contains { statement in
      if case .test(let test) = statement.kind { test.steps.contains { goesFurther($0, in: sheet) } } else { false }
    }
  }

  private static func goesFurther(_ step: TestStep, in sheet: LiveSheet) -> Bool {
    switch step.kind {
    case .insert, .delete, .clear: return true
    case .instant(let steps): return steps.contains { goesFurther($0, in: sheet) }
    case .assign(let target, _):
      guard case .success(let cell) = sheet.cell(target.tree.text()) else { return true }
      return cell.kind != .input
    default: return false
    }
  }

  /// Whether a formula reads what no step of an exploration changes: the clock, chance, or the words of a failure, of which there is one only.
  private static func hasUncertainFormulas(_ sheet: LiveSheet) -> Bool {
    var readsReasons = false
    var comparesTexts = false
    for statement in sheet.document.statements {
      if case .test = statement.kind { continue }
      // What another sheet does is seen as well, but its formulas are not looked at here.
      if case .use = statement.kind { return true }
      if case .table(let table) = statement.kind, table.instanceSource != nil { return true }
      for formula in statement.definition.formulas {
        for node in formula.formula.tree.nodes {
          switch node {
          case .call(let name, _) where sheet.engine.catalog.function(named: name)?.isUnsteady == true: return true
          case .member(_, let field) where ["error", "failed"].contains(field.lowercased()):
            if case .value = formula.role { readsReasons = true }
          case .text(let text) where !text.isEmpty: comparesTexts = true
          default: break
          }
        }
      }
    }
    return readsReasons && comparesTexts
  }
}
