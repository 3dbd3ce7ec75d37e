import CellModel
import Diagnostics
import Formulas

/// A formula as it stands in a sheet.
package struct SheetFormula: Sendable {
  /// The tree; its spans are offsets into the sheet's text.
  package var tree: FormulaTree
  /// The place of the whole formula, with the `=` that may stand before it.
  package var span: SourceSpan

  package init(tree: FormulaTree, span: SourceSpan) {
    self.tree = tree
    self.span = span
  }

  /// Whether a part of the formula could not be read.
  package var isInvalid: Bool {
    if case .unreadable? = tree.nodes.last { return true }
    return tree.nodes.isEmpty || tree.nodes.contains(.invalid)
  }

  /// Whether the formula is a literal, so that its cell may be set from outside.
  package var isConstant: Bool { tree.isConstant }

  /// The value of a literal; `nil` for any other formula.
  package var constant: CellValue? { tree.constant }
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
