import CellModel
import Diagnostics
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// Makes of a workbook's formula one that a sheet can say.
///
/// What a table or a name stands for is written as a range wherever the formula needs the cells themselves; a name stays
/// where only its value counts.
struct SheetSpelling {
  /// What a name of the workbook has become.
  struct NameUse {
    /// The name in the sheet; `nil` for one that is always written out.
    var name: String?
    /// What it refers to; `nil` for a LAMBDA.
    var reference: GridReference?
  }

  let catalog: FunctionCatalog
  /// By the name in lower case; those that only a sheet knows behind its name and `!`.
  var names: [String: NameUse] = [:]
  /// The tables with the names of their sheets, by their names in lower case.
  var tables: [String: (sheet: String, table: WorkbookTable)] = [:]

  /// - Parameters:
  ///   - sheet: The name of the sheet that the formula is on.
  ///   - row: The row of its cell, which tells this row of a table.
  /// - Returns: `nil` for a formula that a sheet cannot have.
  func formula(_ tree: FormulaTree, onSheet sheet: String, row: Int, column: Int) -> FormulaTree? {
    var source = tree
    var block: (rows: FormulaTree.Index, columns: FormulaTree.Index)?
    if case .call(let name, let arguments)? = tree.nodes.last, name == LiveWorkbook.fitting, arguments.count == 3 {
      block = (arguments[1], arguments[2])
      source = FormulaTree(
        nodes: Array(tree.nodes[...Int(arguments[0])]), spans: Array(tree.spans[...Int(arguments[0])]))
    }
    let scopes = LexicalScopes(source, catalog)
    let users = Self.users(in: source)
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in source.nodes.indices {
      let index = FormulaTree.Index(position)
      var node = source.nodes[position].replacingOperands { places[Int($0)] }
      switch source.nodes[position] {
      case .name(let name, let prefix) where !scopes.isLocal(index, of: source):
        if let use = use(of: name, on: prefix?.first ?? sheet) {
          if let reference = use.reference, use.name == nil || !staysName(index, users, source, reference) {
            node = .reference(local(reference, on: sheet))
          } else if let spelling = use.name {
            node = .name(spelling, sheet: nil)
          }
        } else if let (own, table) = tables[name.lowercased()] {
          guard let reference = Self.reference(to: StructuredReference(table: name), table, own, row: row) else {
            return nil
          }
          node = .reference(local(reference, on: sheet))
        } else if prefix != nil {
          return nil
        }
      case .structured(let structured):
        let known = structured.table.map { tables[$0.lowercased()] } ?? table(onSheet: sheet, row: row, column: column)
        guard let (own, table) = known ?? nil,
          let reference = Self.reference(to: structured, table, own, row: row)
        else { return nil }
        node = .reference(local(reference, on: sheet))
      case .reference(let reference):
        if reference.sheet?.first.hasPrefix("[") == true { return nil }
        node = .reference(local(reference, on: sheet))
      case .text(let text) where text.unicodeScalars.contains { $0.value < 0x20 }:
        places.append(Self.appendText(text, to: &result))
        continue
      case .call(let name, _) where name.hasPrefix("["): return nil
      default: break
      }
      places.append(result.append(node, span: SourceSpan(0, 0)))
    }
    if let block, case .number(let rows, _) = tree[block.rows], case .number(let columns, _) = tree[block.columns] {
      Self.fit(&result, rows: Int(rows), columns: Int(columns))
    }
    return result
  }

  /// A reference without the name of its sheet where it is on that sheet.
  private func local(_ reference: GridReference, on sheet: String) -> GridReference {
    guard let prefix = reference.sheet, prefix.last == nil, prefix.first.lowercased() == sheet.lowercased() else {
      return reference
    }
    return GridReference(reference.shape)
  }

  // MARK: Names

  private func use(of name: String, on sheet: String) -> NameUse? {
    names[Self.key(name, onSheet: sheet)] ?? names[Self.key(name)]
  }

  static func key(_ name: String, onSheet sheet: String? = nil) -> String {
    (sheet.map { "\($0)!\(name)" } ?? name).lowercased()
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
      case .binary(let op, _, _): return isCell && ![.range, .union, .intersection].contains(op)
      case .unary(let op, _): return isCell && [.plus, .minus, .percent].contains(op)
      case .call(let name, let arguments):
        let plain = FunctionNames.plain(name)
        guard let place = arguments.firstIndex(of: index) else { return false }
        if Self.readingValues.contains(plain) { return true }
        if let table = Self.tableArguments[plain] { return isCell ? place != table : place == table }
        guard isCell, let function = catalog.function(named: name) else { return false }
        switch function.form {
        case .branch, .choice: return true
        default: return function.info(ofArgument: place)?.lifts == true
        }
      default: return false
      }
    }
    return isCell
  }

  /// Functions to which an array is what the range is that it came from.
  private static let readingValues: Set<String> = [
    "SUM", "MAX", "MIN", "AVERAGE", "PRODUCT", "MEDIAN", "SUMPRODUCT", "LARGE", "SMALL", "STDEV", "STDEV.S", "VAR",
  ]
  /// Those of which one argument is a table to look into.
  private static let tableArguments = ["VLOOKUP": 1, "HLOOKUP": 1, "MATCH": 1, "XMATCH": 1, "INDEX": 0]

  // MARK: Tables

  private func table(onSheet sheet: String, row: Int, column: Int) -> (sheet: String, table: WorkbookTable)? {
    tables.values.first {
      $0.sheet.lowercased() == sheet.lowercased() && $0.table.block.contains(row: row, column: column)
    }
  }

  /// The cells that a structured reference means.
  static func reference(
    to structured: StructuredReference, _ table: WorkbookTable, _ sheet: String, row: Int
  ) -> GridReference? {
    let block = table.block
    let first = block.top + (table.hasHeaders ? 1 : 0)
    let last = block.bottom - (table.hasTotals ? 1 : 0)
    let (top, bottom): (Int, Int)
    var isThisRow = false
    switch structured.rows {
    case .data: (top, bottom) = (first, last)
    case .headers: (top, bottom) = (block.top, block.top)
    case .totals: (top, bottom) = (block.bottom, block.bottom)
    case .all: (top, bottom) = (block.top, block.bottom)
    case .headersAndData: (top, bottom) = (block.top, last)
    case .dataAndTotals: (top, bottom) = (first, block.bottom)
    case .thisRow:
      (top, bottom) = (row, row)
      isThisRow = true
    }
    var (left, right) = (block.left, block.right)
    func place(_ name: String) -> Int? { table.columns.firstIndex { $0.lowercased() == name.lowercased() } }
    if let name = structured.firstColumn {
      guard let from = place(name), let to = place(structured.lastColumn ?? name) else { return nil }
      (left, right) = (block.left + min(from, to), block.left + max(from, to))
    }
    let prefix = SheetPrefix(sheet)
    func at(_ row: Int) -> Coordinate { Coordinate(row, absolute: !isThisRow) }
    func across(_ column: Int) -> Coordinate { Coordinate(column, absolute: true) }
    if top == bottom, left == right {
      return GridReference(.cell(row: at(top), column: across(left)), sheet: prefix)
    }
    return GridReference(
      .area(row: at(top), column: across(left), row2: at(bottom), column2: across(right)), sheet: prefix)
  }

  // MARK: Making nodes

  /// Appends a text with characters that no line can have, as pieces and calls of CHAR.
  private static func appendText(_ text: String, to tree: inout FormulaTree) -> FormulaTree.Index {
    let none = SourceSpan(0, 0)
    var whole: FormulaTree.Index?
    func add(_ index: FormulaTree.Index) {
      whole = whole.map { tree.append(.binary(.concatenate, $0, index), span: none) } ?? index
    }
    var piece = ""
    func flush() {
      if !piece.isEmpty { add(tree.append(.text(piece), span: none)) }
      piece = ""
    }
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x20 else {
        piece.unicodeScalars.append(scalar)
        continue
      }
      flush()
      let code = tree.append(.number(Double(scalar.value), text: String(scalar.value)), span: none)
      add(tree.append(.call(name: "CHAR", arguments: [code]), span: none))
    }
    flush()
    return tree.append(.parenthesized(whole ?? tree.append(.text(""), span: none)), span: none)
  }

  /// A text with characters that no line can have, as a formula.
  static func textFormula(_ text: String) -> String {
    var tree = FormulaTree()
    let root = appendText(text, to: &tree)
    guard case .parenthesized(let inner) = tree[root] else { return tree.text() }
    return tree.text(of: inner)
  }

  /// Brings the result to the size of the cells of an array formula: repeated where it is one row or column, with #N/A
  /// beyond it.
  private static func fit(_ tree: inout FormulaTree, rows: Int, columns: Int) {
    let none = SourceSpan(0, 0)
    let root = tree.root
    func number(_ value: Int) -> FormulaTree.Index {
      tree.append(.number(Double(value), text: String(value)), span: none)
    }
    func size() -> [FormulaTree.Index] { [number(rows), number(columns)] }
    if rows == 1, columns == 1 {
      tree.append(.call(name: "TAKE", arguments: [root] + size()), span: none)
      return
    }
    // R3 of trees: what an operand needs stands directly before it.
    var made = FormulaTree()
    func append(_ node: FormulaTree.Node) -> FormulaTree.Index { made.append(node, span: none) }
    func sizeNodes() -> [FormulaTree.Index] {
      [
        append(.number(Double(rows), text: String(rows))), append(.number(Double(columns), text: String(columns))),
      ]
    }
    let cells = append(.call(name: "SEQUENCE", arguments: sizeNodes()))
    let offset = FormulaTree.Index(made.nodes.count)
    for node in tree.nodes { _ = append(node.replacingOperands { $0 + offset }) }
    let whole = append(.call(name: "IF", arguments: [cells, made.root]))
    let count = sizeNodes()
    _ = append(.call(name: "TAKE", arguments: [whole] + count))
    tree = made
  }
}
