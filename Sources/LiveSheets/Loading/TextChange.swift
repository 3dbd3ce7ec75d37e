import Engine
import SheetPrograms
import SheetText

/// A change of a text after which the cells of the former one can be kept but for a few.
///
/// It is one of formulas and values of single cells, which may come and go, and of checks and tests; of a text that is a
/// single file, in which nothing happens in time, and which has no tables and no inputs that begin with what a formula gives.
/// Half a definition, as it stands while it is being typed, has its name, and counts as one. These rules hold:
///
/// - R1. A statement outside of ``gone`` and ``new`` says the same in both texts.
/// - R2. What a new statement defines is defined by no other statement of the new text.
struct TextChange {
  /// The places of the statements of the former text that are not there any more.
  let gone: Range<Int>
  /// The places of those that are there instead.
  let new: Range<Int>
  /// Of the new statements that define a cell which the former text has as well, the place of its former definition.
  private(set) var defined: [Int: Int] = [:]

  /// `nil` where the sheet has to be loaded as a whole.
  init?(of sheet: LiveSheet, to document: SheetDocument) {
    let program = sheet.program
    let former = program.document
    guard program.units.count == 1, program.tables.isEmpty, program.iteration == nil, program.unreadUses.isEmpty,
      program.findings.isEmpty, program.statements.count == former.statements.count,
      GridLines(document).makeSameGrids(as: program.units[0].gridLines), !sheet.definitions.hasComputedInputs
    else { return nil }
    let kept = document.statementsKept(from: former)
    gone = kept.leading..<former.statements.count - kept.trailing
    new = kept.leading..<document.statements.count - kept.trailing
    // A name that was typed letter by letter leaves rows of its beginnings behind.
    guard sheet.engine.names.all(in: sheet.scope).count <= 2 * document.statements.count + 1_024 else { return nil }

    var formerCells: [DefinitionPlace: Int] = [:]
    for index in gone {
      let statement = former.statements[index]
      guard Self.isSimple(statement) else { return nil }
      guard let place = statement.place else { continue }
      if statement.definedName != nil, program.statements[index].row < 0 { return nil }
      formerCells[place] = index
    }
    var newCells: Set<DefinitionPlace> = []
    for index in new {
      let statement = document.statements[index]
      guard Self.isSimple(statement) else { return nil }
      guard let place = statement.place else { continue }
      guard newCells.insert(place).inserted else { return nil }
      if let known = formerCells[place] {
        if former.statements[known].definedName?.text == statement.definedName?.text { defined[index] = known }
      } else if sheet.defines(place) {
        return nil
      }
    }
    let stays = Set(defined.values)
    for (place, index) in formerCells where !stays.contains(index) {
      // What the fill says of the cell would have to be said again.
      if let address = sheet.cellPlaces.address(of: place), sheet.definitions.fill(at: address) != nil { return nil }
    }
  }

  /// The place in the former text of a statement that says the same in both.
  func kept(_ index: Int) -> Int? {
    if index < new.lowerBound { return index }
    return index < new.upperBound ? nil : index - new.upperBound + gone.upperBound
  }

  /// Whether a statement defines nothing but one cell, or nothing at all.
  private static func isSimple(_ statement: Statement) -> Bool {
    switch statement.kind {
    case .cell: !statement.isFill
    // What an input begins with is computed once, when all of the text is loaded.
    case .input(let input): input.initial.map { $0.constant != nil } ?? true
    case .invalid, .check, .test, .chart: true
    default: false
    }
  }
}

extension LiveSheet {
  /// Whether the text defines a name or a cell.
  fileprivate func defines(_ place: DefinitionPlace) -> Bool {
    switch place {
    case .name(let name): engine.names.binding(of: name, in: scope) != nil || otherNames[name] != nil
    case .cell: cellPlaces.address(of: place).map { definitions.statement(at: $0) != nil } ?? false
    }
  }
}
