import Diagnostics
import SheetText

/// The new text of a sheet with some of its changes taken back.
struct PartialEdit {
  private let difference: DefinitionDifference

  init(_ difference: DefinitionDifference) { self.difference = difference }

  /// The changes that can be taken back by themselves and may move values.
  var replayable: [Int] {
    difference.changes.indices.filter { index in
      let change = difference.changes[index]
      guard change.bearsValues, [.added, .removed, .changed].contains(change.kind) else { return false }
      // Without its line a grid's cells would be others'.
      return !isGrid(change)
    }
  }

  /// The new text without some changes.
  func document(without taken: Set<Int>) -> SheetDocument {
    let (old, new) = (difference.old, difference.new)
    var edits: [TextEdit] = []
    for index in taken.sorted() {
      let change = difference.changes[index]
      switch (change.places.old, change.places.new) {
      case (let before?, let after?):
        edits.append(TextEdit(new.statements[after].span, old.source[old.statements[before].span]))
      case (nil, let after?): edits.append(TextEdit(new.statements[after].span, ""))
      case (let before?, nil):
        edits.append(TextEdit(place(forRemoved: before), old.source[old.statements[before].span] + "\n"))
      case (nil, nil): break
      }
    }
    return new.replacing(edits)
  }

  /// Where a statement that is gone is put back: at the head of its grid, where no other statement stands.
  private func place(forRemoved index: Int) -> SourceSpan {
    let new = difference.new
    guard let grid = difference.old.statements[index].grid?.lowercased() else {
      return SourceSpan(0, 0)
    }
    let next = new.statements.firstIndex { statement in
      if case .grid(let name) = statement.kind { name.key == grid } else { false }
    }
    guard let next else { return SourceSpan(new.bytes.count, new.bytes.count) }
    let line = new.source.lineIndex(of: new.statements[next].span.lower) + 1
    let offset = line < new.source.lineStarts.count ? new.source.lineStarts[line] : new.bytes.count
    return SourceSpan(offset, offset)
  }

  private func isGrid(_ change: DefinitionChange) -> Bool {
    let (document, place) =
      change.places.new.map { (difference.new, $0) } ?? (difference.old, change.places.old ?? 0)
    if case .grid = document.statements[place].kind { return true }
    return false
  }
}
