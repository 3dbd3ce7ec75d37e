import CellModel
import Diagnostics

extension FormulaTree {
  /// How a formula is written.
  package enum Style: Sendable, Hashable {
    /// As people write it in a sheet: `SUM(A1:A3, 2) + 1`.
    case sheet
    /// As people write it in a sheet, but without blanks: `SUM(A1:A3,2)+1`.
    case typed
    /// Without blanks, as Excel shows it and FORMULATEXT gives it.
    case excel
    /// As a workbook's file holds it, in which `[@A]` is `[[#This Row],[A]]`.
    case excelFile
  }

  /// The text of the formula, without `=`, with the author's parentheses and no others: only around a union that was written
  /// with `~`, which is a comma here.
  ///
  /// For a tree that was read without errors, reading the text gives the same nodes again. The walk keeps a stack of its
  /// own, so that a formula of any depth can be written.
  package func text(_ style: Style = .sheet) -> String { text(of: root, style) }

  package func text(of index: Index, _ style: Style = .sheet) -> String {
    guard nodes.indices.contains(Int(index)) else { return "" }
    var writer = FormulaWriter(style: style)
    writer.write(index, of: self)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

/// Writes nodes as text with a stack of what is still to be written.
struct FormulaWriter {
  private enum Step {
    case node(FormulaTree.Index)
    /// A node of an item of a list, where a comma ends the item.
    case item(FormulaTree.Index)
    case literal(StaticString)
    case text(String)
  }

  let style: FormulaTree.Style
  var output: [UInt8] = []
  private var steps: [Step] = []
  /// Whether the node that is written lies in an item of a list, outside of parentheses.
  private var isInItem = false

  init(style: FormulaTree.Style) { self.style = style }

  private var isSheet: Bool { style == .sheet }

  mutating func write(_ root: FormulaTree.Index, of tree: FormulaTree) {
    steps.append(.node(root))
    while let step = steps.popLast() {
      switch step {
      case .literal(let literal): literal.withUTF8Buffer { output.append(contentsOf: $0) }
      case .text(let text): output.append(contentsOf: text.utf8)
      case .node(let index):
        isInItem = false
        write(tree[index], of: tree)
      case .item(let index):
        isInItem = true
        if case .binary(.union, _, _) = tree[index] { put(inParentheses: index) } else { write(tree[index], of: tree) }
      }
    }
  }

  private mutating func write(_ node: FormulaTree.Node, of tree: FormulaTree) {
    switch node {
    case .number(_, let text): put(text)
    case .date(let serial, _, let text): put(isSheet || style == .typed ? text : NumberText.roundTrip(serial))
    case .text(let text): put(quoted: text, by: "\"")
    case .logical(let logical): put(logical ? "TRUE" : "FALSE")
    case .error(let code): put(code.text)
    case .missing: break
    case .invalid, .unreadable: put("#NAME?")
    case .reference(let reference): put(reference)
    case .name(let name, let sheet):
      if let sheet { put(sheet) }
      put(name)
    case .structured(let reference): put(reference)
    case .subscript_(let base, let index) where tree.isPartOfTable(index) && tree.isNameInRow(base):
      push([.node(base), .node(index)])
    case .subscript_(let base, let index): push([.node(base), .literal("["), .item(index), .literal("]")])
    case .member(let base, let field): push([.node(base), .literal("."), .text(FieldName.text(field))])
    case .unary(let unary, let operand): put(unary, operand, of: tree)
    case .binary(let binary, let left, let right): push([.node(left), .literal(symbol(binary)), .node(right)])
    case .parenthesized(let inner): put(inParentheses: inner)
    case .call(let name, let arguments):
      put(name)
      put(list: arguments, of: tree, "(", ")")
    case .apply(let callee, let arguments):
      put(list: arguments, of: tree, "(", ")")
      steps.append(.node(callee))
    case .array(_, let columns, let elements): put(array: elements, columns: columns)
    case .record(let names, let values):
      var parts: [Step] = [.literal("{")]
      for (position, name) in names.enumerated() {
        if position > 0 { parts.append(.literal(", ")) }
        parts += [.text(name), .literal(": "), .item(values[position])]
      }
      push(parts + [.literal("}")])
    }
  }

  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }

  /// Lays parts of the node that is written aside, the first on top; what they are made of lies in the same item.
  private mutating func push(_ parts: [Step]) {
    for part in parts.reversed() {
      if isInItem, case .node(let index) = part { steps.append(.item(index)) } else { steps.append(part) }
    }
  }

  private mutating func put(inParentheses index: FormulaTree.Index) {
    steps += [.literal(")"), .node(index), .literal("(")]
  }

  private mutating func put(quoted text: String, by mark: Character) {
    let mark = mark.asciiValue ?? Ascii.quote
    output.append(mark)
    for byte in text.utf8 {
      if byte == mark { output.append(mark) }
      output.append(byte)
    }
    output.append(mark)
  }

  // MARK: Operators and lists

  private mutating func put(_ unary: UnaryOperator, _ operand: FormulaTree.Index, of tree: FormulaTree) {
    switch unary {
    case .plus: push([.literal("+"), .node(operand)])
    case .minus: push([.literal("-"), .node(operand)])
    case .intersect:
      // Who reads it takes it to belong to the first operand.
      if case .binary(let binary, _, _) = tree[operand], !binary.joinsReferences {
        steps += [.literal(")"), .node(operand), .literal("@(")]
      } else {
        push([.literal("@"), .node(operand)])
      }
    case .percent: push([.node(operand), .literal("%")])
    case .spill: push([.node(operand), .literal("#")])
    case .trimLeading: put(trimmed: operand, of: tree, ".:", "_xlfn._TRO_LEADING(")
    case .trimTrailing: put(trimmed: operand, of: tree, ":.", "_xlfn._TRO_TRAILING(")
    case .trimBoth: put(trimmed: operand, of: tree, ".:.", "_xlfn._TRO_ALL(")
    }
  }

  /// Writes a trimmed range with its colon, or in a file as the call that stands for it.
  private mutating func put(
    trimmed operand: FormulaTree.Index, of tree: FormulaTree, _ colon: StaticString, _ call: StaticString
  ) {
    guard case .reference(let reference) = tree[operand], reference.shape.isRange, style != .excelFile else {
      return style == .excelFile ? push([.literal(call), .item(operand), .literal(")")]) : push([.node(operand)])
    }
    put(reference, colon: colon)
  }

  private func symbol(_ binary: BinaryOperator) -> StaticString {
    switch binary {
    case .add: isSheet ? " + " : "+"
    case .subtract: isSheet ? " - " : "-"
    case .multiply: isSheet ? " * " : "*"
    case .divide: isSheet ? " / " : "/"
    case .power: "^"
    case .concatenate: isSheet ? " & " : "&"
    case .equal: isSheet ? " = " : "="
    case .notEqual: isSheet ? " <> " : "<>"
    case .less: isSheet ? " < " : "<"
    case .lessOrEqual: isSheet ? " <= " : "<="
    case .greater: isSheet ? " > " : ">"
    case .greaterOrEqual: isSheet ? " >= " : ">="
    case .range: ":"
    case .intersection: " "
    case .union: isSheet ? ", " : ","
    }
  }

  private mutating func put(
    list: [FormulaTree.Index], of tree: FormulaTree, _ opening: StaticString, _ closing: StaticString
  ) {
    var parts: [Step] = [.literal(opening)]
    for (position, item) in list.enumerated() {
      if position > 0 { parts.append(.literal(isSheet && tree[item] != .missing ? ", " : ",")) }
      parts.append(.item(item))
    }
    push(parts + [.literal(closing)])
  }

  private mutating func put(array elements: [FormulaTree.Index], columns: Int) {
    var parts: [Step] = [.literal("{")]
    for (position, element) in elements.enumerated() {
      if position > 0, columns > 0 {
        let isRowEnd = position % columns == 0
        parts.append(.literal(isRowEnd ? (isSheet ? "; " : ";") : (isSheet ? ", " : ",")))
      }
      parts.append(.item(element))
    }
    push(parts + [.literal("}")])
  }

  // MARK: References

  private mutating func put(_ reference: GridReference, colon: StaticString = ":") {
    if let sheet = reference.sheet { put(sheet) }
    switch reference.shape {
    case .deleted: put("#REF!")
    case .cell(let row, let column):
      put(column: column)
      put(row: row)
    case .area(let row, let column, let row2, let column2):
      put(column: column)
      put(row: row)
      put(colon.description)
      put(column: column2)
      put(row: row2)
    case .columns(let first, let last):
      put(column: first)
      put(colon.description)
      put(column: last)
    case .rows(let first, let last):
      put(row: first)
      put(colon.description)
      put(row: last)
    }
  }

  private mutating func put(column: Coordinate) {
    if column.isAbsolute { output.append(Ascii.dollar) }
    put(A1Notation.letters(ofColumn: Int(column.value)))
  }

  private mutating func put(row: Coordinate) {
    if row.isAbsolute { output.append(Ascii.dollar) }
    put(String(Int(row.value) + 1))
  }

  private mutating func put(_ sheet: SheetPrefix) {
    let name = sheet.last.map { "\(sheet.first):\($0)" } ?? sheet.first
    if sheet.isPlain { put(name) } else { put(quoted: name, by: "'") }
    output.append(Ascii.exclamation)
  }

  private mutating func put(_ reference: StructuredReference) {
    if let table = reference.table { put(table) }
    guard let first = reference.firstColumn else {
      switch reference.rows {
      case .headersAndData: put("[[#Headers],[#Data]]")
      case .dataAndTotals: put("[[#Data],[#Totals]]")
      case .thisRow where style == .excelFile: put("[#This Row]")
      // As Excel writes it into files; LibreOffice reads [#Data] only beside a column.
      case .data where style == .excelFile && reference.table != nil: put("[]")
      default: put("[\(reference.rows.rawValue)]")
      }
      return
    }
    let isRange = reference.lastColumn.map { $0 != first } ?? false
    let isBare = !isRange && StructuredReference.isPlainColumn(first)
    switch reference.rows {
    case .data where isBare: put("[\(first)")
    case .thisRow where style != .excelFile && isBare: put("[@\(first)")
    case .data:
      output.append(Ascii.leftBracket)
      put(columns: reference)
    case .thisRow where style != .excelFile:
      put("[@")
      put(columns: reference)
    default:
      put(Self.parts(of: reference.rows))
      put(columns: reference)
    }
    output.append(Ascii.rightBracket)
  }

  private static func parts(of rows: StructuredReference.Rows) -> String {
    switch rows {
    case .headersAndData: "[[#Headers],[#Data],"
    case .dataAndTotals: "[[#Data],[#Totals],"
    case .thisRow: "[[#This Row],"
    default: "[[\(rows.rawValue)],"
    }
  }

  private mutating func put(columns reference: StructuredReference) {
    put(bracketed: reference.firstColumn ?? "")
    if let last = reference.lastColumn, last != reference.firstColumn {
      output.append(Ascii.colon)
      put(bracketed: last)
    }
  }

  private mutating func put(bracketed column: String) {
    output.append(Ascii.leftBracket)
    put(FieldName.escaped(column))
    output.append(Ascii.rightBracket)
  }
}

extension StructuredReference {
  /// Whether a column's name can stand in a table's bracket without one of its own, in every dialect.
  static func isPlainColumn(_ name: String) -> Bool {
    guard let first = name.utf8.first, Ascii.isLetter(first) || first == Ascii.underscore || first >= 0x80 else {
      return false
    }
    return name.utf8.last != Ascii.space
      && name.utf8.allSatisfy { Ascii.isNamePart($0) || $0 == Ascii.space || $0 >= 0x80 }
  }
}

extension SheetPrefix {
  /// Whether the prefix needs no quotation marks.
  package var isPlain: Bool { self == .ofUser || Self.isPlain(first) && (last.map(Self.isPlain) ?? true) }

  /// The sheets as they stand before `!`, in quotation marks when they need them.
  package var text: String {
    let name = last.map { "\(first):\($0)" } ?? first
    return isPlain ? name : A1Notation.quoted(name)
  }

  private static func isPlain(_ name: String) -> Bool {
    if isRowPath(name) {
      let marks = [Ascii.dot, Ascii.leftBracket, Ascii.rightBracket]
      return name.utf8.allSatisfy { Ascii.isNamePart($0) || $0 >= 0x80 || marks.contains($0) }
    }
    var rest = name.utf8[...]
    if rest.first == Ascii.leftBracket {
      guard let end = rest.firstIndex(of: Ascii.rightBracket) else { return false }
      let book = rest[rest.index(after: rest.startIndex)..<end]
      guard book.allSatisfy({ Ascii.isNamePart($0) || $0 == Ascii.dot }) else { return false }
      rest = rest[rest.index(after: end)...]
      if rest.isEmpty { return true }
    }
    guard let first = rest.first, Ascii.isLetter(first) || first == Ascii.underscore else { return false }
    return rest.allSatisfy(Ascii.isNamePart) && A1Notation.cell(name) == nil && !isOtherWord(name)
  }

  /// Whether Excel takes a name without quotation marks for a logical, or for an address by numbers: `R1C1`, `RC`, `c4`.
  private static func isOtherWord(_ name: String) -> Bool {
    if ["TRUE", "FALSE"].contains(name.uppercased()) { return true }
    var rest = name.utf8[...]
    for letter in [UInt8(ascii: "r"), UInt8(ascii: "c")] where rest.first.map({ $0 | 0x20 }) == letter {
      rest = rest.dropFirst().drop(while: Ascii.isDigit)
    }
    return rest.isEmpty
  }
}
