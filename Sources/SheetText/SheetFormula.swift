import CellModel
import Diagnostics
import Formulas
import Functions

/// A formula as it stands in a sheet.
///
/// In a document that keeps no trees, the formulas of large sheets are places in its text with the ``FormulaPattern`` that
/// they have, or with their number, day or text; their trees are made when somebody asks for them.
package struct SheetFormula: Sendable {
  /// What it says, without its place.
  enum Content: Sendable {
    case tree(FormulaTree)
    case pattern(FormulaPattern, SourceText)
    case run(FormulaRun, SourceText)
    case number(Double, SourceText)
    /// The serial number of a date.
    case day(Double, SourceText)
    /// A text in quotation marks with none in it.
    case text(SourceText)

    var isConstant: Bool {
      switch self {
      case .tree(let tree): tree.isConstant
      case .pattern(let pattern, _): pattern.isConstant
      case .run(let run, _): run.pattern.isConstant
      case .number, .day, .text: true
      }
    }

    var words: FormulaTree.Words {
      switch self {
      case .tree(let tree): tree.words
      case .pattern(let pattern, _): pattern.words
      case .run(let run, _): run.pattern.words
      case .number, .day, .text: .none
      }
    }

    var pattern: FormulaPattern? {
      switch self {
      case .pattern(let pattern, _): pattern
      case .run(let run, _): run.pattern
      case .tree, .number, .day, .text: nil
      }
    }

    var run: FormulaRun? { if case .run(let run, _) = self { run } else { nil } }
  }

  let content: Content
  private let packedSpan: PackedSpan

  package init(tree: FormulaTree, span: SourceSpan) { self.init(.tree(tree), at: span) }

  init(_ content: Content, at span: SourceSpan) {
    self.content = content
    packedSpan = PackedSpan(span)
  }

  /// The place of the whole formula, with the `=` that may stand before it.
  package var span: SourceSpan { packedSpan.span }

  /// A formula that has a pattern.
  init(_ pattern: FormulaPattern, in source: SourceText, at span: SourceSpan) {
    self.init(.pattern(pattern, source), at: span)
  }

  /// A formula that goes on from the one above it.
  init(_ run: FormulaRun, in source: SourceText, at span: SourceSpan) {
    self.init(.run(run, source), at: span)
  }

  /// The tree; its spans are offsets into the sheet's text.
  ///
  /// - Complexity: O(*n*) in the length of the formula where the document keeps no trees.
  package var tree: FormulaTree {
    switch content {
    case .tree(let tree): tree
    case .pattern(_, let source), .run(_, let source), .number(_, let source), .day(_, let source), .text(let source):
      FormulaParser.parseSheetFormula(source.bytes, span).tree
    }
  }

  /// The formula as it stands in the rows of a table: an address means the same cell in each of them.
  var ofRows: SheetFormula { SheetFormula(tree: tree.withFixedAddresses, span: span) }

  /// A tree that differs from this formula's in its addresses, names, numbers and places only; it is at hand.
  private var example: FormulaTree {
    switch content {
    case .tree(let tree): tree
    case .pattern(let pattern, _): pattern.example
    case .run(let run, _): run.pattern.example
    case .number: .literal(.number(0, text: "0"))
    case .day(let serial, _): .literal(.date(serial, text: ""))
    case .text: .literal(.text(""))
    }
  }

  /// Whether a part of the formula could not be read.
  package var isInvalid: Bool {
    guard case .tree(let tree) = content else { return false }
    if case .unreadable? = tree.nodes.last { return true }
    return tree.nodes.isEmpty || tree.nodes.contains(.invalid)
  }

  /// Whether the formula is a literal, so that its cell may be set from outside.
  package var isConstant: Bool { content.isConstant }

  /// Whether the formula names cells, and does nothing with them.
  package var isNameOrReference: Bool { example.isNameOrReference }

  /// The value of a literal; `nil` for any other formula.
  package var constant: CellValue? {
    switch content {
    case .tree(let tree): tree.constant
    case .pattern, .run: pattern.flatMap { $0.isConstant ? $0.tree(of: operands).constant : nil }
    case .number(let number, _): .number(number)
    case .day(let serial, _): .number(serial, .date)
    case .text(let source): .text(source[SourceSpan(span.lower + 1, span.upper - 1)])
    }
  }

  /// What the formula says beside literals, addresses and operators.
  package var words: FormulaTree.Words { content.words }

  /// The form of the function that the formula as a whole calls; `nil` when it is no call of a function.
  package func form(_ catalog: FunctionCatalog) -> FunctionForm? { example.form(catalog) }

  /// What the formula has in common with others; `nil` when it is kept as a tree.
  package var pattern: FormulaPattern? { content.pattern }

  /// The formulas above and below it that it goes on with; `nil` where there are none.
  package var run: FormulaRun? { content.run }

  /// The cells that it names, be they the corners of ranges; `nil` where that takes a tree to tell.
  ///
  /// - Complexity: O(*n*) in the length of the formula.
  package var namedCells: [(row: Int, column: Int)]? {
    switch content {
    case .number, .day, .text: return []
    case .tree(let tree): return tree.isConstant ? [] : nil
    case .pattern, .run:
      // Whole rows are a part of the pattern, and no operands.
      guard example.nodes.allSatisfy(\.isNoRunOfRows) else { return nil }
      return operands.compactMap { operand in
        guard case .cell(let row, let column) = operand else { return nil }
        return (Int(row.value), Int(column.value))
      }
    }
  }

  /// What stands in the places of the pattern, in the order of the text.
  package var operands: [FormulaOperand] {
    switch content {
    case .pattern(_, let source), .run(_, let source): PatternReader.operands(of: source.bytes, in: span)
    case .tree, .number, .day, .text: []
    }
  }
}

extension FormulaTree.Node {
  fileprivate var isNoRunOfRows: Bool {
    guard case .reference(let reference) = self else { return true }
    switch reference.shape {
    case .cell, .area: return reference.sheet == nil
    case .rows, .columns, .deleted: return false
    }
  }
}

extension FormulaTree {
  /// Whether the tree is a literal: a number with its sign and percent signs, a text, a logical, a date, an error
  /// value, or an array or record of literals.
  package var isConstant: Bool {
    guard !nodes.isEmpty else { return false }
    for node in nodes {
      switch node {
      case .number, .text, .logical, .error, .date, .array, .record: continue
      case .unary(.minus, let operand), .unary(.plus, let operand), .unary(.percent, let operand):
        guard isSignedNumber(self[operand]) else { return false }
      default: return false
      }
    }
    return true
  }

  private func isSignedNumber(_ node: Node) -> Bool {
    switch node {
    case .number, .unary(.minus, _), .unary(.plus, _), .unary(.percent, _): true
    default: false
    }
  }

  /// Whether the tree names cells, and does nothing with them.
  package var isNameOrReference: Bool {
    switch nodes.last {
    case .name, .reference, .structured, .member: true
    default: false
    }
  }

  /// The value of a literal; `nil` for any other tree.
  package var constant: CellValue? {
    guard isConstant else { return nil }
    // Operands stand before their users, so one pass from the front suffices.
    var values: [CellValue] = []
    values.reserveCapacity(nodes.count)
    for node in nodes {
      switch node {
      case .number(let number, _): values.append(.number(number))
      case .date(let serial, let kind, _): values.append(.number(serial, kind))
      case .text(let text): values.append(.text(text))
      case .logical(let logical): values.append(.logical(logical))
      case .error(let code): values.append(.error(CellError(code)))
      case .unary(let sign, let operand):
        let value = values[Int(operand)]
        let number: Double = value.number ?? 0
        switch sign {
        case .minus: values.append(.number(-number, value.kind.negated))
        case .percent: values.append(.number(number / 100, .percent))
        default: values.append(value)
        }
      case .array(let rows, let columns, let elements):
        guard rows > 0, columns > 0, elements.count == rows * columns else { return nil }
        values.append(.array(CellArray(rows: rows, columns: columns, elements.map { values[Int($0)] })))
      case .record(let names, let fields):
        guard names.count == fields.count else { return nil }
        values.append(.record(CellRecord(zip(names, fields).map { ($0, values[Int($1)]) })))
      default: return nil
      }
    }
    return values.last
  }
}
