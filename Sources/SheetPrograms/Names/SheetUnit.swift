import Diagnostics
import Formulas
import SheetText
import Workbooks

/// One sheet text of a program: the sheet itself, or one that it uses, as often as it uses it.
///
/// The names of a used sheet become names of the whole with the unit's prefix before them, so that all its cells lie in
/// one engine and one dependency graph with those of the sheet that uses it. A used workbook is a unit without a text.
package final class SheetUnit {
  /// What stands before the unit's names, with its dot: `adding.`; empty for the sheet itself.
  package let prefix: String
  package let document: SheetDocument
  /// The workbook that the unit is; `nil` for a sheet.
  package let workbook: Workbook?
  /// The place of the `use` or `table … of` in the sheet that is being read; `nil` for the sheet itself.
  package let useSpan: SourceSpan?
  /// The folder of the sheet's file, relative to that of the sheet itself, with its slash.
  package let folder: String
  package let declared: UnitDeclarations
  package let gridLines: GridLines
  /// The keys of names with dots that only the unit knows: of the cells and actions in the rows of a table.
  package private(set) var paths: Set<String> = []
  /// The table in whose rows the sheet is.
  private var table: String?
  /// What the unit has in common with those in the other rows of a table; `nil` for a sheet that is in no row, or that
  /// shares nothing.
  package let shared: SheetUnit?
  /// The keys of the names that each row has for itself, of a unit that rows share.
  package let namesOfRows: Set<String>
  /// The row of a table that it is, or that uses it, where each row has names of its own in the whole; `nil` for any
  /// other.
  package let row: RowInstance?
  /// The files on the way from the sheet itself to it, with its own.
  let files: [String]

  package init(
    _ document: SheetDocument, workbook: Workbook? = nil, prefix: String = "", useSpan: SourceSpan? = nil,
    folder: String = "", files: [String] = [], row: RowInstance? = nil, shared: SheetUnit? = nil,
    namesOfRows: Set<String> = []
  ) {
    self.document = document
    self.workbook = workbook
    self.prefix = prefix
    self.useSpan = useSpan
    self.folder = folder
    self.shared = shared
    self.namesOfRows = namesOfRows
    self.files = files
    self.row = row
    gridLines = GridLines(document)
    declared = UnitDeclarations(document, gridLines, isMain: useSpan == nil, hasPrefix: !prefix.isEmpty)
  }

  /// Takes note that the sheet is in the rows of a table, where names with dots stand for its columns.
  func lieInRows(of table: String, paths: Set<String>) {
    self.table = table
    self.paths = paths
  }

  package var isMain: Bool { useSpan == nil }

  /// Whether it is one of the sheets in the rows of a table.
  package var isInRows: Bool { table != nil }

  /// What a name with dots is called that a sheet in the rows of a table, or used by one, has for all rows; `nil` for a
  /// unit that has nothing to do with rows.
  package func nameForAllRows(_ name: String) -> String? {
    if let table { return "\(table).\(name)" }
    return namesOfRows.isEmpty ? nil : prefix + name
  }

  /// A name of the unit as the whole knows it.
  package func fullName(_ name: String) -> String { prefix.isEmpty ? name : prefix + name }

  /// A name that the unit's text says in vain, as the whole knows nobody by: what others call so is none of its business.
  package func nobodysName(_ name: String) -> String { vainPrefix + name }

  /// A function that is passed on by its name, told as workbooks tell it from a cell that others call so.
  package func functionName(_ name: String) -> String { Self.functionMark + name }

  private static let functionMark = "_xlfn."

  private var vainPrefix: String { (table.map { $0 + "." } ?? "") + prefix }

  /// A name of the whole, or one that is none of it, as the unit's own text writes it.
  package func written(_ fullName: String) -> String {
    let key = fullName.lowercased()
    let said = [vainPrefix, prefix, Self.functionMark].first { key.hasPrefix($0.lowercased()) }
    return String(fullName.dropFirst(said?.count ?? 0))
  }

  /// The name of the unit's grid of a `sheet` line, or of the part before the first.
  package func gridName(_ home: String?) -> String {
    if let shared { return shared.gridName(home) }
    guard !prefix.isEmpty else { return home ?? "" }
    // Without cells before the first line, what stands there means the grid that it starts.
    let first = gridLines.followCells ? nil : gridLines.names.first?.text
    return (home ?? first).map { prefix + $0 } ?? String(prefix.dropLast())
  }

  /// The grid that the unit's text names, as the whole knows it; the part before the first `sheet` line is named like
  /// the file.
  package func grid(named written: String) -> String {
    if let shared { return shared.grid(named: written) }
    let key = written.lowercased()
    let isOwn =
      SheetProgram.baseName(document.source.name).lowercased() == key && !gridLines.names.contains { $0.key == key }
    let name = gridName(isOwn ? nil : written)
    return table.map { "\($0).\(name)" } ?? name
  }

  /// Whether it has a grid that the whole knows by a name.
  package func hasGrid(_ name: String) -> Bool {
    if let shared { return shared.hasGrid(name) }
    let key = name.lowercased()
    return key == prefix.dropLast().lowercased() || gridLines.names.contains { gridName($0.text).lowercased() == key }
  }

  /// A finding about the unit's text; one about a used sheet is told where it is used.
  ///
  /// - Parameter saysWhy: Whether its label is a reason, which is told as well, and not what stands at the place.
  package func located(_ diagnostic: Diagnostic, saysWhy: Bool = false) -> Diagnostic {
    guard let useSpan else { return diagnostic }
    var place = document.source.name
    if let span = diagnostic.labels.first?.span {
      let (line, column) = document.source.location(of: span.lower)
      place += ":\(line):\(column)"
    }
    var located = diagnostic
    located.message = "\(place): \(diagnostic.message)"
    let why = saysWhy ? diagnostic.labels.first?.text ?? "" : ""
    located.labels = [Diagnostic.Label(useSpan, why.isEmpty ? "used here" : "used here: \(why)")]
    located.origin = place
    return located
  }
}

extension Statement {
  /// The place of the first address in its formulas that stands alone, and so means a cell of the unit's own grid.
  var gridAddress: SourceSpan? {
    if case .test = kind { return nil }
    for formula in definition.formulas.map(\.formula) {
      for (position, node) in formula.tree.nodes.enumerated() {
        let index = FormulaTree.Index(position)
        guard case .reference(let reference) = node, reference.sheet == nil, !formula.tree.endsRangeOfUsedGrid(index)
        else { continue }
        return formula.tree.span(of: index)
      }
    }
    return nil
  }
}

extension FormulaTree {
  /// Whether it is the second corner in `adding.A1:B2`, which lies on the grid of the first.
  fileprivate func endsRangeOfUsedGrid(_ corner: Index) -> Bool {
    nodes.contains { node in
      guard case .binary(.range, let first, corner) = node, case .member = self[first] else { return false }
      return true
    }
  }
}
