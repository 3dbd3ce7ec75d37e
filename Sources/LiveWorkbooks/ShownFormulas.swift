import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import Workbooks

/// The formulas of a workbook as the formula bar shows them.
///
/// An engine computes with other trees: names that stand for formulas are expanded in them, the result of an array formula
/// is brought to the size of its cells, and what is shown may be rounded. Here the file's own text is read again. Its blanks
/// and names stay; what only files write (`_xlfn.`, `_xlpm.`, `SINGLE`) is undone; `@` stands where one cell of a range is
/// meant; a formula that several cells share reads as each of them has it.
final class ShownFormulas {
  private let contents: Workbook
  private let catalog: FunctionCatalog
  private let names: NameDirectory
  private let grids: [GridID]
  /// The cells whose contents are not the file's any more.
  private var replaced: Set<CellAddress> = []
  /// Those of them that somebody has set.
  private(set) var setCells: Set<CellAddress> = []

  init(_ contents: Workbook, catalog: FunctionCatalog, grids: [GridID]) {
    self.contents = contents
    self.catalog = catalog
    self.grids = grids
    names = NameDirectory(contents, catalog)
  }

  /// The formula in a cell, with its `=`; in every cell of an array formula with braces. `nil` for a constant.
  func formula(at address: CellAddress) -> String? {
    if replaced.contains(address) { return nil }
    if let stored = stored(at: address) {
      guard let text = text(of: stored, at: address) else { return nil }
      if case .array(let number) = stored.kind, let array = array(number, on: address.grid), !array.isDynamic {
        return "{=\(text)}"
      }
      return "=\(text)"
    }
    guard let array = array(filling: address),
      !replaced.contains(CellAddress(grid: address.grid, row: array.block.top, column: array.block.left)),
      let text = shown(array.text, at: address, isPlain: false)
    else { return nil }
    return "{=\(text)}"
  }

  /// The formula that stands in a cell, without `=` and braces.
  func text(at address: CellAddress) -> String? {
    replaced.contains(address) ? nil : stored(at: address).flatMap { text(of: $0, at: address) }
  }

  /// Leaves a cell out from now on, because somebody sets it or gives it another formula.
  func replace(_ address: CellAddress, byConstant: Bool) {
    replaced.insert(address)
    if byConstant { setCells.insert(address) }
  }

  /// What the file has in a cell that holds a formula.
  func stored(at address: CellAddress) -> StoredFormula? {
    guard let sheet = grids.firstIndex(of: address.grid) else { return nil }
    return places[sheet].place(row: address.row, column: address.column, in: contents.sheets[sheet].formulas)
      .map { contents.sheets[sheet].formulas[$0] }
  }

  private func array(_ number: Int32, on grid: GridID) -> ArrayFormula? {
    grids.firstIndex(of: grid).map { contents.sheets[$0].arrays.formulas[Int(number)] }
  }

  private func text(of stored: StoredFormula, at address: CellAddress) -> String? {
    guard let sheet = grids.firstIndex(of: address.grid) else { return nil }
    switch stored.kind {
    case .plain(let text): return shown(text, at: address, isPlain: true)
    case .array(let number):
      return shown(contents.sheets[sheet].arrays.formulas[Int(number)].text, at: address, isPlain: false)
    case .shared(let number):
      let shared = contents.sheets[sheet].sharedFormulas[Int(number)]
      return shared.text.flatMap {
        shown(
          $0, at: address, isPlain: true, rows: Int(stored.row - shared.row),
          columns: Int(stored.column - shared.column))
      }
    }
  }

  // MARK: Places

  /// Where the formulas of each sheet stand; found out when one is first asked for.
  private lazy var places: [FormulaPlaces] = contents.sheets.map { FormulaPlaces($0.formulas) }

  /// The array formulas that fill cells of each column and no others, from the highest on.
  private lazy var arrays: [CellAddress: [ArrayFormula]] = {
    var arrays: [CellAddress: [ArrayFormula]] = [:]
    for (sheet, grid) in zip(contents.sheets, grids) {
      for array in sheet.arrays.formulas where !array.isDynamic && array.block.count > 1 {
        for column in array.block.left...array.block.right {
          arrays[CellAddress(grid: grid, row: 0, column: column), default: []].append(array)
        }
      }
    }
    return arrays.mapValues { $0.sorted { $0.block.top < $1.block.top } }
  }()

  /// The array formula that fills a cell.
  private func array(filling address: CellAddress) -> ArrayFormula? {
    let column = arrays[CellAddress(grid: address.grid, row: 0, column: Int(address.column))] ?? []
    var (low, high) = (0, column.count)
    while low < high {
      let middle = (low + high) / 2
      if column[middle].block.top <= Int(address.row) { low = middle + 1 } else { high = middle }
    }
    guard low > 0, column[low - 1].block.bottom >= Int(address.row) else { return nil }
    return column[low - 1]
  }

  // MARK: Texts

  /// The text of a file's formula as it is shown, carried by a count of rows and columns; what cannot be read stays as it is.
  private func shown(
    _ text: String, at address: CellAddress, isPlain: Bool, rows: Int = 0, columns: Int = 0
  ) -> String? {
    let parsed = FormulaParser.parse(text, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return text }
    let sheet = grids.firstIndex(of: address.grid) ?? 0
    var expansion = NameExpansion(
      names, sheet: sheet, row: Int(address.row), column: Int(address.column), keepsFormulas: true)
    let tree = inCapitals(expansion.expanded(parsed.tree).carried(rows: rows, columns: columns))
    let isOpen = contents.calculation.followsOpenFormula
    let intersections = ImplicitIntersection(tree, catalog, names, sheet: sheet, isOpenFormula: isOpen)
    let marks = isPlain ? intersections.marks() : nil
    var edits = FormulaEdits(of: parsed.tree, as: tree, .excel)
    for position in parsed.tree.nodes.indices {
      let index = FormulaTree.Index(position)
      if marks?[position] == true, hasShownMark(tree[index]) {
        edits.insert("@", at: parsed.tree.span(of: index).lower)
      }
    }
    return edits.applied(to: text)
  }

  /// The formula with the functions that there are in capital letters.
  private func inCapitals(_ tree: FormulaTree) -> FormulaTree {
    var result = tree
    for case (let place, .call(let name, let arguments)) in tree.nodes.enumerated() {
      if catalog.function(named: name) != nil {
        result.nodes[place] = .call(name: name.uppercased(), arguments: arguments)
      }
    }
    return result
  }

  /// Whether Excel shows the `@` of a node: before ranges and functions, but for those that are as young as dynamic arrays.
  private func hasShownMark(_ node: FormulaTree.Node) -> Bool {
    switch node {
    case .reference, .name, .structured: true
    case .call(WhatIfTable.operationName, _): false
    case .call(let name, _): catalog.function(named: name)?.form != .binding
    default: false
    }
  }
}
