import CellModel
import Diagnostics
import Formulas
import SheetText

/// The cells of the grids of a sheet, each with its formula as it would be filled.
struct GridFormulas {
  struct Place: Hashable {
    /// The number of the grid.
    let grid: Int
    let row: Int
    let column: Int

    func moved(_ rows: Int, _ columns: Int) -> Place { Place(grid: grid, row: row + rows, column: column + columns) }
    var address: String { A1Notation.text(row: row, column: column) }
  }

  struct Cell {
    let span: SourceSpan
    /// The number of the formula among all that differ; `nil` for a constant.
    let formula: Int?
    let constant: CellValue?
    /// Whether a range is filled of which it is a part, so that what is said of one is said of all.
    let isFilled: Bool
    let statement: Int
    /// Where the formula is written that the cell has.
    let origin: Place
  }

  /// More cells are a block of data that nobody has typed.
  private static let most = 200_000

  /// The cells that are defined, each with the number of its definition.
  private var cells: [Place: Int32] = [:]
  private var definitions: [Cell] = []
  /// The cells with definitions of their own and the first of each fill, in the order of the text.
  private(set) var written: [Place] = []

  init(_ document: SheetDocument, _ table: FactTable) {
    var grids: [String: Int] = [:]
    var last: (name: String?, number: Int)?
    let indices = table.traits.indices.filter { table.traits[$0].contains(.gridCells) }
    cells.reserveCapacity(indices.count)
    for index in indices {
      let name = document.statements[index].grid
      guard case .cell(let cell) = document.statements[index].kind, let area = cell.target.rectangle,
        let content = table.facts[index].gridContent, area.rows.count * area.columns.count <= Self.most - cells.count
      else { continue }
      let grid: Int
      if let last, last.name == name {
        grid = last.number
      } else {
        let key = name?.lowercased() ?? ""
        grid = grids[key] ?? grids.count
        grids[key] = grid
        last = (name, grid)
      }
      let first = Place(grid: grid, row: area.rows.lowerBound, column: area.columns.lowerBound)
      written.append(first)
      let number = Int32(definitions.count)
      definitions.append(
        Cell(
          span: cell.target.span, formula: content.formula, constant: content.constant,
          isFilled: area.rows.count * area.columns.count > 1, statement: index, origin: first))
      for row in area.rows {
        for column in area.columns { cells[Place(grid: grid, row: row, column: column)] = number }
      }
    }
  }

  subscript(place: Place) -> Cell? { cells[place].map { definitions[Int($0)] } }

  private func formula(at place: Place) -> Int? { cells[place].flatMap { definitions[Int($0)].formula } }

  /// How many cells on the way from a place have a formula, without a gap.
  func run(of formula: Int, from place: Place, by step: (rows: Int, columns: Int), atMost most: Int = 4) -> Int {
    var count = 0
    var place = place.moved(step.rows, step.columns)
    while count < most, self.formula(at: place) == formula {
      count += 1
      place = place.moved(step.rows, step.columns)
    }
    return count
  }

  /// Whether a formula stands a second time on the line through a place.
  private func stands(_ formula: Int, _ step: (rows: Int, columns: Int), from place: Place) -> Bool {
    (-Self.reach...Self.reach).contains { distance in
      distance != 0 && self.formula(at: place.moved(step.rows * distance, step.columns * distance)) == formula
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
      guard let formula = formula(at: before), self.formula(at: place) != formula else { continue }
      let above = run(of: formula, from: place, by: (-step.0, -step.1))
      let below = run(of: formula, from: place, by: step)
      guard above >= fewest, below >= fewest, above + below >= 3 else { continue }
      // What stands elsewhere across is a line of its own, such as the sums of rows.
      if let own = self.formula(at: place), stands(own, across, from: place) { continue }
      return before
    }
    return nil
  }
}

extension StatementFacts.GridContent {
  fileprivate var constant: CellValue? { if case .constant(let value) = self { value } else { nil } }
  fileprivate var formula: Int? { if case .formula(let number) = self { Int(number) } else { nil } }
}
