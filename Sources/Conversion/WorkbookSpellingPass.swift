import CellModel
import Diagnostics
import Formulas
import Functions

/// One formula of a sheet while a workbook's is made of it, node by node.
struct WorkbookSpellingPass {
  private let spelling: WorkbookSpelling
  private let tree: FormulaTree
  private let home: String?
  private let column: WorkbookSpelling.Column?
  private let scopes: LexicalScopes
  private let constants: ArrayConstants
  private let functions: DottedFunctions
  private var result = FormulaTree()
  /// What each node has become.
  private var places: [FormulaTree.Index] = []

  init(_ spelling: WorkbookSpelling, _ tree: FormulaTree, home: String?, column: WorkbookSpelling.Column?) {
    self.spelling = spelling
    self.tree = tree
    self.home = home
    self.column = column
    scopes = LexicalScopes(tree, spelling.catalog)
    constants = ArrayConstants(tree)
    functions = DottedFunctions(tree, spelling.catalog, scopes)
  }

  /// - Returns: `nil` for a formula that says what no workbook can.
  mutating func run() -> FormulaTree? {
    for position in tree.nodes.indices {
      guard let place = append(FormulaTree.Index(position)) else { return nil }
      places.append(place)
    }
    return result.subtree(at: places.last ?? 0)
  }

  /// Appends what stands for a node, whose operands have been; `nil` where nothing can.
  private mutating func append(_ index: FormulaTree.Index) -> FormulaTree.Index? {
    // Nothing but its element uses it, which has its value, or the name of which it is a part.
    if constants.operands.contains(index) || functions.parts.contains(index) { return 0 }
    let span = tree.span(of: index)
    if let constant = constants.values[index] {
      return result.append(.number(constant, text: NumberText.roundTrip(constant)), span: span)
    }
    switch tree[index] {
    case .date(let serial, .date, _): if let call = appendDate(serial) { return call }
    case .call(let name, let arguments): if let replaced = columnCall(name, arguments) { return replaced }
    default: break
    }
    return node(at: index).map { result.append($0, span: span) }
  }

  /// What a node is in a workbook, after the further nodes that it needs.
  private mutating func node(at index: FormulaTree.Index) -> FormulaTree.Node? {
    let span = tree.span(of: index)
    switch tree[index] {
    case .reference(let reference): return spelling.reference(reference, home).map { .reference($0) }
    case .name(let name, let prefix) where !scopes.isLocal(index, of: tree):
      if spelling.lost.contains(name.lowercased()) { return nil }
      return prefix == nil ? spelling.name(name, column) : tree[index]
    // A parameter of LAMBDA that may be left out.
    case .structured where scopes.declaration(at: index) != nil: return tree[index]
    case .structured(let reference): return spelling.structured(reference, column).map { .structured($0) }
    case .subscript_(let table, let row):
      // As a whole row; of ledger[2].A the member above makes a cell of a column.
      guard case .name(_, nil) = tree[table] else { return nil }
      let whole = result.append(.number(0, text: "0"), span: span)
      return .call(name: "INDEX", arguments: [places[Int(table)], places[Int(row)], whole])
    case .member(let base, let field):
      if let name = functions.names[index] { return .name(name, sheet: nil) }
      guard case .subscript_(let table, let row) = tree[base], case .name(let name, nil) = tree[table] else {
        return nil
      }
      let column = result.append(.structured(StructuredReference(table: name, firstColumn: field)), span: span)
      return .call(name: "INDEX", arguments: [column, places[Int(row)]])
    case .call(let name, _) where !isKnown(name, at: index): return nil
    case .record, .invalid, .unreadable: return nil
    default: return tree[index].replacingOperands { places[Int($0)] }
    }
  }

  private func isKnown(_ function: String, at index: FormulaTree.Index) -> Bool {
    scopes.isLocal(index, of: tree) || spelling.catalog.function(named: function) != nil || spelling.isName(function)
  }

  /// Appends `DATE(2026, 1, 31)`, which is a date in a workbook, too; `nil` for what is no day.
  private mutating func appendDate(_ serial: Double) -> FormulaTree.Index? {
    guard let whole = Int(exactly: serial), let day = SerialCalendar(system: .from1900).day(checking: whole) else {
      return nil
    }
    let none = SourceSpan(0, 0)
    let parts = [day.year, day.month, day.day].map { part in
      result.append(.number(Double(part), text: "\(part)"), span: none)
    }
    return result.append(.call(name: "DATE", arguments: parts), span: none)
  }

  /// What stands for a call that means something else in a column of a table.
  private mutating func columnCall(
    _ name: String, _ arguments: [FormulaTree.Index]
  ) -> FormulaTree.Index? {
    guard let column, let function = spelling.catalog.function(named: name) else { return nil }
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
    lazy var users = NodeUsers(in: tree)
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      guard case .member = tree.nodes[position], users.isArgument(index), let name = tree.dottedName(index),
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
