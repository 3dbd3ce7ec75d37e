import CellModel
import Engine
import SheetText

/// The values of the fills and spill ranges of a sheet at one time, each kept as one array.
struct BlockValues {
  /// The most cells of a block that is looked through.
  private static let mostCells = 100_000

  private struct Block {
    /// The name in lower case on the `sheet` line above; `nil` before the first such line.
    var grid: String?
    var area: Area
    var values: [CellValue]

    var place: DefinitionPlace { .cell(grid: grid, row: Int(area.top), column: Int(area.left)) }

    /// Whether two blocks have the same cells, though their grids may have other numbers.
    func hasCells(of other: Block) -> Bool {
      place == other.place && area.bottom == other.area.bottom && area.right == other.area.right
    }

    func value(at place: DefinitionPlace) -> CellValue? {
      guard case .cell(grid, let row, let column) = place, (Int(area.top)...Int(area.bottom)).contains(row),
        (Int(area.left)...Int(area.right)).contains(column)
      else { return nil }
      return values[(row - Int(area.top)) * area.columns + column - Int(area.left)]
    }
  }

  private var blocks: [Block] = []
  /// The blocks by the places of their first cells.
  private var numbers: [DefinitionPlace: Int] = [:]
  /// The fills of the sheet itself, as they are called.
  private(set) var fillNames: Set<String> = []

  init() {}

  init(of sheet: LiveSheet) {
    let fills = sheet.definitions.fills.map(\.area)
    let spills = sheet.definitions.order.filter { sheet.definitions.contains($0) }.compactMap(sheet.engine.spillArea)
    for area in fills + spills where area.rows * area.columns <= Self.mostCells {
      guard let array = sheet.engine.array(of: area).array, array.count == area.rows * area.columns else { continue }
      let grid = sheet.cellPlaces.gridName(of: area.topLeft)?.lowercased()
      let block = Block(grid: grid, area: area, values: array.elements)
      numbers[block.place] = blocks.count
      blocks.append(block)
    }
    let own = Set(fills.map(\.grid)).filter { grid in
      sheet.cellPlaces.isGridCell(CellAddress(grid: grid, row: 0, column: 0))
    }
    fillNames = Set(fills.filter { own.contains($0.grid) }.map(sheet.name))
  }

  /// The value of a cell; `nil` for one that lies in no block.
  func value(at place: DefinitionPlace) -> CellValue? {
    if case .name = place { return nil }
    return blocks.lazy.compactMap { $0.value(at: place) }.first
  }

  /// Calls the body with each cell that another value was known of at an earlier time, blank where none was, and that value.
  func forEachChange(since former: BlockValues, _ body: (CellAddress, CellValue) -> Void) {
    for block in blocks {
      let same = former.numbers[block.place].map { former.blocks[$0] }.flatMap { $0.hasCells(of: block) ? $0 : nil }
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
