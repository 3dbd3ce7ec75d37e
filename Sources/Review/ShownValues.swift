import CellModel
import Engine
import LiveSheets
import SheetText

/// Where a value stands, the same in all versions of a sheet.
enum ShownPlace: Hashable {
  /// What has a name.
  case name(String)
  /// Cells of a grid, of which the one without a `sheet` line is "". What cells are called depends on what the file is
  /// called and on how many grids there are.
  case cells(grid: String, top: Int32, left: Int32, bottom: Int32, right: Int32)
}

/// What all that a sheet defines, or what differs from another version, has for values.
struct ShownValues {
  typealias Entry = (cell: CellInfo, value: CellValue)

  let sheet: LiveSheet
  private let grids: [String: GridID]
  /// The places in their order; a spill range has that of its anchor, since its size may be another in another version.
  private let places: [ShownPlace]
  private let cells: [ShownPlace: Entry]

  /// - Parameter other: A version whose single cells are left out where this has the same values.
  init(_ sheet: LiveSheet, unlike other: LiveSheet? = nil) {
    self.sheet = sheet
    grids = sheet.gridsByLine
    let names = Dictionary(grids.map { ($1, $0) }) { first, _ in first }
    var places: [ShownPlace] = []
    var cells: [ShownPlace: Entry] = [:]
    let contents = sheet.definedCells.all { address in
      other.map { !sheet.definedCells.agrees(with: $0.definedCells, at: address) } ?? true
    }
    for cell in contents where cell.kind != .event && cell.kind != .part {
      let place: ShownPlace
      if let grid = names[cell.address.grid] {
        let isRange = cell.area != nil && !sheet.isSpillRange(cell)
        place = ShownPlace(isRange ? cell.area ?? Area(cell.address) : Area(cell.address), in: grid)
      } else {
        place = .name(cell.name.lowercased())
      }
      guard cells[place] == nil else { continue }
      places.append(place)
      cells[place] = (cell, sheet.value(of: cell))
    }
    self.places = places
    self.cells = cells
  }

  /// What stands at a place, also where it is defined as a part of something else, as a cell of a fill is.
  func entry(at place: ShownPlace) -> Entry? {
    if let known = cells[place], !sheet.isSpillRange(known.cell) { return known }
    let path: String
    switch place {
    case .name(let name): path = name
    case .cells(let name, let top, let left, let bottom, let right):
      guard let grid = grids[name] else { return nil }
      let area = Area(grid: grid, top: Int(top), left: Int(left), bottom: Int(bottom), right: Int(right))
      path = area.isSingleCell ? sheet.name(of: area.topLeft) : sheet.name(of: area)
    }
    guard case .success(let cell) = sheet.cell(path) else { return nil }
    return (cell, sheet.value(of: cell))
  }

  /// Whether a value is another than in a whole version; a text with an error that the version has not tells nothing.
  func differs(from other: ShownValues, at place: ShownPlace) -> Bool {
    guard !sheet.hasErrors || other.sheet.hasErrors else { return false }
    return Self.differ(entry(at: place)?.value, other.entry(at: place)?.value)
  }

  /// Whether two values say something else, if only by the kinds of their numbers; a LAMBDA of the same text is the same in
  /// both versions.
  private static func differ(_ old: CellValue?, _ new: CellValue?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    return !old.isIdentical(to: new) && !old.isAlike(to: new)
  }

  // MARK: Changes

  typealias PlacedChange = (change: ValueChange, place: ShownPlace)

  /// The values that both have and that differ, in the order of the other; where a fill has been cut into others, the cells
  /// that were in it before.
  func changes(to other: ShownValues) -> [PlacedChange] {
    other.places.compactMap { place in
      guard let new = other.cells[place] else { return nil }
      if let old = cells[place], sheet.isSpillRange(old.cell) || other.sheet.isSpillRange(new.cell) {
        return spillChange(from: old.cell, to: new.cell, at: place, other)
      }
      let isCut = cells[place] == nil
      if isCut, !place.isOnGrid { return nil }
      guard let old = entry(at: place), !isCut || !old.value.isBlank else { return nil }
      guard Self.differ(old.value, new.value) else { return nil }
      guard new.cell.area != nil, case .array(var before) = old.value, case .array(let after) = new.value else {
        let shown = Self.apart(
          (old.value, sheet.shown(old.value, format: old.cell.format)),
          (new.value, other.sheet.shown(new.value, format: new.cell.format)), sheet.valueText)
        return (ValueChange(name: new.cell.name, old: shown.old, new: shown.new), place)
      }
      // Blanks were no values.
      if isCut { before = before.replacing(after) { before[$0, $1].isBlank } }
      return change(of: new.cell, before, after, other).map { ($0, place) }
    }
  }

  /// What differs where an array spills in one of the versions, also in the cells that it fills in that alone. What the other
  /// defines in such a cell is told of that.
  private func spillChange(
    from old: CellInfo, to new: CellInfo, at anchor: ShownPlace, _ other: ShownValues
  ) -> PlacedChange? {
    let place = anchor.reaching(
      rows: max(old.area?.rows ?? 1, new.area?.rows ?? 1), columns: max(old.area?.columns ?? 1, new.area?.columns ?? 1))
    guard let before = entry(at: place)?.value.array, let now = other.entry(at: place), let after = now.value.array
    else { return nil }
    let (rows, columns) = (new.area?.rows ?? 1, new.area?.columns ?? 1)
    let shared = before.replacing(after) { row, column in
      (row >= rows || column >= columns) && !after[row, column].isBlank
    }
    return change(of: now.cell, shared, after, other).map { ($0, place) }
  }

  private func change(of cell: CellInfo, _ before: CellArray, _ after: CellArray, _ other: ShownValues) -> ValueChange?
  {
    var first: (row: Int, column: Int)?
    var changed = 0
    let (rows, columns) = (max(before.rows, after.rows), max(before.columns, after.columns))
    for row in 0..<rows {
      for column in 0..<columns where Self.differ(value(before, row, column), value(after, row, column)) {
        first = first ?? (row, column)
        changed += 1
      }
    }
    guard let first else { return nil }
    func shown(_ array: CellArray, in values: ShownValues, from corner: CellAddress) -> (CellValue, String?) {
      let address = CellAddress(
        grid: corner.grid, row: Int(corner.row) + first.row, column: Int(corner.column) + first.column)
      let value = value(array, first.row, first.column)
      return (value, values.sheet.shown(value, format: values.sheet.formats.shown(at: address)))
    }
    let titles = other.sheet.tables.table(in: cell.address.grid)?.columns ?? []
    let column = Int(cell.address.column) + first.column
    let title = column < titles.count ? titles[column] : String(first.column + 1)
    let (old, new) = Self.apart(
      shown(before, in: self, from: cell.address), shown(after, in: other, from: cell.address), sheet.valueText)
    return ValueChange(
      name: cell.name, old: old, new: new,
      cells: ("row \(first.row + 1), column \(title)", changed, rows * columns))
  }

  /// What two values are called that differ; a blank is nothing.
  private static func apart(
    _ old: (value: CellValue, shown: String?), _ new: (value: CellValue, shown: String?), _ texts: ValueText
  ) -> (old: String?, new: String?) {
    guard let before = old.shown, let after = new.shown else { return (old.shown, new.shown) }
    return texts.apart((old.value, before), (new.value, after))
  }

  /// What is not there is no other than a blank.
  private func value(_ array: CellArray, _ row: Int, _ column: Int) -> CellValue {
    row < array.rows && column < array.columns ? array[row, column] : .blank
  }
}

extension ShownPlace {
  fileprivate init(_ area: Area, in grid: String) {
    self = .cells(grid: grid, top: area.top, left: area.left, bottom: area.bottom, right: area.right)
  }

  fileprivate var isOnGrid: Bool { if case .cells = self { true } else { false } }

  /// As many cells from the first on.
  fileprivate func reaching(rows: Int, columns: Int) -> ShownPlace {
    guard case .cells(let grid, let top, let left, _, _) = self else { return self }
    return .cells(
      grid: grid, top: top, left: left, bottom: top + Int32(rows) - 1, right: left + Int32(columns) - 1)
  }
}

extension LiveSheet {
  /// The grids by the names on their `sheet` lines in lower case.
  fileprivate var gridsByLine: [String: GridID] {
    let lines = Set(document.statements.compactMap { if case .grid(let name) = $0.kind { name.key } else { nil } })
    let home = document.statements.first { $0.grid == nil }.flatMap { grid(of: $0) }
    return Dictionary(
      grids.map { name, grid in
        let key = name.lowercased()
        return (grid == home && !lines.contains(key) ? "" : key, grid)
      }
    ) { first, _ in first }
  }

  /// Whether cells are those that the array of their first one fills.
  fileprivate func isSpillRange(_ cell: CellInfo) -> Bool {
    cell.area != nil && cell.isBlock && engine.spills.area(of: cell.address) == cell.area
  }

  fileprivate func shown(_ value: CellValue, format: String?) -> String? {
    value.isBlank ? nil : display(value, format: format)
  }
}

extension CellArray {
  /// The array with some elements of another one of its size in place of its own.
  fileprivate func replacing(_ other: CellArray, where isWanted: (_ row: Int, _ column: Int) -> Bool) -> CellArray {
    guard other.rows == rows, other.columns == columns else { return self }
    let elements = (0..<rows).flatMap { row in
      (0..<columns).map { column in isWanted(row, column) ? other[row, column] : self[row, column] }
    }
    return CellArray(rows: rows, columns: columns, elements)
  }
}
