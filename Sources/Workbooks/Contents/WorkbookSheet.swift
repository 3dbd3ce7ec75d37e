import CellModel

/// One sheet of a workbook.
package struct WorkbookSheet: Sendable {
  package enum Kind: Sendable, Hashable {
    case cells, chart, dialog, macro
    /// One that the file names and does not have.
    case missing
  }

  /// Who sees a sheet; a very hidden one can be shown by programs only.
  package enum Visibility: String, Sendable {
    case visible, hidden, veryHidden
  }

  package var name: String
  package var kind = Kind.cells
  package var visibility = Visibility.visible
  /// The constants, by column.
  package var columns: [Int: ConstantColumn] = [:]
  /// In the order of the file.
  package var formulas = StoredFormulas()
  package var sharedFormulas: [SharedFormula] = []
  package var arrays = SheetArrays()
  /// Their cells are among the constants.
  package var whatIfTables: [WhatIfTable] = []
  package var tables: [WorkbookTable] = []
  package var rows = RowVisibility()
  package var pivots: [PivotReport] = []
  package var annotations = SheetAnnotations()

  package init(name: String) { self.name = name }

  package var isHidden: Bool { visibility != .visible }

  /// How many constants stand in a block.
  package func valueCount(in block: CellBlock) -> Int {
    columns.lazy.filter { (block.left...block.right).contains($0.key) }
      .reduce(0) { $0 + $1.value.places(in: block.top...block.bottom).count }
  }
}

/// A rectangle of cells of one sheet, counted from 0; its ends belong to it.
package struct CellBlock: Sendable, Hashable {
  package var top: Int
  package var left: Int
  package var bottom: Int
  package var right: Int

  package init(top: Int, left: Int, bottom: Int, right: Int) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The block that a text such as `B2:C9` or `B2` names; `nil` when it names none.
  package init?(_ text: some StringProtocol) {
    guard let cells = A1Notation.block(text) else { return nil }
    self.init(
      top: cells.rows.lowerBound, left: cells.columns.lowerBound, bottom: cells.rows.upperBound,
      right: cells.columns.upperBound)
  }

  package var rows: Int { bottom - top + 1 }
  package var columns: Int { right - left + 1 }
  package var count: Int { rows * columns }

  package func contains(row: Int, column: Int) -> Bool {
    row >= top && row <= bottom && column >= left && column <= right
  }
}

/// The constants of one column, by row from top to bottom.
package struct ConstantColumn: Sendable {
  package var rows: [Int32] = []
  package var values = PackedValues()
  /// The style of each, by which ``Workbook/numberFormat(ofStyle:)`` tells how it is shown.
  package var styles: [Int32] = []

  package init() {}

  package mutating func append(_ value: CellValue, row: Int, style: Int32) {
    rows.append(Int32(row))
    values.append(value)
    styles.append(style)
  }

  /// Puts a value in a row, which keeps its style if it has one.
  package mutating func set(_ value: CellValue, row: Int, style: Int32) {
    let place = position(of: row)
    if place < rows.count, Int(rows[place]) == row {
      values[place] = value
    } else {
      rows.insert(Int32(row), at: place)
      values.insert(value, at: place)
      styles.insert(style, at: place)
    }
  }

  /// The places of what stands in some rows.
  package func places(in rows: ClosedRange<Int>) -> Range<Int> {
    position(of: rows.lowerBound)..<position(of: rows.upperBound + 1)
  }

  /// Takes out what stands in some rows.
  package mutating func remove(rows range: ClosedRange<Int>) {
    let places = places(in: range)
    rows.removeSubrange(places)
    values.removeSubrange(places)
    styles.removeSubrange(places)
  }

  /// The value of a row; `nil` where none stands.
  package func value(at row: Int) -> CellValue? {
    let place = position(of: row)
    return place < rows.count && Int(rows[place]) == row ? values[place] : nil
  }

  /// The same from top to bottom, with the last of the values that stand in one row.
  func ordered() -> ConstantColumn {
    let places = rows.indices.sorted { (rows[$0], $0) < (rows[$1], $1) }
    var result = ConstantColumn()
    for (number, place) in places.enumerated() {
      if number + 1 < places.count, rows[places[number + 1]] == rows[place] { continue }
      result.append(values[place], row: Int(rows[place]), style: styles[place])
    }
    return result
  }

  /// The position of the first row that is not above a given one.
  package func position(of row: Int) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if Int(rows[middle]) < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A formula where it stands, with the value that was stored for it.
package struct StoredFormula: Sendable {
  package enum Kind: Sendable, Hashable {
    case plain(String)
    /// One of ``WorkbookSheet/sharedFormulas``, shifted to this cell.
    case shared(Int32)
    /// The first cell of one of ``SheetArrays/formulas``.
    case array(Int32)
  }

  package var kind: Kind
  /// `nil` when the file has no value for it.
  package var stored: CellValue?
  package var row: Int32
  package var column: Int32
  package var style: Int32

  package init(row: Int32, column: Int32, style: Int32, kind: Kind, stored: CellValue?) {
    self.row = row
    self.column = column
    self.style = style
    self.kind = kind
    self.stored = stored
  }
}

/// A formula that several cells have, each shifted from the cell for which it is written.
package struct SharedFormula: Sendable, Hashable {
  package var row: Int32
  package var column: Int32
  /// `nil` when the file names the formula and never tells it.
  package var text: String?

  package init(row: Int32, column: Int32, text: String?) {
    self.row = row
    self.column = column
    self.text = text
  }
}

/// A formula that gives an array.
package struct ArrayFormula: Sendable, Hashable {
  package var text: String
  package var block: CellBlock
  /// Whether it fills as many cells as it gives, and not just those of its block.
  package var isDynamic: Bool

  package init(text: String, block: CellBlock, isDynamic: Bool) {
    self.text = text
    self.block = block
    self.isDynamic = isDynamic
  }
}

/// A value that an array formula has filled beside its own cell.
package struct SpilledValue: Sendable {
  package var row: Int32
  package var column: Int32
  package var value: CellValue
  /// The formula, among ``SheetArrays/formulas``.
  package var array: Int32
  /// `nil` for that of the formula.
  package var style: Int32?

  package init(row: Int32, column: Int32, value: CellValue, array: Int32, style: Int32? = nil) {
    self.row = row
    self.column = column
    self.value = value
    self.array = array
    self.style = style
  }
}

/// A table on a sheet.
package struct WorkbookTable: Sendable, Hashable {
  package var name: String
  /// With its header and its totals.
  package var block: CellBlock
  package var hasHeaders: Bool
  package var hasTotals: Bool
  package var columns: [String]
  /// The formula of each column that has one for all its rows, by the column's position.
  package var columnFormulas: [Int: String] = [:]

  package init(name: String, block: CellBlock, hasHeaders: Bool, hasTotals: Bool, columns: [String]) {
    self.name = name
    self.block = block
    self.hasHeaders = hasHeaders
    self.hasTotals = hasTotals
    self.columns = columns
  }
}
