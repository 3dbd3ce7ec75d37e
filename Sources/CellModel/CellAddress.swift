/// A grid of an engine: a sheet, a table, or the column in which named cells live.
@frozen public struct GridID: Hashable, Sendable, Comparable {
  public var rawValue: Int32
  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
  public static func < (a: GridID, b: GridID) -> Bool { a.rawValue < b.rawValue }
}

/// The place of a cell: a grid, a row and a column, both counted from 0.
@frozen public struct CellAddress: Hashable, Sendable {
  public var grid: GridID
  public var row: Int32
  public var column: Int32

  @inlinable public init(grid: GridID, row: Int, column: Int) {
    self.grid = grid
    self.row = Int32(row)
    self.column = Int32(column)
  }
}

/// A rectangle of cells in one grid; `bottom` and `right` are part of it.
///
/// A whole column runs to ``Area/lastRow``, a whole row to ``Area/lastColumn``; who reads it clips it to what is used.
/// `bottom < top` is the empty area, which a table without rows gives.
@frozen public struct Area: Hashable, Sendable {
  public static let lastRow = 1_048_575
  public static let lastColumn = 16_383

  public var grid: GridID
  public var top: Int32
  public var left: Int32
  public var bottom: Int32
  public var right: Int32

  @inlinable public init(grid: GridID, top: Int, left: Int, bottom: Int, right: Int) {
    self.grid = grid
    self.top = Int32(top)
    self.left = Int32(left)
    self.bottom = Int32(bottom)
    self.right = Int32(right)
  }

  @inlinable public init(_ address: CellAddress) {
    grid = address.grid
    top = address.row
    bottom = address.row
    left = address.column
    right = address.column
  }

  @inlinable public var rows: Int { Int(bottom) - Int(top) + 1 }
  @inlinable public var columns: Int { Int(right) - Int(left) + 1 }
  @inlinable public var isSingleCell: Bool { top == bottom && left == right }
  @inlinable public var isEmpty: Bool { bottom < top || right < left }
  /// The cell that stands in an area where another does: of a column in its row, of a row in its column, of a block in
  /// both; it may lie outside.
  package func ownCell(of cell: CellAddress) -> CellAddress {
    CellAddress(grid: grid, row: Int(rows == 1 ? top : cell.row), column: Int(columns == 1 ? left : cell.column))
  }

  @inlinable public var topLeft: CellAddress { CellAddress(grid: grid, row: Int(top), column: Int(left)) }

  /// Whether its columns are meant whole: it has more rows than anybody means one by one.
  package var isWholeColumns: Bool { rows > 65_536 }

  /// Whether its rows are meant whole: it has more columns than anybody means one by one.
  package var isWholeRows: Bool { columns > 1_024 }

  public func contains(_ address: CellAddress) -> Bool {
    grid == address.grid && (top...max(top, bottom)).contains(address.row) && bottom >= top
      && address.column >= left && address.column <= right
  }

  /// The cells in both areas, or `nil` when there are none.
  public func intersection(_ other: Area) -> Area? {
    guard grid == other.grid else { return nil }
    var result = self
    result.top = max(top, other.top)
    result.left = max(left, other.left)
    result.bottom = min(bottom, other.bottom)
    result.right = min(right, other.right)
    return result.isEmpty ? nil : result
  }

  /// The smallest rectangle that holds both areas of one grid.
  public func enclosing(_ other: Area) -> Area {
    var result = self
    result.top = min(top, other.top)
    result.left = min(left, other.left)
    result.bottom = max(bottom, other.bottom)
    result.right = max(right, other.right)
    return result
  }
}

/// What a reference stands for once it is resolved: one area, rarely more (a union, a run of sheets).
public struct Reference: Hashable, Sendable {
  public var first: Area
  public var others: [Area]
  /// The columns of the array whose elements the areas are, row by row; 0 for one area and for a union.
  ///
  /// `OFFSET(A1, {0;1;2}, 0)` gives three references, of which SUBTOTAL makes three results.
  public private(set) var arrayColumns: Int32 = 0

  public init(_ first: Area, others: [Area] = []) {
    self.first = first
    self.others = others
  }

  /// Makes an array of references from at least two areas, row by row.
  public init(elements areas: [Area], columns: Int) {
    self.init(areas[0], others: Array(areas.dropFirst()))
    arrayColumns = Int32(columns)
  }

  public var isArray: Bool { arrayColumns > 0 }

  public init(_ address: CellAddress) { self.init(Area(address)) }

  public var areas: [Area] { [first] + others }
  /// How many areas there are; ``area(_:)`` gives each without making an array of them.
  @usableFromInline package var areaCount: Int { others.count + 1 }
  @usableFromInline package func area(_ index: Int) -> Area { index == 0 ? first : others[index - 1] }
  public var isSingleArea: Bool { others.isEmpty }
  public var isSingleCell: Bool { others.isEmpty && first.isSingleCell }
}
