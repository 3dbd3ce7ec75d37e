import CellModel
import Diagnostics
import Engine
import Formulas
import SheetText

/// Sheets that a sheet uses.
extension LiveSheet {
  /// How deep sheets may use each other.
  private static let useDepth = 32

  /// Reads the sheets that a unit uses, and those that they use in turn.
  ///
  /// - Parameter path: The files on the way from the sheet itself to the unit.
  func addUsedUnits(of unit: SheetUnit, path: [String]) {
    for used in usedUnits(of: unit, path: path) {
      units.append(used.unit)
      addUsedUnits(of: used.unit, path: path + [used.file])
    }
  }

  /// The units that the `use` statements of a unit make.
  func usedUnits(of unit: SheetUnit, path: [String]) -> [(unit: SheetUnit, file: String)] {
    unit.document.statements.compactMap { statement in
      guard case .use(let use) = statement.kind else { return nil }
      return usedUnit(use.path, prefix: unit.fullName(use.name.text) + ".", by: unit, path: path)
    }
  }

  /// Reads one used sheet; what keeps it from being read is a finding.
  func usedUnit(
    _ written: WrittenText, prefix: String, by unit: SheetUnit, path: [String]
  ) -> (unit: SheetUnit, file: String)? {
    let file = unit.folder + written.text
    let main = Self.baseName(storedDocument.source.name) + ".sheet"
    guard !path.contains(file), path.count < Self.useDepth, file != main else {
      unreadUses.insert(prefix.dropLast().lowercased())
      add(TimeDiagnostics.useOfItself(written), of: unit)
      return nil
    }
    let bytes: [UInt8]
    do { bytes = try environment.readFile(file) } catch {
      unreadUses.insert(prefix.dropLast().lowercased())
      add(TimeDiagnostics.unknownUse(written, "\(error)"), of: unit)
      return nil
    }
    let document = SheetDocument(name: file, bytes: bytes)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let used = SheetUnit(document, prefix: prefix, useSpan: unit.useSpan ?? written.span, folder: folder)
    for diagnostic in document.diagnostics where diagnostic.severity == .error { add(diagnostic, of: used) }
    return (used, file)
  }

  // MARK: Placing

  /// A tree as it is understood in a unit; see ``FormulaTree/placed(in:hidden:grid:isKnown:)``.
  func placed(
    _ tree: FormulaTree, _ unit: SheetUnit, _ home: String?, hidden: Set<String> = []
  ) -> FormulaTree {
    let grid = foreignGrid(unit, home)
    if unit.isMain, grid == nil, !tree.hasDots { return tree }
    guard !tree.nodes.isEmpty else { return tree }
    return tree.placed(in: unit, hidden: hidden, grid: grid) {
      unit.paths.contains($0) || isKnownPath($0)
    } isFunction: {
      environment.catalog.function(named: FormulaTree.functionName($0)) != nil
    }
  }

  /// A tree of the sheet itself with the addresses that stand alone made those of the grid it was written on.
  func atHome(_ tree: FormulaTree, _ home: String?) -> FormulaTree { placed(tree, units[0], home) }

  /// The grid that addresses without one mean, if it is not the first of the sheet itself.
  private func foreignGrid(_ unit: SheetUnit, _ home: String?) -> String? {
    let key = (unit.isMain ? home ?? "" : unit.gridName(home)).lowercased()
    guard let grid = sheetGrids[key], grid != homeSheet, case .sheet(let name) = engine.kind(of: grid) else {
      return nil
    }
    return name
  }

  /// Whether a full name with dots, in lower case, is one.
  private func isKnownPath(_ key: String) -> Bool {
    engine.binding(of: key, in: scope) != nil || otherNames[key] != nil || dottedColumns.contains(key)
  }

  /// Whether a name is that of a cell at a place: of a column in the rows of a table, of a named cell elsewhere.
  func isCell(_ name: String, at origin: CellAddress) -> Bool {
    engine.area(of: FormulaTree(nodes: [.name(name, sheet: nil)], spans: [SourceSpan(0, 0)]), at: origin) != nil
  }
}
