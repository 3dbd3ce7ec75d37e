import CellModel
import Diagnostics
import Formulas

/// What a workbook's formula may hold and a line of a sheet may not.
extension FormulaTree {
  /// Appends a text with characters that no line can have, as pieces and calls of CHAR.
  mutating func appendText(_ text: String) -> Index {
    let none = SourceSpan(0, 0)
    var whole: Index?
    func add(_ index: Index) {
      whole = whole.map { append(.binary(.concatenate, $0, index), span: none) } ?? index
    }
    var piece = ""
    func flush() {
      if !piece.isEmpty { add(append(.text(piece), span: none)) }
      piece = ""
    }
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x20 else {
        piece.unicodeScalars.append(scalar)
        continue
      }
      flush()
      let code = append(.number(Double(scalar.value), text: String(scalar.value)), span: none)
      add(append(.call(name: "CHAR", arguments: [code]), span: none))
    }
    flush()
    return append(.parenthesized(whole ?? append(.text(""), span: none)), span: none)
  }

  /// A text with characters that no line can have, as a formula.
  static func textFormula(_ text: String) -> String {
    var tree = FormulaTree()
    let root = tree.appendText(text)
    guard case .parenthesized(let inner) = tree[root] else { return tree.text() }
    return tree.text(of: inner)
  }

  /// Brings the result to the size of the cells of an array formula: repeated where it is one row or column, with #N/A
  /// beyond it.
  ///
  /// - Parameter known: The size that it has; `nil` where that does not show.
  mutating func fit(rows: Int, columns: Int, from known: ResultSize?) {
    if known == ResultSize(rows: rows, columns: columns) { return }
    let isLarger = known.map { $0.rows >= rows && $0.columns >= columns } ?? (rows == 1 && columns == 1)
    let isRepeated = known.map { [1, rows].contains($0.rows) && [1, columns].contains($0.columns) } ?? false
    let none = SourceSpan(0, 0)
    // R3 of trees: what an operand needs stands directly before it.
    var made = FormulaTree()
    func append(_ node: FormulaTree.Node) -> FormulaTree.Index { made.append(node, span: none) }
    func size() -> [FormulaTree.Index] {
      [append(.number(Double(rows), text: String(rows))), append(.number(Double(columns), text: String(columns)))]
    }
    let cells = isLarger ? nil : append(.call(name: "SEQUENCE", arguments: size()))
    let offset = FormulaTree.Index(made.nodes.count)
    for node in nodes { _ = append(node.replacingOperands { $0 + offset }) }
    var whole = made.root
    if let cells { whole = append(.call(name: "IF", arguments: [cells, whole])) }
    if !isRepeated {
      let count = size()
      _ = append(.call(name: "TAKE", arguments: [whole] + count))
    }
    self = made
  }

  /// The formula of an array that ``fit(rows:columns:from:)`` brought to a size; `nil` where none did.
  func unfitted(rows: Int, columns: Int) -> FormulaTree? {
    func isSize(_ arguments: some Sequence<Index>) -> Bool {
      arguments.map { self[$0].number } == [Double(rows), Double(columns)]
    }
    var root = self.root
    if case .call("TAKE", let arguments) = self[root], arguments.count == 3, isSize(arguments.dropFirst()) {
      root = arguments[0]
    }
    if case .call("IF", let arguments) = self[root], arguments.count == 2,
      case .call("SEQUENCE", let size) = self[arguments[0]], isSize(size)
    {
      root = arguments[1]
    }
    return root == self.root ? nil : subtree(at: root)
  }
}

extension FormulaTree.Node {
  /// The number that a node is.
  fileprivate var number: Double? { if case .number(let number, _) = self { number } else { nil } }
}
