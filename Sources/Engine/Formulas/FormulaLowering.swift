import CellModel
import Formulas
import Functions

/// A formula taken apart into the key of its template and the references that fill it.
struct LoweredFormula {
  var key: TemplateKey
  var leaves: TemplateLeaves
  var references: [GroupReference]
  var unknownNames: [String]
}

/// Resolves the names and addresses of a formula that stands in a cell.
struct FormulaLowering {
  let names: NameTable
  let tree: FormulaTree
  /// The cell for which the tree was written.
  let origin: CellAddress
  private var bytes: [UInt8] = []
  private var leaves = TemplateLeaves()
  private var references: [GroupReference] = []
  private var unknownNames: [String] = []
  /// The names that LET and LAMBDA bind somewhere in the formula, in lower case.
  private var localNames: Set<String> = []
  private let scopeNumber: Int
  /// Whether the formula stands in a table.
  private let isInTable: Bool
  private var scope: NameTable.Scope { names.scopes[scopeNumber] }

  init(_ tree: FormulaTree, at origin: CellAddress, in names: NameTable) {
    self.tree = tree
    self.origin = origin
    self.names = names
    scopeNumber = names.grids[Int(origin.grid.rawValue)].scope.rawValue
    isInTable = names.grids[Int(origin.grid.rawValue)].isTable
    bytes.reserveCapacity(tree.nodes.count * 9)
    references.reserveCapacity(2)
    for index in tree.nodes.indices {
      guard case .call(let name, let arguments) = tree.nodes[index] else { continue }
      collectLocals(of: name, arguments)
    }
  }

  private mutating func collectLocals(of name: String, _ arguments: [FormulaTree.Index]) {
    switch FormulaLowering.plainName(name) {
    case "LET":
      for index in stride(from: 0, to: arguments.count - 1, by: 2) { addLocal(arguments[index]) }
    case "LAMBDA":
      for index in arguments.dropLast() { addLocal(index) }
    default: break
    }
  }

  private mutating func addLocal(_ index: FormulaTree.Index) {
    if let name = FormulaLowering.localName(tree, index) { localNames.insert(name) }
  }

  /// The name of a parameter as LET and LAMBDA declare it, in lower case; brackets make it optional.
  static func localName(_ tree: FormulaTree, _ index: FormulaTree.Index) -> String? {
    switch tree[index] {
    case .name(let name, sheet: nil): name.lowercased()
    case .structured(let reference) where reference.table == nil && reference.rows == .data:
      reference.firstColumn?.lowercased()
    default: nil
    }
  }

  /// A function's name in upper case without the prefixes that files carry.
  static func plainName(_ name: String) -> String {
    var upper = name.uppercased()
    for prefix in ["_XLFN.", "_XLWS.", "_XLPM."] where upper.hasPrefix(prefix) { upper.removeFirst(prefix.count) }
    return upper
  }

  mutating func lowered() -> LoweredFormula {
    for (position, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(position)
      switch node {
      case .number(let number, _):
        tag(1)
        put(bits: number.bitPattern)
      case .date(let serial, _):
        tag(2)
        put(bits: serial.bitPattern)
      case .text(let text):
        tag(3)
        put(text)
      case .logical(let logical): tag(logical ? 5 : 4)
      case .error(let code):
        tag(6)
        tag(code.rawValue)
      case .missing: tag(7)
      case .reference(let reference): lower(reference, at: index)
      case .name(let name, let sheet): lower(name: name, sheet: sheet, at: index)
      case .structured(let reference): lower(reference, at: index)
      case .subscript_(let base, let row): lower(base: base, row: row, at: index)
      case .member(let base, let field): lower(base: base, field: field, at: index)
      case .unary(let op, let operand):
        tag(12)
        tag(UInt8(truncatingIfNeeded: Self.code(of: op)))
        put(operand)
      case .binary(let op, let left, let right):
        tag(13)
        bytes.append(contentsOf: op.rawValue.utf8)
        tag(0)
        put(left)
        put(right)
      case .parenthesized(let operand):
        tag(14)
        put(operand)
      case .call(let name, let arguments): lower(call: name, arguments, at: index)
      case .apply(let callee, let arguments):
        tag(16)
        put(callee)
        put(arguments)
      case .array(let rows, let columns, let elements):
        tag(17)
        put(Int32(rows))
        put(Int32(columns))
        put(elements)
      case .record(let names, let values):
        tag(18)
        for name in names { put(name) }
        put(values)
      case .invalid: tag(19)
      }
    }
    return LoweredFormula(
      key: TemplateKey(bytes), leaves: leaves, references: references, unknownNames: unknownNames)
  }

  private static func code(of op: UnaryOperator) -> Int {
    switch op {
    case .plus: 0
    case .minus: 1
    case .percent: 2
    case .intersect: 3
    case .spill: 4
    case .trimLeading: 5
    case .trimTrailing: 6
    case .trimBoth: 7
    }
  }

  // MARK: Bytes

  private mutating func tag(_ byte: UInt8) { bytes.append(byte) }
  private mutating func put(bits: UInt64) { withUnsafeBytes(of: bits) { bytes.append(contentsOf: $0) } }
  private mutating func put(_ number: Int32) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
  private mutating func put(_ numbers: [Int32]) {
    put(Int32(numbers.count))
    for number in numbers { put(number) }
  }
  private mutating func put(_ text: String) {
    put(Int32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  // MARK: References

  private mutating func add(_ reference: GroupReference, _ index: FormulaTree.Index) {
    leaves[index] = .reference(references.count)
    if !reference.isCell { leaves.noteWide(references.count) }
    references.append(reference)
  }

  private mutating func fail(_ leaf: TemplateLeaf, _ index: FormulaTree.Index, _ words: String) {
    leaves[index] = leaf
    tag(20)
    put(words)
  }

  private mutating func lower(_ reference: GridReference, at index: FormulaTree.Index) {
    var grids: [GridID] = [origin.grid]
    if let prefix = reference.sheet {
      guard let first = scope.sheets[prefix.first.lowercased()] else {
        unknownNames.append(prefix.first.lowercased())
        return fail(.unknownSheet(prefix.first), index, prefix.first)
      }
      grids = [first]
      if let last = prefix.last {
        guard let end = scope.sheets[last.lowercased()], let from = scope.sheetOrder.firstIndex(of: first),
          let to = scope.sheetOrder.firstIndex(of: end)
        else { return fail(.unknownSheet(last), index, last) }
        grids = Array(scope.sheetOrder[min(from, to)...max(from, to)])
      }
    } else if !names.grids[Int(origin.grid.rawValue)].isSheet {
      // A named cell or a table's formula that says A1 means the first sheet.
      guard let first = scope.sheetOrder.first else { return fail(.deleted, index, "no sheet") }
      grids = [first]
    }
    tag(8)
    put(Int32(grids.count))
    tag(reference.sheet == nil ? 0 : 1)
    var numbers: [Int] = []
    for grid in grids {
      guard let lowered = groupReference(reference.shape, in: grid) else { return fail(.deleted, index, "deleted") }
      numbers.append(references.count)
      references.append(lowered)
    }
    leaves[index] = numbers.count == 1 ? .reference(numbers[0]) : .references(numbers)
  }

  private mutating func groupReference(_ shape: GridReference.Shape, in grid: GridID) -> GroupReference? {
    let row = Int(origin.row)
    switch shape {
    case .cell(let at, let column):
      tag(1)
      put(at.isAbsolute, column.isAbsolute)
      let area = Area(
        grid: grid, top: Int(at.value), left: Int(column.value), bottom: Int(at.value), right: Int(column.value))
      return GroupReference(
        area, relativeTo: row, topIsRelative: !at.isAbsolute, bottomIsRelative: !at.isAbsolute, isCell: true)
    case .area(let top, let left, let bottom, let right):
      tag(2)
      put(top.isAbsolute, left.isAbsolute)
      put(bottom.isAbsolute, right.isAbsolute)
      tag(left.value <= right.value ? 1 : 0)
      let area = Area(
        grid: grid, top: Int(top.value), left: Int(min(left.value, right.value)), bottom: Int(bottom.value),
        right: Int(max(left.value, right.value)))
      return GroupReference(
        area, relativeTo: row, topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute, isCell: false)
    case .columns(let left, let right):
      tag(3)
      put(left.isAbsolute, right.isAbsolute)
      let area = Area(
        grid: grid, top: 0, left: Int(min(left.value, right.value)), bottom: Area.lastRow,
        right: Int(max(left.value, right.value)))
      return GroupReference(area, relativeTo: nil, topIsRelative: false, bottomIsRelative: false, isCell: false)
    case .rows(let top, let bottom):
      tag(4)
      put(top.isAbsolute, bottom.isAbsolute)
      let area = Area(
        grid: grid, top: Int(top.value), left: 0, bottom: Int(bottom.value), right: Area.lastColumn)
      return GroupReference(
        area, relativeTo: row, topIsRelative: !top.isAbsolute, bottomIsRelative: !bottom.isAbsolute, isCell: false)
    case .deleted: return nil
    }
  }

  private mutating func put(_ first: Bool, _ second: Bool) { tag((first ? 1 : 0) | (second ? 2 : 0)) }

  // MARK: Names

  private mutating func lower(name: String, sheet: SheetPrefix?, at index: FormulaTree.Index) {
    let key = name.lowercased()
    if sheet == nil, localNames.contains(key) {
      tag(9)
      return put(key)
    }
    if sheet == nil, let column = tableColumn(named: name) {
      tag(10)
      return add(column, index)
    }
    guard let binding = binding(of: key) else {
      unknownNames.append(key)
      if sheet == nil, passesFunction(name, at: index) { return }
      return fail(.unknownName(name), index, key)
    }
    tag(11)
    put(binding, index)
  }

  /// Takes a name that means nothing else for the function of that name, when it is an argument, as in `BYROW(a, SUM)`.
  private mutating func passesFunction(_ name: String, at index: FormulaTree.Index) -> Bool {
    let plain = Self.plainName(name)
    guard names.catalog.function(named: plain) != nil, tree.isArgument(index) else { return false }
    leaves[index] = .function(plain)
    tag(24)
    put(plain)
    return true
  }

  /// What a name in lower case stands for; a copy of the scope would count the references of all its lists.
  private func binding(of key: String) -> NameBinding? { names.scopes[scopeNumber].names[key] }

  /// The cell of the formula's own row in a column of its own table.
  private func tableColumn(named name: String) -> GroupReference? {
    guard isInTable, let column = names.grids[Int(origin.grid.rawValue)].columnIndex(named: name) else { return nil }
    return GroupReference(
      Area(CellAddress(grid: origin.grid, row: Int(origin.row), column: column)), relativeTo: Int(origin.row),
      topIsRelative: true, bottomIsRelative: true, isCell: true)
  }

  private mutating func put(_ binding: NameBinding, _ index: FormulaTree.Index) {
    switch binding {
    case .cell(let address):
      add(fixed(Area(address), isCell: true), index)
    case .area(let area):
      tag(area.isSingleCell ? 3 : 1)
      add(fixed(area, isCell: area.isSingleCell), index)
    case .table(let grid):
      tag(2)
      add(fixed(wholeTable(grid), isCell: false), index)
    }
  }

  private func fixed(_ area: Area, isCell: Bool) -> GroupReference {
    GroupReference(area, relativeTo: nil, topIsRelative: false, bottomIsRelative: false, isCell: isCell)
  }

  private func wholeTable(_ grid: GridID) -> Area {
    Area(
      grid: grid, top: 0, left: 0, bottom: Int(Area.openEnd),
      right: max(names.grids[Int(grid.rawValue)].columnNames.count - 1, 0))
  }

  private func tableGrid(named name: String?) -> GridID? {
    guard let name else { return isInTable ? origin.grid : nil }
    if case .table(let grid)? = binding(of: name.lowercased()) { return grid }
    return nil
  }

  private mutating func lower(_ reference: StructuredReference, at index: FormulaTree.Index) {
    if reference.table == nil, let name = reference.firstColumn, localNames.contains(name.lowercased()) {
      tag(9)
      return put(name.lowercased())
    }
    guard let grid = tableGrid(named: reference.table) else {
      unknownNames.append((reference.table ?? "").lowercased())
      return fail(.unknownName(reference.table ?? "[ ]"), index, reference.table ?? "")
    }
    let table = names.grids[Int(grid.rawValue)]
    var area = wholeTable(grid)
    if let first = reference.firstColumn {
      guard let left = table.columnIndex(named: first) else { return fail(.unknownColumn(first), index, first) }
      let last = reference.lastColumn ?? first
      guard let right = table.columnIndex(named: last) else { return fail(.unknownColumn(last), index, last) }
      area.left = Int32(min(left, right))
      area.right = Int32(max(left, right))
    }
    tag(21)
    put(reference.rows.rawValue)
    let names = Array(table.columnNames[Int(area.left)...Int(area.right)])
    switch reference.rows {
    case .data, .dataAndTotals: add(fixed(area, isCell: false), index)
    case .thisRow:
      area.top = origin.row
      area.bottom = origin.row
      let isCell = area.left == area.right
      tag(isCell ? 0 : 1)
      add(
        GroupReference(
          area, relativeTo: Int(origin.row), topIsRelative: true, bottomIsRelative: true, isCell: isCell), index)
    case .headers:
      for name in names { put(name) }
      leaves[index] = .headers(names, data: nil)
    case .totals: fail(.deleted, index, "totals")
    case .all, .headersAndData:
      for name in names { put(name) }
      leaves[index] = .headers(names, data: references.count)
      references.append(fixed(area, isCell: false))
    }
  }

  // MARK: Rows and fields

  /// A row of a table whose number is written out: known where it stands, so that only that row is read.
  private func fixedRow(of base: FormulaTree.Index, _ row: FormulaTree.Index) -> Area? {
    guard case .name(let name, sheet: nil) = tree[base], case .number(let number, _) = tree[row],
      case .table(let grid)? = binding(of: name.lowercased()), number >= 1, number < 1e9
    else { return nil }
    var area = wholeTable(grid)
    area.top = Int32(number) - 1
    area.bottom = area.top
    return area
  }

  private mutating func lower(base: FormulaTree.Index, row: FormulaTree.Index, at index: FormulaTree.Index) {
    tag(22)
    put(base)
    put(row)
    if let area = fixedRow(of: base, row) { add(fixed(area, isCell: false), index) }
  }

  private mutating func lower(base: FormulaTree.Index, field: String, at index: FormulaTree.Index) {
    tag(23)
    put(base)
    put(field.lowercased())
    switch tree[base] {
    case .subscript_(let table, let row):
      guard var area = fixedRow(of: table, row),
        let column = names.grids[Int(area.grid.rawValue)].columnIndex(named: field)
      else { return }
      area.left = Int32(column)
      area.right = Int32(column)
      tag(1)
      add(fixed(area, isCell: true), index)
    case .name(let name, sheet: nil):
      // `a.b` as one name: a cell of a used sheet.
      guard let binding = binding(of: "\(name.lowercased()).\(field.lowercased())") else {
        _ = passesFunction("\(name).\(field)", at: index)
        return
      }
      tag(2)
      put(binding, index)
    default: break
    }
  }

  /// Whether an argument is written as an address or a name, so that it says where something stands.
  private func isPlace(_ argument: FormulaTree.Index) -> Bool {
    switch tree[argument] {
    case .reference, .name: true
    default: false
    }
  }

  private mutating func lower(call name: String, _ arguments: [FormulaTree.Index], at index: FormulaTree.Index) {
    tag(15)
    let plain = Self.plainName(name)
    put(plain)
    put(arguments)
    if plain == "PREVIOUS", let first = arguments.first, case .reference(let number)? = leaves[first],
      references[number].isCell, references[number].topIsRelative
    {
      references[number].top -= 1
      references[number].bottom -= 1
      leaves[index] = .previous(number)
      return
    }
    let function = names.catalog.function(named: plain)
    if let function, function.traits.contains(.ignoresValues) {
      for argument in arguments {
        if case .reference(let number)? = leaves[argument], references[number].bottom != Area.openEnd, isPlace(argument)
        {
          references[number].isPlaceOnly = true
        }
      }
    }
    guard function == nil, plain != "PREVIOUS", !localNames.contains(name.lowercased())
    else { return }
    // Not a function: perhaps a named cell that holds a LAMBDA.
    guard let binding = binding(of: name.lowercased()) else {
      unknownNames.append(name.lowercased())
      return fail(.unknownName(name), index, name.lowercased())
    }
    tag(1)
    put(binding, index)
    // A LAMBDA that calls itself by its cell's name does not read the cell before it is called.
    if binding == .cell(origin), isLambda, case .reference(let number)? = leaves[index] {
      references[number].isPlaceOnly = true
    }
  }

  /// Whether the formula as a whole is a LAMBDA.
  private var isLambda: Bool {
    guard case .call(let name, _)? = tree.nodes.last else { return false }
    return FormulaTree.functionName(name) == "LAMBDA"
  }
}
