import SheetText

/// The `sheet` lines of a text, from which follows what grids it has.
package struct GridLines {
  /// The names on the lines.
  package private(set) var names: [WrittenText] = []
  /// Whether cells of a grid come before the first line; they lie on a grid of their own.
  private(set) var followCells = false

  package init(_ document: SheetDocument) {
    for index in document.statements.indices {
      // What cells come after the first line does not matter, nor more than one before it.
      if followCells || !names.isEmpty, document.statements[index].isCell { continue }
      switch document.statements[index].kind {
      case .cell(let cell) where cell.target.name == nil: followCells = true
      case .grid(let name): names.append(name)
      default: break
      }
    }
  }

  /// Whether they make the grids that other lines make.
  package func makeSameGrids(as other: GridLines) -> Bool {
    names.map(\.key) == other.names.map(\.key) && (names.isEmpty || followCells == other.followCells)
  }
}
