import CellModel
import Engine
import Formulas
import Functions
import Workbooks

/// Whether the values that a recalculation gives are those that were stored in the file.
package struct StoredValueComparison: Sendable {
  /// A cell that came out otherwise.
  package struct Difference: Sendable {
    package var cell: CellAddress
    package var stored: CellValue
    package var computed: CellValue
    /// Whether a cell that it reads differs as well, so that it need not be looked at by itself.
    var isInherited: Bool
  }

  /// How many cells agree.
  package private(set) var agreeing = 0
  /// In the order of sheets, rows and columns.
  package private(set) var differences: [Difference] = []
  /// Cells that cannot be expected to agree, with the reason in words.
  package private(set) var setApart: [String: Int] = [:]
  /// The circles in all of whose cells 0 is stored, as Excel leaves them when it warns of them.
  package private(set) var circles: [[CellAddress]] = []

  /// The cells that are `#CYCLE!` and have something else stored, until all are known.
  private var circular: [Difference] = []
  /// The cells in which `#NAME?` is stored for what can be computed.
  private var unknownToProgram: [CellAddress] = []

  package var compared: Int { agreeing + differences.count }
  package var causes: [Difference] { differences.filter { !$0.isInherited } }
  /// The causes, or where all that differ read each other, all of them.
  package var firstCauses: [Difference] { causes.isEmpty ? differences : causes }

  /// Compares the values of a workbook that has just been recalculated.
  package init(_ workbook: LiveWorkbook) {
    let contents = workbook.contents
    for sheet in contents.sheets {
      let count = sheet.whatIfTables.reduce(0) { $0 + sheet.valueCount(in: $1.block) }
      if count > 0 { setApart[LiveWorkbook.KeptReason.whatIfTable.words, default: 0] += count }
    }
    if let reason = Self.distrust(of: contents) {
      let count = contents.sheets.reduce(0) { $0 + $1.formulas.count + $1.arrays.spilled.count }
      if count > 0 { setApart[reason] = count }
      return
    }
    let unsteady = workbook.relations.reach(of: workbook.unsteady)
    for (position, sheet) in contents.sheets.enumerated() {
      let grid = workbook.grids[position]
      for place in sheet.formulas.indices {
        let (row, column) = sheet.formulas.cell(place)
        let address = CellAddress(grid: grid, row: Int(row), column: Int(column))
        compare(address, sheet.formulas.stored(place), in: workbook, unsteady)
      }
      // How far an unsteady array reaches is unsteady as well.
      let isUnsteady = sheet.arrays.formulas.map {
        unsteady.contains(CellAddress(grid: grid, row: $0.block.top, column: $0.block.left))
      }
      for spilled in sheet.arrays.spilled {
        let address = CellAddress(grid: grid, row: Int(spilled.row), column: Int(spilled.column))
        let block = sheet.arrays.formulas[Int(spilled.array)].block
        guard !isPadding(spilled.value, at: address, of: block, in: workbook) else {
          agreeing += 1
          continue
        }
        compare(address, spilled.value, in: workbook, isUnsteady[Int(spilled.array)] ? [address] : unsteady)
      }
    }
    setApartCircles(in: workbook)
    setApartUnknown(in: workbook)
    differences.sort { Self.isBefore($0.cell, $1.cell) }
    findCauses(in: workbook)
  }

  /// Whether it is one of the zeros with which Excel fills a row or column to its very end (`=Sheet1!1:1`), where the array that
  /// is computed ends with what is used.
  private func isPadding(
    _ stored: CellValue, at address: CellAddress, of block: CellBlock, in workbook: LiveWorkbook
  ) -> Bool {
    guard block.right == Area.lastColumn || block.bottom == Area.lastRow, stored == 0 else { return false }
    let anchor = CellAddress(grid: address.grid, row: block.top, column: block.left)
    if case .error = workbook.engine.value(at: anchor) { return false }
    return workbook.engine.spills.anchor(covering: address) == nil && workbook.engine.value(at: address) == .blank
  }

  /// Why the values that a file holds are no expectation; `nil` when they are.
  private static func distrust(of contents: Workbook) -> String? {
    let program = contents.savedBy
    if program.hasPrefix("LibreOffice") || program == "Sheaf" { return nil }
    let isExcel =
      (program.hasPrefix("Microsoft Excel") || program.hasPrefix("Microsoft Macintosh Excel")
        || program.hasPrefix("MicrosoftOffice"))
      && !program.hasSuffix(" 3.0") && !program.hasSuffix(" 3.1") && !program.contains("Openpyxl")
    if isExcel { return nil }
    return program.isEmpty ? "saved by an unknown program" : "saved by \(program)"
  }

  /// Whether a 0 may be the place of a value that is still to be computed: XlsxWriter writes so, as Excel 2007.
  private static func leavesZeros(_ contents: Workbook) -> Bool {
    contents.calculation.isFullOnLoad && contents.savedBy == "Microsoft Excel 12.0000"
  }

  private mutating func compare(
    _ address: CellAddress, _ stored: CellValue?, in workbook: LiveWorkbook, _ unsteady: Set<CellAddress>
  ) {
    guard let stored else {
      setApart["without a stored value", default: 0] += 1
      return
    }
    if let reason = workbook.kept[address] {
      setApart[reason.words, default: 0] += 1
      return
    }
    if workbook.whatIfTables.hasCell(at: address) {
      setApart[LiveWorkbook.KeptReason.whatIfTable.words, default: 0] += 1
      return
    }
    if unsteady.contains(address) {
      setApart["volatile, or of another workbook", default: 0] += 1
      return
    }
    let computed = workbook.engine.value(at: address)
    // How exact it has to be is asked only where it is not the same.
    if stored == computed || Agreement(workbook, at: address).holds(stored, computed) {
      agreeing += 1
    } else if stored == 0, Self.leavesZeros(workbook.contents) {
      setApart["without a stored value", default: 0] += 1
    } else if stored == .error(.name) {
      unknownToProgram.append(address)
    } else {
      let difference = Difference(cell: address, stored: stored, computed: computed, isInherited: false)
      if computed.error?.code == .cycle { circular.append(difference) } else { differences.append(difference) }
    }
  }

  private static func isBefore(_ a: CellAddress, _ b: CellAddress) -> Bool {
    (a.grid, a.row, a.column) < (b.grid, b.row, b.column)
  }

  /// Sets apart the formulas that call what the program that saved the file did not have, and all that reads them.
  private mutating func setApartUnknown(in workbook: LiveWorkbook) {
    guard !unknownToProgram.isEmpty else { return }
    let affected = workbook.relations.reach(of: unknownToProgram)
    let compared = differences.count
    differences.removeAll { affected.contains($0.cell) }
    setApart["stored as #NAME? by a program that lacked a function, or depending on one", default: 0] +=
      unknownToProgram.count + compared - differences.count
    unknownToProgram = []
  }

  /// Sets apart the circles of which Excel warns, and what it computed from their zeros; other circles are differences.
  private mutating func setApartCircles(in workbook: LiveWorkbook) {
    guard !circular.isEmpty else { return }
    let engine = workbook.engine
    let zeros = Set(circular.lazy.filter { $0.stored == 0 }.map(\.cell))
    circles = engine.cycles.unsettled().filter { $0.allSatisfy(zeros.contains) }.map { $0.sorted(by: Self.isBefore) }
      .sorted { Self.isBefore($0[0], $1[0]) }
    let cells = Set(circles.joined())
    // What waits for a circle has the error of one of its cells.
    let origins = Set(cells.map { engine.names.name(of: $0).lowercased() })
    for difference in circular {
      let origin = difference.computed.error?.origin.lowercased() ?? ""
      if cells.contains(difference.cell) || origins.contains(origin) {
        setApart["in a circle of formulas, for which Excel stores 0, or depending on one", default: 0] += 1
      } else {
        differences.append(difference)
      }
    }
    circular = []
  }

  private mutating func findCauses(in workbook: LiveWorkbook) {
    guard differences.count > 1 else { return }
    let engine = workbook.engine
    let differing = ColumnwiseCells(differences.map(\.cell))
    for index in differences.indices {
      let cell = differences[index].cell
      if let anchor = engine.spills.anchor(covering: cell), anchor != cell, differing.contains(anchor) {
        differences[index].isInherited = true
        continue
      }
      differences[index].isInherited = engine.dependencies.precedents(of: engine.spills.anchor(covering: cell) ?? cell)
        .contains { area in
          differing.hasAny(in: area, besides: cell)
        }
    }
  }
}

/// Cells by their columns, so that those in an area are found without a look at each of either.
private struct ColumnwiseCells {
  private struct Column: Hashable {
    let grid: GridID
    let number: Int32
  }

  /// The rows of each column, and the columns of each grid, in their order.
  private var rows: [Column: [Int32]] = [:]
  private var columns: [GridID: [Int32]] = [:]

  init(_ cells: [CellAddress]) {
    for cell in cells { rows[Column(grid: cell.grid, number: Int32(cell.column)), default: []].append(Int32(cell.row)) }
    for column in rows.keys {
      rows[column]?.sort()
      columns[column.grid, default: []].append(column.number)
    }
    for grid in columns.keys { columns[grid]?.sort() }
  }

  func contains(_ cell: CellAddress) -> Bool { hasAny(in: Area(cell), besides: nil) }

  /// - Complexity: O(*c* log *n*), where *c* is the number of columns with cells that the area has.
  func hasAny(in area: Area, besides own: CellAddress?) -> Bool {
    guard let columns = columns[area.grid] else { return false }
    var place = Self.position(of: Int32(area.left), in: columns)
    while place < columns.count, columns[place] <= Int32(area.right) {
      let rows = rows[Column(grid: area.grid, number: columns[place])] ?? []
      var first = Self.position(of: Int32(area.top), in: rows)
      if first < rows.count, let own, own.grid == area.grid, Int32(own.column) == columns[place],
        Int32(own.row) == rows[first]
      {
        first += 1
      }
      if first < rows.count, rows[first] <= Int32(area.bottom) { return true }
      place += 1
    }
    return false
  }

  /// The place of the first number that is not less than another.
  private static func position(of number: Int32, in numbers: [Int32]) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension LiveWorkbook.KeptReason {
  /// Why a cell was not computed, as the words behind a count.
  package var words: String {
    switch self {
    case .unreadable: "not readable"
    case .unknownFunction(let name): "calling \(name.uppercased()), which is not there"
    case .otherWorkbook: "volatile, or of another workbook"
    case .missingSheet: "of a sheet that the file does not have"
    case .label: "reading cells by a label"
    case .whatIfTable: "in what-if tables"
    }
  }
}
