import CellModel

/// Taking edits back, and inserting and deleting rows and columns, which is taken back as a whole.
extension CellEditor {
  /// Restores former contents, last first, and gives what takes that back.
  func replay(_ step: EditStep) -> EditStep {
    let collection = history.beginCollection()
    for entry in step.entries.reversed() {
      switch entry {
      case .constant(let address, let value): setConstant(value, at: address)
      case .contents(let area, let pieces):
        clear(area)
        install(pieces)
      case .shape(let shift, let deleted, let formulas, let names):
        self.shift(shift.inverse)
        restore(deleted, formulas, names)
      }
    }
    return history.end(collection)
  }

  func undo() -> Bool {
    guard let step = history.takeUndo() else { return false }
    history.pushUndone(replay(step))
    return true
  }

  func redo() -> Bool {
    guard let step = history.takeRedo() else { return false }
    history.pushRedone(replay(step))
    return true
  }

  // MARK: Rows and columns

  /// Inserts or deletes rows or columns of a grid; every reference goes on meaning the cells it meant.
  func shift(_ shift: GridShift) {
    settings.accessObserver?.didWrite(CellAddress(grid: shift.grid, row: 0, column: 0))
    let pieces = allFormulas()
    if history.isListening {
      history.note(
        .shape(
          shift, deleted: shift.isInsertion ? [] : contents(of: deletedArea(shift)), formulas: pieces,
          names: names.names(in: shift.grid)))
    }
    spillWriter.clearAll(of: shift.grid)
    removeAllFormulas()
    cells.move(shift)
    names.move(shift)
    for piece in pieces {
      guard case .formula(let template, let filled) = piece.content else { continue }
      let former = ShiftedFormula(template: template, references: filled, area: piece.area)
      for part in former.parts(under: shift, isTable: { cells.grids[$0.index].isTable }) { install(part) }
    }
    graph.restart()
  }

  private func install(_ formula: ShiftedFormula) {
    if formula.deleted.isEmpty { return install(formula.template, formula.references, over: formula.area) }
    let trees = formulas.trees(
      of: formula.template, with: formula.references, deleted: formula.deleted, over: formula.area)
    for (tree, area) in trees { install(tree, over: area) }
  }

  private func deletedArea(_ shift: GridShift) -> Area {
    let end = shift.at + shift.count - 1
    let lastColumn = max(cells.columnCount(of: shift.grid), 1) - 1
    return shift.axis == .rows
      ? Area(grid: shift.grid, top: shift.at, left: 0, bottom: end, right: lastColumn)
      : Area(grid: shift.grid, top: 0, left: shift.at, bottom: Area.lastRow, right: end)
  }

  private func allFormulas() -> [ContentPiece] {
    var pieces: [ContentPiece] = []
    formulas.forEachLive { pieces.append(piece(of: formulas[$0], rows: formulas[$0].rows)) }
    return pieces
  }

  private func removeAllFormulas() {
    graph.removeAllGroups()
    formulas.removeAllGroups()
  }

  /// Puts back what a change of a grid's shape took or moved.
  private func restore(_ deleted: [ContentPiece], _ formulas: [ContentPiece], _ names: [NameTable.BoundName]) {
    for name in names { self.names.bind(key: name.name, to: name.binding, in: name.scope) }
    spillWriter.clearAll()
    removeAllFormulas()
    install(deleted.filter(\.isConstant))
    install(formulas)
    graph.restart()
  }
}
