import CellModel
import Formulas

/// Changing what cells hold. Nothing is recalculated before ``recalculate()``.
extension Engine {
  /// Puts a constant, or blank, into a cell in place of whatever it held.
  package func setConstant(_ value: CellValue, at address: CellAddress) {
    editor.setConstant(value, at: address)
    checkRulesAfterEdit()
  }

  /// Puts constants into cells one below the other, faster than one by one.
  package func setConstants(_ values: [CellValue], from first: CellAddress) {
    editor.setConstants(values, from: first)
    checkRulesAfterEdit()
  }

  /// Puts a formula into a cell.
  package func setFormula(_ tree: FormulaTree, at address: CellAddress) {
    setFormula(tree, over: Area(address))
  }

  /// Puts a formula into a cell that goes on from the ones above it, unless more is to be known of it.
  ///
  /// - Parameters:
  ///   - numbers: Those among its operands, in the order of the text.
  ///   - tree: Makes its tree, which only checked builds need.
  /// - Returns: Whether it is there now; else it is to be put there by itself, and to be noted with ``note(_:_:at:)``.
  package func goOn(
    _ run: FormulaRun, _ numbers: [WrittenNumber], at address: CellAddress, tree: () -> FormulaTree
  ) -> Bool {
    guard editor.goOn(run, numbers, at: address, tree: tree) else { return false }
    checkRulesAfterEdit()
    return true
  }

  /// Notes a formula of a run that has been put into a cell by itself, so that those below it may go on from there.
  package func note(_ run: FormulaRun, _ numbers: [WrittenNumber], at address: CellAddress) {
    editor.note(run, numbers, at: address)
  }

  /// Puts a formula into a cell of which the pattern is known, and what stands in its places.
  ///
  /// - Parameter tree: Makes its tree, which only the first formulas of a pattern need, as a rule.
  package func setFormula(
    _ pattern: FormulaPattern, _ operands: [FormulaOperand], at address: CellAddress, tree: () -> FormulaTree
  ) {
    editor.setFormula(pattern, operands, at: address, tree: tree)
    checkRulesAfterEdit()
  }

  /// Fills an area with a formula written for its first cell, as when filling down and to the right.
  package func setFormula(_ tree: FormulaTree, over area: Area) {
    editor.setFormula(tree, over: area)
    checkRulesAfterEdit()
  }

  /// Clears an area: what it holds is blank.
  package func clear(_ area: Area) {
    editor.clear(area)
    checkRulesAfterEdit()
  }

  /// Inserts or deletes rows or columns of a sheet; every reference goes on meaning the cells it meant.
  ///
  /// What is deleted leaves `#REF!` where single cells were read; ranges shrink. Names move along.
  /// - Complexity: O(*g* + *c*), where *g* is the number of formula groups and *c* that of cells that move.
  package func shift(_ shift: GridShift) {
    guard shift.count > 0, shift.at >= 0 else { return }
    editor.shift(shift)
    checkRulesAfterEdit()
  }

  // MARK: History

  /// Keeps the former contents for ``undo()`` from now on.
  package var keepsHistory: Bool {
    get { editor.history.isRecording }
    set { editor.history.isRecording = newValue }
  }

  var canUndo: Bool { editor.history.canUndo }
  var canRedo: Bool { editor.history.canRedo }

  /// Makes all edits of the body one step of the history.
  package func edit<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    editor.history.begin()
    defer {
      editor.history.end()
      checkRulesAfterEdit()
    }
    return try body()
  }

  /// Takes the last step back; `false` when there is none.
  package func undo() -> Bool {
    defer { checkRulesAfterEdit() }
    return editor.undo()
  }

  /// Makes the last step that was taken back again; `false` when there is none.
  package func redo() -> Bool {
    defer { checkRulesAfterEdit() }
    return editor.redo()
  }
}
