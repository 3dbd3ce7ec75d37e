import CellModel
import Engine
import LiveSheets
import LiveWorkbooks

/// Who reads whom in a workbook: formulas that fill a block are one item, and so are the neighbouring constants that the same
/// formulas read.
package struct WorkbookRelations {
  package private(set) var result = SheetRelations()
  private let workbook: LiveWorkbook
  private var engine: Engine { workbook.engine }
  private var places = ItemPlaces()
  /// What each item reads.
  private var reads: [[Area]] = []

  package init(_ workbook: LiveWorkbook) {
    self.workbook = workbook
    for (sheet, grid) in workbook.grids.enumerated() { addFormulas(sheet, grid) }
    addConstants()
    relate()
    markCycles()
  }

  /// The items that have a cell in an area.
  package func items(in area: Area) -> [Int] { places.items(in: area) }

  private mutating func add(_ area: Area, _ kind: SheetRelations.Kind, formula: String? = nil, reading: [Area] = []) {
    let name = workbook.name(of: area)
    let cell = CellInfo(
      name: name, address: area.topLeft, area: area.isSingleCell ? nil : area,
      kind: kind == .formula ? .formula : .constant)
    let sheet = workbook.grids.firstIndex(of: area.grid).map { workbook.contents.sheets[$0].name }
    places.insert(area, result.items.count)
    result.items.append(
      SheetRelations.Item(
        name: name, kind: kind, cell: cell, formula: formula, group: workbook.grids.count > 1 ? sheet : nil))
    reads.append(reading)
  }

  private mutating func addFormulas(_ sheet: Int, _ grid: GridID) {
    for run in FormulaRuns(workbook, sheet: sheet, isLeftOut: { _, _ in false }).runs {
      var area = Area(
        grid: grid, top: run.block.top, left: run.block.left, bottom: run.block.bottom, right: run.block.right)
      let read = engine.dependencies.areasRead(in: area)
      if let spill = engine.spills.area(of: area.topLeft), area.isSingleCell { area = spill }
      add(area, .formula, formula: workbook.formula(at: area.topLeft), reading: read)
    }
  }

  // MARK: Constants

  private struct Segment {
    var top: Int
    var bottom: Int
    /// The areas that all of it lies in.
    var readers: [Int]
  }

  /// Adds what formulas read that no formula gives, cut where other formulas read.
  private mutating func addConstants() {
    var known: Set<Area> = []
    let areas = reads.flatMap(\.self).filter { known.insert($0).inserted }
    var byColumn: [GridID: [Int: [Int]]] = [:]
    for (number, area) in areas.enumerated() {
      let used = engine.usedArea(area)
      guard !used.isEmpty else { continue }
      for column in used.left...used.right {
        byColumn[area.grid, default: [:]][Int(column), default: []].append(number)
      }
    }
    for (grid, columns) in byColumn.sorted(by: { $0.key < $1.key }) {
      var open: [(area: Area, readers: [Int])] = []
      for (column, numbers) in columns.sorted(by: { $0.key < $1.key }) {
        var next: [(area: Area, readers: [Int])] = []
        for segment in segments(grid, column, numbers.map { (number: $0, area: areas[$0]) }) {
          var area = Area(grid: grid, top: segment.top, left: column, bottom: segment.bottom, right: column)
          let left = open.firstIndex {
            $0.area.top == area.top && $0.area.bottom == area.bottom && Int($0.area.right) == column - 1
              && $0.readers == segment.readers
          }
          if let left { area.left = open.remove(at: left).area.left }
          next.append((area, segment.readers))
        }
        for ended in open { add(ended.area, .input) }
        open = next
      }
      for ended in open { add(ended.area, .input) }
    }
  }

  private func segments(_ grid: GridID, _ column: Int, _ areas: [(number: Int, area: Area)]) -> [Segment] {
    var cuts: Set<Int> = []
    for (_, area) in areas { cuts.formUnion([Int(area.top), Int(area.bottom) + 1]) }
    for block in places.blocks(grid, column) { cuts.formUnion([block.top, block.bottom + 1]) }
    let sorted = cuts.sorted()
    let byTop = areas.sorted { ($0.area.top, $0.number) < ($1.area.top, $1.number) }
    var entered = 0
    var active: [(number: Int, area: Area)] = []
    var found: [Segment] = []
    for (top, end) in zip(sorted, sorted.dropFirst()) {
      while entered < byTop.count, Int(byTop[entered].area.top) <= top {
        active.append(byTop[entered])
        entered += 1
      }
      active.removeAll { Int($0.area.bottom) < top }
      guard !active.isEmpty else { continue }
      let area = Area(grid: grid, top: top, left: column, bottom: end - 1, right: column)
      let used = engine.usedArea(area)
      guard !used.isEmpty, places.items(in: used).isEmpty else { continue }
      found.append(
        Segment(top: Int(used.top), bottom: Int(used.bottom), readers: active.map(\.number).sorted()))
    }
    return found
  }

  // MARK: Relations

  private mutating func relate() {
    var known: Set<SheetRelations.Relation> = []
    for item in result.items.indices {
      for area in reads[item] {
        for from in places.items(in: area) where from != item {
          let relation = SheetRelations.Relation(from: from, to: item, isEvent: false)
          if known.insert(relation).inserted { result.relations.append(relation) }
        }
      }
    }
    let read = Set(result.relations.map(\.from))
    for item in result.items.indices where result.items[item].kind == .formula {
      result.items[item].isOutput = !read.contains(item)
    }
  }

  private mutating func markCycles() {
    for cycle in engine.cycles.all() {
      result.markCycle(Set(cycle.flatMap { places.items(in: Area($0)) }))
    }
  }
}

/// The blocks that items are, by their columns; no two have a cell in common.
private struct ItemPlaces {
  typealias Block = (top: Int, bottom: Int, item: Int)
  private var columns: [GridID: [Int: [Block]]] = [:]

  mutating func insert(_ area: Area, _ item: Int) {
    for column in Int(area.left)...Int(area.right) {
      let block = (top: Int(area.top), bottom: Int(area.bottom), item: item)
      let place = Self.first(in: blocks(area.grid, column), endingFrom: block.top)
      columns[area.grid, default: [:]][column, default: []].insert(block, at: place)
    }
  }

  func blocks(_ grid: GridID, _ column: Int) -> [Block] { columns[grid]?[column] ?? [] }

  func items(in area: Area) -> [Int] {
    guard let known = columns[area.grid] else { return [] }
    let range = Int(area.left)...Int(area.right)
    let inside = range.count < known.count ? range.filter { known[$0] != nil } : known.keys.filter(range.contains)
    var found: Set<Int> = []
    for column in inside {
      let blocks = known[column] ?? []
      var place = Self.first(in: blocks, endingFrom: Int(area.top))
      while place < blocks.count, blocks[place].top <= Int(area.bottom) {
        found.insert(blocks[place].item)
        place += 1
      }
    }
    return found.sorted()
  }

  /// The first block that does not end before a row.
  private static func first(in blocks: [Block], endingFrom row: Int) -> Int {
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].bottom < row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
