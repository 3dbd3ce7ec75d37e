import CellModel
import Engine
import Formulas
import SheetText

/// How values are shown.
extension LiveSheet {
  /// The value of a cell as it is displayed, with its format.
  package func text(of cell: CellInfo) -> String {
    display(value(of: cell), format: cell.format)
  }

  /// A value as text: a number in its format, an array and a record as they would be written.
  package func display(_ value: CellValue, format: String?) -> String {
    switch value {
    case .blank: return ""
    case .number(let number):
      guard let format, let parsed = numberFormat(format) else { return NumberText.general(number) }
      return parsed.text(of: value, in: engine.dateSystem)
    case .text(let text):
      guard let format, let parsed = numberFormat(format) else { return text }
      return parsed.text(of: value, in: engine.dateSystem)
    case .logical(let logical): return logical ? "TRUE" : "FALSE"
    case .error(let error): return error.code.text
    case .array(let array):
      return "{"
        + (0..<array.rows).map { row in
          array.row(row).map { element(of: $0, format) }.joined(separator: ", ")
        }.joined(separator: "; ") + "}"
    case .record(let record):
      return "{" + zip(record.names, record.values).map { "\($0): \(literal($1))" }.joined(separator: ", ") + "}"
    case .lambda(let lambda): return "LAMBDA(" + (lambda.parameters + ["…"]).joined(separator: ", ") + ")"
    }
  }

  private func element(of value: CellValue, _ format: String?) -> String {
    if case .text = value { return literal(value) }
    return display(value, format: format)
  }

  /// A value as it would be written in a sheet: texts in quotes.
  package func literal(_ value: CellValue) -> String {
    switch value {
    case .text(let text):
      "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    case .blank: "blank"
    default: display(value, format: nil)
    }
  }

  private func numberFormat(_ code: String) -> NumberFormat? { try? NumberFormat(code) }

  // MARK: Which format

  /// The format of a cell: the declared one, else the one its formula takes over, as a date plus days is a date.
  func format(at address: CellAddress) -> String? {
    if let known = formatCache[address] { return known }
    // A long chain of cells is not followed to its end: a stack has one.
    guard formatDepth < Self.formatDepthLimit else { return nil }
    formatDepth += 1
    defer { formatDepth -= 1 }
    formatCache[address] = String?.none  // a formula that reads itself finds none
    let definition = definition(at: address)
    let found =
      definition?.format
      ?? definition.flatMap { known in
        known.formula.flatMap { inferredFormat(placed($0.tree, known.unit ?? units[0], known.home)) }
      }
    formatCache[address] = found
    return found
  }

  /// The date format that a formula's result takes over from what it is made of; other formats pass only by a plain `= A`.
  func inferredFormat(_ tree: FormulaTree) -> String? {
    guard !tree.nodes.isEmpty else { return nil }
    return inferredFormat(tree, tree.root, isWhole: true, depth: 0)
  }

  private func inferredFormat(_ tree: FormulaTree, _ index: FormulaTree.Index, isWhole: Bool, depth: Int) -> String? {
    guard depth < 32 else { return nil }
    func part(_ index: FormulaTree.Index) -> String? { inferredFormat(tree, index, isWhole: false, depth: depth + 1) }
    func date(_ index: FormulaTree.Index) -> String? { part(index).flatMap { Self.isDateFormat($0) ? $0 : nil } }
    switch tree[index] {
    case .date: return "yyyy-mm-dd"
    case .name, .reference, .structured, .member:
      guard let area = engine.area(of: tree.subtree(at: index), in: scope) else { return nil }
      let found = format(at: area.topLeft)
      return isWhole ? found : found.flatMap { Self.isDateFormat($0) ? $0 : nil }
    case .parenthesized(let operand): return inferredFormat(tree, operand, isWhole: isWhole, depth: depth + 1)
    case .binary(.add, let left, let right):
      switch (date(left), date(right)) {
      case (let format?, nil), (nil, let format?): return format
      default: return nil
      }
    case .binary(.subtract, let left, let right): return date(right) == nil ? date(left) : nil
    case .call(let name, let arguments):
      guard let traits = environment.catalog.function(named: name)?.traits else { return nil }
      if traits.contains(.givesDate) { return "yyyy-mm-dd" }
      if traits.contains(.givesDateTime) { return "yyyy-mm-dd hh:mm:ss" }
      if traits.contains(.keepsDateOfChoices) { return arguments.dropFirst().lazy.compactMap(part).first }
      if traits.contains(.keepsDateOfFirst) { return arguments.first.flatMap(part) }
      if traits.contains(.keepsDateOfThird) { return arguments.count > 2 ? part(arguments[2]) : nil }
      return traits.contains(.keepsDateOfLast) ? arguments.last.flatMap(part) : nil
    default: return nil
    }
  }

  /// How many cells a format is looked for through.
  static let formatDepthLimit = 100

  static func isDateFormat(_ format: String) -> Bool {
    format.utf8.contains { $0 | 0x20 == UInt8(ascii: "y") || $0 | 0x20 == UInt8(ascii: "d") }
  }
}
