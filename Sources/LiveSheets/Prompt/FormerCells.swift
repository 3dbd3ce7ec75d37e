import CellModel
import Engine
import SheetText

/// The single cells of a sheet before its text was loaded anew, in the engine that had them.
///
/// Nothing is copied of them: a cell that was there is found by what the text calls it, and its value is read when it is
/// compared with the present one.
struct FormerCells {
  private let program: LoadedProgram
  /// The cells that have changed since changes were last told, and what they had held then.
  private let changed: [CellAddress]
  private let earlier: [CellAddress: CellValue]
  /// What the present text differs in from the former one although it says the same.
  private var rewritings: [TextRewriting] = []

  /// - Parameter changes: What has changed since changes were last told.
  init(of sheet: LiveSheet, changedBy changes: [CellChange]) {
    program = sheet.loaded
    changed = changes.map(\.cell.address)
    earlier = Dictionary(changes.map { ($0.cell.address, $0.old) }) { first, _ in first }
  }

  mutating func rewrite(_ rewriting: TextRewriting) { rewritings.append(rewriting) }

  /// What the cell in a place of the present text held; `nil` for one that was not there, or in a fill.
  func value(at place: DefinitionPlace) -> CellValue? {
    var place = place
    for rewriting in rewritings.reversed() {
      guard let former = rewriting.inverse.laterCell(place) else { return nil }
      place = former
    }
    guard let address = program.places.address(of: place), program.definitions.contains(address) else { return nil }
    return earlier[address] ?? program.engine.value(at: address)
  }

  /// What cells that had changed since changes were last told held before, in the places of the present text.
  var earlierValues: [(place: DefinitionPlace, value: CellValue)] {
    changed.compactMap { address in
      guard let value = earlier[address], let place = program.places.place(of: address).flatMap(present) else {
        return nil
      }
      return (place, value)
    }
  }

  /// The names of cells of which nothing is left, in alphabetical order.
  ///
  /// - Parameter isPresent: Whether a cell is in a place of the present text.
  func namesGone(where isPresent: (DefinitionPlace) -> Bool) -> [String] {
    let (definitions, places) = (program.definitions, program.places)
    return definitions.shown.compactMap { address -> String? in
      guard definitions.contains(address), let place = places.place(of: address) else { return nil }
      return present(place).map(isPresent) == true ? nil : program.lookup.info(at: address).name
    }.sorted()
  }

  /// Where a cell stands in the present text; `nil` if it is gone.
  private func present(_ place: DefinitionPlace) -> DefinitionPlace? {
    var place = place
    for rewriting in rewritings {
      guard let later = rewriting.laterCell(place) else { return nil }
      place = later
    }
    return place
  }
}

extension TextRewriting {
  /// Where a cell is in the text to come; one that has another name itself is another cell.
  fileprivate func laterCell(_ place: DefinitionPlace) -> DefinitionPlace? {
    if case .name(let old, _) = self, !place.isPart(of: old) { return place }
    return later(place)
  }
}
