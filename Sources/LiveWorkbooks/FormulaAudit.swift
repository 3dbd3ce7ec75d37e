import CellModel
import Formulas
import Functions
import Workbooks

/// What of a formula keeps a recalculation from giving the value that was stored.
struct FormulaAudit {
  private let catalog: FunctionCatalog
  private let directory: NameDirectory
  /// The sheets of other workbooks of which values are stored, as `[1]Sheet1` in lower case.
  private let storedSheets: Set<String>
  private let lacksPivots: Bool
  /// The sheets that the file names and does not have, by their positions.
  private let missingSheets: [Int: String]

  init(_ catalog: FunctionCatalog, _ contents: Workbook, _ directory: NameDirectory) {
    self.catalog = catalog
    self.directory = directory
    lacksPivots = contents.lacksPivots
    missingSheets = Dictionary(
      uniqueKeysWithValues: contents.sheets.enumerated().filter { $1.kind == .missing }.map { ($0, $1.name) })
    storedSheets = Set(
      contents.externalBooks.enumerated().flatMap { (number, book) in
        book.sheets.filter { !$0.cells.isEmpty }.map { "[\(number + 1)]\($0.name)".lowercased() }
      })
  }

  /// Why a formula on a sheet cannot be computed; `nil` when it can.
  func reasonToKeep(_ tree: FormulaTree, onSheet sheet: Int) -> LiveWorkbook.KeptReason? {
    for (position, node) in tree.nodes.enumerated() {
      if let prefix = otherWorkbook(node, onSheet: sheet), isNameOfOther(node) || !isStored(prefix) {
        return .otherWorkbook(prefix.first)
      }
      if let missing = missingSheet(node, onSheet: sheet) { return .missingSheet(missing) }
      guard case .call(let name, _) = node else { continue }
      if name.hasPrefix("[") { return .otherWorkbook(name) }
      let function = catalog.function(named: name)
      if function?.traits.contains(.readsPivots) == true {
        if lacksPivots { return .unknownFunction(name) }
        // Of the pivot tables of another workbook nothing is stored.
        let other = tree.nodes.lazy.compactMap { otherWorkbook($0, onSheet: sheet) }.first
        if let other { return .otherWorkbook(other.first) }
      }
      let index = FormulaTree.Index(position)
      if function == nil, !isCallable(name, onSheet: sheet), !isLocal(index, tree) {
        return .unknownFunction(name)
      }
    }
    return nil
  }

  /// The sheet of another workbook to which a node leads, by itself or as a name; names and tables of one do.
  private func otherWorkbook(_ node: FormulaTree.Node, onSheet sheet: Int) -> SheetPrefix? {
    let prefix =
      if case .structured(let reference) = node { reference.table.map { SheetPrefix($0) } } else {
        prefix(of: node, onSheet: sheet)
      }
    return prefix.flatMap { $0.isOfOtherWorkbook ? $0 : nil }
  }

  /// What a node says of the sheet to which it leads, by itself or as a name.
  private func prefix(of node: FormulaTree.Node, onSheet sheet: Int) -> SheetPrefix? {
    switch node {
    case .reference(let reference): return reference.sheet
    case .name(let name, let own):
      if let own, own.isOfOtherWorkbook { return own }
      let place = own.flatMap { directory.sheet(named: $0.first) } ?? sheet
      guard case .reference(let reference) = directory.meaning(of: name, on: place) else { return nil }
      return reference.sheet
    default: return nil
    }
  }

  /// The name of a sheet to which a node leads and which is missing.
  private func missingSheet(_ node: FormulaTree.Node, onSheet sheet: Int) -> String? {
    guard !missingSheets.isEmpty, let prefix = prefix(of: node, onSheet: sheet),
      let first = directory.sheet(named: prefix.first), let last = directory.sheet(named: prefix.last ?? prefix.first)
    else { return nil }
    return missingSheets.filter { (min(first, last)...max(first, last)).contains($0.key) }.min { $0.key < $1.key }?
      .value
  }

  /// Whether a name stands for a LAMBDA. That of a macro's function stands for a cell of its sheet or for an error.
  private func isCallable(_ name: String, onSheet sheet: Int) -> Bool {
    if case .lambda = directory.meaning(of: name, on: sheet) { true } else { false }
  }

  /// Whether a node is a name of another workbook, of which the file does not say what it stands for.
  private func isNameOfOther(_ node: FormulaTree.Node) -> Bool {
    if case .name(_, let prefix?) = node { prefix.isOfOtherWorkbook } else { false }
  }

  private func isStored(_ prefix: SheetPrefix) -> Bool {
    prefix.last == nil && storedSheets.contains(prefix.first.lowercased())
  }

  private func isLocal(_ call: FormulaTree.Index, _ tree: FormulaTree) -> Bool {
    LexicalScopes(tree, catalog).isLocal(call, of: tree)
  }

  /// Whether a formula on a sheet reads the clock, chance, its surroundings or another workbook.
  func isUnsteady(_ tree: FormulaTree, onSheet sheet: Int) -> Bool {
    tree.nodes.contains { node in
      if case .call(let name, _) = node { return catalog.function(named: name)?.isUnsteady == true }
      return otherWorkbook(node, onSheet: sheet) != nil
    }
  }
}
