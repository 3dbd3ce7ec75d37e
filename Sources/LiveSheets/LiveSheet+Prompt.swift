import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Editing a sheet line by line.
extension LiveSheet {
  /// Enters a statement as a file would have it, a setting of an input, a step of a test, or an expression.
  ///
  /// Several lines or statements are entered one after the other, each with its outcome.
  ///
  /// - Parameter isLast: Whether no more lines come, so that a bracket that is open is an error and not ``Outcome/incomplete``.
  package func enter(_ text: String, named name: String = "prompt", isLast: Bool = false) -> [Outcome] {
    editor.enter(text, named: name, isLast: isLast)
  }

  /// Takes the last line of the prompt back.
  @discardableResult
  package func undo() -> Bool { editor.undo() }

  /// Makes the last line that was taken back again.
  @discardableResult
  package func redo() -> Bool { editor.redo() }

  /// The lines that can be taken back, the last one first.
  package var pastLines: [String] { editor.history.past.reversed().map(\.line) }

  /// How many lines were entered that can be taken back, or could be once.
  package var entryCount: Int { editor.history.count }

  /// Gives a definition another name, wherever the text uses it.
  package func rename(_ old: String, to new: String) -> Outcome { editor.rename(old, to: new) }

  /// Takes a definition away: that of a name, of a cell of a grid, or of a check or a test by its label in quotes.
  package func delete(_ path: String) -> Outcome { editor.delete(path) }

  /// Whether a text is the name of an event or an action, with what it is given.
  package func isTrigger(_ text: String) -> Bool {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.lowercased()
    return triggerNames.contains { $0.lowercased() == name }
  }

  /// Whether a cell has a name of its own, and is not one of many in a table or on a grid.
  package func isNamed(_ address: CellAddress) -> Bool { address.grid == engine.namesGrid(of: scope) }

  /// A column of a table, or the part of a grid's column between the first and the last of some rows.
  package func columnName(of address: CellAddress, rows: [Int]) -> String {
    if case .table(let table) = engine.kind(of: address.grid) {
      let names = engine.columnNames(of: address.grid)
      let column = Int(address.column)
      return column < names.count ? "\(table).\(names[column])" : table
    }
    let (top, bottom) = (rows.min() ?? 0, rows.max() ?? 0)
    let column = Int(address.column)
    return name(of: Area(grid: address.grid, top: top, left: column, bottom: bottom, right: column))
  }

  /// Goes on with calculations that were cancelled.
  package func settle() { change {} }

  /// Whether lines can be taken back by ``undo()``.
  package var keepsHistory: Bool {
    get { editor.keepsHistory }
    set { editor.keepsHistory = newValue }
  }

  /// Runs another text in place of this one; what has happened stays where the text says the same.
  package func replaceText(with document: SheetDocument, line: String) {
    editor.replaceText(with: document, line: line)
  }

  /// The name of an event or an action makes it happen, with what it is given; several of them in braces happen in one
  /// instant.
  ///
  /// - Returns: `nil` where something else is meant.
  func trigger(_ formula: SheetFormula) -> Outcome? {
    guard !timeline.isEmpty else { return nil }
    let tree = formula.tree
    var parts = [tree]
    if case .array(_, columns: 1, let elements)? = tree.nodes.last { parts = elements.map { tree.subtree(at: $0) } }
    var called: [(trigger: Trigger, path: String, given: [FormulaTree])] = []
    for part in parts {
      guard let next = self.called(by: part) else { return nil }
      called.append(next)
    }
    let findings = called.flatMap { $0.given.flatMap { self.findings(inGiven: $0) } }
    guard !findings.contains(where: { $0.severity == .error }) else { return .failed(findings, nil) }
    do throws(Refusal) {
      var checked: [(Trigger, [CellValue])] = []
      for (trigger, path, given) in called {
        let arguments = given.map { value(of: $0, currentGrid) }
        checked.append((try TriggerFinder(sheet: self).checked(trigger, path, arguments), arguments))
      }
      return make(checked)
    } catch { return .refused(error) }
  }

  /// What is wrong with the names of what an input or an event is given; a word alone was probably meant as a text.
  func findings(inGiven tree: FormulaTree) -> [Diagnostic] {
    var findings = findings(in: tree)
    guard tree.nodes.count == 1, case .name(let word, sheet: nil) = tree[tree.root], findings.count == 1,
      findings[0].help == nil
    else { return findings }
    findings[0].help = "a text stands in quotes: \"\(word)\""
    return findings
  }

  /// The event or action that an expression names, and what it is given: between parentheses, or behind a blank.
  private func called(by tree: FormulaTree) -> (trigger: Trigger, path: String, given: [FormulaTree])? {
    var path = tree
    var operands: [FormulaTree.Index] = []
    switch tree.nodes.last {
    case .call(let name, let given):
      guard means(name, given.count) else { return nil }
      (path, operands) = (.name(name), given)
    case .binary(.intersection, let event, let payload): (path, operands) = (tree.subtree(at: event), [payload])
    default: break
    }
    guard let trigger = try? TriggerFinder(sheet: self).trigger(named: path) else { return nil }
    return (trigger, path.text(), operands.map { tree.subtree(at: $0) })
  }

  /// Whether a call is that of an action rather than of a function of the same name, such as SEARCH.
  private func means(_ name: String, _ count: Int) -> Bool {
    guard environment.catalog.function(named: name) != nil else { return true }
    guard let form = timeline.instances.first?.form, let action = form.actionNumbers[name.lowercased()] else {
      return false
    }
    return form.actions[action].parameters.count == count
  }

  // MARK: Changes

  /// What changed since the last call, in the order of evaluation; changes are collected while ``recordsChanges`` is on.
  package func takeChanges() -> [CellChange] {
    let recorded = engine.takeChanges()
    if let changes = editor.takeChanges() { return withoutSameLambdas(changes) }
    let changes = recorded.compactMap { change -> CellChange? in
      guard change.address.grid != loaded.grids.checks, !isHidden(change.address) else { return nil }
      let info = info(at: change.address)
      guard !PromptResults.isName(info.name), isFindable(change.address) else { return nil }
      return CellChange(
        cell: info, old: change.old, new: change.new, oldText: summary(of: change.old, format: info.format),
        newText: summary(of: change.new, format: info.format))
    }
    return withoutSameLambdas(changes)
  }

  /// Changes without those of LAMBDAs that were made anew and mean the same: none of the cells that they read has changed.
  private func withoutSameLambdas(_ changes: [CellChange]) -> [CellChange] {
    let alike = changes.indices.filter { changes[$0].old.isAlike(to: changes[$0].new) }
    guard !alike.isEmpty else { return changes }
    var doubted = Set(alike)
    var changed = Set(changes.indices.filter { !doubted.contains($0) }.map { changes[$0].cell.address })
    // One LAMBDA may call another.
    while let number = doubted.first(where: { number in
      let read = engine.precedents(of: changes[number].cell.address)
      return changed.contains { cell in read.contains { $0.contains(cell) } }
    }) {
      doubted.remove(number)
      changed.insert(changes[number].cell.address)
    }
    return changes.indices.filter { !doubted.contains($0) }.map { changes[$0] }
  }

  /// Whether a cell lies behind the columns of its table, where conditions of checks are.
  private func isHidden(_ address: CellAddress) -> Bool {
    guard let table = table(in: address.grid) else { return false }
    return Int(address.column) >= table.columns.count
  }

  /// Whether a cell has a place or a name by which it can be found.
  private func isFindable(_ address: CellAddress) -> Bool {
    address.grid != engine.namesGrid(of: scope) || definitions.contains(address)
  }

  /// Takes the names that are not there any more since the last call.
  package func takeGoneNames() -> [String] { editor.takeGoneNames() }
}
