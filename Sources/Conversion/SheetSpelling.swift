import CellModel
import Diagnostics
import Formulas
import Functions
import LiveWorkbooks

/// Makes of a workbook's formula one that a sheet can say.
///
/// A name stays where only its value counts, and so does the name of a cell; a table that the sheet has stays where its
/// rows are meant. Wherever else a formula needs cells, they are written as a range.
struct SheetSpelling {
  /// Where a formula stands.
  struct Place {
    var sheet: String
    var row: Int
    var column: Int
    /// How many cells below and beside each other the formula fills.
    var rows = 1
    var columns = 1
    /// The table of which it is the formula of a column.
    var table: CarriedTable?
    /// Whether it is the formula of a name, which stands in no cell.
    var isDefinition = false

    /// Whether it is the formula of one cell alone, so that no address in it moves along.
    var isAlone: Bool { rows * columns == 1 && table == nil }
  }

  let catalog: FunctionCatalog
  let names: SheetNames
  private let tables: TableSpelling
  private let workbook: LiveWorkbook

  init(_ workbook: LiveWorkbook, catalog: FunctionCatalog, _ names: SheetNames, _ carried: [CarriedTable]) {
    self.workbook = workbook
    self.catalog = catalog
    self.names = names
    tables = TableSpelling(workbook.contents, carried)
  }

  /// The formula of a place with what a workbook says of it beside, as a sheet says it.
  ///
  /// - Returns: `nil` for a formula that a sheet cannot have.
  func formula(_ tree: FormulaTree, at place: Place) -> FormulaTree? {
    let authored = AuthoredFormula(tree)
    let countsLogicals = workbook.contents.calculation.followsOpenFormula
    var tree = countsLogicals ? authored.tree.countingComparisons(catalog) : authored.tree
    if workbook.contents.calculation.hasPointsBehindSheets {
      tree = tree.namingSheetsAsExcel { name in
        workbook.contents.sheets.contains { CaseFolding.areEqual($0.name, name) }
      }
    }
    let source = named(tree, at: place).namingCells(at: place, catalog)
    let scopes = LexicalScopes(source, catalog)
    let users = Self.users(in: source)
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in source.nodes.indices {
      let index = FormulaTree.Index(position)
      var node = source.nodes[position].replacingOperands { places[Int($0)] }
      switch source.nodes[position] {
      case .name where !scopes.isLocal(index, of: source):
        guard let written = name(at: index, users, source, place) else { return nil }
        node = written
      // A parameter of LAMBDA that may be left out.
      case .structured where scopes.declaration(at: index) != nil: break
      case .structured(let reference):
        guard let written = tables.node(reference, at: place, asCells: needsCells(index, users, source)) else {
          return nil
        }
        node = written
      case .reference(let reference):
        guard let written = self.reference(reference, at: index, users, source, place) else { return nil }
        node = written
      case .text(let text) where text.unicodeScalars.contains { $0.value < 0x20 }:
        places.append(result.appendText(text))
        continue
      case .text(let text) where isReference(index, users, source): node = .text(tables.renamed(text))
      case .call(let name, _) where name.hasPrefix("["): return nil
      case .unary(.intersect, let operand):
        // One cell is met wherever the formula stands.
        if case .reference(let reference) = source[operand], case .cell = reference.shape {
          places.append(places[Int(operand)])
          continue
        }
        if case .reference(let reference)? = result.nodes.last,
          let cell = reference.intersected(
            row: place.row, column: place.column, rows: place.rows, columns: place.columns)
        {
          result.nodes[result.nodes.count - 1] = .reference(cell)
          places.append(result.root)
          continue
        }
      default: break
      }
      places.append(result.append(node, span: SourceSpan(0, 0)))
    }
    if let shown = authored.shownPlaces {
      result = ShownRounding(places: shown, givesNumbers: givesNumbers(at: place), catalog: catalog).applied(to: result)
    }
    if let size = authored.size {
      result.fit(rows: size.rows, columns: size.columns, from: sizes(at: place).size(of: source))
    }
    return result
  }

  /// A name that is none of the formula's own, as the cells, the table or the function that it stands for.
  private func name(
    at index: FormulaTree.Index, _ users: [Int: FormulaTree.Index], _ tree: FormulaTree, _ place: Place
  ) -> FormulaTree.Node? {
    guard case .name(let name, let prefix) = tree[index] else { return nil }
    if let use = names.use(of: name, on: prefix?.first ?? place.sheet) {
      if use.isElsewhere { return nil }
      if let reference = use.reference, use.name == nil || !staysName(index, users, tree, reference) {
        return .reference(reference.local(on: place.sheet))
      }
      return use.name.map { .name($0, sheet: nil) } ?? tree[index]
    }
    if tables.has(name) {
      return tables.node(StructuredReference(table: name), at: place, asCells: needsCells(index, users, tree))
    }
    if prefix != nil { return nil }
    return functionName(name, at: index, of: tree).map { .name($0, sheet: nil) } ?? .error(.name)
  }

  /// A reference as the name or the part of a table that it means, or as cells.
  private func reference(
    _ reference: GridReference, at index: FormulaTree.Index, _ users: [Int: FormulaTree.Index], _ tree: FormulaTree,
    _ place: Place
  ) -> FormulaTree.Node? {
    if reference.sheet?.saysWorkbook == true { return nil }
    if let name = cellName(reference, at: place), staysName(index, users, tree, reference) {
      return .name(name, sheet: nil)
    }
    if !needsCells(index, users, tree), let written = tables.part(reference, at: place) { return written }
    if let own = place.table {
      // A column of a table that read the cells which show it would read itself.
      if tables.meets(reference, own, from: place.sheet) { return nil }
      // An address in the formula of a column is the same cell in all rows.
      if own.rows.count > 1, reference.movesDown { return nil }
    }
    return .reference(reference.local(on: place.sheet))
  }

  /// Tells what sizes formulas of a place give.
  private func sizes(at place: Place) -> ResultSizes {
    func cells(_ node: FormulaTree.Node) -> GridReference? {
      switch node {
      case .name(let name, let prefix): return names.use(of: name, on: prefix?.first ?? place.sheet)?.reference
      case .structured(let reference):
        let cells = tables.meaning(of: reference, on: place.sheet, row: place.row, column: place.column)
        if case .reference(let cells)? = cells { return cells }
        return nil
      default: return nil
      }
    }
    let isError = tables.position(of: place.sheet).map { sheet in
      let cell = CellAddress(grid: workbook.grids[sheet], row: place.row, column: place.column)
      return workbook.engine.value(at: cell).error != nil
    }
    return ResultSizes(catalog: catalog, cells: cells, givesMatrices: isError == false)
  }

  /// Whether the cells of a formula, and those that it fills, have nothing but numbers and errors now.
  private func givesNumbers(at place: Place) -> Bool {
    guard let sheet = tables.position(of: place.sheet) else { return false }
    let rows = place.table.map { $0.lastRow - $0.firstRow + 1 } ?? place.rows
    for row in place.row..<(place.row + rows) {
      for column in place.column..<(place.column + place.columns) {
        let cell = CellAddress(grid: workbook.grids[sheet], row: row, column: column)
        var areNumbers = true
        (workbook.engine.spillArea(of: cell) ?? Area(cell)).forEachCell { cell in
          switch workbook.engine.value(at: cell) {
          case .number, .error: break
          default: areNumbers = false
          }
        }
        if !areNumbers { return false }
      }
    }
    return true
  }

  // MARK: Names

  /// The names in a formula that stand for nothing; where it uses them a sheet has `#NAME?`.
  func undefinedNames(in tree: FormulaTree, onSheet sheet: String) -> [String] {
    let scopes = LexicalScopes(tree, catalog)
    return tree.nodes.indices.compactMap { position in
      let index = FormulaTree.Index(position)
      guard case .name(let name, sheet: nil) = tree.nodes[position], !scopes.isLocal(index, of: tree),
        names.use(of: name, on: sheet) == nil, !tables.has(name), functionName(name, at: index, of: tree) == nil
      else { return nil }
      return name
    }
  }

  /// The formula of a cell with the names of formulas that its text has.
  private func named(_ tree: FormulaTree, at place: Place) -> FormulaTree {
    guard !place.isDefinition, let sheet = tables.position(of: place.sheet) else { return tree }
    return names.formulas.named(
      tree, at: CellAddress(grid: workbook.grids[sheet], row: place.row, column: place.column))
  }

  /// How a function is passed by its name, as in `BYROW(A1:C3, SUM)`; one that reads as a cell, or has the name of one,
  /// with a prefix that makes it no other's.
  ///
  /// - Returns: `nil` for what is no function, or is not passed on.
  private func functionName(_ name: String, at index: FormulaTree.Index, of tree: FormulaTree) -> String? {
    guard tree.isArgument(index), catalog.function(named: name) != nil else { return nil }
    return A1Notation.cell(name) != nil || names.has(name) ? PassedFunction.unmistakable(name) : name
  }

  /// The name of the cell that a reference means, where it means the same cell in all cells that have the formula.
  private func cellName(_ reference: GridReference, at place: Place) -> String? {
    guard !names.cells.isEmpty, case .cell(let row, let column) = reference.shape, reference.sheet?.last == nil,
      place.isAlone || row.isAbsolute && column.isAbsolute,
      let sheet = tables.position(of: reference.sheet?.first ?? place.sheet)
    else { return nil }
    return names.cells[
      CellAddress(grid: workbook.grids[sheet], row: Int(row.value), column: Int(column.value))]
  }

  /// Whether it counts where the cells of a reference lie.
  private func needsCells(
    _ index: FormulaTree.Index, _ users: [Int: FormulaTree.Index], _ tree: FormulaTree
  ) -> Bool {
    guard let user = users[Int(index)] else { return false }
    switch tree[user] {
    case .unary(.intersect, _), .binary(.range, _, _), .binary(.intersection, _, _): return true
    case .call(let name, _):
      guard let function = catalog.function(named: name) else { return false }
      let askingWhere: SheetFunction.Traits = [.beginsAtFirst, .tellsFactsOfCells, .tellsOwnSheet]
      return function.tellsRowsOrColumns || !function.traits.isDisjoint(with: askingWhere)
    default: return false
    }
  }

  /// Whether a text is one that names a reference, as INDIRECT reads it, or the beginning of it.
  private func isReference(
    _ index: FormulaTree.Index, _ users: [Int: FormulaTree.Index], _ tree: FormulaTree
  ) -> Bool {
    var index = index
    while let user = users[Int(index)] {
      switch tree[user] {
      case .parenthesized: index = user
      case .binary(.concatenate, index, _): index = user
      case .call(let name, let arguments):
        return catalog.function(named: name)?.traits.contains(.readsReferenceTexts) == true && arguments.first == index
      default: return false
      }
    }
    return false
  }

  /// The node that uses each node.
  private static func users(in tree: FormulaTree) -> [Int: FormulaTree.Index] {
    var users: [Int: FormulaTree.Index] = [:]
    for position in tree.nodes.indices {
      for operand in tree.nodes[position].operands { users[Int(operand)] = FormulaTree.Index(position) }
    }
    return users
  }

  /// Whether only the value of a name counts where it stands.
  private func staysName(
    _ index: FormulaTree.Index, _ users: [Int: FormulaTree.Index], _ tree: FormulaTree, _ reference: GridReference
  ) -> Bool {
    let isCell = if case .cell = reference.shape { true } else { false }
    var index = index
    while let user = users[Int(index)] {
      switch tree[user] {
      case .parenthesized: index = user
      case .binary(let op, _, _): return isCell && !op.joinsReferences
      case .unary(let op, _): return isCell && [.plus, .minus, .percent].contains(op)
      case .call(let name, let arguments):
        guard let place = arguments.firstIndex(of: index), let function = catalog.function(named: name) else {
          return false
        }
        if function.readsNumbers(ofArgument: place) { return true }
        if let table = function.tableArgument { return isCell ? place != table : place == table }
        guard isCell else { return false }
        switch function.form {
        case .branch, .choice: return true
        default: return function.info(ofArgument: place)?.lifts == true
        }
      default: return false
      }
    }
    return isCell
  }
}

extension SheetFunction {
  /// Whether an array is to an argument what the range is that it came from: one of which the numbers are read.
  fileprivate func readsNumbers(ofArgument place: Int) -> Bool {
    if traits.contains(.leavesOutSubtotals) { return false }
    return info(ofArgument: place)?.reading == .numbers || traits.contains(.takesArraysForRanges)
  }

  /// The argument that is a table to look into, be it a range or an array; `nil` where none is.
  fileprivate var tableArgument: Int? {
    if traits.contains(.givesPartOfFirst) { return 0 }
    return traits.isDisjoint(with: [.searchesArrays, .findsPosition]) ? nil : 1
  }
}
