import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Taking entries back and making them again.
extension PromptEditor {
  /// Takes the last line back.
  func undo() -> Bool {
    guard let entry = history.takeBack() else { return false }
    revert(entry)
    return true
  }

  /// Makes the last line that was taken back again.
  func redo() -> Bool {
    guard let entry = history.makeAgain() else { return false }
    revert(entry.inverse)
    return true
  }

  /// Goes back to the text of an entry, and to the values that it found.
  func revert(_ entry: EntryHistory.Entry) {
    (handSet, grid) = (entry.handSet.before, entry.grid.before)
    if let places = entry.places, rows.knowsRows(of: entry.steps) {
      text = entry.before
      sheet.change {
        for place in places { adopt(place) }
        takeBack(entry.steps)
      }
    } else {
      let lost = entry.isInverse ? entry.lost.before : entry.lost.after
      let now = run(entry.before, rewriting: entry.rewriting?.inverse, isReverting: true, lost: lost) {
        rows.identifyRows(as: entry.rows.before)
        takeBack(entry.steps.filter { !rows.isWritten($0) })
      }
      if entry.isInverse { entry.lost.after = now } else { entry.lost.before = now }
    }
  }

  /// Takes steps back within an instant; bindings leave what their inputs are given by it.
  private func takeBack(_ steps: [ValueStep]) {
    for step in withFirstValues(steps).reversed() { rows.take(step.inverse) }
    sheet.timeline.seeBindings(of: Set(steps.compactMap(rows.cell)))
  }

  /// Steps without the later ones of each definition, since what it had before them counts; in between it may have been
  /// of another kind.
  private func withFirstValues(_ steps: [ValueStep]) -> [ValueStep] {
    var seen: Set<DefinitionPlace> = []
    return steps.filter { if case .value(let place, _, _) = $0 { seen.insert(place).inserted } else { true } }
  }

  /// The steps from the values that an entry has given to those that the same definitions have behind it, which are those
  /// of its text where nothing has happened to them.
  func stepsToPresent(after steps: [ValueStep]) -> [ValueStep] {
    var seen: Set<DefinitionPlace> = []
    return steps.reversed().compactMap { step in
      guard case .value(let place, _, let given) = step, seen.insert(place).inserted else { return nil }
      let value = sheet.cellPlaces.address(of: place).flatMap(sheet.cellPlaces.constantValue)
      return value == given ? nil : .value(place, old: given, new: value)
    }
  }

  /// Brings a definition in line with the text.
  private func adopt(_ place: DefinitionPlace) {
    guard let written = definition(at: place) else {
      report.noteGone(definer.remove(place))
      return
    }
    let (statement, source) = (written.statement, written.document.source)
    switch statement.kind {
    case .cell(let cell): definer.adopt(cell, statement, at: place, in: source)
    case .input(let input):
      guard let address = sheet.cellPlaces.address(of: place) else {
        let definer = InputDefiner(sheet: sheet)
        if let lone = definer.lone(statement) { _ = definer.put(lone, in: source, home: statement.grid) }
        return
      }
      sheet.definitions[address]?.setFormula(input.initial, in: source)
      let initial = input.initial.flatMap { sheet.loaded.entry.constant($0, sheet.units[0], statement.grid) }
      definer.setInitial(initial ?? .blank, of: address)
    default: break
    }
  }

  /// What the text says of a definition.
  func definition(at place: DefinitionPlace) -> WrittenDefinition? {
    text.definition(at: place, in: { sheet.cellPlaces.statement(at: place, in: $0) })
  }
}

extension EntryHistory.Entry {
  /// The entry that takes this one back.
  fileprivate var inverse: EntryHistory.Entry {
    var entry = self
    (entry.before, entry.after) = (after, before)
    entry.steps = steps.reversed().map(\.inverse)
    entry.handSet = (handSet.after, handSet.before)
    entry.grid = (grid.after, grid.before)
    entry.rows = (rows.after, rows.before)
    entry.rewriting = rewriting?.inverse
    entry.isInverse = true
    return entry
  }
}
