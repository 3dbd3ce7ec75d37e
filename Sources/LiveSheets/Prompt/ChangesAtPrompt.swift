import CellModel
import Engine

/// The changes of cells as a prompt tells of them: cells that can be found, each with its values before and after.
struct ChangesAtPrompt {
  let sheet: LiveSheet

  /// What changed since the last call, in the order of evaluation; changes are collected while ``recordsChanges`` is on.
  func take() -> [CellChange] {
    let recorded = sheet.engine.changes.take()
    if let changes = sheet.editor.takeChanges() { return withoutSameLambdas(changes) }
    let changes = recorded.compactMap { change -> CellChange? in
      guard change.address.grid != sheet.loaded.grids.checks, !isHidden(change.address) else { return nil }
      let info = sheet.info(at: change.address)
      guard !PromptResults.isName(info.name), isFindable(change.address) else { return nil }
      return CellChange(of: info, from: change.old, to: change.new, in: sheet)
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
      let read = sheet.engine.dependencies.precedents(of: changes[number].cell.address)
      return changed.contains { cell in read.contains { $0.contains(cell) } }
    }) {
      doubted.remove(number)
      changed.insert(changes[number].cell.address)
    }
    return changes.indices.filter { !doubted.contains($0) }.map { changes[$0] }
  }

  /// Whether a cell lies behind the columns of its table, where conditions of checks are, or only shows a cell that has a
  /// name.
  private func isHidden(_ address: CellAddress) -> Bool {
    guard let table = sheet.loaded.tables.table(in: address.grid) else { return false }
    return Int(address.column) >= table.columns.count || table.showsNames(inColumn: Int(address.column))
  }

  /// Whether a cell has a place or a name by which it can be found.
  private func isFindable(_ address: CellAddress) -> Bool {
    address.grid != sheet.engine.names.namesGrid(of: sheet.scope) || sheet.definitions.contains(address)
  }
}
