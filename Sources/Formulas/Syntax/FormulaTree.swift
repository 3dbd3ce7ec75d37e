import CellModel
import Diagnostics

/// The syntax tree of one formula, in one flat list.
///
/// Nodes stand after their operands, so a pass from the first node to the last sees every operand before what uses it,
/// and no walk needs recursion. Node `i` covers `spans[i]` of the text that was parsed. These rules hold:
///
/// - R1. Every operand of a node has a smaller index than the node.
/// - R2. Every node but the root is the operand of exactly one node.
/// - R3. A node and all below it are a run of nodes that ends with it.
///
/// A formula that could not be read has ``Node/invalid`` where the reading stopped, and a diagnostic beside the tree.
package struct FormulaTree: Sendable {
  package typealias Index = Int32

  package enum Node: Sendable, Hashable {
    /// A number as written; `text` keeps the author's spelling (`1.50`, `1e3`).
    case number(Double, text: String)
    case text(String)
    case logical(Bool)
    case error(ErrorCode)
    /// A date literal of the sheet dialect, or a time of day that is all of a formula, an element or a field, as a serial number of the 1900 system.
    case date(Double, NumberKind = .date, text: String)
    /// An empty argument, as the second of `IF(a,,b)`.
    case missing
    /// A cell or a rectangle in A1 notation, with its sheet if one is named.
    case reference(GridReference)
    /// A defined name, a named cell, a table, or a parameter of LET or LAMBDA.
    case name(String, sheet: SheetPrefix?)
    /// `ledger[C]`, `[@A]`, `ledger[[#Headers],[A]:[B]]`.
    case structured(StructuredReference)
    /// `base[index]`, one row of a table, counted from 1.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case subscript_(base: Index, index: Index)
    /// `base.field`.
    case member(base: Index, field: String)
    case unary(UnaryOperator, Index)
    case binary(BinaryOperator, Index, Index)
    /// Parentheses the author wrote.
    case parenthesized(Index)
    /// A call by name; LET and LAMBDA are calls too.
    case call(name: String, arguments: [Index])
    /// A call of what an expression gives, as `LAMBDA(x, x+1)(2)`.
    case apply(Index, arguments: [Index])
    /// An array constant, row by row.
    case array(rows: Int, columns: Int, elements: [Index])
    case record(names: [String], values: [Index])
    /// What could not be read.
    case invalid
    /// A formula as a whole of which a part could not be read, and what was found: no part of it means anything.
    case unreadable(String)
  }

  package var nodes: [Node]
  package var spans: [SourceSpan]

  package init(nodes: [Node] = [], spans: [SourceSpan] = []) {
    self.nodes = nodes
    self.spans = spans
  }

  /// The index of the root, which is the last node.
  package var root: Index { Index(nodes.count - 1) }

  package subscript(index: Index) -> Node { nodes[Int(index)] }

  package func span(of index: Index) -> SourceSpan { spans[Int(index)] }

  /// The span that a caret stands under: of a call its name alone, of any other node the whole.
  package func nameSpan(of index: Index) -> SourceSpan {
    let span = span(of: index)
    guard case .call(let name, _) = self[index] else { return span }
    return SourceSpan(span.lower, min(span.upper, span.lower + name.utf8.count))
  }

  /// Adds a node after its operands and gives its index.
  @discardableResult
  package mutating func append(_ node: Node, span: SourceSpan) -> Index {
    nodes.append(node)
    spans.append(span)
    return Index(nodes.count - 1)
  }
}

extension FormulaTree.Node {
  /// The indices of the operands, in the order of the text.
  package var operands: [FormulaTree.Index] {
    switch self {
    case .number, .text, .logical, .error, .date, .missing, .reference, .name, .structured, .invalid, .unreadable: []
    case .subscript_(let base, let index): [base, index]
    case .member(let base, _): [base]
    case .unary(_, let operand), .parenthesized(let operand): [operand]
    case .binary(_, let left, let right): [left, right]
    case .call(_, let arguments): arguments
    case .apply(let callee, let arguments): [callee] + arguments
    case .array(_, _, let elements): elements
    case .record(_, let values): values
    }
  }
}

/// An operator with one operand.
package enum UnaryOperator: Sendable, Hashable {
  case plus, minus
  /// `%` behind its operand.
  case percent
  /// `@`, implicit intersection.
  case intersect
  /// `#` behind a reference, the spill range of an anchor.
  case spill
  /// `A1.:B9`, `A1:.B9` and `A1.:.B9`: a range without the blank rows and columns at its edges. The operand is a
  /// reference to the whole range.
  case trimLeading, trimTrailing, trimBoth
}

extension UnaryOperator {
  /// Which edges of a range the operator trims, as TRIMRANGE counts them: 1 leading, 2 trailing, 3 both; else `nil`.
  package var trimmedEdges: Int? {
    switch self {
    case .trimLeading: 1
    case .trimTrailing: 2
    case .trimBoth: 3
    default: nil
    }
  }

  /// The operator that trims some edges.
  init?(trimmedEdges: Int) {
    switch trimmedEdges {
    case 1: self = .trimLeading
    case 2: self = .trimTrailing
    case 3: self = .trimBoth
    default: return nil
    }
  }
}

/// An operator between two operands, by the sign that formulas have for it.
package enum BinaryOperator: String, Sendable, Hashable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case power = "^"
  case concatenate = "&"
  case equal = "="
  case notEqual = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  /// `:` between operands that are not both plain addresses, as in `A1:INDEX(B:B, 3)`.
  case range = ":"
  /// A space between references.
  case intersection = " "
  /// `,` between references, inside parentheses.
  case union = ","

  /// Whether it makes a reference of two references.
  @inlinable
  package var joinsReferences: Bool {
    switch self {
    case .range, .intersection, .union: true
    default: false
    }
  }

  /// Whether it makes TRUE or FALSE of two values.
  package var isComparison: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }

  /// Whether it makes a number of two numbers.
  @inlinable
  package var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .power: true
    default: false
    }
  }
}

/// The sheet or run of sheets before `!`.
package struct SheetPrefix: Sendable, Hashable {
  package var first: String
  /// The last sheet of a run such as `Sheet1:Sheet3!A1`.
  package var last: String?

  package init(_ first: String, through last: String? = nil) {
    self.first = first
    self.last = last
  }

  /// What a defined name says for the sheet of the cell that uses it, as in `!A1`.
  package static let ofUser = SheetPrefix("")

  /// What a name of this workbook may say before itself, as in `[0]!Rate`.
  package static let ofThisWorkbook = SheetPrefix("[0]")

  /// Whether it is a sheet of another workbook, as `[1]Sheet1` and `C:\[Prices.xlsx]Jan` are.
  package var isOfOtherWorkbook: Bool { saysWorkbook && !first.hasPrefix("[0]") }

  /// Whether it says in which workbook its sheet is, be it this one.
  package var saysWorkbook: Bool { first.utf8.contains(Ascii.leftBracket) && !Self.isRowPath(first) }

  /// Whether a name is one in the rows of a table: words with dots between them, of which some have a number in brackets
  /// behind them, as in `people[2].adding`.
  static func isRowPath(_ name: String) -> Bool {
    guard name.utf8.contains(Ascii.leftBracket) else { return false }
    return name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      let word = part.prefix { $0 != "[" }
      let number = part.dropFirst(word.count)
      guard let first = word.utf8.first, Ascii.isLetter(first) || first == Ascii.underscore || first >= 0x80 else {
        return false
      }
      guard !number.isEmpty else { return true }
      return number.hasSuffix("]") && number.count > 2 && number.dropFirst().dropLast().utf8.allSatisfy(Ascii.isDigit)
    }
  }
}

/// A row or column number, counted from 0, absolute when it was written with `$`.
package struct Coordinate: Sendable, Hashable {
  package var value: Int32
  package var isAbsolute: Bool

  package init(_ value: Int, absolute: Bool = false) {
    self.value = Int32(value)
    self.isAbsolute = absolute
  }
}

/// An address or a rectangle as written, before anything is resolved.
///
/// `A1` is a cell; `A1:B2`, `A:A` and `1:3` are rectangles. The corners keep the order in which they were written.
package struct GridReference: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    case cell(row: Coordinate, column: Coordinate)
    case area(row: Coordinate, column: Coordinate, row2: Coordinate, column2: Coordinate)
    case columns(Coordinate, Coordinate)
    case rows(Coordinate, Coordinate)
    /// What a deleted cell leaves behind: `#REF!`, or `Inputs!#REF!`.
    case deleted
  }

  package var sheet: SheetPrefix?
  package var shape: Shape

  package init(_ shape: Shape, sheet: SheetPrefix? = nil) {
    self.shape = shape
    self.sheet = sheet
  }
}

extension GridReference.Shape {
  /// Whether it is written with a colon.
  var isRange: Bool {
    switch self {
    case .area, .columns, .rows: true
    case .cell, .deleted: false
    }
  }
}

extension GridReference {
  /// Whether it means the same cells of one sheet wherever the formula is filled to; not when its cells are gone.
  package var isWhollyAbsolute: Bool {
    if sheet?.last != nil { return false }
    return switch shape {
    case .cell(let row, let column): row.isAbsolute && column.isAbsolute
    case .area(let row, let column, let row2, let column2):
      row.isAbsolute && column.isAbsolute && row2.isAbsolute && column2.isAbsolute
    case .columns(let first, let last), .rows(let first, let last): first.isAbsolute && last.isAbsolute
    case .deleted: false
    }
  }
}

/// A table's rows and columns by name.
package struct StructuredReference: Sendable, Hashable {
  package enum Rows: String, Sendable, Hashable {
    case data = "#Data"
    case headers = "#Headers"
    case totals = "#Totals"
    case all = "#All"
    /// `[@A]` or `[#This Row]`: the row of the formula itself.
    case thisRow = "@"
    /// `#Headers` and `#Data`.
    case headersAndData
    /// `#Data` and `#Totals`.
    case dataAndTotals
  }

  /// The table; `nil` inside a table's own column formula.
  package var table: String?
  package var rows: Rows
  /// The columns from first to last; `nil` is the whole row or table.
  package var firstColumn: String?
  package var lastColumn: String?

  package init(table: String?, rows: Rows = .data, firstColumn: String? = nil, lastColumn: String? = nil) {
    self.table = table
    self.rows = rows
    self.firstColumn = firstColumn
    self.lastColumn = lastColumn ?? firstColumn
  }
}
