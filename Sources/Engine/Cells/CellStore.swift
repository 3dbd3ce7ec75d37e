import CellModel
import Formulas
import Functions
import Propagation

/// What the cells of all grids hold, and which of them arrays have filled.
///
/// A *grid* is a sheet, a table, or the column in which named cells live. A *box* is the value of a cell in 8 bytes; what
/// does not fit has a *slot* in ``values``. Between calls this rule holds:
///
/// - R5. A slot of `values` belongs to exactly one cell.
///
/// R5 lets whoever overwrites a cell free its slot. Formulas and who reads whom are not known here.
final class CellStore {
  @exclusivity(unchecked) var grids: [Grid] = []
  /// Beside each grid: its columns.
  @exclusivity(unchecked) private(set) var tables = Store<ColumnTable>()
  @exclusivity(unchecked) var values = ValueStore()
  @exclusivity(unchecked) var spills = SpillIndex()
  @exclusivity(unchecked) var changes = ChangeList()
  /// Whether a number that is not plain has ever been stored; inner loops ask before they look at kinds.
  @exclusivity(unchecked) private(set) var mayHaveKinds = false
  /// Whether the logicals in cells are the numbers 1 and 0 to formulas, as in LibreOffice; what is read fast for sheets
  /// asks where it meets something that is no number.
  @exclusivity(unchecked) var countsLogicals = false
  /// Which day the number 1 is.
  @exclusivity(unchecked) var dateSystem = DateSystem.from1900
  /// How many columns have been watched.
  private var watches: UInt64 = 0

  init() {}

  deinit {
    for grid in tables.indices {
      tables[grid].columns.deinitialize(count: tables[grid].count)
      tables[grid].columns.deallocate()
    }
  }

  // MARK: Grids

  func append(_ grid: Grid) -> GridID {
    grids.append(grid)
    tables.append(ColumnTable(columns: .allocate(capacity: 1), count: 0))
    return GridID(rawValue: Int32(grids.count - 1))
  }

  @inline(__always)
  func columnCount(of grid: GridID) -> Int { tables[grid.index].count }

  /// Makes room for columns of a grid.
  func reserve(columns count: Int, in grid: GridID) {
    var table = tables[grid.index]
    guard count > table.count else { return }
    ColumnRoom.grow(&table.columns, from: table.count, to: count) { ColumnStore() }
    table.count = count
    tables[grid.index] = table
  }

  /// Makes room for the column of a cell.
  func makeColumn(of address: CellAddress) { reserve(columns: Int(address.column) + 1, in: address.grid) }

  // MARK: Reading

  /// Whether an address lies in a grid that there is.
  @inline(__always)
  func hasGrid(of address: CellAddress) -> Bool {
    address.grid.rawValue >= 0 && address.grid.index < tables.count && address.row >= 0 && address.column >= 0
  }

  @inline(__always)
  func box(at address: CellAddress) -> BoxedValue {
    guard hasGrid(of: address), Int(address.column) < tables[address.grid.index].count else { return .blank }
    return BoxedValue(bits: tables[address.grid.index].columns[Int(address.column)].bits(at: Int(address.row)))
  }

  @inline(__always)
  func value(at address: CellAddress) -> CellValue {
    guard hasGrid(of: address), Int(address.column) < columnCount(of: address.grid) else { return .blank }
    return value(in: column(address.grid, Int(address.column)), at: Int(address.row))
  }

  /// The value of a row of a column that there is.
  @inline(__always)
  func value(in column: UnsafeMutablePointer<ColumnStore>, at row: Int) -> CellValue {
    let box = BoxedValue(bits: column.pointee.bits(at: row))
    guard box.isNumber, mayHaveKinds else { return values.value(box) }
    return .number(box.number, column.pointee.kinds[row])
  }

  /// An area that follows its table's rows, cut to them.
  func clipped(_ area: Area) -> Area {
    guard area.bottom == Area.openEnd else { return area }
    var area = area
    area.bottom = Int32(grids[area.grid.index].rowCount) - 1
    return area
  }

  /// The part of an area that can hold anything but blanks.
  func usedArea(_ area: Area) -> Area {
    let table = tables[area.grid.index]
    var used = clipped(area)
    used.right = min(used.right, Int32(table.count) - 1)
    guard !used.isEmpty else { return used }
    if area.isWholeRows {
      // The columns that there are may have been made for what spills, and hold nothing.
      let rows = Int(used.top)...Int(used.bottom)
      while used.right >= used.left, !table.columns[Int(used.right)].hasValue(in: rows) { used.right -= 1 }
      guard !used.isEmpty else { return used }
    }
    var last = -1
    for column in used.columnRange {
      // A block that was made counts as used; a column is searched only where that matters.
      let covered = table.columns[column].coveredRows - 1
      if covered > last { last = used.isWholeColumns ? max(last, table.columns[column].lastUsedRow) : covered }
    }
    used.bottom = min(used.bottom, Int32(last))
    return used
  }

  /// Calls the body with runs of stored values of an area, column by column, top to bottom.
  func forEachRun(in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void) {
    let table = tables[area.grid.index]
    let area = clipped(area)
    guard !area.isEmpty, let columns = area.columns(below: table.count) else { return }
    for column in columns {
      let store = table.columns + column
      var row = Int(area.top)
      let end = min(Int(area.bottom) + 1, store.pointee.coveredRows)
      while row < end {
        let block = row >> ColumnStore.blockShift
        let next = min((block + 1) << ColumnStore.blockShift, end)
        if let values = store.pointee.block(block) {
          let start = UnsafeRawPointer(values + row & ColumnStore.blockMask).assumingMemoryBound(to: BoxedValue.self)
          body(row, column, UnsafeBufferPointer(start: start, count: next - row))
        }
        row = next
      }
    }
  }

  /// Where somebody may have written into the column of an area; `nil` for several columns, and for one that is not there.
  func stamps(of area: Area) -> ColumnStamps? {
    let table = tables[area.grid.index]
    guard area.left == area.right, Int(area.left) < table.count else { return nil }
    return table.columns[Int(area.left)].stamps(beginning: nextWatch())
  }

  private func nextWatch() -> UInt64 {
    watches += 1
    return watches
  }

  // MARK: Kinds

  /// Calls the body with each number of an area that is not plain, and its kind.
  func forEachKind(in area: Area, _ body: (_ row: Int, _ column: Int, NumberKind) -> Void) {
    guard mayHaveKinds else { return }
    let columns = tables[area.grid.index].columns
    forEachRun(in: area) { row, column, run in
      guard !columns[column].kinds.isPlain else { return }
      for (index, box) in run.enumerated() where box.isNumber {
        let kind = columns[column].kinds[row + index]
        if kind != .plain { body(row + index, column, kind) }
      }
    }
  }

  /// The kind that the numbers of an area have in common; `nil` when it has none.
  func commonKind(of area: Area) -> NumberKind? {
    guard mayHaveKinds else { return .plain }
    let columns = tables[area.grid.index].columns
    var common = CommonKind()
    forEachRun(in: area) { row, column, run in
      guard common.found != .plain, let first = run.firstIndex(where: \.isNumber) else { return }
      if let kind = columns[column].kinds.common(row..<row + run.count) { return common.add(kind) }
      for index in first..<run.count where run[index].isNumber { common.add(columns[column].kinds[row + index]) }
    }
    return common.found
  }

  // MARK: Writing

  /// A column that there is.
  @inline(__always)
  func column(_ grid: GridID, _ column: Int) -> UnsafeMutablePointer<ColumnStore> {
    tables[grid.index].columns + column
  }

  /// Puts a number or a logical value where another value stands, in a column of plain numbers; frees the slot of the
  /// other and notes the change.
  ///
  /// - Returns: Whether the two differ; if not, nothing is done.
  @inline(__always)
  func replace(
    _ place: UnsafeMutablePointer<UInt64>, by box: BoxedValue, at address: @autoclosure () -> CellAddress
  ) -> Bool {
    let old = BoxedValue(bits: place.pointee)
    if old == box { return false }
    if changes.isRecording { note(address()) }
    overwrite(place, by: box)
    return true
  }

  /// Puts a plain number or a logical value where another value stands, when nobody asks what changed.
  @inline(__always)
  func overwrite(_ place: UnsafeMutablePointer<UInt64>, by box: BoxedValue) {
    let old = BoxedValue(bits: place.pointee)
    values.release(old)
    place.pointee = box.bits
  }

  /// Puts a number of any kind, or a logical value, where another value stands; see ``replace(_:by:at:)``.
  func replace(
    _ column: UnsafeMutablePointer<ColumnStore>, _ row: Int, by result: NumericResult,
    at address: @autoclosure () -> CellAddress
  ) -> Bool {
    let place = column.pointee.place(of: row)
    let old = BoxedValue(bits: place.pointee)
    if old == result.box, !old.isNumber || column.pointee.kinds[row] == result.kind { return false }
    if changes.isRecording { note(address()) }
    values.release(old)
    if result.box.isNumber { setKind(result.kind, column, row) }
    place.pointee = result.box.bits
    return true
  }

  @inline(__always)
  private func setKind(_ kind: NumberKind, _ column: UnsafeMutablePointer<ColumnStore>, _ row: Int) {
    if kind != .plain { mayHaveKinds = true }
    column.pointee.setKind(kind, at: row)
  }

  /// Writes a value into a cell, and tells whether it was another.
  func write(_ value: CellValue, at address: CellAddress) -> Bool {
    let column = column(address.grid, Int(address.column))
    let place = column.pointee.place(of: Int(address.row))
    let old = BoxedValue(bits: place.pointee)
    if values.holds(old, value), !old.isNumber || column.pointee.kinds[Int(address.row)] == value.kind { return false }
    if changes.isRecording { note(address) }
    if case .number(_, let kind) = value { setKind(kind, column, Int(address.row)) }
    place.pointee = values.box(value, replacing: old).bits
    return true
  }

  /// Puts a text into a cell that holds one, which goes where it stood: nothing is copied.
  ///
  /// - Returns: Whether the cell held another text; `nil` if it holds no text.
  @inline(__always)
  func exchange(
    _ column: UnsafeMutablePointer<ColumnStore>, _ row: Int, with text: UnsafeMutablePointer<CellValue>,
    at address: CellAddress
  ) -> Bool? {
    let old = BoxedValue(bits: column.pointee.place(of: row).pointee)
    guard old.isText else { return nil }
    if changes.isRecording {
      if values.holds(old, text.pointee) { return false }
      note(address)
    }
    return values.exchange(old, with: text)
  }

  /// Notes what a cell holds, which is about to change.
  private func note(_ address: CellAddress) { changes.note(address, from: value(at: address)) }

  /// The memory that the columns take.
  var byteCount: Int {
    var bytes = 0
    for grid in tables.indices {
      for column in 0..<tables[grid].count { bytes += tables[grid].columns[column].byteCount }
    }
    return bytes
  }

  // MARK: Rules

  /// The rules of this type that do not hold, worded for a bug report.
  func brokenRules() -> [String] {
    var broken: [String] = []
    var owners: [UInt32: String] = [:]
    for grid in tables.indices {
      for column in 0..<tables[grid].count {
        tables[grid].columns[column].forEachUsed { row, box in
          guard box.hasSlot else { return }
          let place = "row \(row) of column \(column) of grid \(grid)"
          if let other = owners.updateValue(place, forKey: box.slot) {
            broken.append("R5: slot \(box.slot) belongs to \(other) and to \(place)")
          }
        }
      }
    }
    if owners.count != values.usedCount {
      broken.append("R5: \(owners.count) slots belong to cells, \(values.usedCount) are taken")
    }
    return broken + spills.brokenRules()
  }
}
