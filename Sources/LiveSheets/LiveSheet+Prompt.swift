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

  /// What the text defines, as ``contents``, in the order of the text as it has become.
  package var listedContents: [CellInfo] { entryCount == 0 ? contents : ListedCells(self).sorted(contents) }

  /// The lines that can be taken back, the last one first.
  package var pastLines: [String] { editor.history.past.reversed().map(\.line) }

  /// How many lines were entered that can be taken back, or could be once.
  package var entryCount: Int { editor.history.count }

  /// Gives a definition, or a column such as `ledger[cash]`, another name, wherever the text uses it.
  package func rename(_ old: String, to new: String) -> Outcome { editor.rename(old, to: new) }

  /// Inserts, deletes, moves or copies cells of a grid, and all that refers to them follows, as in a spreadsheet.
  ///
  /// - Parameters:
  ///   - name: The name on the `sheet` line of the grid; `nil` is the one under which stands what is typed.
  ///   - line: What the entry is called.
  /// - Complexity: O(*n*) in the size of the text.
  package func carryOut(_ edit: StructureEdit, inGrid name: String? = nil, line: String) -> Outcome {
    editor.carryOut(edit, inGrid: name, line: line)
  }

  /// Takes a definition away: that of a name, of a cell of a grid, or of a check or a test by its label in quotes.
  package func delete(_ path: String) -> Outcome { editor.delete(path) }

  /// Whether a text is the name of an event or an action, with what it is given.
  package func isTrigger(_ text: String) -> Bool {
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }.lowercased()
    return triggers.names.contains { $0.lowercased() == name }
  }

  /// Whether a cell has a name of its own, and is not one of many in a table or on a grid.
  package func isNamed(_ address: CellAddress) -> Bool { address.grid == engine.names.namesGrid(of: scope) }

  /// A column of a table, or the part of a grid's column between the first and the last of some rows.
  package func columnName(of address: CellAddress, rows: [Int]) -> String {
    if case .table(let table) = engine.grids.kind(of: address.grid) {
      let names = engine.grids.columnNames(of: address.grid)
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

  // MARK: Changes

  /// What changed since the last call, in the order of evaluation; changes are collected while ``recordsChanges`` is on.
  package func takeChanges() -> [CellChange] { ChangesAtPrompt(sheet: self).take() }

  /// Takes the names that are not there any more since the last call.
  package func takeGoneNames() -> [String] { editor.takeGoneNames() }
}
