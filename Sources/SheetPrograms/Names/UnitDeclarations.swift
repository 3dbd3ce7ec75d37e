import SheetText

/// What the text of a unit declares, as the whole program asks for it.
package struct UnitDeclarations {
  /// The keys of all names that the unit defines, without prefix.
  package private(set) var names: Set<String> = []
  /// The keys of the services it declares, which are names of the whole program.
  package private(set) var services: Set<String> = []
  /// Whether it has cells of a grid, or reads some.
  package private(set) var usesGrid: Bool
  /// How its circular formulas settle, where its text says so.
  package private(set) var iteration: OptionDefinition?
  /// Whether it has actions, of its own or in the rows of a table.
  package private(set) var hasActions = false

  init(_ document: SheetDocument, _ gridLines: GridLines, isMain: Bool, hasPrefix: Bool) {
    usesGrid = !gridLines.names.isEmpty
    for index in document.statements.indices {
      if usesGrid, isMain, document.statements[index].isCell { continue }
      switch document.statements[index].kind {
      case .cell(let cell):
        if let name = cell.target.name {
          if !isMain { names.insert(name.key) }
        } else {
          usesGrid = true
        }
      case .grid: break
      case .option(let option): iteration = iteration ?? option
      default:
        let meaning = document.statements[index].meaning
        if meaning.hasActions { hasActions = true }
        guard let name = meaning.definedName else { continue }
        if meaning.isNameOfProgram {
          services.insert(name.key)
        } else if !isMain || meaning.usedSheet != nil {
          names.insert(name.key)
        }
      }
    }
    usesGrid = usesGrid || hasPrefix && document.statements.contains { $0.gridAddress != nil }
  }
}
