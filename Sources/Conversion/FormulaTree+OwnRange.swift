import CellModel
import Formulas
import Functions

/// A formula that takes one cell of a range in which it stands itself, such as `INDEX(A:A, ROW() - 1)` in A5.
///
/// In a workbook it reads that cell alone; in a sheet a range that a formula names is all of it, and so a circle.
extension FormulaTree {
  /// The formula with the cell in the place of INDEX wherever its numbers, or the formula's own place, tell which one it is.
  func namingCells(at place: SheetSpelling.Place, _ catalog: FunctionCatalog) -> FormulaTree {
    replacing { node, _, made in
      guard case .call(let name, let arguments) = node,
        catalog.function(named: name)?.traits.contains(.givesPartOfFirst) == true, let range = arguments.first,
        case .reference(let reference) = made[range],
        reference.sheet.map({ $0.last == nil && $0.first.lowercased() == place.sheet.lowercased() }) ?? true,
        let lines = OwnRange(reference, at: place)
      else { return nil }
      return lines.cell(arguments.dropFirst().map { IndexPlace(made[$0], made, catalog) }).map {
        .reference(GridReference($0, sheet: reference.sheet))
      }
    }
  }
}

/// A place in a range as INDEX is told it, counted from 1.
private enum IndexPlace {
  case number(Int)
  /// So many behind that of the formula's own row, or of its own column.
  case ownRow(Int)
  case ownColumn(Int)
  case other

  init(_ node: FormulaTree.Node, _ tree: FormulaTree, _ catalog: FunctionCatalog) {
    switch node {
    case .number(let number, _): self = Int(exactly: number).map { .number($0) } ?? .other
    case .call(let name, let arguments) where arguments.isEmpty:
      let traits = catalog.function(named: name)?.traits ?? []
      self = traits.contains(.tellsOwnRow) ? .ownRow(0) : traits.contains(.tellsOwnColumn) ? .ownColumn(0) : .other
    case .binary(let op, let left, let right) where op == .add || op == .subtract:
      guard case .number(let number, _) = tree[right], let count = Int(exactly: number) else {
        self = .other
        return
      }
      let distance = op == .add ? count : -count
      switch IndexPlace(tree[left], tree, catalog) {
      case .ownRow(0): self = .ownRow(distance)
      case .ownColumn(0): self = .ownColumn(distance)
      default: self = .other
      }
    default: self = .other
    }
  }
}

/// The rows and columns of a range in which a formula stands.
private struct OwnRange {
  private typealias Lines = (first: Coordinate, last: Int)
  private let rows: Lines
  private let columns: Lines
  private let place: SheetSpelling.Place

  /// `nil` for a range in which none of the cells is that have the formula.
  init?(_ reference: GridReference, at place: SheetSpelling.Place) {
    let start = Coordinate(0, absolute: true)
    switch reference.shape {
    case .area(let row, let column, let row2, let column2):
      (rows, columns) = ((row, Int(row2.value)), (column, Int(column2.value)))
    case .columns(let first, let last): (rows, columns) = ((start, Area.lastRow), (first, Int(last.value)))
    case .rows(let first, let last): (rows, columns) = ((first, Int(last.value)), (start, Area.lastColumn))
    case .cell, .deleted: return nil
    }
    self.place = place
    func meets(_ lines: Lines, _ first: Int, _ count: Int) -> Bool {
      first <= lines.last && first + count - 1 >= Int(lines.first.value)
    }
    guard meets(rows, place.row, place.rows), meets(columns, place.column, place.columns) else { return nil }
  }

  /// The cell at a row and a column, or at one place of a range of one row or column; `nil` where that is not known.
  func cell(_ places: [IndexPlace]) -> GridReference.Shape? {
    let first = IndexPlace.number(1)
    var (row, column) = (places.first ?? .other, places.count > 1 ? places[1] : .other)
    if places.count == 1 {
      if Int(columns.first.value) == columns.last {
        column = first
      } else if Int(rows.first.value) == rows.last {
        (row, column) = (first, row)
      }
    }
    guard places.count <= 2 else { return nil }
    var ownRow: Int?
    if case .ownRow(let distance) = row { ownRow = place.row + distance }
    var ownColumn: Int?
    if case .ownColumn(let distance) = column { ownColumn = place.column + distance }
    guard let row = line(rows, row, ownRow), let column = line(columns, column, ownColumn) else { return nil }
    return .cell(row: row, column: column)
  }

  /// - Parameter own: The place less one, where it is told by the formula's own.
  private func line(_ lines: Lines, _ place: IndexPlace, _ own: Int?) -> Coordinate? {
    var line = lines.first
    if let own {
      // Where the range moves along as well, the place in it does so twice.
      guard line.isAbsolute || self.place.isAlone else { return nil }
      line = Coordinate(Int(line.value) + own)
    } else if case .number(let number) = place, number >= 1 {
      line = Coordinate(Int(line.value) + number - 1, absolute: line.isAbsolute)
    } else {
      return nil
    }
    return line.value >= lines.first.value && Int(line.value) <= lines.last ? line : nil
  }
}
