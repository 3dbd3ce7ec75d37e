import CellModel
import Formulas
import Functions

/// The names of a sheet as a workbook may have them.
///
/// Excel takes `R`, `C` and what looks like an address of the R1C1 notation for cells.
struct WorkbookNames {
  static func name(_ name: String) -> String { isTaken(name) ? name + "_" : name }

  private static func isTaken(_ name: String) -> Bool {
    var rest = name.lowercased()[...]
    guard let first = rest.first, first == "r" || first == "c" else { return false }
    if first == "r" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    if rest.first == "c" { rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber } }
    return rest.isEmpty
  }

  /// A name for a sheet that Excel takes: at most 31 characters, none of `[]:*?/\`, and no apostrophe at its ends.
  static func sheetName(_ name: String, besides others: [String]) -> String {
    var plain = String(name.map { "[]:*?/\\".contains($0) ? "_" : $0 }.prefix(31))
    while plain.hasPrefix("'") { plain.removeFirst() }
    while plain.hasSuffix("'") { plain.removeLast() }
    if plain.isEmpty { plain = "Sheet" }
    var unique = plain
    var number = 2
    while others.contains(where: { $0.lowercased() == unique.lowercased() }) {
      unique = "\(plain.prefix(27)) \(number)"
      number += 1
    }
    return unique
  }
}

/// Makes of a sheet's formula one that a workbook can say.
struct WorkbookSpelling {
  /// The table in whose column the formula stands.
  struct Column {
    var table: String
    var name: String
    /// The names of all columns in lower case, with their spelling.
    var columns: [String: String]
  }

  let catalog: FunctionCatalog
  /// The new names of sheets by their names in lower case.
  var sheets: [String: String] = [:]
  /// The tables, by their names in lower case.
  var tables: Set<String> = []
  /// What stands for names, by these in lower case: those of cells that have no place of their own.
  var references: [String: GridReference] = [:]

  /// - Parameters:
  ///   - home: The sheet to which addresses without one belong, where the formula does not stand on it.
  /// - Returns: `nil` for a formula that says what no workbook can.
  func formula(_ tree: FormulaTree, home: String? = nil, column: Column? = nil) -> FormulaTree? {
    let scopes = LexicalScopes(tree, catalog)
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      var node = tree.nodes[position].replacingOperands { places[Int($0)] }
      switch tree.nodes[position] {
      case .reference(var reference):
        if let prefix = reference.sheet {
          reference.sheet = SheetPrefix(sheetName(prefix.first), through: prefix.last.map(sheetName))
        } else if let home {
          reference.sheet = SheetPrefix(home)
        }
        node = .reference(reference)
      case .name(let name, nil) where !scopes.isLocal(index, of: tree):
        if let column, let own = column.columns[name.lowercased()] {
          node = .structured(StructuredReference(table: column.table, rows: .thisRow, firstColumn: own))
        } else if tables.contains(name.lowercased()) {
          node = .structured(StructuredReference(table: WorkbookNames.name(name)))
        } else {
          node = .name(WorkbookNames.name(name), sheet: nil)
        }
      case .structured(var structured):
        if structured.table == nil { structured.table = column?.table }
        guard let table = structured.table else { return nil }
        structured.table = WorkbookNames.name(table)
        node = .structured(structured)
      case .subscript_(_, let index):
        // Only ledger[2].A has a meaning of its own; the member above makes it.
        node = tree[index]
      case .member(let base, let field):
        guard case .subscript_(let table, let row) = tree[base], case .name(let name, nil) = tree[table] else {
          return nil
        }
        let column = result.append(
          .structured(StructuredReference(table: name, firstColumn: field)), span: tree.span(of: index))
        var made = FormulaTree()
        made = result
        let place = places[Int(row)]
        made.append(.call(name: "INDEX", arguments: [column, place]), span: tree.span(of: index))
        result = made
        places.append(result.root)
        continue
      case .call(let name, let arguments):
        if let replaced = columnCall(name, arguments, tree, places, column, &result) {
          places.append(replaced)
          continue
        }
        guard scopes.isLocal(index, of: tree) || catalog.function(named: name) != nil || isName(name) else {
          return nil
        }
      case .record, .invalid, .unreadable: return nil
      default: break
      }
      places.append(result.append(node, span: tree.span(of: index)))
    }
    return result.subtree(at: places.last ?? 0)
  }

  private func sheetName(_ name: String) -> String { sheets[name.lowercased()] ?? name }

  private func isName(_ name: String) -> Bool { references[name.lowercased()] != nil }

  /// What stands for a call that means something else in a column of a table.
  private func columnCall(
    _ name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree, _ places: [FormulaTree.Index],
    _ column: Column?,
    _ result: inout FormulaTree
  ) -> FormulaTree.Index? {
    guard let column else { return nil }
    let span = tree.span(of: tree.root)
    func append(_ node: FormulaTree.Node) -> FormulaTree.Index { result.append(node, span: span) }
    func headerRow() -> FormulaTree.Index {
      let header = append(
        .structured(StructuredReference(table: column.table, rows: .headers, firstColumn: column.name)))
      return append(.call(name: "ROW", arguments: [header]))
    }
    func ownRow() -> FormulaTree.Index { append(.call(name: "ROW", arguments: [])) }
    switch (FunctionNames.plain(name), arguments.count) {
    case ("ROW", 0):
      let (row, header) = (ownRow(), headerRow())
      let distance = append(.binary(.subtract, row, header))
      return append(.parenthesized(distance))
    case ("PREVIOUS", 1...2):
      guard case .name(let read, nil) = tree[arguments[0]], let own = column.columns[read.lowercased()] else {
        return nil
      }
      let (row, header) = (ownRow(), headerRow())
      let one = append(.number(1, text: "1"))
      let first = append(.binary(.add, header, one))
      let isFirst = append(.binary(.equal, row, first))
      let initial = arguments.count > 1 ? places[Int(arguments[1])] : append(.text(""))
      // From the header down, so that the cell does not name itself.
      let top = append(
        .structured(StructuredReference(table: column.table, rows: .headers, firstColumn: own)))
      let (here, headerAgain) = (ownRow(), headerRow())
      let distance = append(.binary(.subtract, here, headerAgain))
      let step = append(.number(1, text: "1"))
      let up = append(.binary(.subtract, distance, step))
      let none = append(.number(0, text: "0"))
      let above = append(.call(name: "OFFSET", arguments: [top, up, none]))
      return append(.call(name: "IF", arguments: [isFirst, initial, above]))
    default: return nil
    }
  }
}
