import CellModel
import Engine
import SheetPrograms
import SheetText

/// What is known about the cells that the text defines, by their address.
///
/// Most cells of a large sheet are never asked about, so what is known of one is made of its statement when somebody does.
/// ``order`` has the cells that a sheet is made for, in the order of their definition: each once, and each of them has a
/// definition.
struct DefinitionTable {
  private let statements: [ProgramStatement]
  private let cellClaims: CellClaims
  private let namedCells: [Int32]
  private let grids: LoadedGrids
  private let workbooks: LoadedWorkbooks
  /// What is known of single cells, made of a statement or entered at a prompt.
  private final class Made { var definitions: [CellAddress: Definition] = [:] }
  private let made = Made()
  /// Cells of the text that have no definition any more.
  private var forgotten: Set<CellAddress> = []
  private(set) var order: [CellAddress] = []
  /// Those of sheets in the rows of tables, which show them.
  private var inRows: Set<CellAddress> = []
  /// Fills, in the order of their definition.
  private(set) var fills: [Fill] = []
  /// The fills of each grid, by their places in ``fills``.
  private var fillIndexes: [GridID: AreaIndex] = [:]

  init(_ program: SheetProgram, _ grids: LoadedGrids, _ workbooks: LoadedWorkbooks) {
    statements = program.statements
    cellClaims = program.cellClaims
    namedCells = program.namedCells
    self.grids = grids
    self.workbooks = workbooks
  }

  /// What is known of a cell, to be read and forgotten: where all cells are asked about, none has to be kept.
  @inline(__always)
  func read(_ address: CellAddress) -> Definition? { made(at: address) ?? readUnmade(address) }

  private func readUnmade(_ address: CellAddress) -> Definition? {
    statement(at: address).flatMap(Definition.init) ?? workbooks.definition(at: address)
  }

  /// What has been made of a statement or entered at a prompt; that of an input always has.
  @inline(__always)
  func made(at address: CellAddress) -> Definition? { made.definitions[address] }

  subscript(address: CellAddress) -> Definition? {
    get {
      guard let definition = read(address) else { return nil }
      made.definitions[address] = definition
      return definition
    }
    set {
      made.definitions[address] = newValue
      if newValue == nil, number(ofStatementAt: address) != nil { forgotten.insert(address) }
    }
  }

  /// Whether a cell has a definition.
  func contains(_ address: CellAddress) -> Bool {
    made.definitions[address] != nil || number(ofStatementAt: address) != nil || workbooks.hasContents(at: address)
  }

  /// Whether a cell is one of the sheet itself that has a definition, and does not only lie in a fill.
  func definesAlone(_ address: CellAddress) -> Bool { contains(address) && !workbooks.hasContents(at: address) }

  /// The cells that a sheet is made for and that no table shows.
  var shown: [CellAddress] { inRows.isEmpty ? order : order.filter { !inRows.contains($0) } }

  /// These, and then those of the workbooks that it uses.
  var listed: [CellAddress] { workbooks.isEmpty ? shown : shown + workbooks.cells }

  /// What an input accepts; `nil` for a cell that is none.
  ///
  /// Inputs come with more than a cell, so nothing has to be made of a statement.
  @inline(__always)
  func input(at address: CellAddress) -> InputRule? { made(at: address)?.input }

  /// Whether any cell is an input.
  var hasInputs: Bool { made.definitions.values.contains { $0.input != nil } }
  /// Whether some input begins with what a formula gave when the text was loaded.
  var hasComputedInputs: Bool {
    made.definitions.values.contains { $0.input != nil && $0.formula.map { $0.constant == nil } ?? false }
  }

  /// The statement of the text that defines a cell by itself.
  func statement(at address: CellAddress) -> ProgramStatement? {
    number(ofStatementAt: address).map { statements[$0] }
  }

  private func number(ofStatementAt address: CellAddress) -> Int? {
    let number: Int
    if address.grid == grids.names {
      guard address.column == 0, namedCells.indices.contains(Int(address.row)) else { return nil }
      number = Int(namedCells[Int(address.row)])
    } else {
      guard let grid = grids.number(of: address.grid),
        let found = cellClaims.statement(grid: grid, row: Int(address.row), column: Int(address.column))
      else { return nil }
      number = found
    }
    return number < 0 || !forgotten.isEmpty && forgotten.contains(address) ? nil : number
  }

  /// The fill that an address lies in, the first of several.
  func fill(at address: CellAddress) -> Fill? {
    guard let index = fillIndexes[address.grid] else { return nil }
    var first: Int?
    index.forEach(meeting: CellRectangle(row: Int(address.row), column: Int(address.column))) {
      first = min(first ?? $0, $0)
      return true
    }
    return first.map { fills[$0] }
  }

  mutating func add(_ fill: Fill) {
    let area = CellRectangle(
      rows: Int(fill.area.top)...Int(fill.area.bottom), columns: Int(fill.area.left)...Int(fill.area.right))
    fillIndexes[fill.area.grid, default: AreaIndex()].add(area, number: fills.count)
    fills.append(fill)
  }

  /// Makes room for cells that are to be listed.
  mutating func reserve(_ count: Int) { order.reserveCapacity(count) }

  /// Lists a cell behind the others; one that is defined for the first time.
  ///
  /// - Parameter isInRow: Whether it is a named cell of a sheet in the row of a table.
  mutating func list(_ address: CellAddress, isInRow: Bool = false) {
    order.append(address)
    if isInRow { inRows.insert(address) }
  }

  /// Takes a cell off the list, as its name goes; its definition stays for when it comes again.
  mutating func unlist(_ address: CellAddress) { order.removeAll { $0 == address } }
}
