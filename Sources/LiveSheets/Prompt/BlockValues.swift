import CellModel
import Engine
import Formulas
import SheetText

/// The values of the fills and spill ranges of a sheet at one time, each kept as one array.
struct BlockValues {
  /// The most cells of a block that is looked through.
  private static let mostCells = 100_000

  /// The first and the last cell of a block, as a text would call them: its grid may have another number at another
  /// time.
  struct Extent: Hashable {
    var first: DefinitionPlace
    var last: DefinitionPlace

    /// - Parameter grid: The name in lower case on the `sheet` line above; `nil` before the first such line.
    fileprivate init(_ area: Area, onGrid grid: String?) {
      first = .cell(grid: grid, row: Int(area.top), column: Int(area.left))
      last = .cell(grid: grid, row: Int(area.bottom), column: Int(area.right))
    }
  }

  private struct Block {
    var grid: String?
    var area: Area
    var values: [CellValue]

    var extent: Extent { Extent(area, onGrid: grid) }

    func parts(under change: GridChange) -> [Block] {
      let cells = CellRectangle(rows: Int(area.top)...Int(area.bottom), columns: Int(area.left)...Int(area.right))
      return change.parts(of: cells).map { before, after in
        var part = self
        part.area = Area(
          grid: area.grid, top: after.rows.lowerBound, left: after.columns.lowerBound, bottom: after.rows.upperBound,
          right: after.columns.upperBound)
        part.values = before.rows.flatMap { row in
          let start = (row - Int(area.top)) * area.columns - Int(area.left)
          return values[start + before.columns.lowerBound...start + before.columns.upperBound]
        }
        return part
      }
    }

    func value(at place: DefinitionPlace) -> CellValue? {
      guard case .cell(grid, let row, let column) = place, (Int(area.top)...Int(area.bottom)).contains(row),
        (Int(area.left)...Int(area.right)).contains(column)
      else { return nil }
      return values[(row - Int(area.top)) * area.columns + column - Int(area.left)]
    }
  }

  private var blocks: [Block] = []
  private var numbers: [Extent: Int] = [:]
  /// The fills of the sheet itself with what they are called, which other grids may change.
  private(set) var fillNames: [Extent: String] = [:]

  init() {}

  init(of sheet: LiveSheet) {
    let (definitions, places, engine) = (sheet.definitions, sheet.cellPlaces, sheet.engine)
    let fills = definitions.fills.map(\.area)
    let spills =
      !engine.spills.isEmpty ? definitions.order.filter(definitions.contains).compactMap(engine.spills.area) : []
    for area in fills + spills where area.rows * area.columns <= Self.mostCells {
      guard let array = engine.array(of: area).array, array.count == area.rows * area.columns else { continue }
      let block = Block(grid: places.gridName(of: area.topLeft)?.lowercased(), area: area, values: array.elements)
      numbers[block.extent] = blocks.count
      blocks.append(block)
    }
    let own = Set(fills.map(\.grid)).filter { grid in
      places.isGridCell(CellAddress(grid: grid, row: 0, column: 0), in: sheet.editor.text.document)
    }
    for area in fills where own.contains(area.grid) {
      fillNames[Extent(area, onGrid: places.gridName(of: area.topLeft)?.lowercased())] = sheet.name(of: area)
    }
  }

  /// Takes the grids that are reached through a name for the same ones when it is another.
  mutating func rename(_ old: String, to new: String) {
    for index in blocks.indices where blocks[index].extent.first.isPart(of: old) {
      guard case .cell(let grid, _, _) = blocks[index].extent.first.renamed(old, to: new) else { continue }
      blocks[index].grid = grid
    }
    numbers = Dictionary(
      blocks.enumerated().map { ($1.extent, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Takes the cells of a grid for those that they are behind a change.
  mutating func move(_ change: GridChange, inGrid grid: String?) {
    blocks = blocks.flatMap { $0.grid == grid ? $0.parts(under: change) : [$0] }
    numbers = Dictionary(
      blocks.enumerated().map { ($1.extent, $0) }, uniquingKeysWith: { first, _ in first })
    // A fill that falls into parts is not gone.
    fillNames = fillNames.filter { extent, _ in
      guard case .cell(grid, let top, let left) = extent.first, case .cell(_, let bottom, let right) = extent.last
      else {
        return true
      }
      return change.parts(of: CellRectangle(rows: top...bottom, columns: left...right)).isEmpty
    }
  }

  /// The value of a cell; `nil` for one that lies in no block.
  func value(at place: DefinitionPlace) -> CellValue? {
    if case .name = place { return nil }
    return blocks.lazy.compactMap { $0.value(at: place) }.first
  }

  /// Calls the body with each cell that another value was known of at an earlier time, blank where none was, and that value.
  func forEachChange(since former: BlockValues, _ body: (CellAddress, CellValue) -> Void) {
    for block in blocks {
      let same = former.numbers[block.extent].map { former.blocks[$0] }
      let others = same == nil ? former.blocks.filter { $0.grid == block.grid } : []
      for (number, value) in block.values.enumerated() {
        let row = Int(block.area.top) + number / block.area.columns
        let column = Int(block.area.left) + number % block.area.columns
        let place = DefinitionPlace.cell(grid: block.grid, row: row, column: column)
        let old = same?.values[number] ?? others.lazy.compactMap { $0.value(at: place) }.first ?? .blank
        if !old.isIdentical(to: value) { body(CellAddress(grid: block.area.grid, row: row, column: column), old) }
      }
    }
  }
}
