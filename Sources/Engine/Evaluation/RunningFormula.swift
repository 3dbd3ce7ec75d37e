import CellModel
import Formulas

/// The formula that runs: the group that it is of, and where its code stands.
///
/// - R1. As long as a group is taken up, the code stands in one of its rows, or in a LAMBDA that was called there.
/// - R2. Only one formula at a time runs as if it stood in another row.
struct RunningFormula {
  /// A group, with what its rows share.
  struct Group {
    let id: GroupID
    /// The formulas have it as long as the evaluator does.
    let template: Unmanaged<FormulaTemplate>
    let code: Program.Code
    let count: Int
    let localCount: Int
    let readsDynamically: Bool
    /// Whether a blank result is one of a cell of a sheet.
    let isSheet: Bool
  }

  /// The group that was taken up last; `nil` for a formula that is of none.
  private(set) var group: Group?
  var place = FormulaPlace(references: [], origin: CellAddress(grid: GridID(rawValue: 0), row: 0, column: 0))
  /// Whether a formula runs as if it stood in another row.
  private(set) var isShifted = false

  /// Takes up a group, of which some rows are to be evaluated.
  @inline(__always)
  mutating func takeUp(_ id: GroupID, in formulas: FormulaStore, _ cells: CellStore) -> Group {
    if group?.id != id { enter(id, in: formulas, cells) }
    return group.unsafelyUnwrapped
  }

  private mutating func enter(_ id: GroupID, in formulas: FormulaStore, _ cells: CellStore) {
    let stored = formulas[id]
    let template = formulas.templates[stored.template.index]
    let program = template.program
    group = Group(
      id: id, template: .passUnretained(template), code: program.code, count: program.count,
      localCount: program.localCount, readsDynamically: template.readsDynamically,
      isSheet: cells.grids[stored.grid.index].isSheet)
    place = FormulaPlace(references: formulas.references(of: stored)[...], origin: stored.address(at: stored.firstRow))
  }

  /// Stands in a row of the group that was taken up.
  @inline(__always)
  mutating func stand(in row: Int) { place.origin.row = Int32(row) }

  /// Takes up a formula that is of no group.
  mutating func takeUp(_ place: FormulaPlace) {
    group = nil
    self.place = place
  }

  /// Stands where a formula runs as if it stood there, within another.
  ///
  /// - Returns: Where that stands, for ``endShift(_:)``.
  mutating func beginShift(to place: FormulaPlace) -> FormulaPlace {
    let former = self.place
    self.place = place
    isShifted = true
    return former
  }

  mutating func endShift(_ former: FormulaPlace) {
    isShifted = false
    place = former
  }
}
