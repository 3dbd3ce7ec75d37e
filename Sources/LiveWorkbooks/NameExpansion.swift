import CellModel
import Diagnostics
import Formulas
import Functions

/// Rewrites a formula of a file: names that stand for formulas become these, and the file's spellings plain ones.
///
/// Nodes are copied in their order, operands first, so that what is put in the place of a name stands before whatever uses
/// it. A name within a name is expanded in its turn; names that go in circles stay what they are.
struct NameExpansion {
  private let names: NameDirectory
  private let sheet: Int
  private let row: Int
  private let column: Int
  /// Whether names that stand for formulas stay as they are.
  private let keepsFormulas: Bool
  private var open: [String] = []
  /// The nodes that formulas of names have become, each of its formula in one run with the root last.
  private(set) var definitions: [Range<Int>] = []
  /// The parameters of LET and LAMBDA that have been met, in lower case; a file writes them with a prefix, so that a name of the workbook
  /// is none of them whatever it is called.
  private var parameters: Set<String> = []

  /// How many nodes formulas of names have come to, those within each other counted in each.
  private var work = 0

  /// The most nodes that names make of a formula, whose references are counted in 16 bits, and the most work: names that use
  /// names can double a formula at each step.
  private static let mostNodes = 40_000
  private static let mostWork = 1_000_000

  init(_ names: NameDirectory, sheet: Int, row: Int, column: Int, keepsFormulas: Bool = false) {
    self.names = names
    self.sheet = sheet
    self.row = row
    self.column = column
    self.keepsFormulas = keepsFormulas
  }

  mutating func expanded(_ tree: FormulaTree) -> FormulaTree {
    var result = FormulaTree()
    result.nodes.reserveCapacity(tree.nodes.count)
    var places: [FormulaTree.Index] = []
    places.reserveCapacity(tree.nodes.count)
    noteParameters(of: tree)
    let operands = Self.operands(in: tree)
    for position in tree.nodes.indices {
      var place = append(tree, FormulaTree.Index(position), places, to: &result)
      // A formula in the place of a name is one operand.
      if operands.contains(position), case .name = tree.nodes[position], result[place].isTornApart {
        place = result.append(.parenthesized(place), span: tree.span(of: FormulaTree.Index(position)))
      }
      places.append(place)
    }
    return result
  }

  /// The places of names that are operands of operators.
  private static func operands(in tree: FormulaTree) -> Set<Int> {
    var places: Set<Int> = []
    for node in tree.nodes {
      switch node {
      case .unary, .binary, .subscript_, .member, .apply: for operand in node.operands { places.insert(Int(operand)) }
      default: continue
      }
    }
    return places
  }

  private mutating func noteParameters(of tree: FormulaTree) {
    for node in tree.nodes {
      guard case .name(let name, nil) = node, name.count > 6,
        ["_xlpm.", "_xlop."].contains(name.lowercased().prefix(6))
      else { continue }
      parameters.insert(String(name.lowercased().dropFirst(6)))
    }
  }

  /// Appends a node whose operands have been appended, and gives the place of what stands for it.
  private mutating func append(
    _ tree: FormulaTree, _ index: FormulaTree.Index, _ places: [FormulaTree.Index], to result: inout FormulaTree
  ) -> FormulaTree.Index {
    let span = tree.span(of: index)
    let node = Self.renumbered(tree[index], places)
    switch node {
    case .name(var name, var prefix):
      if prefix == nil, let function = PassedFunction.name(of: name) {
        let isOfOther = names.has(function, on: sheet) || parameters.contains(function.lowercased())
        return result.append(
          .name(isOfOther ? PassedFunction.unmistakable(function) : function, sheet: nil), span: span)
      }
      if prefix == nil, let local = names.namedBehindPoint(name, on: sheet) {
        (name, prefix) = (local.name, SheetPrefix(local.sheet))
      }
      if !keepsFormulas, let inner = meaning(of: name, prefix, beside: result.nodes.count) {
        let place = Self.append(inner, span: span, to: &result)
        if open.isEmpty { definitions.append(result.nodes.count - inner.nodes.count..<result.nodes.count) }
        return place
      }
      if prefix == nil, name.lowercased().hasPrefix("_xlop.") {
        // A parameter of LAMBDA that may be left out; a formula has it in brackets.
        let parameter = StructuredReference(table: nil, firstColumn: String(name.dropFirst(6)))
        return result.append(.structured(parameter), span: span)
      }
      if parameters.contains(name.lowercased()), case .reference(let reference)? = names.meaning(of: name, on: sheet) {
        return result.append(.reference(Self.inOwnWorkbook(reference)), span: span)
      }
      return result.append(plainName(name, prefix), span: span)
    case .reference(let reference): return result.append(.reference(Self.inOwnWorkbook(reference)), span: span)
    case .call(let name, let arguments):
      let plain = name.first == "_" ? FunctionNames.plain(name) : name
      if plain == "SINGLE", arguments.count == 1 { return result.append(.unary(.intersect, arguments[0]), span: span) }
      if plain == "ANCHORARRAY", arguments.count == 1 { return result.append(.unary(.spill, arguments[0]), span: span) }
      if plain.hasPrefix("[0]!") {
        return result.append(.call(name: String(plain.dropFirst(4)), arguments: arguments), span: span)
      }
      // A parameter of LAMBDA that is called keeps its spelling; it has no function's name.
      let isParameter = name.lowercased().hasPrefix("_xlpm.")
      let spelling = isParameter ? String(name.dropFirst(6)) : plain
      return result.append(.call(name: spelling, arguments: arguments), span: span)
    default: return result.append(node, span: span)
    }
  }

  /// The formula that a name stands for, with the names in it expanded; `nil` where it stands for none, or it is too much beside
  /// so many nodes.
  private mutating func meaning(of name: String, _ prefix: SheetPrefix?, beside count: Int) -> FormulaTree? {
    guard work < Self.mostWork, count < Self.mostNodes, let definition = definition(of: name, prefix) else {
      return nil
    }
    open.append("\(prefix?.first ?? "")!\(name.lowercased())")
    // A definition is written for A1.
    let inner = expanded(definition.carried(rows: row, columns: column))
    open.removeLast()
    work += inner.nodes.count
    return count + inner.nodes.count > Self.mostNodes ? nil : inner
  }

  /// The formula that a name stands for, unless it is being expanded.
  private func definition(of name: String, _ prefix: SheetPrefix?) -> FormulaTree? {
    guard !open.contains("\(prefix?.first ?? "")!\(name.lowercased())"), open.count < 64 else { return nil }
    var own = sheet
    if let prefix {
      if prefix.isOfOtherWorkbook { return names.definition(of: name, inOtherWorkbook: prefix) }
      own = names.sheet(named: prefix.first) ?? sheet
    }
    guard case .formula(let tree)? = names.meaning(of: name, on: own) else { return nil }
    return tree
  }

  private func plainName(_ name: String, _ prefix: SheetPrefix?) -> FormulaTree.Node {
    if prefix == .ofThisWorkbook { return .name(name, sheet: nil) }
    return .name(name.lowercased().hasPrefix("_xlpm.") ? String(name.dropFirst(6)) : name, sheet: prefix)
  }

  /// A reference to the workbook itself, or to the formula's own sheet, without saying so.
  private static func inOwnWorkbook(_ reference: GridReference) -> GridReference {
    guard let prefix = reference.sheet, prefix == .ofUser || prefix.first.hasPrefix("[0]") else { return reference }
    var result = reference
    let name = String(prefix.first.dropFirst(3))
    result.sheet = name.isEmpty ? nil : SheetPrefix(name, through: prefix.last)
    return result
  }

  // MARK: Copying

  /// Appends a whole tree and gives the place of its root.
  private static func append(
    _ tree: FormulaTree, span: SourceSpan, to result: inout FormulaTree
  ) -> FormulaTree.Index {
    let offset = FormulaTree.Index(result.nodes.count)
    let places = tree.nodes.indices.map { FormulaTree.Index($0) + offset }
    for node in tree.nodes { result.append(renumbered(node, places), span: span) }
    return result.root
  }

  /// A node whose operands stand elsewhere.
  static func renumbered(_ node: FormulaTree.Node, _ places: [FormulaTree.Index]) -> FormulaTree.Node {
    func place(_ index: FormulaTree.Index) -> FormulaTree.Index { places[Int(index)] }
    switch node {
    case .number, .text, .logical, .error, .date, .missing, .reference, .name, .structured, .invalid, .unreadable:
      return node
    case .subscript_(let base, let index): return .subscript_(base: place(base), index: place(index))
    case .member(let base, let field): return .member(base: place(base), field: field)
    case .unary(let op, let operand): return .unary(op, place(operand))
    case .binary(let op, let left, let right): return .binary(op, place(left), place(right))
    case .parenthesized(let operand): return .parenthesized(place(operand))
    case .call(let name, let arguments): return .call(name: name, arguments: arguments.map(place))
    case .apply(let callee, let arguments): return .apply(place(callee), arguments: arguments.map(place))
    case .array(let rows, let columns, let elements):
      return .array(rows: rows, columns: columns, elements: elements.map(place))
    case .record(let names, let values): return .record(names: names, values: values.map(place))
    }
  }
}

extension FormulaTree.Node {
  /// Whether an operator beside it would take a part of it when it is written.
  fileprivate var isTornApart: Bool {
    switch self {
    case .unary(let op, _): op != .intersect && op != .spill
    case .binary: true
    default: false
    }
  }
}
