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
    let source = named(meantAsInExcel(authored.tree), at: place).namingCells(at: place, catalog)
    guard var result = spelled(NodeUses(in: source, catalog), at: place) else { return nil }
    if let shown = authored.shownPlaces {
      result = ShownRounding(places: shown, givesNumbers: givesNumbers(at: place), catalog: catalog).applied(to: result)
    }
    if let size = authored.size {
      result.fit(rows: size.rows, columns: size.columns, from: sizes(at: place).size(of: source))
    }
    return result
  }

  /// A formula that means to Excel what it means in the workbook, whose rules may be OpenFormula's.
  private func meantAsInExcel(_ tree: FormulaTree) -> FormulaTree {
    let calculation = workbook.contents.calculation
    let tree = calculation.followsOpenFormula ? tree.countingComparisons(catalog) : tree
    guard calculation.hasPointsBehindSheets else { return tree }
    return tree.namingSheetsAsExcel { name in
      workbook.contents.sheets.contains { CaseFolding.areEqual($0.name, name) }
    }
  }

  /// The formula with names, parts of tables and cells as a sheet writes them; `nil` for what a sheet cannot have.
  private func spelled(_ uses: NodeUses, at place: Place) -> FormulaTree? {
    let source = uses.tree
    let scopes = LexicalScopes(source, catalog)
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in source.nodes.indices {
      let index = FormulaTree.Index(position)
      switch source.nodes[position] {
      case .text(let text) where text.unicodeScalars.contains { $0.value < 0x20 }:
        places.append(result.appendText(text))
        continue
      case .unary(.intersect, let operand):
        // One cell is met wherever the formula stands.
        if case .reference(let reference) = source[operand], case .cell = reference.shape {
          places.append(places[Int(operand)])
          continue
        }
        if result.meetLast(at: place) {
          places.append(result.root)
          continue
        }
      default: break
      }
      guard let node = node(at: index, uses, scopes, place) else { return nil }
      places.append(result.append(node.replacingOperands { places[Int($0)] }, span: SourceSpan(0, 0)))
    }
    return result
  }

  /// What a node is in a sheet, with the operands that it has.
  private func node(
    at index: FormulaTree.Index, _ uses: NodeUses, _ scopes: LexicalScopes, _ place: Place
  ) -> FormulaTree.Node? {
    let node = uses.tree[index]
    switch node {
    case .name where !scopes.isLocal(index, of: uses.tree): return name(at: index, uses, place)
    // A parameter of LAMBDA that may be left out.
    case .structured where scopes.declaration(at: index) != nil: return node
    case .structured(let reference): return tables.node(reference, at: place, asCells: uses.needsCells(index))
    case .reference(let reference): return self.reference(reference, at: index, uses, place)
    case .text(let text) where uses.isReference(index): return .text(tables.renamed(text))
    case .call(let name, _) where name.hasPrefix("["): return nil
    default: return node
    }
  }

  /// A name that is none of the formula's own, as the cells, the table or the function that it stands for.
  private func name(at index: FormulaTree.Index, _ uses: NodeUses, _ place: Place) -> FormulaTree.Node? {
    guard case .name(let name, let prefix) = uses.tree[index] else { return nil }
    if let use = names.use(of: name, on: prefix?.first ?? place.sheet) {
      if use.isElsewhere { return nil }
      if let reference = use.reference, use.name == nil || !uses.staysName(index, reference) {
        return .reference(reference.local(on: place.sheet))
      }
      return use.name.map { .name($0, sheet: nil) } ?? uses.tree[index]
    }
    if tables.has(name) {
      return tables.node(StructuredReference(table: name), at: place, asCells: uses.needsCells(index))
    }
    if prefix != nil { return nil }
    return functionName(name, isArgument: uses.isArgument(index)).map { .name($0, sheet: nil) } ?? .error(.name)
  }

  /// A reference as the name or the part of a table that it means, or as cells.
  private func reference(
    _ reference: GridReference, at index: FormulaTree.Index, _ uses: NodeUses, _ place: Place
  ) -> FormulaTree.Node? {
    if reference.sheet?.saysWorkbook == true { return nil }
    if let name = cellName(reference, at: place), uses.staysName(index, reference) {
      return .name(name, sheet: nil)
    }
    if !uses.needsCells(index), let written = tables.part(reference, at: place) { return written }
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
        (workbook.engine.spills.area(of: cell) ?? Area(cell)).forEachCell { cell in
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
    let users = NodeUsers(in: tree)
    return tree.nodes.indices.compactMap { position in
      let index = FormulaTree.Index(position)
      guard case .name(let name, sheet: nil) = tree.nodes[position], !scopes.isLocal(index, of: tree),
        names.use(of: name, on: sheet) == nil, !tables.has(name),
        functionName(name, isArgument: users.isArgument(index)) == nil
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
  private func functionName(_ name: String, isArgument: Bool) -> String? {
    guard isArgument, catalog.function(named: name) != nil else { return nil }
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
}

extension FormulaTree {
  /// Makes of a range that is its last node the one cell of it that a formula in a place meets; `false` where there is none.
  fileprivate mutating func meetLast(at place: SheetSpelling.Place) -> Bool {
    guard case .reference(let reference)? = nodes.last,
      let cell = reference.intersected(row: place.row, column: place.column, rows: place.rows, columns: place.columns)
    else { return false }
    nodes[nodes.count - 1] = .reference(cell)
    return true
  }
}
