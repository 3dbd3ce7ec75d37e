import CellModel
import Diagnostics
import Engine
import SheetPrograms
import SheetText

/// What the names in a unit's text mean: names of the whole program and, in the rows of a table, those of the row.
struct UnitNames {
  let loaded: LoadedProgram
  let unit: SheetUnit
  /// The names of what is no cell, by key, with the word of its kind.
  let others: [String: String]
  /// The keys of the cells in the row that the unit is a part of.
  private let cellsOfRow: Set<String>
  /// The names that somebody may have meant, made ready when the first is looked for.
  private lazy var near = NearNames(known)

  /// - Parameter row: The row of a table that the unit is a part of.
  init(_ loaded: LoadedProgram, _ unit: SheetUnit, in row: RowForm? = nil) {
    self.loaded = loaded
    self.unit = unit
    let cells = Set(row?.columns.keys ?? [:].keys)
    cellsOfRow = cells
    others =
      row.map { Self.others(loaded.otherNames, unit, cells).merging($0.otherNames) { _, ofRow in ofRow } }
      ?? loaded.otherNames
  }

  /// The names of the whole that mean something in a row: services, and what all rows have in common. Of the rest the
  /// sheet in the row knows nothing, and a name of its own may be the same.
  private static func others(
    _ names: [String: String], _ unit: SheetUnit, _ cells: Set<String>
  ) -> [String: String] {
    let shared = unit.nameForAllRows("")?.lowercased()
    return names.filter { key, kind in
      !cells.contains(key) && (kind == "service" || shared.map(key.hasPrefix) ?? false)
    }
  }

  /// Whether a name, as the whole knows it, means anything.
  func isKnown(_ name: String) -> Bool {
    let key = name.lowercased()
    return cellsOfRow.contains(key) || loaded.engine.names.binding(of: name, in: loaded.scope) != nil
      || others[key] != nil
  }

  /// The names that the unit's text may say, as it writes them.
  var known: [String] {
    if !cellsOfRow.isEmpty { return cellsOfRow.map(unit.written) }
    guard !unit.prefix.isEmpty else { return loaded.names.known }
    let prefix = unit.prefix.lowercased()
    return loaded.names.known.filter { $0.lowercased().hasPrefix(prefix) }.map(unit.written)
  }

  /// The name that somebody may have meant.
  mutating func suggestion(for name: String) -> String? { near.suggestion(for: unit.written(name)) }

  /// The grids that the unit's text may name, as it writes them.
  var sheets: [String] {
    guard !unit.prefix.isEmpty else { return loaded.names.sheets }
    return loaded.names.sheets.filter(unit.hasGrid).map(unit.written)
  }
}
