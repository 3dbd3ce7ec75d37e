import CellModel
import Formulas
import Functions
import LiveWorkbooks
import Workbooks

/// The names of a workbook that stand for formulas, as names of a sheet: `VAT = 19%`.
///
/// An engine has the formula in the place of such a name. Where the text of a cell uses the name, that part of its formula
/// becomes the name again; a formula that depends on where it is used, or gives a reference, stays written out.
struct FormulaNames {
  struct Definition {
    /// As the workbook has it.
    let name: String
    let tree: FormulaTree
  }

  /// The longest first, for one may stand in another.
  private(set) var definitions: [Definition] = []
  /// How often the text of a cell that begins a run uses each name, in lower case.
  private var uses: [CellAddress: [String: Int]] = [:]

  init() {}

  /// - Parameter isCell: Whether a name stands for one cell; `nil` for a name that stands for no cells.
  init(_ workbook: LiveWorkbook, at cells: [CellAddress], isCell: (String) -> Bool?) {
    let names = workbook.contents.names
    let locals = Set(names.filter { $0.sheet != nil }.map { $0.name.lowercased() })
    var found: [String: Definition] = [:]
    for name in names where name.sheet == nil && !name.isOfProgram && !locals.contains(name.name.lowercased()) {
      guard let tree = workbook.expandedFormula(of: name),
        Self.meansSameEverywhere(tree, workbook.engine.catalog, isCell)
      else { continue }
      found[name.name.lowercased()] = Definition(name: name.name, tree: tree)
    }
    guard !found.isEmpty else { return }
    var used: Set<String> = []
    for cell in cells {
      guard let own = workbook.engine.formulas.tree(at: cell), let text = workbook.formula(at: cell) else { continue }
      for case .name(let name, sheet: nil) in FormulaParser.parse(text, dialect: .excel).tree.nodes {
        let key = name.lowercased()
        guard let definition = found[key], !own.places(of: definition.tree).isEmpty else { continue }
        uses[cell, default: [:]][key, default: 0] += 1
        used.insert(key)
      }
    }
    definitions = found.values.filter { used.contains($0.name.lowercased()) }.sorted {
      ($1.tree.nodes.count, $0.name) < ($0.tree.nodes.count, $1.name)
    }
  }

  /// The formula of a cell with the names that its text has.
  func named(_ tree: FormulaTree, at cell: CellAddress) -> FormulaTree {
    guard let own = uses[cell] else { return tree }
    var tree = tree
    for definition in definitions {
      guard let count = own[definition.name.lowercased()], !tree.hasName(definition.name) else { continue }
      let places = tree.places(of: definition.tree)
      // Another 7 than that of the name looks like it.
      guard !places.isEmpty, definition.tree.nodes.count > 1 || places.count == count else { continue }
      let before = tree
      tree = before.replacing { _, index, _ in
        if places.contains(index) { return .name(definition.name, sheet: nil) }
        // A formula in the place of a name is put in parentheses where it would be torn apart.
        if case .parenthesized(let inner) = before[index], places.contains(inner) {
          return .name(definition.name, sheet: nil)
        }
        return nil
      }
    }
    return tree
  }

  // MARK: What may be a cell of its own

  private static func meansSameEverywhere(
    _ tree: FormulaTree, _ catalog: FunctionCatalog, _ isCell: (String) -> Bool?
  ) -> Bool {
    guard let root = tree.nodes.last, givesValue(root, tree, catalog) else { return false }
    var users: [Int: FormulaTree.Node] = [:]
    for node in tree.nodes { for operand in node.operands { users[Int(operand)] = node } }
    func mayBeRange(_ position: Int) -> Bool {
      guard case .call(let name, _)? = users[position] else { return false }
      return readingRanges.contains(FunctionNames.plain(name))
    }
    return tree.nodes.indices.allSatisfy { position in
      switch tree.nodes[position] {
      case .number, .text, .logical, .missing, .parenthesized: true
      case .unary(let op, _): [.plus, .minus, .percent].contains(op)
      case .binary(let op, _, _): !op.joinsReferences
      case .reference(let reference):
        if reference.isWhollyAbsolute, let prefix = reference.sheet, prefix.last == nil, !prefix.saysWorkbook {
          if case .cell = reference.shape { true } else { mayBeRange(position) }
        } else {
          false
        }
      case .name(let name, sheet: nil): isCell(name).map { $0 || mayBeRange(position) } ?? false
      case .structured(let reference):
        reference.table != nil && reference.rows != .thisRow && mayBeRange(position)
      case .call(let name, _): plainFunctions.contains(FunctionNames.plain(name))
      default: false
      }
    }
  }

  /// Whether a formula gives a value wherever it stands, and no reference.
  private static func givesValue(
    _ node: FormulaTree.Node, _ tree: FormulaTree, _ catalog: FunctionCatalog
  ) -> Bool {
    switch node {
    case .number, .text, .logical, .unary, .binary: true
    case .parenthesized(let inner): givesValue(tree[inner], tree, catalog)
    case .call(let name, let arguments):
      catalog.function(named: name)?.form.results(of: arguments.count).allSatisfy { result in
        givesValue(tree[arguments[result]], tree, catalog)
      } ?? true
    default: false
    }
  }

  private static let readingRanges: Set<String> = [
    "SUM", "MAX", "MIN", "AVERAGE", "PRODUCT", "MEDIAN", "COUNT", "COUNTA", "COUNTBLANK", "SUMPRODUCT", "COUNTIF",
    "COUNTIFS", "SUMIF", "SUMIFS", "AVERAGEIF", "AVERAGEIFS", "MATCH", "VLOOKUP", "HLOOKUP", "NPV", "IRR", "LARGE",
    "SMALL", "STDEV", "VAR",
  ]
  /// Those that give the same value wherever a formula stands.
  private static let plainFunctions: Set<String> = readingRanges.union([
    "IF", "IFERROR", "AND", "OR", "NOT", "ROUND", "ROUNDUP", "ROUNDDOWN", "INT", "ABS", "SQRT", "POWER", "EXP", "LN",
    "LOG", "LOG10", "MOD", "PI", "DATE", "YEAR", "MONTH", "DAY", "EDATE", "EOMONTH", "TODAY", "PMT", "PV", "FV", "RATE",
    "NPER", "LEFT", "RIGHT", "MID", "LEN", "TRIM", "TEXT", "CONCATENATE", "UPPER", "LOWER", "ISNUMBER", "ISTEXT",
    "ISBLANK", "ISERROR",
  ])
}

extension FormulaTree {
  /// Whether a name stands in the formula, perhaps as one of its own.
  fileprivate func hasName(_ name: String) -> Bool {
    nodes.contains { node in
      if case .name(let own, sheet: nil) = node { own.lowercased() == name.lowercased() } else { false }
    }
  }

  /// Where all of another formula stands in this one.
  fileprivate func places(of part: FormulaTree) -> Set<Index> {
    guard let root = part.nodes.last, nodes.count >= part.nodes.count else { return [] }
    func isLike(_ node: Node) -> Bool {
      switch (node, root) {
      case (.call(let name, let arguments), .call(let other, let others)):
        name == other && arguments.count == others.count
      case (.binary(let op, _, _), .binary(let other, _, _)): op == other
      case (.unary(let op, _), .unary(let other, _)): op == other
      case (.parenthesized, .parenthesized): true
      default: node == root
      }
    }
    let places = nodes.indices.filter { isLike(nodes[$0]) }.map { Index($0) }
    return Set(places.filter { subtree(at: $0).nodes == part.nodes })
  }
}
