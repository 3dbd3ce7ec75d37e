import CellModel
import Functions

/// Settles what every name and address of a formula stands for.
///
/// This is the one place that knows which meaning of a name wins: a name that the formula binds, then a column of the own
/// table, then a name of the sheet; of a call a local name, then a function, then a column or a cell that holds a LAMBDA.
/// Nothing is evaluated, and nothing fails: what has no meaning gets a binding that says so.
package struct FormulaResolver {
  let tree: FormulaTree
  let place: ResolutionPlace
  let catalog: FunctionCatalog
  let scopes: LexicalScopes
  var key: TemplateKeyWriter
  var bindings = NodeBindings()
  var references: [ResolvedReference] = []
  var unknownNames: [String] = []
  /// Made when somebody asks: names in most formulas mean something.
  private(set) lazy var users = NodeUsers(in: tree)

  /// - Parameter rows: How many rows, from the cell downwards, have the formula.
  package static func resolve(
    _ tree: FormulaTree, at origin: CellAddress, rows: Int = 1, in names: any NameSpace, _ catalog: FunctionCatalog
  ) -> ResolvedFormula {
    var resolver = FormulaResolver(tree, ResolutionPlace(origin, rows: rows, in: names), catalog)
    for position in tree.nodes.indices { resolver.resolve(FormulaTree.Index(position)) }
    return ResolvedFormula(
      key: TemplateKey(resolver.key.bytes), bindings: resolver.bindings, references: resolver.references,
      unknownNames: resolver.unknownNames, slotCount: resolver.scopes.slotCount)
  }

  private init(_ tree: FormulaTree, _ place: ResolutionPlace, _ catalog: FunctionCatalog) {
    self.tree = tree
    self.place = place
    self.catalog = catalog
    scopes = LexicalScopes(tree, catalog)
    key = TemplateKeyWriter(nodes: tree.nodes.count)
    references.reserveCapacity(2)
  }

  private mutating func resolve(_ node: FormulaTree.Index) {
    switch tree[node] {
    case .number(let number, let text):
      key.put(.number)
      key.put(bits: number.bitPattern)
      // A formula is shown as its author wrote it, and its template keeps the text.
      key.put(text)
    case .date(let serial, let kind, let text):
      key.put(.date)
      key.put(byte: kind.rawValue)
      key.put(bits: serial.bitPattern)
      key.put(text)
    case .text(let text):
      key.put(.text)
      key.put(text)
    case .logical(let logical): key.put(logical ? .trueValue : .falseValue)
    case .error(let code):
      key.put(.error)
      key.put(byte: code.rawValue)
    case .missing: key.put(.missing)
    case .reference(let reference): resolve(reference, at: node)
    case .name(let name, let sheet): resolve(name: name, sheet: sheet, at: node)
    case .structured(let reference): resolve(reference, at: node)
    case .subscript_(let base, let row): resolve(row: row, of: base, at: node)
    case .member(let base, let field): resolve(field: field, of: base, at: node)
    case .unary(let op, let operand):
      key.put(.unary)
      key.put(op)
      key.put(operand)
      if op == .intersect { narrow(operand, at: node) }
    case .binary(let op, let left, let right):
      key.put(.binary)
      key.put(op)
      key.put(left)
      key.put(right)
      // What stands between two corners is read when it is known where they are.
      if op == .range { for corner in [left, right] { ignoreValue(of: corner) } }
    case .parenthesized(let operand):
      key.put(.parenthesized)
      key.put(operand)
    case .call(let name, let arguments): resolve(call: name, arguments, at: node)
    case .apply(let callee, let arguments):
      key.put(.apply)
      key.put(callee)
      key.put(arguments)
    case .array(let rows, let columns, let elements):
      key.put(.array)
      key.put(Int32(rows))
      key.put(Int32(columns))
      key.put(elements)
    case .record(let names, let values):
      key.put(.record)
      for name in names { key.put(name) }
      key.put(values)
    case .invalid: key.put(.invalid)
    case .unreadable(let reason):
      key.put(.invalid)
      key.put(reason)
    }
  }

  // MARK: Bindings

  /// Binds a node to one more reference.
  mutating func bind(_ node: FormulaTree.Index, to reference: ResolvedReference) {
    bindings[node] = reference.isCell ? .cell(references.count) : .area(references.count)
    references.append(reference)
  }

  mutating func bind(_ node: FormulaTree.Index, to meaning: NameBinding) {
    switch meaning {
    case .cell(let address):
      key.put(.namedCell)
      bind(node, to: ResolvedReference(Area(address), isCell: true))
    case .area(let area):
      key.put(area.isSingleCell ? .namedSingleCell : .namedArea)
      bind(node, to: ResolvedReference(area, isCell: area.isSingleCell))
    case .table(let grid):
      key.put(.namedTable)
      bind(node, to: ResolvedReference(fieldOfRow(of: node, grid) ?? place.wholeTable(grid), isCell: false))
    }
  }

  mutating func fail(_ node: FormulaTree.Index, _ binding: NodeBinding, _ words: String) {
    bindings[node] = binding
    key.put(.failure)
    key.put(words)
  }

  // MARK: Calls

  private mutating func resolve(call name: String, _ arguments: [FormulaTree.Index], at node: FormulaTree.Index) {
    key.put(.call)
    let function = scopes.function(at: node)
    key.put(function?.name == name ? name : FunctionNames.plain(name))
    key.put(arguments)
    if let function {
      bindings[node] = .function(function)
      // The number of the own row there is only on a sheet.
      if arguments.isEmpty, function.traits.contains(.tellsOwnRow) {
        key.put(place.names.isSheet(place.cell.grid) ? .trueValue : .falseValue)
      }
      if function.form == .previous { return resolve(previous: arguments, at: node) }
      if function.traits.contains(.ignoresValues) {
        let counts = !function.traits.isDisjoint(with: [.countsColumns, .countsRows])
        for argument in arguments { ignoreValue(of: argument, unlessArray: counts) }
        if arguments.count == 1 { measure(arguments[0], function) }
      } else if function.traits.contains(.beginsAtFirst), let first = arguments.first {
        ignoreValue(of: first)
      } else if function.traits.contains(.tellsFactsOfCells), arguments.count > 1,
        case .text(let name) = tree[arguments[0]],
        CellFact(name)?.isOfValue == false
      {
        ignoreValue(of: arguments[1])
      }
      if function.traits.contains(.resizesThird), arguments.count > 2 { resize(arguments[2], like: arguments[0]) }
      return
    }
    if let slot = scopes.slot(of: name, at: node) {
      bindings[node] = .local(slot)
      return key.put(.local)
    }
    // Not a function: perhaps a column, or a named cell, that holds a LAMBDA.
    if let column = place.ownColumn(named: name) {
      key.put(.ownColumn)
      bind(node, to: column)
      return leaveUnread(node, if: column.area.left == place.cell.column)
    }
    let folded = name.lowercased()
    guard let meaning = place.meaning(of: folded) else {
      unknownNames.append(folded)
      return fail(node, .unknownName(name), folded)
    }
    bind(node, to: meaning)
    leaveUnread(node, if: meaning == .cell(place.cell))
  }

  /// A LAMBDA that calls itself by its cell's name does not read the cell before it is called.
  private mutating func leaveUnread(_ node: FormulaTree.Index, if isOwn: Bool) {
    guard isOwn, case .cell(let number)? = bindings[node], tree.form(catalog) == .lambda else { return }
    references[number].isPlaceOnly = true
  }

  /// PREVIOUS of a cell in the own row means the cell above it.
  private mutating func resolve(previous arguments: [FormulaTree.Index], at node: FormulaTree.Index) {
    guard let first = arguments.first, case .cell(let number)? = bindings[first], references[number].topIsRelative
    else { return }
    references[number].area.top -= 1
    references[number].area.bottom -= 1
    bindings[node] = .previous(number)
  }

  /// The table in which the formula itself stands, or columns of it, measured: all is evaluated anew when rows come and go,
  /// so that a column may ask how many there are without depending on itself.
  private mutating func measure(_ argument: FormulaTree.Index, _ function: SheetFunction) {
    guard place.isInTable, let number = bindings[argument]?.reference, references[number].area.grid == place.cell.grid,
      references[number].area.bottom == Area.openEnd
    else { return }
    if !function.traits.isDisjoint(with: [.countsColumns, .countsRows]) { references[number].isPlaceOnly = true }
  }

  /// An argument that is written as an address or a name, or made of such, says where something stands; of others the value
  /// is read.
  ///
  /// - Parameter unlessArray: Whether it matters how large an array is that a cell of a table holds.
  private mutating func ignoreValue(of argument: FormulaTree.Index, unlessArray: Bool = false) {
    switch tree[argument] {
    case .parenthesized(let inner): return ignoreValue(of: inner, unlessArray: unlessArray)
    case .call(_, let arguments):
      guard case .function(let function)? = bindings[argument], function.traits.contains(.givesPartOfFirst) else {
        return
      }
      if let first = arguments.first { ignoreValue(of: first, unlessArray: true) }
      return
    default: break
    }
    guard let number = bindings[argument]?.reference else { return }
    let area = references[number].area
    if area.bottom == Area.openEnd {
      references[number].isMeasured = true
      return
    }
    if unlessArray, references[number].isCell, place.names.isTable(area.grid), area != Area(place.cell) { return }
    switch tree[argument] {
    case .reference, .structured: references[number].isPlaceOnly = true
    // The formula of a named cell may be a range, which the name then stands for.
    case .name:
      references[number].isPlaceOnly =
        place.names.isSheet(area.grid) || place.names.isTable(area.grid) || area == Area(place.cell)
    default: break
    }
  }
}
