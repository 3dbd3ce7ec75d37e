import Diagnostics
import Formulas

/// Changes of a formula's text that leave its blanks as they are.
///
/// The text belongs to one tree and is to say another, which differs in the spelling of single nodes: the two have the same
/// count of nodes, in the same order. The changes do not overlap.
struct FormulaEdits {
  private var edits: [(span: SourceSpan, text: String)] = []

  /// Spells each node of a tree as it is in another.
  init(of tree: FormulaTree, as new: FormulaTree, _ style: FormulaTree.Style) {
    for position in tree.nodes.indices { respell(FormulaTree.Index(position), of: tree, as: new, style) }
  }

  private mutating func respell(
    _ index: FormulaTree.Index, of tree: FormulaTree, as new: FormulaTree, _ style: FormulaTree.Style
  ) {
    let span = tree.span(of: index)
    switch (tree[index], new[index]) {
    case (.call(let name, _), .call(let plain, _)):
      if name != plain { replace(span.lower, span.lower + name.utf8.count, by: plain) }
    case (.call, .unary(let op, let operand)):
      // SINGLE(A1:A3) is @A1:A3, and ANCHORARRAY(A1) is A1#.
      let inner = tree.span(of: operand)
      replace(span.lower, inner.lower, by: op == .intersect ? "@" : "")
      replace(inner.upper, span.upper, by: op == .intersect ? "" : "#")
    case (.unary(_, let operand), .call(let name, _)):
      let inner = tree.span(of: operand)
      replace(span.lower, inner.lower, by: name + "(")
      replace(inner.upper, span.upper, by: ")")
    // There is one way to write them: `'Inputs'!B2` is Inputs!B2, and `[#This Row]` is @.
    case (_, .reference), (_, .structured), (_, .name), (_, .error), (_, .logical):
      replace(span.lower, span.upper, by: new.text(of: index, style))
    default: break
    }
  }

  mutating func insert(_ text: String, at position: Int) { replace(position, position, by: text) }

  private mutating func replace(_ lower: Int, _ upper: Int, by text: String) {
    edits.append((SourceSpan(lower, upper), text))
  }

  /// The text with the changes made.
  func applied(to text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { ($0.span.lower, $0.span.upper) < ($1.span.lower, $1.span.upper) }) {
      guard edit.span.lower >= position, edit.span.upper <= bytes.count else { continue }
      result += bytes[position..<edit.span.lower]
      result += edit.text.utf8
      position = edit.span.upper
    }
    return String(decoding: result + bytes[position...], as: UTF8.self)
  }
}
