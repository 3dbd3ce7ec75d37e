import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What became of a line typed at a prompt.
package enum EntryOutcome {
  /// Cells were defined; what is wrong with the definitions comes beside them.
  case defined([CellInfo], [Diagnostic], SourceText)
  /// Inputs, constants or rows were changed, or something happened.
  case changed
  /// An action was not enabled; the words say why.
  case ignored(String)
  /// An expression's value, and how it is shown.
  case value(CellValue, text: String)
  case nothing
  /// A bracket is open: the next line belongs to this one.
  case incomplete
  /// Nothing was changed.
  case failed([Diagnostic], SourceText)
  case refused(Refusal)
}

/// What undoing one line of the prompt needs.
struct PromptEdit {
  var document: SheetDocument
  var pendingText: [(name: String, formula: String)]
  /// Whether the cells are taken back by the engine's history; otherwise the document is loaded anew.
  var isInEngine: Bool
  var newNames: [String]
}

extension LiveSheet {
  /// Enters a statement as a file would have it, a setting of an input, a step of a test, or an expression.
  ///
  /// Several lines or statements are entered one after the other; the outcome is that of the last one.
  package func enter(_ text: String, named name: String = "prompt") -> [EntryOutcome] {
    let source = SourceText(name: name, text)
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

  private func enter(_ formula: SheetFormula, _ source: SourceText) -> EntryOutcome {
    if let outcome = enterTrigger(formula) { return outcome }
    let findings = findings(in: formula.tree)
    guard findings.isEmpty else { return .failed(findings, source) }
    let (value, format) = evaluate(formula)
    let wasRecording = (engine.keepsHistory, engine.recordsChanges)
    (engine.keepsHistory, engine.recordsChanges) = (false, false)
    let last = engine.addName("_", in: scope)
    engine.setConstant(value, at: last)
    engine.recalculate()
    (engine.keepsHistory, engine.recordsChanges) = wasRecording
    return .value(value, text: value.isBlank ? "blank" : display(value, format: format))
  }

  /// The name of an event or an action alone makes it happen; one that takes something is shown as a value.
  private func enterTrigger(_ formula: SheetFormula) -> EntryOutcome? {
    guard !timeline.isEmpty else { return nil }
    var tree = formula.tree
    var arguments: [CellValue] = []
    if case .call(let name, let operands)? = tree.nodes.last {
      guard means(name, operands.count) else { return nil }
      arguments = operands.map { engine.evaluate(atHome(tree.subtree(at: $0), nil), in: scope) }
      tree = .name(name)
    }
    guard let trigger = try? trigger(named: tree) else { return nil }
    let path = tree.text()
    do throws(Refusal) {
      return make(try checked(trigger, path, arguments), arguments)
    } catch { return .refused(error) }
  }

  /// Whether a call is that of an action rather than of a function of the same name, such as SEARCH.
  private func means(_ name: String, _ count: Int) -> Bool {
    guard environment.catalog.function(named: FormulaTree.functionName(name)) != nil else { return true }
    guard let form = timeline.instances.first?.form, let action = form.actionNumbers[name.lowercased()] else {
      return false
    }
    return form.actions[action].parameters.count == count
  }

  // MARK: Statements

  private func enter(_ statement: Statement, _ source: SourceText) -> EntryOutcome {
    guard case .cell(let cell) = statement.kind else { return enterByLoading(statement, source) }
    let text = source[cell.formula.span]
    switch cell.target {
    case .name(let name):
      if otherNames[name.key] != nil { return enterByLoading(statement, source) }
      guard table(named: name.text) == nil else { return enterByLoading(statement, source) }
      if case .cell(let address)? = engine.binding(of: name.text, in: scope), let known = definitions[address] {
        if known.input != nil { return setInput(name.text, cell) }
        if known.kind.isMadeByTime {
          do throws(Refusal) { _ = try settable(name.text) } catch { return .refused(error) }
        }
      }
      return define(cell, name.text, text, statement, source)
    case .address(let row, let column, _):
      guard let grid = homeSheet else { return enterByLoading(statement, source) }
      let address = CellAddress(grid: grid, row: row, column: column)
      if fills.contains(where: { $0.area.contains(address) }) { return enterByLoading(statement, source) }
      return define(cell, A1Notation.text(row: row, column: column), text, statement, source)
    case .area: return enterByLoading(statement, source)
    }
  }

  /// An input keeps its declaration; what is given is its value.
  private func setInput(_ name: String, _ cell: CellDefinition) -> EntryOutcome {
    let edit = openEdit(isInEngine: true)
    do throws(Refusal) {
      try set(name, to: cell.formula.constant ?? engine.evaluate(cell.formula.tree, in: scope))
    } catch { return .refused(error) }
    close(edit)
    return .changed
  }

  private func define(
    _ cell: CellDefinition, _ name: String, _ text: String, _ statement: Statement, _ source: SourceText
  ) -> EntryOutcome {
    var edit = openEdit(isInEngine: true)
    let address: CellAddress
    let isNew: Bool
    if let place = A1Notation.cell(name), let grid = homeSheet {
      address = CellAddress(grid: grid, row: place.row, column: place.column)
      isNew = definitions[address] == nil
    } else {
      isNew = engine.binding(of: name, in: scope) == nil
      address = engine.addName(name, in: scope)
      if isNew { edit.newNames = [name] }
    }
    var findings = findings(in: cell.formula.tree)
    let definition = definitions[address] ?? Definition(name: name, kind: .formula)
    definition.kind = cell.kind
    definition.setFormula(cell.formula, written: text)
    definition.documentation = statement.documentation?.text ?? definition.documentation
    let format = cell.shownFormat
    definition.format = format ?? (isNew ? nil : cell.isConstant ? definition.format : nil)
    definitions[address] = definition
    if isNew || !order.contains(address) { order.append(address) }
    formatCache = [:]
    change { put(cell.formula, isConstant: cell.isConstant, at: address, home: nil, units[0]) }
    if isNew || cell.format != nil || statement.documentation != nil {
      flushPendingText()
      let line = source[statement.documentation.map { $0.span.union(statement.span) } ?? statement.span]
      storedDocument =
        storedDocument.definition(written: name).map {
          storedDocument.replacing(statement: $0, with: source[statement.span])
        }
        ?? storedDocument.adding(line)
    } else {
      pendingText.removeAll { $0.name.lowercased() == name.lowercased() }
      pendingText.append((name, text))
    }
    close(edit)
    if case .error(let error) = engine.value(at: address), error.code == .cycle,
      let cycle = engine.cycles().first(where: { $0.contains(address) })
    {
      findings.append(
        LiveFinding.cycle(cycle.map { engine.name(of: $0) }, [Diagnostic.Label(cell.formula.span, "")]).diagnostic)
    }
    return .defined([info(at: address)], findings, source)
  }

  /// A statement that changes more than a cell is added to the text, and the text is loaded anew.
  private func enterByLoading(_ statement: Statement, _ source: SourceText) -> EntryOutcome {
    let edit = openEdit(isInEngine: false)
    let line = source[statement.documentation.map { $0.span.union(statement.span) } ?? statement.span]
    let former = document
    let values = inputValues()
    let index = statement.definedName.flatMap { former.definition(of: $0.text) }
    let edited = index.map { former.replacing(statement: $0, with: source[statement.span]) } ?? former.adding(line)
    // A text that is not right is never loaded here: states and what is under way would be lost for nothing.
    let found = errors(in: edited)
    if !found.isEmpty {
      // What was wrong before is no fault of this entry; the prompt has told it where it was typed.
      let known = Set(errors(in: former).map(\.message))
      let fresh = found.filter { !known.contains($0.message) }
      // Places are in the whole text, which is what the reader is shown.
      guard fresh.isEmpty else { return .failed(fresh, edited.source) }
    }
    judgingAnew {
      reload(edited)
      restore(values)
    }
    close(edit)
    return .defined(statement.definedName.flatMap { try? cell($0.text).get() }.map { [$0] } ?? [], [], source)
  }

  /// What is wrong with a text, loaded beside this sheet.
  private func errors(in document: SheetDocument) -> [Diagnostic] {
    LiveSheet(document, environment: environment).diagnostics.filter { $0.severity == .error }
  }

  func flushPendingText() {
    for (name, formula) in pendingText {
      if let edited = try? storedDocument.setting(name, to: formula) { storedDocument = edited }
    }
    pendingText = []
  }

  // MARK: Steps

  private func enter(_ step: TestStep, _ source: SourceText) -> EntryOutcome {
    let edit = openEdit(isInEngine: true)
    let outcome = step.isEdit ? perform(step) : unrecorded { perform(step) }
    switch outcome {
    case .done:
      if step.isEdit { close(edit) }
      return .changed
    case .ignored(let words):
      if step.isEdit { close(edit) }
      return .ignored(words)
    case .refused(let refusal): return .refused(refusal)
    case .failed(let diagnostic): return .failed([diagnostic], source)
    }
  }

  // MARK: Undo

  private func openEdit(isInEngine: Bool) -> PromptEdit {
    isHistoryVoid = false
    return PromptEdit(document: storedDocument, pendingText: pendingText, isInEngine: isInEngine, newNames: [])
  }

  private func close(_ edit: PromptEdit) {
    guard keepsHistory else { return }
    if edit.isInEngine, isHistoryVoid { return forgetHistory() }
    undoStack.append(edit)
    // Each edit holds the whole text before it, so a long series must not keep them all.
    if undoStack.count > 200 { undoStack.removeFirst() }
    redoStack = []
  }

  /// Takes the last line of the prompt back.
  package func undo() -> Bool { exchange(&undoStack, &redoStack) { engine.undo() } }

  /// Makes the last line that was taken back again.
  package func redo() -> Bool { exchange(&redoStack, &undoStack) { engine.redo() } }

  private func exchange(_ from: inout [PromptEdit], _ to: inout [PromptEdit], _ replay: () -> Bool) -> Bool {
    guard let edit = from.popLast() else { return false }
    to.append(
      PromptEdit(
        document: storedDocument, pendingText: pendingText, isInEngine: edit.isInEngine, newNames: edit.newNames))
    if edit.isInEngine {
      guard replay() else { return false }
      storedDocument = edit.document
      pendingText = edit.pendingText
      for name in edit.newNames { toggle(name) }
      // What follows from the former values happens as after any change.
      unrecorded { change {} }
      refreshDefinitions()
    } else {
      let values = inputValues()
      judgingAnew {
        reload(edit.document)
        pendingText = edit.pendingText
        restore(values)
      }
    }
    return true
  }

  /// A name that a line made goes when the line is taken back, and comes again with it.
  private func toggle(_ name: String) {
    if case .cell(let address)? = engine.binding(of: name, in: scope) {
      engine.unbind(name, in: scope)
      order.removeAll { $0 == address }
      hiddenNames[name.lowercased()] = address
    } else if let address = hiddenNames[name.lowercased()] {
      engine.bind(name, to: .cell(address), in: scope)
      order.append(address)
    }
  }

  /// Reads the definitions of named cells anew from the text, after the text has gone back.
  private func refreshDefinitions() {
    formatCache = [:]
    for statement in document.statements {
      guard case .cell(let cell) = statement.kind else { continue }
      let address: CellAddress
      switch cell.target {
      case .name(let name):
        guard case .cell(let found)? = engine.binding(of: name.text, in: scope) else { continue }
        address = found
      case .address(let row, let column, _):
        address = CellAddress(grid: grid(of: statement, units[0]), row: row, column: column)
      case .area: continue
      }
      definitions[address]?.kind = cell.kind
      definitions[address]?.setFormula(cell.formula, in: storedDocument.source)
      definitions[address]?.format = cell.shownFormat
    }
  }

  private func inputValues() -> [(String, CellValue)] {
    order.compactMap { address in
      guard let definition = definitions[address], let rule = definition.input else { return nil }
      let value = engine.value(at: address)
      return value == rule.initial ? nil : (definition.name, value)
    }
  }

  private func restore(_ values: [(String, CellValue)]) {
    for (name, value) in values {
      if case .cell(let address)? = engine.binding(of: name, in: scope), definitions[address]?.input != nil {
        engine.setConstant(value, at: address)
      }
    }
    engine.recalculate()
  }

  // MARK: Changes

  /// What changed since the last call, in the order of evaluation; changes are collected while ``recordsChanges`` is on.
  package func takeChanges() -> [CellChange] {
    engine.takeChanges().compactMap { change in
      guard change.address.grid != checkGrid, !isHidden(change.address) else { return nil }
      let info = info(at: change.address)
      guard info.name != "_" else { return nil }
      return CellChange(
        cell: info, old: change.old, new: change.new, oldText: summary(of: change.old, format: info.format),
        newText: summary(of: change.new, format: info.format))
    }
  }

  /// Whether a cell lies behind the columns of its table, where conditions of checks are.
  private func isHidden(_ address: CellAddress) -> Bool {
    guard let table = tableDefinitions.first(where: { $0.grid == address.grid }) else { return false }
    return Int(address.column) >= table.columns.count
  }
}
