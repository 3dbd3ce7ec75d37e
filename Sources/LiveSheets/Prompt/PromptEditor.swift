import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Enters lines of a prompt into a sheet, and takes them back.
///
/// The text is what the sheet is: whatever a line does is done to the text, and the cells follow. These rules hold:
///
/// - R1. The text, loaded anew, gives the same cells with the same values, but for what has happened and for what
///   ``UnwrittenValue`` names.
/// - R2. An entry is one line; taking it back restores the text byte for byte, and the values with it.
///
/// A definition of a cell is entered where the sheet runs, and so is an input that says all about itself. Any other
/// statement changes the text, which is then loaded anew, and what has happened is carried over by ``CarriedState``.
final class PromptEditor {
  unowned let sheet: LiveSheet
  var text: TextRevision
  var history = EntryHistory()
  /// The entry that is being made; `nil` between two lines.
  var open: EntryHistory.Entry?
  var handSet = HandSetValues()
  /// The name on the `sheet` line under which stands what is typed; `nil` before the first such line.
  var grid: String?
  var rows: RowHistory { RowHistory(sheet: sheet) }
  var definer: CellDefiner { CellDefiner(sheet: sheet) }
  private(set) var results = PromptResults()
  let report = ChangeReport()
  /// Finds what is wrong with a text before the sheet becomes it.
  let probe = TextProbe()
  /// Whether lines can be taken back.
  var keepsHistory = false { didSet { if keepsHistory != oldValue { rows.identifyRows(keepsHistory) } } }

  init(_ sheet: LiveSheet, _ document: SheetDocument) {
    self.sheet = sheet
    text = TextRevision(document)
    grid = sheet.cellPlaces.firstGridName
  }

  /// Enters a statement as a file would have it, a setting of an input, a step of a test, or an expression.
  ///
  /// Several lines or statements are entered one after the other, each with its outcome; they are one entry. What cannot be
  /// read as it stands is not entered at all, so that it can be typed again; where no more comes, what can be read is.
  func enter(_ line: String, named name: String, isLast: Bool) -> [Outcome] {
    let source = SourceText(name: name, line)
    let reading = PromptReading(source, isWhole: isLast)
    if reading.isIncomplete { return [.incomplete] }
    let hasErrors = reading.diagnostics.contains { $0.severity == .error }
    if hasErrors, !isLast || reading.entries.isEmpty { return [.failed(reading.diagnostics, source)] }
    if reading.entries.isEmpty { return [.nothing] }
    let findings: [Outcome] =
      reading.diagnostics.isEmpty
      ? [] : [hasErrors ? .failed(reading.diagnostics, source) : .noted(reading.diagnostics, source)]
    let entered = entry(line) {
      reading.entries.flatMap { entry in
        let outcomes =
          switch entry {
          case .statement(let statement): [enter(statement, source)]
          case .step(let step): [enter(step, source)]
          case .expression(let formula): enter(formula, source)
          }
        return outcomes.map { EnteredOutcome($0.placed(at: entry.span), in: sheet) }
      }
    }
    return findings + entered.map { $0.now(in: sheet) }
  }

  // MARK: Entries

  func entry<Result>(_ line: String, _ body: () -> Result) -> Result {
    var made = EntryHistory.Entry(line: line, before: text, after: text)
    (made.handSet.before, made.grid.before, made.rows.before) = (handSet, grid, rows.identities)
    open = made
    defer { open = nil }
    let result = body()
    loadIfGridsDiffer()
    guard var made = open else { return result }
    var noted: Set<DefinitionPlace> = []
    made.places?.removeAll { !noted.insert($0).inserted }
    (made.after, made.handSet.after, made.grid.after) = (text, handSet, grid)
    if made.places == nil { made.steps += stepsToPresent(after: made.steps) }
    // Elsewhere a row is found by what the entry says of it.
    made.rows = made.places == nil ? (made.rows.before, rows.identities) : ([:], [:])
    if keepsHistory, !made.isEmpty { history.add(made) }
    return result
  }

  /// Changes the text in a way that the cells follow by themselves.
  func write(_ edits: [DefinitionEdit]) {
    text = text.applying(edits)
    note(edits.compactMap(\.place))
  }

  func note(_ places: [DefinitionPlace]) { open?.places?.append(contentsOf: places) }

  func note(_ step: ValueStep) { open?.steps.append(step) }

  /// Loads the text anew where an entry has left it with other grids than run: one is there only while cells come before
  /// the first `sheet` line.
  private func loadIfGridsDiffer() {
    let running = sheet.units[0].gridLines
    guard !running.names.isEmpty, open?.places?.contains(where: \.isBeforeGridLines) == true,
      !running.makeSameGrids(as: GridLines(text.document))
    else { return }
    open?.places = nil
    run(text)
  }

  // MARK: Expressions

  private func enter(_ formula: SheetFormula, _ source: SourceText) -> [Outcome] {
    if let outcome = PromptTriggers(sheet: sheet).trigger(formula) { return [outcome.placed(in: source)] }
    if let step = PromptReading.signedPayload(formula, in: source), case .trigger(let target, _) = step.kind,
      (try? sheet.triggers.trigger(named: target.tree)) != nil
    {
      return [enter(step, source)]
    }
    let missing = results.findings(in: formula.tree, of: sheet)
    let findings = missing.isEmpty ? sheet.findings(in: formula.tree) : missing
    guard !findings.contains(where: { $0.severity == .error }) else { return [.failed(findings, source)] }
    let (value, format) = sheet.evaluate(formula, home: grid)
    results.add(value)
    results.show(in: sheet)
    let shown = Outcome.value(value, text: value.isBlank ? "blank" : sheet.display(value, format: format))
    return findings.isEmpty ? [shown] : [.noted(findings, source), shown]
  }

  // MARK: Steps

  private func enter(_ step: TestStep, _ source: SourceText) -> Outcome {
    if case .expect(let expectations) = step.kind {
      let findings = step.formulas.flatMap { sheet.findings(in: $0.formula.tree) }
      return findings.isEmpty ? .expected(expectations, source) : .failed(findings, source)
    }
    let findings = step.formulas.filter { $0.role == .value }.flatMap { sheet.findings(in: $0.formula.tree) }
    guard !findings.contains(where: { $0.severity == .error }) else { return .failed(findings, source) }
    if case .assign(let target, let value) = step.kind,
      let cell = sheet.cellPlaces.cellDefinition(target, value, in: text.document)
    {
      return define(cell.definition, nil, source, in: cell.grid)
    }
    guard step.isEdit else { return sheet.perform(step, home: grid).placed(in: source) }
    switch StepReader(sheet: sheet, home: grid).prepared(step) {
    case .not(let outcome): return outcome.placed(in: source)
    case .ready(let changes):
      let outcome = notingWhatFollows {
        sheet.perform(changes) { change in
          note(change, in: source)
        }
      }
      writeBoundInputs()
      return outcome.placed(in: source)
    }
  }

  // MARK: Statements

  private func enter(_ statement: Statement, _ source: SourceText) -> Outcome {
    switch statement.kind {
    case .cell(let cell): define(cell, statement, source, in: grid)
    case .grid(let name) where sheet.cellPlaces.hasGrid(named: name.text): goTo(name.text)
    case .grid(let name):
      load(statement, source) { [self] in grid = name.text }
    case .input: defineInput(statement, source) ?? load(statement, source)
    default: load(statement, source)
    }
  }

  private func goTo(_ name: String) -> Outcome {
    grid = name
    return .done
  }

  /// Defines a cell in a grid where the sheet runs, or loads the text anew where the definition is of another kind.
  private func define(
    _ cell: CellDefinition, _ statement: Statement?, _ source: SourceText, in grid: String?
  ) -> Outcome {
    func load() -> Outcome {
      statement.map { self.load($0, source) } ?? self.load(source[cell.target.span], cell, source, in: grid)
    }
    guard let place = sheet.cellPlaces.place(of: cell.target, grid) else { return load() }
    let address = sheet.cellPlaces.address(of: place)
    let known = address.flatMap { sheet.definitions[$0] }
    switch cell.target {
    case .name(let name):
      if sheet.otherNames[name.key] != nil || sheet.loaded.tables.table(named: name.text) != nil { return load() }
      if address != nil, known == nil, !PromptResults.isName(name.text) { return load() }
      if let known, known.input != nil { return setInput(name.text, cell, source) }
      if let known, known.kind.isMadeByTime {
        do throws(Refusal) { _ = try sheet.settableCell(name.text) } catch { return .refused(error) }
      }
    case .address:
      // An exception of a fill that is there already is a cell like any other.
      guard let address, known != nil || sheet.definitions.fill(at: address) == nil else { return load() }
    case .area: return load()
    }
    return define(cell, statement, source, at: place, known, in: known == nil ? grid : known?.home)
  }

  private func define(
    _ cell: CellDefinition, _ statement: Statement?, _ source: SourceText, at place: DefinitionPlace,
    _ known: Definition?, in home: String?
  ) -> Outcome {
    let formula = source[cell.formula.span]
    let remarks = statement.map { StatementRemarks(of: $0, in: source) } ?? StatementRemarks()
    if known == nil {
      let text = statement.map { source[$0.remarkedSpan(in: source)] } ?? "\(place.localName) = \(formula)"
      write([.addition(place, text, grid: home)])
    } else if let statement, cell.format != nil || !remarks.isEmpty {
      guard definition(at: place) != nil else { return load(statement, source) }
      let format = cell.format == nil ? known?.format.map { " as \(sheet.literal(.text($0)))" } : nil
      let text = source[statement.span] + (format ?? "")
      write([.redefinition(place, text, remarks)])
    } else {
      write([.formula(place, formula)])
    }
    let former = sheet.cellPlaces.address(of: place).map { sheet.cellPlaces.constantValue(at: $0) } ?? nil
    let format = cell.format?.text ?? known?.format
    let description = CellDefiner.Description(
      declaredFormat: format, documentation: statement?.documentation?.text ?? known?.documentation)
    let defined = notingWhatFollows { definer.define(cell, at: place, in: source, home: home, description) }
    handSet[place] = nil
    note(.value(place, old: former, new: cell.isConstant ? sheet.cellPlaces.constantValue(at: defined.address) : nil))
    return .defined([sheet.info(at: defined.address)], defined.findings(of: sheet), source)
  }

  /// Defines a new input where the sheet runs; `nil` where the text must be loaded anew.
  private func defineInput(_ statement: Statement, _ source: SourceText) -> Outcome? {
    let definer = InputDefiner(sheet: sheet)
    guard let lone = definer.lone(statement), definer.isNew(lone) else { return nil }
    write([.addition(lone.place, source[statement.remarkedSpan(in: source)], grid: grid)])
    handSet[lone.place] = nil
    var address: CellAddress?
    notingWhatFollows { sheet.change { address = definer.put(lone, in: source, home: grid) } }
    return .defined(address.map { [sheet.info(at: $0)] } ?? [], [], source)
  }

  /// An input keeps its declaration; what is given is its value.
  private func setInput(_ name: String, _ cell: CellDefinition, _ source: SourceText) -> Outcome {
    let findings = PromptTriggers(sheet: sheet).findings(inGiven: cell.formula.tree)
    guard !findings.contains(where: { $0.severity == .error }) else { return .failed(findings, source) }
    do throws(Refusal) {
      let value = cell.formula.constant ?? sheet.evaluate(cell.formula, home: grid).value
      let address = try sheet.settableCell(name).address
      let accepted = try sheet.accepted(value, for: name)
      let place = DefinitionPlace(name)
      note(.value(place, old: sheet.cellPlaces.constantValue(at: address), new: accepted))
      write(accepted, typed: cell.formula.isConstant ? source[cell.formula.span] : nil, at: place, address)
      notingWhatFollows { sheet.setAccepted([(address, accepted)]) }
      writeBoundInputs()
    } catch { return .refused(error) }
    return .done
  }

  // MARK: Changes

  /// What has changed although the text was loaded anew, by name; `nil` if it was not.
  func takeChanges() -> [CellChange]? { report.takeChanges(of: sheet) }
  func takeGoneNames() -> [String] { report.takeGone() }
}

extension Outcome {
  /// The outcome with the text in which its findings have their places.
  fileprivate func placed(in source: SourceText) -> Outcome {
    if case .failed(let findings, nil) = self { .failed(findings, source) } else { self }
  }

  /// The outcome with the place of what was refused.
  fileprivate func placed(at span: SourceSpan) -> Outcome {
    if case .refused(let refusal, nil) = self { .refused(refusal, at: span) } else { self }
  }
}

extension DefinitionPlace {
  /// Whether it is a cell that stands before the first `sheet` line.
  fileprivate var isBeforeGridLines: Bool { if case .cell(nil, _, _) = self { true } else { false } }
}
