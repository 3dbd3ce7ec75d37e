import CellModel
import Engine

/// The state of a sheet at one time, to be put back whole: for what is evaluated again and again as if the sheet had just
/// been loaded.
package struct LoadedState {
  private let sheet: LiveSheet
  private let contents: [(place: StatePlace, content: StateContent)]

  /// Takes the state as it is; `nil` for a sheet whose inputs are all its state, each by itself: nothing in it lives in time
  /// or settles round by round, and neither condition nor domain of an input asks for another.
  ///
  /// - Parameters:
  ///   - inputs: What is set each time, which may be constants.
  ///   - cells: Cells that are looked at besides what the sheet itself reads, such as the payload of an event.
  package init?(of sheet: LiveSheet, setting inputs: [SettableCell], and cells: [CellInfo]) {
    let hasConditions = sheet.definitions.order.contains { address in
      sheet.definitions.input(at: address).map { $0.condition != nil || $0.computedDomain != nil } ?? false
    }
    guard !sheet.timeline.isEmpty || hasConditions || sheet.engine.names.hasIteration else { return nil }
    self.sheet = sheet
    let state = sheet.state
    var places = state.places
    for cell in cells
    where cell.area == nil && !sheet.engine.formulas.hasFormula(at: cell.address)
      && sheet.engine.spills.anchor(covering: cell.address) == nil
    {
      let place = StatePlace.cell(cell.address)
      if !places.contains(place) { places.append(place) }
    }
    for input in inputs {
      let place = StatePlace.cell(input.address)
      guard !places.contains(place), !places.contains(where: { state.holdsRow(of: input.address, $0) }),
        !sheet.engine.formulas.hasFormula(at: input.address), sheet.engine.spills.anchor(covering: input.address) == nil
      else { continue }
      places.append(place)
    }
    contents = places.map { ($0, state.content(of: $0)) }
  }

  /// Puts it back, with all formulas up to date; what is under way is dropped.
  package func restore() { sheet.restore(contents) }
}

extension SheetState {
  /// Whether a place is all rows of the table in which a cell stands.
  fileprivate func holdsRow(of cell: CellAddress, _ place: StatePlace) -> Bool {
    if case .rows(let table, _) = place { grid(ofTable: table) == cell.grid } else { false }
  }
}
