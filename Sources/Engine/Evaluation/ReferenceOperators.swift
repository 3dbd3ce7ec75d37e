import CellModel
import Functions

/// What the operators between references give: the range between two of them, their union, what they have in common, and
/// what one has in common with the row and column of a formula.
struct ReferenceOperators {
  let grids: [Grid]

  /// `A1:B2` between any two references, such as those that functions give.
  func range(_ left: Operand, _ right: Operand) -> Operand {
    do throws(CellError) {
      let a = try area(left)
      let b = try area(right)
      guard a.grid == b.grid else { throw .value("A range runs within one sheet.") }
      guard a == b || grids[a.grid.index].hasPlaces else {
        throw .reference("There is nothing between two names.")
      }
      return .reference(Reference(a.enclosing(b)))
    } catch { return .value(.error(error)) }
  }

  /// The areas of both, in the order in which they are written.
  func union(_ left: Operand, _ right: Operand) -> Operand {
    switch (left, right) {
    case (.reference(let a), .reference(let b)):
      .reference(Reference(a.first, others: a.others + b.areas))
    case (.value(.error), _): left
    case (_, .value(.error)): right
    default: .value(.error(.value("A union joins references.")))
    }
  }

  /// What two references have in common; of unions each area meets each.
  func intersection(_ left: Operand, _ right: Operand) -> Operand {
    do throws(CellError) {
      let others = try areas(right)
      let common = try areas(left).flatMap { one in others.compactMap { one.intersection($0) } }
      guard let first = common.first else { throw CellError(.null, "The two references have no cell in common.") }
      return .reference(Reference(first, others: Array(common.dropFirst())))
    } catch { return .value(.error(error)) }
  }

  /// `@`: of a column the cell in the formula's row, of a row the cell in its column, of a block the cell in both,
  /// of an array the first element.
  static func implicitIntersection(_ operand: Operand, at cell: CellAddress?) -> Operand {
    switch operand {
    case .reference(let reference):
      let area = reference.first
      // Of several areas, as of an array, the first.
      if area.isSingleCell { return reference.isSingleArea ? operand : .reference(Reference(area)) }
      guard let here = cell else { return .value(.error(.value("The formula stands in no row or column."))) }
      let found = area.ownCell(of: here)
      guard area.contains(found) else {
        return .value(.error(.value("The reference has no cell in this row or column.")))
      }
      return .reference(Reference(found))
    case .value(.array(let array)): return .value(array.first)
    case .deferred(let deferred): return implicitIntersection(deferred.operand, at: cell)
    default: return operand
    }
  }

  private func area(_ operand: Operand) throws(CellError) -> Area {
    switch operand {
    case .reference(let reference) where reference.isSingleArea: return reference.first
    case .value(.error(let error)): throw error
    case .deferred(let deferred): return try area(deferred.operand)
    default: throw .value("A range runs from one reference to another.")
    }
  }

  private func areas(_ operand: Operand) throws(CellError) -> [Area] {
    switch operand {
    case .reference(let reference) where !reference.isArray: return reference.areas
    case .value(.error(let error)): throw error
    case .deferred(let deferred): return try areas(deferred.operand)
    default: throw .value("Only references have cells in common.")
    }
  }
}
