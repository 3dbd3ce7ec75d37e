import CellModel
import Engine

/// The state of a sheet at one time, to be put back whole: for what is evaluated again and again as if the sheet had just
/// been loaded.
package struct LoadedState {
  private let sheet: LiveSheet
  private let contents: [(place: StatePlace, content: StateContent)]
  private let cycles: CycleValues?

  /// Takes the state as it is; `nil` for a sheet whose inputs are all its state, each by itself: nothing in it lives in time
  /// or settles round by round, and no condition of an input asks for another.
  ///
  /// - Parameter cells: Cells that are looked at besides what the sheet itself reads, such as the payload of an event.
  package init?(of sheet: LiveSheet, and cells: [CellInfo]) {
    let hasConditions = sheet.definitions.order.contains { sheet.definitions.input(at: $0)?.condition != nil }
    cycles = sheet.engine.cycleValues
    guard !sheet.timeline.isEmpty || hasConditions || cycles != nil else { return nil }
    self.sheet = sheet
    var places = sheet.statePlaces
    for cell in cells
    where cell.area == nil && !sheet.engine.hasFormula(at: cell.address)
      && sheet.engine.spillAnchor(of: cell.address) == nil
    {
      let place = StatePlace.cell(cell.address)
      if !places.contains(place) { places.append(place) }
    }
    contents = places.map { ($0, sheet.content(of: $0)) }
  }

  /// Puts it back, with all formulas up to date but those on cycles, which go on from what they held; what is under way is
  /// dropped.
  package func restore() {
    sheet.restore(contents)
    if let cycles { sheet.engine.begin(from: cycles) }
  }
}
