import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Enters lines of a prompt into a sheet, and takes them back.
///
/// A line is read once. What it says is done to the cells of the running sheet where that is possible; any other statement
/// changes the text, which is then loaded anew. Both are entries of one ``EntryHistory``.
final class PromptEditor {
  private unowned let sheet: LiveSheet
  var text: EditedText
  var history = EntryHistory()
  /// The values of named cells, by their keys, before the text was loaded anew; until somebody asks what has changed.
  private var formerValues: [String: CellValue]?

  init(_ sheet: LiveSheet, _ document: SheetDocument) {
    self.sheet = sheet
    text = EditedText(document)
  }

  /// Enters a statement as a file would have it, a setting of an input, a step of a test, or an expression.
  ///
  /// Several lines or statements are entered one after the other, each with its outcome.
  func enter(_ line: String, named name: String) -> [Outcome] {
    let source = SourceText(name: name, line)
    let reading = PromptReading(source)
    if reading.isIncomplete { return [.incomplete] }
    if reading.diagnostics.contains(where: { $0.severity == .error }) { return [.failed(reading.diagnostics, source)] }
    if reading.entries.isEmpty { return [.nothing] }
    return reading.entries.map { entry in
      switch entry {
      case .statement(let statement): enter(statement, source)
      case .step(let step): enter(step, source)
      case .expression(let formula): enter(formula, source)
      }
    }
  }

  // MARK: Expressions

  private func enter(_ formula: SheetFormula, _ source: SourceText) -> Outcome {
    if let outcome = sheet.trigger(formula) { return outcome }
    let findings = sheet.findings(in: formula.tree)
    guard findings.isEmpty else { return .failed(findings, source) }
    let (value, format) = sheet.evaluate(formula)
    let engine = sheet.engine
    let wasRecording = (engine.keepsHistory, engine.recordsChanges)
    (engine.keepsHistory, engine.recordsChanges) = (false, false)
    let last = engine.addName("_", in: sheet.scope)
    engine.setConstant(value, at: last)
    engine.recalculate()
    (engine.keepsHistory, engine.recordsChanges) = wasRecording
    return .value(value, text: value.isBlank ? "blank" : sheet.display(value, format: format))
  }

  // MARK: Steps

  private func enter(_ step: TestStep, _ source: SourceText) -> Outcome {
    guard step.isEdit else { return sheet.unrecorded { sheet.perform(step) }.placed(in: source) }
    let former = openEdit()
    let outcome = sheet.perform(step)
    switch outcome {
    case .done, .ignored: close(former)
    case .defined, .value, .nothing, .incomplete, .refused, .failed: break
    }
    return outcome.placed(in: source)
  }

  // MARK: Statements

  private func enter(_ statement: Statement, _ source: SourceText) -> Outcome {
    guard case .cell(let cell) = statement.kind else { return load(statement, source) }
    switch cell.target {
    case .name(let name):
      if sheet.otherNames[name.key] != nil || sheet.table(named: name.text) != nil { return load(statement, source) }
      guard let known = sheet.definition(named: name.text) else { break }
      if known.input != nil { return setInput(name.text, cell) }
      if known.kind.isMadeByTime {
        do throws(Refusal) { _ = try sheet.settable(name.text) } catch { return .refused(error) }
      }
    case .address(let row, let column, _):
      guard let grid = sheet.homeSheet else { return load(statement, source) }
      let address = CellAddress(grid: grid, row: row, column: column)
      if sheet.definitions.fill(at: address) != nil { return load(statement, source) }
    case .area: return load(statement, source)
    }
    return define(cell, statement, source)
  }

  /// An input keeps its declaration; what is given is its value.
  private func setInput(_ name: String, _ cell: CellDefinition) -> Outcome {
    let former = openEdit()
    do throws(Refusal) {
      try sheet.set(name, to: cell.formula.constant ?? sheet.engine.evaluate(cell.formula.tree, in: sheet.scope))
    } catch { return .refused(error) }
    close(former)
    return .done
  }

  private func define(_ cell: CellDefinition, _ statement: Statement, _ source: SourceText) -> Outcome {
    let former = openEdit()
    let defined = sheet.define(cell, statement, in: source)
    if defined.isNew || cell.format != nil || statement.documentation != nil {
      text.define(defined.name, statement: source[statement.span], documented: source[statement.documentedSpan])
    } else {
      text.set(defined.name, to: source[cell.formula.span])
    }
    let hasNewName = defined.isNew && !defined.isOnGrid
    close(former, names: hasNewName ? [EntryHistory.Name(text: defined.name, cell: defined.address)] : [])
    return .defined([sheet.info(at: defined.address)], defined.findings(of: sheet), source)
  }

  /// A statement that changes more than a cell is added to the text, and the text is loaded anew.
  private func load(_ statement: Statement, _ source: SourceText) -> Outcome {
    let former = openEdit()
    let document = text.document()
    let index = statement.definedName.flatMap { document.definition(of: $0.text) }
    let edited =
      index.map { document.replacing(statement: $0, with: source[statement.span]) }
      ?? document.adding(source[statement.documentedSpan])
    // A text that is not right is never loaded here: states and what is under way would be lost for nothing.
    let found = errors(in: edited)
    if !found.isEmpty {
      // What was wrong before is no fault of this entry; the prompt has told it where it was typed.
      let known = Set(errors(in: document).map(\.message))
      let fresh = found.filter { !known.contains($0.message) }
      // Places are in the whole text, which is what the reader is shown.
      guard fresh.isEmpty else { return .failed(fresh, edited.source) }
    }
    history.textIsLoaded(past: former, future: former)
    var next = text
    next.replace(with: edited)
    load(next)
    if sheet.keepsHistory { history.add(EntryHistory.Entry(text: former, change: .text)) }
    let cells = statement.definedName.flatMap { try? sheet.cell($0.text).get() }.map { [$0] } ?? []
    return .defined(cells, [], source)
  }

  /// Runs another text in place of the present one; inputs keep what was set.
  private func load(_ text: EditedText) {
    noteValues()
    let values = sheet.inputValues()
    self.text = text
    sheet.judgingAnew {
      sheet.run(text.stored)
      sheet.restore(values)
    }
  }

  /// What is wrong with a text, loaded beside this sheet.
  private func errors(in document: SheetDocument) -> [Diagnostic] {
    LiveSheet(document, environment: sheet.environment).diagnostics.filter { $0.severity == .error }
  }

  // MARK: History

  /// Begins an edit of cells, and gives the text before it.
  private func openEdit() -> EditedText {
    history.isVoid = false
    return text
  }

  private func close(_ former: EditedText, names: [EntryHistory.Name] = []) {
    guard sheet.keepsHistory else { return }
    if history.isVoid { return forgetHistory() }
    history.add(EntryHistory.Entry(text: former, change: .cells(sheet.engine.takeStep(), names: names)))
  }

  /// Takes the last line back.
  func undo() -> Bool {
    guard let entry = history.popPast() else { return false }
    if case .text = entry.change { history.textIsLoaded(past: entry.text, future: text) }
    revert(entry) { history.undid($0) }
    return true
  }

  /// Makes the last line that was taken back again.
  func redo() -> Bool {
    guard let entry = history.popFuture() else { return false }
    if case .text = entry.change { history.textIsLoaded(past: text, future: entry.text) }
    revert(entry) { history.redid($0) }
    return true
  }

  /// Goes back to the text of an entry and keeps what takes that back, unless what followed has voided the history.
  private func revert(_ entry: EntryHistory.Entry, keep: (EntryHistory.Entry) -> Void) {
    let generation = history.generation
    let inverse = inverse(byReverting: entry)
    if history.generation == generation { keep(inverse) }
  }

  /// Goes back to the text of an entry and to the cells as they were, and gives the entry that takes that back.
  private func inverse(byReverting entry: EntryHistory.Entry) -> EntryHistory.Entry {
    let present = text
    switch entry.change {
    case .cells(let step, let names):
      let inverse = step.map { sheet.engine.replay($0) }
      text = entry.text
      for name in names { sheet.toggle(name) }
      // What follows from the former values happens as after any change.
      sheet.unrecorded { sheet.change {} }
      sheet.readDefinitions(in: text.document())
      return EntryHistory.Entry(text: present, change: .cells(inverse, names: names))
    case .text:
      var former = entry.text
      _ = former.document()
      load(former)
      return EntryHistory.Entry(text: present, change: .text)
    }
  }

  func forgetHistory() {
    history.forget()
    sheet.engine.forgetHistory()
  }

  // MARK: Changes

  /// Notes the values of named cells before the text is loaded anew, because the engine's own record ends there.
  private func noteValues() {
    guard sheet.recordsChanges, formerValues == nil else { return }
    var values: [String: CellValue] = [:]
    for cell in sheet.cells { values[cell.name.lowercased()] = sheet.value(of: cell) }
    for change in sheet.takeChanges() { values[change.cell.name.lowercased()] = change.old }
    formerValues = values
  }

  /// What has changed although the text was loaded anew, by name; `nil` if it was not.
  func takeChanges() -> [CellChange]? {
    guard let values = formerValues else { return nil }
    formerValues = nil
    return sheet.cells.compactMap { cell in
      let new = sheet.value(of: cell)
      guard let old = values[cell.name.lowercased()], old != new else { return nil }
      return CellChange(
        cell: cell, old: old, new: new, oldText: sheet.summary(of: old, format: cell.format),
        newText: sheet.summary(of: new, format: cell.format))
    }
  }
}

extension Statement {
  /// Its place with that of its documentation.
  fileprivate var documentedSpan: SourceSpan { documentation.map { $0.span.union(span) } ?? span }
}

extension Outcome {
  /// The outcome with the text in which its findings have their places.
  fileprivate func placed(in source: SourceText) -> Outcome {
    if case .failed(let findings, nil) = self { .failed(findings, source) } else { self }
  }
}
