import CellModel
import Formulas

/// One reference of a formula, relative to the row in which the formula stands.
///
/// Columns are absolute, because a group stands in one column; rows are absolute or an offset from the formula's row. What
/// stands for a number that formulas of one template differ in is one as well: it reads nothing, and is moved by nothing.
///
/// It takes 16 bytes, since a sheet of a million lines has millions: the number of the grid and what is true of the
/// reference share four of them.
struct GroupReference: Hashable {
  /// The number of the grid above the lowest byte, which has the marks.
  private var gridAndMarks: Int32 = 0
  var left: UInt16
  var right: UInt16
  /// A row, or an offset when `topIsRelative`.
  var top: Int32
  var bottom: Int32

  private enum Mark {
    static let topIsRelative: Int32 = 1
    static let bottomIsRelative: Int32 = 2
    static let isCell: Int32 = 4
    static let isPlaceOnly: Int32 = 8
    static let mayBeMissing: Int32 = 16
    static let isMeasured: Int32 = 32
    static let all: Int32 = 0xFF
    static let bits: Int32 = 8
  }

  var grid: GridID {
    @inline(__always) get { GridID(rawValue: gridAndMarks >> Mark.bits) }
    set { gridAndMarks = newValue.rawValue << Mark.bits | gridAndMarks & Mark.all }
  }

  var topIsRelative: Bool {
    @inline(__always) get { gridAndMarks & Mark.topIsRelative != 0 }
    set { set(Mark.topIsRelative, newValue) }
  }

  var bottomIsRelative: Bool {
    @inline(__always) get { gridAndMarks & Mark.bottomIsRelative != 0 }
    set { set(Mark.bottomIsRelative, newValue) }
  }

  /// Whether it is one cell, whose value is read, rather than an area.
  var isCell: Bool {
    @inline(__always) get { gridAndMarks & Mark.isCell != 0 }
    set { set(Mark.isCell, newValue) }
  }

  /// Whether only the place matters, as to ROW, so that no value is read.
  var isPlaceOnly: Bool {
    @inline(__always) get { gridAndMarks & Mark.isPlaceOnly != 0 }
    set { set(Mark.isPlaceOnly, newValue) }
  }

  /// Whether only how many rows the table has matters, as to ROWS.
  var isMeasured: Bool {
    @inline(__always) get { gridAndMarks & Mark.isMeasured != 0 }
    set { set(Mark.isMeasured, newValue) }
  }

  /// Whether it names a row of a table by its number, which the table need not have.
  var mayBeMissing: Bool {
    @inline(__always) get { gridAndMarks & Mark.mayBeMissing != 0 }
    set { set(Mark.mayBeMissing, newValue) }
  }

  @inline(__always)
  private mutating func set(_ mark: Int32, _ isTrue: Bool) {
    gridAndMarks = isTrue ? gridAndMarks | mark : gridAndMarks & ~mark
  }

  /// Whether it reads cells of a column of a grid.
  func reads(column: Int32, of grid: GridID) -> Bool {
    self.grid == grid && left <= column && right >= column && !isPlaceOnly
  }

  init(_ area: Area, relativeTo row: Int?, topIsRelative: Bool, bottomIsRelative: Bool, isCell: Bool) {
    left = UInt16(clamping: area.left)
    right = UInt16(clamping: area.right)
    top = topIsRelative ? area.top - Int32(row ?? 0) : area.top
    bottom = bottomIsRelative ? area.bottom - Int32(row ?? 0) : area.bottom
    grid = area.grid
    self.topIsRelative = topIsRelative
    self.bottomIsRelative = bottomIsRelative
    self.isCell = isCell
  }

  @inline(__always)
  func topRow(at row: Int) -> Int { topIsRelative ? row + Int(top) : Int(top) }

  @inline(__always)
  func bottomRow(at row: Int) -> Int { bottomIsRelative ? row + Int(bottom) : Int(bottom) }

  /// The area it stands for in a formula at a row; the corners are put in order.
  @inline(__always)
  func area(at row: Int) -> Area {
    let top = topRow(at: row)
    let bottom = bottomRow(at: row)
    return Area(grid: grid, top: min(top, bottom), left: Int(left), bottom: max(top, bottom), right: Int(right))
  }

  /// The smallest area that holds all that formulas in some rows read.
  func areaRead(from rows: RowRange) -> Area {
    let (first, last) = (rows.lowerBound, rows.upperBound)
    let top = min(topRow(at: first), topRow(at: last), bottomRow(at: first), bottomRow(at: last))
    let bottom = max(topRow(at: first), topRow(at: last), bottomRow(at: first), bottomRow(at: last))
    return Area(grid: grid, top: max(top, 0), left: Int(left), bottom: max(bottom, top, 0), right: Int(right))
  }

  /// The rows among those of a formula that read any of some rows; `nil` when none does.
  func readers(of read: RowRange, among rows: RowRange) -> RowRange? {
    let (low, high) = (read.lowerBound, read.upperBound)
    let (first, last) = (rows.lowerBound, rows.upperBound)
    var from = first
    var through = last
    switch (topIsRelative, bottomIsRelative) {
    case (true, true):
      from = max(from, low - Int(max(top, bottom)))
      through = min(through, high - Int(min(top, bottom)))
    case (false, false):
      if max(top, bottom) < low || min(top, bottom) > high { return nil }
    case (false, true):
      // From a fixed row to one that moves along: whoever moves beyond `low` reads it, unless the corners are swapped.
      if Int(top) <= high, Int(top) <= first + Int(bottom) { from = max(from, low - Int(bottom)) }
    case (true, false):
      if Int(bottom) >= low, last + Int(top) <= Int(bottom) { through = min(through, high - Int(top)) }
    }
    return from <= through ? from...through : nil
  }
}

/// Numbers among the references: one for all rows of a group, or one for each row in the list of ``OwnNumbers``.
extension GroupReference {
  private static let noGrid = GridID(rawValue: -1)
  private static let listGrid = GridID(rawValue: -2)

  /// What stands for a number that formulas of one template differ in.
  init(ownNumber number: WrittenNumber) {
    let bits = number.value.bitPattern
    left = UInt16(number.wholeDigits)
    right = number.fractionDigits.map { UInt16($0) + 1 } ?? 0
    top = Int32(truncatingIfNeeded: bits)
    bottom = Int32(truncatingIfNeeded: bits >> 32)
    grid = Self.noGrid
    (isCell, isPlaceOnly) = (true, true)
  }

  /// What stands for the numbers of a run of formulas, of which the one at a row comes first in a span.
  init(listedFrom place: Int, span: Int, at row: Int) {
    (left, right) = (0, 0)
    top = Int32(place - row)
    bottom = Int32(span)
    grid = Self.listGrid
    topIsRelative = true
    (isCell, isPlaceOnly) = (true, true)
  }

  /// Whether it stands for numbers of a list.
  @inline(__always) var isListed: Bool { grid == Self.listGrid }

  /// The span in which the numbers stand.
  var span: Int { Int(bottom) }

  /// The number that it stands for in all rows, where its template says that it is a number and it is not listed.
  @inline(__always)
  var number: Double {
    Double(bitPattern: UInt64(UInt32(bitPattern: bottom)) << 32 | UInt64(UInt32(bitPattern: top)))
  }

  /// The number that it stands for in a row, where its template says that it is a number.
  ///
  /// - Parameter list: The numbers of ``OwnNumbers``.
  @inline(__always)
  func number(at row: Int, in list: UnsafePointer<Double>) -> Double { isListed ? list[topRow(at: row)] : number }

  /// The number that it stands for in all rows, as it was written; `nil` for cells and what is listed.
  var ownNumber: WrittenNumber? {
    guard grid == Self.noGrid else { return nil }
    return WrittenNumber(
      number, wholeDigits: UInt8(clamping: left), fractionDigits: right == 0 ? nil : UInt8(clamping: right - 1))
  }
}
