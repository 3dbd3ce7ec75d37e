import CellModel
import Formulas
import Functions

extension ModelSheet {
  /// For each formula, the formulas that its text names, through areas and names, and those that fill what it names.
  ///
  /// What only says where something stands, as the argument of ROW, is no precedent.
  ///
  /// - Parameter anchors: For each cell that a spill fills, its anchor.
  func precedents(anchors: [CellAddress: CellAddress] = [:]) -> [CellAddress: [CellAddress]] {
    var result: [CellAddress: [CellAddress]] = [:]
    var filled = anchors
    for (cell, content) in cells { if case .formula = content { filled[cell] = cell } }
    for (cell, content) in cells {
      guard case .formula(let tree) = content else { continue }
      let grid = cell.grid == Self.namedCells ? Self.firstSheet : cell.grid
      var visitedNames: Set<String> = []
      var found: Set<CellAddress> = []
      for area in areas(namedIn: tree, grid: grid, visited: &visitedNames) {
        if area.isSingleCell {
          if let formula = filled[area.topLeft] { found.insert(formula) }
        } else {
          for (place, formula) in filled where area.contains(place) { found.insert(formula) }
        }
      }
      result[cell] = Array(found)
    }
    return result
  }

  private func areas(namedIn tree: FormulaTree, grid: GridID, visited: inout Set<String>) -> [Area] {
    var unread: Set<FormulaTree.Index> = []
    for node in tree.nodes {
      guard case .call(let name, let arguments) = node, let traits = catalog.function(named: name)?.traits else {
        continue
      }
      if traits.contains(.ignoresValues) {
        unread.formUnion(arguments)
      } else if traits.contains(.beginsAtFirst), let first = arguments.first {
        unread.insert(first)
      }
    }
    var areas: [Area] = []
    for found in tree.references where !unread.contains(found.index) {
      areas += self.areas(of: found.value, grid: grid) ?? []
    }
    for found in tree.freeNames(catalog) where !unread.contains(found.index) {
      let name = found.value.name.lowercased()
      guard visited.insert(name).inserted else { continue }
      switch names[name] {
      case .area(let area): areas.append(area)
      case .formula(let tree): areas += self.areas(namedIn: tree, grid: grid, visited: &visited)
      case nil: break
      }
    }
    return areas
  }

  /// The cells that can be reached from themselves.
  static func cells(onCyclesOf precedents: [CellAddress: [CellAddress]]) -> Set<CellAddress> {
    var cyclic: Set<CellAddress> = []
    for start in notEvaluable(precedents) {
      var visited: Set<CellAddress> = []
      var stack = precedents[start] ?? []
      while let cell = stack.popLast(), !cyclic.contains(start) {
        if cell == start {
          cyclic.insert(start)
        } else if visited.insert(cell).inserted {
          stack += precedents[cell] ?? []
        }
      }
    }
    return cyclic
  }

  /// The cells that are left when, again and again, every cell is taken away whose precedents are all gone.
  private static func notEvaluable(_ precedents: [CellAddress: [CellAddress]]) -> Set<CellAddress> {
    var left = Set(precedents.keys)
    while true {
      let ready = left.filter { cell in precedents[cell]?.contains(where: left.contains) != true }
      if ready.isEmpty { return left }
      left.subtract(ready)
    }
  }

  /// The areas that an address means, one for each sheet of a run; `nil` when it means none.
  func areas(of reference: GridReference, grid: GridID) -> [Area]? {
    var grids = grid.rawValue...grid.rawValue
    if let sheet = reference.sheet {
      guard let first = self.grid(named: sheet.first), let last = self.grid(named: sheet.last ?? sheet.first) else {
        return nil
      }
      grids = min(first, last).rawValue...max(first, last).rawValue
    }
    let (top, left, bottom, right): (Int32, Int32, Int32, Int32)
    switch reference.shape {
    case .deleted: return nil
    case .cell(let row, let column): (top, left, bottom, right) = (row.value, column.value, row.value, column.value)
    case .area(let row, let column, let row2, let column2):
      (top, bottom) = (min(row.value, row2.value), max(row.value, row2.value))
      (left, right) = (min(column.value, column2.value), max(column.value, column2.value))
    case .columns(let first, let last):
      (top, bottom) = (0, Int32(Area.lastRow))
      (left, right) = (min(first.value, last.value), max(first.value, last.value))
    case .rows(let first, let last):
      (top, bottom) = (min(first.value, last.value), max(first.value, last.value))
      (left, right) = (0, Int32(Area.lastColumn))
    }
    return grids.map {
      Area(grid: GridID(rawValue: $0), top: Int(top), left: Int(left), bottom: Int(bottom), right: Int(right))
    }
  }
}
