import CellModel
import Diagnostics
import Formulas
import Functions

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
  /// The names that a workbook does not have, in lower case: those of events, and of tables whose rows are sheets.
  var lost: Set<String> = []
  /// The names that stand for functions of the sheet's own, in lower case.
  var lambdas: Set<String> = []

  /// - Parameters:
  ///   - home: The sheet to which addresses without one belong, where the formula does not stand on it.
  /// - Returns: `nil` for a formula that says what no workbook can.
  func formula(_ tree: FormulaTree, home: String? = nil, column: Column? = nil) -> FormulaTree? {
    let scopes = LexicalScopes(tree, catalog)
    var result = FormulaTree()
    var places: [FormulaTree.Index] = []
    let constants = ArrayConstants(tree)
    let functions = DottedFunctions(tree, catalog, scopes)
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      if constants.operands.contains(index) || functions.parts.contains(index) {
        // Nothing but its element uses it, which has its value, or the name of which it is a part.
        places.append(0)
        continue
      }
      if let constant = constants.values[index] {
        places.append(
          result.append(.number(constant, text: NumberText.roundTrip(constant)), span: tree.span(of: index)))
        continue
      }
      var node = tree.nodes[position].replacingOperands { places[Int($0)] }
      switch tree.nodes[position] {
      case .date(let serial, .date, _):
        if let call = Self.appendDate(serial, to: &result) {
          places.append(call)
          continue
        }
      case .reference(let reference):
        guard let written = self.reference(reference, home) else { return nil }
        node = .reference(written)
      case .name(let name, _) where lost.contains(name.lowercased()) && !scopes.isLocal(index, of: tree): return nil
      case .name(let name, nil) where !scopes.isLocal(index, of: tree): node = self.name(name, column)
      // A parameter of LAMBDA that may be left out.
      case .structured where scopes.declaration(at: index) != nil: break
      case .structured(let reference):
        guard let written = structured(reference, column) else { return nil }
        node = .structured(written)
      case .subscript_(let table, let row):
        // As a whole row; of ledger[2].A the member above makes a cell of a column.
        guard case .name(_, nil) = tree[table] else { return nil }
        let whole = result.append(.number(0, text: "0"), span: tree.span(of: index))
        node = .call(name: "INDEX", arguments: [places[Int(table)], places[Int(row)], whole])
      case .member where functions.names[index] != nil: node = .name(functions.names[index] ?? "", sheet: nil)
      case .member(let base, let field):
        guard case .subscript_(let table, let row) = tree[base], case .name(let name, nil) = tree[table] else {
          return nil
        }
        let column = result.append(
          .structured(StructuredReference(table: name, firstColumn: field)), span: tree.span(of: index))
        node = .call(name: "INDEX", arguments: [column, places[Int(row)]])
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

  /// A reference with the sheet's new name; `nil` for one to a sheet of a used workbook, which is none of this one.
  private func reference(_ reference: GridReference, _ home: String?) -> GridReference? {
    var reference = reference
    if let prefix = reference.sheet {
      guard [prefix.first, prefix.last].allSatisfy({ $0.map { sheets[$0.lowercased()] != nil } ?? true }) else {
        return nil
      }
      reference.sheet = SheetPrefix(sheetName(prefix.first), through: prefix.last.map(sheetName))
    } else if let home {
      reference.sheet = SheetPrefix(home)
    }
    return reference
  }

  /// What a name that is none of the formula's own stands for: a column of the own row, a table, or a name.
  private func name(_ name: String, _ column: Column?) -> FormulaTree.Node {
    if let column, let own = column.columns[name.lowercased()] {
      return .structured(StructuredReference(table: column.table, rows: .thisRow, firstColumn: own))
    }
    if tables.contains(name.lowercased()) {
      return .structured(StructuredReference(table: WorkbookNames.name(name)))
    }
    return .name(WorkbookNames.name(name), sheet: nil)
  }

  /// A part of a table under the table's name in the workbook; `nil` for a table that it does not have.
  private func structured(_ reference: StructuredReference, _ column: Column?) -> StructuredReference? {
    guard let table = reference.table ?? column?.table, !lost.contains(table.lowercased()),
      !table.contains(".") || tables.contains(table.lowercased())
    else { return nil }
    var reference = reference
    reference.table = WorkbookNames.name(table)
    return reference
  }

  /// Appends `DATE(2026, 1, 31)`, which is a date in a workbook, too; `nil` for what is no day.
  private static func appendDate(_ serial: Double, to result: inout FormulaTree) -> FormulaTree.Index? {
    guard let whole = Int(exactly: serial), let day = SerialCalendar(system: .from1900).day(checking: whole) else {
      return nil
    }
    let none = SourceSpan(0, 0)
    let parts = [day.year, day.month, day.day].map { part in
      result.append(.number(Double(part), text: "\(part)"), span: none)
    }
    return result.append(.call(name: "DATE", arguments: parts), span: none)
  }

  private func sheetName(_ name: String) -> String { sheets[name.lowercased()] ?? name }

  private func isName(_ name: String) -> Bool {
    references[name.lowercased()] != nil || lambdas.contains(name.lowercased())
  }

  /// What stands for a call that means something else in a column of a table.
  private func columnCall(
    _ name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree, _ places: [FormulaTree.Index],
    _ column: Column?, _ result: inout FormulaTree
  ) -> FormulaTree.Index? {
    guard let column, let function = catalog.function(named: name) else { return nil }
    let span = tree.span(of: tree.root)
    func append(_ node: FormulaTree.Node) -> FormulaTree.Index { result.append(node, span: span) }
    func headerRow() -> FormulaTree.Index {
      let header = append(
        .structured(StructuredReference(table: column.table, rows: .headers, firstColumn: column.name)))
      return append(.call(name: "ROW", arguments: [header]))
    }
    func ownRow() -> FormulaTree.Index { append(.call(name: "ROW", arguments: [])) }
    if arguments.isEmpty, function.traits.contains(.tellsOwnRow) {
      let (row, header) = (ownRow(), headerRow())
      let distance = append(.binary(.subtract, row, header))
      return append(.parenthesized(distance))
    }
    guard function.form == .previous, (1...2).contains(arguments.count), case .name(let read, nil) = tree[arguments[0]],
      let own = column.columns[read.lowercased()]
    else { return nil }
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
  }
}

/// The functions with dots in their names that are passed by these, as in `BYROW(A1:C3, STDEV.S)`.
private struct DottedFunctions {
  private(set) var names: [FormulaTree.Index: String] = [:]
  /// What stands below these names.
  private(set) var parts: Set<FormulaTree.Index> = []

  init(_ tree: FormulaTree, _ catalog: FunctionCatalog, _ scopes: LexicalScopes) {
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      guard case .member = tree.nodes[position], tree.isArgument(index), let name = tree.dottedName(index),
        catalog.function(named: name) != nil
      else { continue }
      var below: [FormulaTree.Index] = []
      while let base = tree[below.last ?? index].operands.first { below.append(base) }
      if let first = below.last, scopes.isLocal(first, of: tree) { continue }
      names[index] = name
      parts.formUnion(below)
    }
  }
}

/// The elements of written-out arrays that a workbook has as plain numbers: percentages and dates.
private struct ArrayConstants {
  private(set) var values: [FormulaTree.Index: Double] = [:]
  /// What stands below these elements.
  private(set) var operands: Set<FormulaTree.Index> = []

  init(_ tree: FormulaTree) {
    for node in tree.nodes {
      guard case .array(_, _, let elements) = node else { continue }
      for element in elements {
        guard let value = Self.value(of: element, in: tree) else { continue }
        values[element] = value
        var next = tree[element].operands.first
        while let operand = next {
          operands.insert(operand)
          next = tree[operand].operands.first
        }
      }
    }
  }

  /// The value of an element that Excel would not take as it stands.
  private static func value(of index: FormulaTree.Index, in tree: FormulaTree) -> Double? {
    switch tree[index] {
    case .date(let serial, _, _): serial
    case .unary(.percent, let operand): number(operand, tree).map { $0 / 100 }
    case .unary(.minus, let operand):
      if case .unary(.percent, let inner) = tree[operand] { number(inner, tree).map { -$0 / 100 } } else { nil }
    default: nil
    }
  }

  private static func number(_ index: FormulaTree.Index, _ tree: FormulaTree) -> Double? {
    if case .number(let number, _) = tree[index] { return number }
    if case .unary(.minus, let operand) = tree[index], case .number(let number, _) = tree[operand] { return -number }
    return nil
  }
}
