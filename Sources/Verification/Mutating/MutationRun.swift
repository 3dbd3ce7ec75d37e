import CellModel
import Diagnostics
import Functions
import LiveSheets
import SheetText

/// Changes one thing of a sheet at a time and runs the tests that reach it.
///
/// A mutant that no test notices is a *survivor*: what it changes may be wrong as well, and nobody would see it. What
/// does not load is no mutant.
package struct MutationRun {
  /// What has become of one mutant.
  package enum Fate: Sendable {
    /// A test has failed, or a check was broken as loaded.
    case noticed(by: String)
    /// All tests that reach the place have passed.
    case survived(MissingTest)
    /// An input refuses other values, if anything, and no test can tell: a step that is refused fails it.
    case onlyRefuses
    /// The changed sheet has errors that the sheet had not.
    case unloadable
  }

  private let document: SheetDocument
  private let environment: LiveSheet.Environment
  /// What the tests reach, so that only those run that may notice.
  package let coverage: TestCoverage
  package let mutants: [Mutant]
  private let readers: ReadStatements
  private let tests: [(number: Int, statement: Int, test: TestDefinition, home: String?)]
  private let isSound: Bool

  package init(document: SheetDocument, environment: LiveSheet.Environment) {
    self.document = document
    self.environment = environment.rehearsed
    coverage = CoverageRun(document: document, environment: environment).run()
    mutants = Mutations(document, environment.catalog).mutants
    readers = ReadStatements(document, environment.catalog)
    tests = document.statements.enumerated().compactMap { index, statement in
      if case .test(let test) = statement.kind { (index, statement.grid, test) } else { nil }
    }.enumerated().map { number, found in (number, found.0, found.2, found.1) }
    isSound = LiveSheet(document, environment: self.environment).checks.broken.isEmpty
  }

  /// The document with one thing changed.
  package func document(of mutant: Mutant) -> SheetDocument { document.replacing([mutant.edit]) }

  /// Says what becomes of a mutant.
  ///
  /// - Complexity: A load of the sheet and a run of the tests that reach the place, up to the first that fails.
  package func fate(of mutant: Mutant) -> Fate {
    let changed = document(of: mutant)
    guard !changed.hasErrors else { return .unloadable }
    let sheet = LiveSheet(changed, environment: environment)
    guard !sheet.hasErrors else { return .unloadable }
    if isSound, let check = sheet.checks.broken.first { return .noticed(by: check.title) }
    let runner = TestRunner(document: changed, environment: environment)
    // The mutant has the same tests in the same order, at places of its own.
    let changedTests = runner.tests
    for test in selected(for: mutant) where test.number < changedTests.count {
      let result = runner.run(changedTests[test.number], home: test.home)
      if !result.isPassed { return .noticed(by: "test \"\(result.label)\"") }
    }
    let missing = missingTest(for: mutant, changed)
    if missing.lines.isEmpty, case .input = document.statements[mutant.statement].kind { return .onlyRefuses }
    return .survived(missing)
  }

  /// The tests that may notice a mutant.
  private func selected(
    for mutant: Mutant
  ) -> [(number: Int, statement: Int, test: TestDefinition, home: String?)] {
    // What is left out is not evaluated, so it has reached nothing.
    let reaching = mutant.kind == .clause ? nil : coverage.tests(reaching: mutant.edit.span)
    return tests.filter { test in
      readers.expected(byTest: test.statement).contains(mutant.statement)
        && (reaching?.contains(test.number) ?? true)
    }
  }

  // MARK: Missing tests

  /// What a test would have to do and to expect to notice a mutant.
  private func missingTest(for mutant: Mutant, _ changed: SheetDocument) -> MissingTest {
    var pair = SheetPair(document, changed, environment)
    if let missing = pair.test(after: []) { return missing }
    for test in tests {
      pair = SheetPair(document, changed, environment)
      var steps: [String] = []
      for step in test.test.steps {
        if case .expect = step.kind { continue }
        steps.append(document.source[step.span])
        pair.perform(step, home: test.home)
        if let missing = pair.test(after: steps) { return missing }
      }
    }
    return tried(changed) ?? MissingTest(steps: [])
  }

  /// A setting of one input in which the two sheets differ: a value of its domain, or a limit that the sheet names.
  private func tried(_ changed: SheetDocument) -> MissingTest? {
    var pair = SheetPair(document, changed, environment)
    var known: Set<Double> = []
    let limits = document.statements.flatMap(\.formulas).flatMap(\.tree.nodes).compactMap { node -> CellValue? in
      if case .number(let number, _) = node, known.insert(number).inserted { .number(number) } else { nil }
    }
    for (path, values) in pair.inputs(limits: limits.prefix(24)) {
      for value in values where pair.set(path, to: value) {
        if let missing = pair.test(after: ["\(path) = \(pair.literal(value))"]) { return missing }
      }
      pair = SheetPair(document, changed, environment)
    }
    return nil
  }
}

/// What a test would have to do and to expect, as the sheet is now.
package struct MissingTest: Sendable {
  package var steps: [String]
  /// What holds in the sheet and not in the mutant; `nil` where no value was found in which they differ.
  package var expectation: String?
  /// Whether the steps alone break a check of the mutant.
  var breaksCheck = false

  /// The lines of the test; empty where nothing was found.
  package var lines: [String] {
    guard expectation != nil || breaksCheck else { return [] }
    return ["test \"…\" {"] + steps.map { "  \($0)" } + (expectation.map { ["  expect \($0)"] } ?? []) + ["}"]
  }
}

/// A sheet and a mutant of it, to which the same is done.
private struct SheetPair {
  private let sheet: LiveSheet
  private let mutant: LiveSheet
  /// What the text defines that is no cell and has cells of its own: `add.isEnabled`.
  private let parts: [String]

  init(_ document: SheetDocument, _ changed: SheetDocument, _ environment: LiveSheet.Environment) {
    parts = document.statements.flatMap { statement in
      guard case .action(let action) = statement.kind else { return [] as [String] }
      return ["value", "error", "isExecuting", "isEnabled"].map { "\(action.name.text).\($0)" }
    }
    sheet = LiveSheet(document, environment: environment)
    mutant = LiveSheet(changed, environment: environment)
  }

  func perform(_ step: TestStep, home: String?) {
    _ = sheet.perform(step, home: home)
    _ = mutant.perform(step, home: home)
  }

  /// Sets an input of both; `false` where the sheet refuses the value, which no step of a test can set then.
  func set(_ path: String, to value: CellValue) -> Bool {
    guard (try? sheet.set(path, to: value)) != nil else { return false }
    try? mutant.set(path, to: value)
    return true
  }

  func literal(_ value: CellValue) -> String { sheet.literal(value) }

  /// The test that would notice the mutant as the two are now; `nil` where they do not differ.
  func test(after steps: [String]) -> MissingTest? {
    if let expectation = difference() { return MissingTest(steps: steps, expectation: expectation) }
    return sheet.checks.allHold && !mutant.checks.allHold ? MissingTest(steps: steps, breaksCheck: true) : nil
  }

  /// What holds in the sheet and not in the mutant, of the last cell in which they differ: that is nearest to a result.
  private func difference() -> String? {
    let cells = parts.compactMap { try? sheet.cell($0).get() } + sheet.contents
    return cells.lazy.reversed().compactMap(difference(in:)).first
  }

  /// What holds in the sheet and not in the mutant of a cell, or of the first that differs of a block or an array.
  private func difference(in cell: CellInfo) -> String? {
    guard case .success(let other) = mutant.cell(cell.name) else { return nil }
    let (value, changed) = (sheet.value(of: cell), mutant.value(of: other))
    guard value != changed else { return nil }
    guard case .array(let array) = value else { return expectation(of: cell.name, value) }
    guard case .array(let others) = changed, (array.rows, array.columns) == (others.rows, others.columns) else {
      return ["ROWS", "COLUMNS"].lazy.compactMap { count in
        expectation(of: "\(count)(\(cell.name))", .number(Double(count == "ROWS" ? array.rows : array.columns)))
      }.first
    }
    for place in 0..<(array.rows * array.columns) where array[place: place] != others[place: place] {
      let (row, column) = place.quotientAndRemainder(dividingBy: array.columns)
      let path = cell.area.map { area in
        sheet.info(
          at: CellAddress(grid: area.grid, row: Int(area.top) + row, column: Int(area.left) + column)
        ).name
      }
      if let found = expectation(of: path ?? "INDEX(\(cell.name), \(row + 1), \(column + 1))", array[place: place]) {
        return found
      }
    }
    return nil
  }

  /// That an expression has a value; `nil` where it cannot be written, or where the mutant fulfils it as well.
  private func expectation(of expression: String, _ value: CellValue) -> String? {
    let text: String
    switch value {
    case .number, .text, .logical: text = "\(expression) = \(sheet.literal(value))"
    case .blank: text = "ISBLANK(\(expression))"
    case .error: text = "ISERROR(\(expression))"
    case .lambda, .record, .array: return nil
    }
    return sheet.fulfils(text) && !mutant.fulfils(text) ? text : nil
  }

  /// The inputs with the values to try in each.
  func inputs(limits: some Sequence<CellValue>) -> [(path: String, values: [CellValue])] {
    Possibilities(of: sheet).inputs.map { input in
      switch input.rule.domain {
      case .choices(let choices)?: (input.path, choices)
      case .range(let lower, let upper)?:
        (input.path, [.number(lower, input.rule.boundsKind), .number(upper, input.rule.boundsKind)] + limits)
      case nil:
        switch input.rule.type {
        case .logical: (input.path, [.logical(true), .logical(false)])
        case .number, .any: (input.path, Array(limits) + [.number(0), .number(-1)])
        default: (input.path, [.text(""), .text("x"), .blank])
        }
      }
    }
  }
}

extension LiveSheet {
  fileprivate func fulfils(_ condition: String) -> Bool {
    guard case .success(let found) = evaluate(condition), case .logical(true) = found.value else { return false }
    return true
  }
}
