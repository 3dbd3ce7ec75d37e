import CellModel
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// Makes of formulas of a workbook those of OpenFormula (OpenDocument 1.3 part 4).
///
/// References stand in brackets, arguments are separated by `;` and the rows of arrays by `|`; a union is `~` and an
/// intersection `!`. What a table or the fill of an array stands for is written as a range.
struct OpenFormulaWriting {
  /// Where a formula stands.
  struct Place {
    var sheet: Int
    var row: Int
    var column: Int
    /// Whether it is the formula of a name, written for this cell, which is used anywhere.
    var isOfName = false
  }

  private let contents: Workbook
  private let tables: TableSpelling
  /// By the names in lower case, as formulas have them.
  private let names: [String: [DefinedName]]
  /// The cells that arrays fill, by their first cells and sheets.
  private var fills: [Int: [CellBlock]] = [:]

  init(_ contents: Workbook) {
    self.contents = contents
    tables = TableSpelling(contents, [])
    names = Dictionary(grouping: contents.names) { ($0.nameOfExcel ?? $0.name).lowercased() }
    for (position, sheet) in contents.sheets.enumerated() where !sheet.arrays.formulas.isEmpty {
      fills[position] = sheet.arrays.formulas.map(\.block)
    }
  }

  /// The text of a formula with its namespace; `nil` for one that OpenFormula cannot say.
  func text(_ tree: FormulaTree, at place: Place) -> String? {
    expression(tree, at: place).map { "of:=" + $0 }
  }

  /// The text of a formula without its namespace.
  func expression(_ tree: FormulaTree, at place: Place) -> String? {
    var parts: [String] = []
    parts.reserveCapacity(tree.nodes.count)
    for node in tree.nodes {
      guard let text = text(of: node, tree, parts, place) else { return nil }
      parts.append(text)
    }
    return parts.last
  }

  private func text(
    of node: FormulaTree.Node, _ tree: FormulaTree, _ parts: [String], _ place: Place
  ) -> String? {
    func part(_ index: FormulaTree.Index) -> String { parts[Int(index)] }
    switch node {
    case .number(_, let text): return text
    case .date(let serial, _, _): return NumberText.roundTrip(serial)
    case .text(let text): return text.literal
    case .logical(let logical): return logical ? "TRUE()" : "FALSE()"
    case .error(let code): return code.text
    case .missing: return ""
    case .reference(let reference): return text(of: reference)
    case .structured(let reference): return text(of: reference, at: place)
    case .name(let name, let prefix): return text(of: name, prefix, place)
    case .unary(let op, let operand):
      switch op {
      case .plus: return "+" + part(operand)
      case .minus: return "-" + part(operand)
      case .percent: return part(operand) + "%"
      case .intersect: return met(at: place, tree[operand]) ?? part(operand)
      case .spill: return filled(tree[operand], place)
      case .trimLeading, .trimTrailing, .trimBoth: return nil
      }
    case .binary(let op, let left, let right):
      let symbol =
        switch op {
        case .union: "~"
        case .intersection: "!"
        default: op.rawValue
        }
      return part(left) + symbol + part(right)
    case .parenthesized(let inner): return "(" + part(inner) + ")"
    case .call(let name, let arguments):
      if let table = IndirectTable(node, in: tree, isTable: tables.has), let text = text(of: table, parts, place) {
        return text
      }
      return text(ofCall: name, arguments, tree, parts, place)
    case .array(_, let columns, let elements):
      var text = "{"
      for (position, element) in elements.enumerated() {
        if position > 0 { text += position % max(columns, 1) == 0 ? "|" : ";" }
        // No call stands in an array.
        if case .logical(let logical) = tree[element] {
          text += logical ? "TRUE" : "FALSE"
        } else {
          text += part(element)
        }
      }
      return text + "}"
    case .apply, .subscript_, .member, .record, .invalid, .unreadable: return nil
    }
  }

  private func text(of name: String, _ prefix: SheetPrefix?, _ place: Place) -> String? {
    let prefix = prefix == .ofThisWorkbook ? nil : prefix
    if let prefix, prefix.saysWorkbook || prefix.last != nil { return nil }
    if tables.has(name) { return text(of: StructuredReference(table: name), at: place) }
    if let own = definition(of: name, on: prefix?.first, at: place), own.nameOfExcel != nil {
      return expression(of: own, at: place)
    }
    let plain = Self.withoutPrefix(name)
    return prefix.map { Self.sheet($0.first) + "." + plain } ?? plain
  }

  private func text(
    ofCall name: String, _ arguments: [FormulaTree.Index], _ tree: FormulaTree, _ parts: [String], _ place: Place
  ) -> String? {
    if name.hasPrefix("[") { return nil }
    let written = arguments.map { parts[Int($0)] }
    switch (FunctionNames.plain(name), arguments.count) {
    case ("SINGLE", 1): return met(at: place, tree[arguments[0]]) ?? written[0]
    case ("ANCHORARRAY", 1): return filled(tree[arguments[0]], place)
    case ("_TRO_LEADING", _), ("_TRO_TRAILING", _), ("_TRO_ALL", _): return nil
    default:
      let function = Self.withoutPrefix(name)
      let needed = OpenFormulaNames.neededArguments(of: function, count: arguments.count)
      return OpenFormulaNames.name(of: function) + "(" + (written + needed).joined(separator: ";") + ")"
    }
  }

  /// The one cell of a row or a column that a place meets, as `@` has it: OpenFormula has no sign for it, and what takes ranges
  /// would take them whole; `#VALUE!` of a range that is not met. `nil` for what is no range.
  private func met(at place: Place, _ operand: FormulaTree.Node) -> String? {
    let range: GridReference? =
      switch operand {
      case .reference(let reference): reference
      case .structured(let reference):
        if case .reference(let cells)? = meaning(of: reference, at: place) { cells } else { nil }
      case .name(let name, let prefix): self.range(of: name, on: prefix?.first, at: place)
      default: nil
      }
    guard let range, range.sheet?.last == nil, range.shape != .deleted else { return nil }
    guard let cell = range.intersected(row: place.row, column: place.column) else { return ErrorCode.value.text }
    return text(of: cell)
  }

  /// The cells that a name stands for wherever it is used; `nil` for any other name.
  private func range(of name: String, on sheet: String?, at place: Place) -> GridReference? {
    guard let reference = definition(of: name, on: sheet, at: place)?.tree?.onlyReference, reference.isWhollyAbsolute,
      reference.sheet != nil
    else { return nil }
    return reference
  }

  /// What a name means in a formula.
  private func definition(of name: String, on sheet: String?, at place: Place) -> DefinedName? {
    let plain = DefinedName(name: name, formula: "").nameOfExcel ?? name
    guard let same = names[plain.lowercased()] else { return nil }
    let position = sheet.flatMap { tables.position(of: $0) } ?? place.sheet
    return same.first { $0.sheet == position } ?? same.first { $0.sheet == nil }
  }

  /// What a name stands for that Excel itself gives and OpenDocument does not have, such as that of what is printed.
  private func expression(of name: DefinedName, at place: Place) -> String? {
    guard let tree = name.tree?.mappingReferences({ if $0.sheet == .ofUser { $0.sheet = nil } }),
      // What one such name says of another might come back to it.
      !tree.nodes.contains(where: { if case .name = $0 { true } else { false } })
    else { return nil }
    let isOne = if case .parenthesized = tree[tree.root] { true } else { tree.nodes.count == 1 }
    return expression(tree.shifted(rows: place.row - name.row, columns: place.column - name.column), at: place)
      .map { isOne ? $0 : "(\($0))" }
  }

  /// A name without what files put before it.
  private static func withoutPrefix(_ name: String) -> String {
    var rest = Substring(name)
    for prefix in ["_xlfn.", "_xlws.", "_xlpm.", "_xleta."] where rest.lowercased().hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return String(rest)
  }

  /// The cells that the array of a cell fills.
  private func filled(_ anchor: FormulaTree.Node, _ place: Place) -> String? {
    guard case .reference(let reference) = anchor, case .cell(let row, let column) = reference.shape else { return nil }
    let sheet = reference.sheet.flatMap { tables.position(of: $0.first) } ?? place.sheet
    guard let block = fills[sheet]?.first(where: { $0.top == Int(row.value) && $0.left == Int(column.value) }) else {
      return ErrorCode.reference.text
    }
    return text(
      of: GridReference(
        .area(
          row: row, column: column, row2: Coordinate(block.bottom, absolute: row.isAbsolute),
          column2: Coordinate(block.right, absolute: column.isAbsolute)), sheet: reference.sheet))
  }

  // MARK: Tables

  private func meaning(of reference: StructuredReference, at place: Place) -> FormulaTree.Node? {
    tables.meaning(
      of: reference, on: contents.sheets[place.sheet].name, row: place.isOfName ? nil : place.row,
      column: place.column)
  }

  private func text(of reference: StructuredReference, at place: Place) -> String? {
    switch meaning(of: reference, at: place) {
    case .reference(let cells)?: text(of: cells)
    case .error(let code)?: code.text
    default: nil
    }
  }

  /// What stands for a table in a text, which OpenDocument cannot have; `nil` where it is not known without the cells.
  private func text(of table: IndirectTable, _ parts: [String], _ place: Place) -> String? {
    switch table {
    case .cells(let reference): return text(of: reference, at: place)
    case .column(let table, let name):
      let headers = StructuredReference(table: table, rows: .headers)
      guard case .reference(let cells)? = meaning(of: headers, at: place), cells.shape != .deleted,
        let header = text(of: cells), let data = text(of: StructuredReference(table: table), at: place)
      else { return nil }
      let name = (["\"\""] + name.map { parts[Int($0)] }).joined(separator: "&")
      return "INDEX(\(data);0;MATCH(\(name);\(header);0))"
    case .computed: return nil
    }
  }

  /// Whether a formula still names a table in a text when it is written.
  func keepsTableInText(_ tree: FormulaTree, at place: Place) -> Bool {
    guard tables.hasSome else { return false }
    return tree.nodes.contains { node in
      guard let table = IndirectTable(node, in: tree, isTable: tables.has) else { return false }
      return text(of: table, Array(repeating: "", count: tree.nodes.count), place) == nil
    }
  }

  // MARK: References

  private func text(of reference: GridReference) -> String? {
    if reference.sheet?.saysWorkbook == true { return nil }
    guard let address = Self.address(of: reference) else { return "#REF!" }
    return "[\(address)]"
  }

  static func sheet(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) || $0 == Ascii.underscore }
    return isPlain ? "$" + name : "$" + A1Notation.quoted(name)
  }

  /// A reference as OpenDocument has it: `$'My sheet'.A1:.B2`; `nil` for one to what is gone.
  static func address(of reference: GridReference) -> String? {
    func cell(_ row: Coordinate, _ column: Coordinate) -> String {
      (column.isAbsolute ? "$" : "") + A1Notation.letters(ofColumn: Int(column.value)) + (row.isAbsolute ? "$" : "")
        + String(Int(row.value) + 1)
    }
    func last(_ limit: Int) -> Coordinate { Coordinate(limit, absolute: true) }
    let first = (reference.sheet.map { sheet($0.first) } ?? "") + "."
    let second = (reference.sheet?.last.map(sheet) ?? "") + "."
    let start = Coordinate(0, absolute: true)
    switch reference.shape {
    case .deleted: return nil
    case .cell(let row, let column):
      let text = cell(row, column)
      return reference.sheet?.last == nil ? first + text : "\(first)\(text):\(second)\(text)"
    case .area(let row, let column, let row2, let column2):
      return "\(first)\(cell(row, column)):\(second)\(cell(row2, column2))"
    case .columns(let from, let to):
      return "\(first)\(cell(start, from)):\(second)\(cell(last(Area.lastRow), to))"
    case .rows(let from, let to):
      return "\(first)\(cell(from, start)):\(second)\(cell(to, last(Area.lastColumn)))"
    }
  }
}
