import CellModel
import Diagnostics
import Formulas
import SheetText

/// The cells of the grids of a sheet, each with its formula as it would be filled.
struct GridFormulas {
  struct Place: Hashable {
    let grid: String
    let row: Int
    let column: Int

    func moved(_ rows: Int, _ columns: Int) -> Place { Place(grid: grid, row: row + rows, column: column + columns) }
    /// The same place with rows for columns.
    var address: String { A1Notation.text(row: row, column: column) }
  }

  struct Cell {
    let span: SourceSpan
    /// The number of the formula among all that differ; `nil` for a constant.
    let formula: Int?
    let constant: CellValue?
    /// Whether a range is filled of which it is a part, so that what is said of one is said of all.
    let isFilled: Bool
    let tree: FormulaTree
    /// Where the formula is written that the cell has.
    let origin: Place
  }

  /// More cells are a block of data that nobody has typed.
  private static let most = 200_000

  private(set) var cells: [Place: Cell] = [:]
  /// The cells with definitions of their own and the first of each fill, in the order of the text.
  private(set) var written: [Place] = []

  init(_ document: SheetDocument) {
    var numbers: [[FormulaTree.Node]: Int] = [:]
    for statement in document.statements {
      guard case .cell(let cell) = statement.kind else { continue }
      let grid = statement.grid?.lowercased() ?? ""
      let rows: ClosedRange<Int>
      let columns: ClosedRange<Int>
      switch cell.target {
      case .name: continue
      case .address(let row, let column, _): (rows, columns) = (row...row, column...column)
      case .area(let top, let left, let bottom, let right, _): (rows, columns) = (top...bottom, left...right)
      }
      guard rows.count * columns.count <= Self.most - cells.count else { continue }
      let first = Place(grid: grid, row: rows.lowerBound, column: columns.lowerBound)
      written.append(first)
      let constant = cell.formula.constant
      var number: Int?
      if constant == nil {
        let nodes = cell.formula.tree.relative(toRow: first.row, column: first.column).nodes
        number = numbers[nodes] ?? numbers.count
        numbers[nodes] = number
      }
      let made = Cell(
        span: cell.target.span, formula: number, constant: constant, isFilled: rows.count * columns.count > 1,
        tree: cell.formula.tree, origin: first)
      for row in rows {
        for column in columns { cells[Place(grid: grid, row: row, column: column)] = made }
      }
    }
  }

  subscript(place: Place) -> Cell? { cells[place] }

  /// How many cells on the way from a place have a formula, without a gap.
  func run(of formula: Int, from place: Place, by step: (rows: Int, columns: Int), atMost most: Int = 4) -> Int {
    var count = 0
    var place = place.moved(step.rows, step.columns)
    while count < most, cells[place]?.formula == formula {
      count += 1
      place = place.moved(step.rows, step.columns)
    }
    return count
  }

  /// Whether a formula stands a second time on the line through a place.
  private func stands(_ formula: Int, _ step: (rows: Int, columns: Int), from place: Place) -> Bool {
    (-Self.reach...Self.reach).contains { distance in
      distance != 0 && cells[place.moved(step.rows * distance, step.columns * distance)]?.formula == formula
    }
  }

  /// How far off what belongs to one line may stand.
  private static let reach = 60

  /// The neighbour whose formula goes on on the other side of a place, and is broken off there by what the place has.
  ///
  /// - Parameter fewest: How many cells there are at least on each side; on both sides together there are three.
  func broken(at place: Place, fewest: Int) -> Place? {
    for (step, across) in [((1, 0), (0, 1)), ((0, 1), (1, 0))] {
      let before = place.moved(-step.0, -step.1)
      guard let formula = cells[before]?.formula, cells[place]?.formula != formula else { continue }
      let above = run(of: formula, from: place, by: (-step.0, -step.1))
      let below = run(of: formula, from: place, by: step)
      guard above >= fewest, below >= fewest, above + below >= 3 else { continue }
      // What stands elsewhere across is a line of its own, such as the sums of rows.
      if let own = cells[place]?.formula, stands(own, across, from: place) { continue }
      return before
    }
    return nil
  }
}
