import CellModel
import Diagnostics
import Formulas
import Functions
import SheetText

/// What a statement says to rules, wherever it stands and whatever stands around it.
///
/// It has no places, so it stays true when the statement moves. Names and formulas are numbers of a ``FactTable``.
final class StatementFacts: Sendable {
  let traits: StatementTraits
  /// Of each of its formulas what is local in it.
  let scopes: [LexicalScopes]
  /// The names that its formulas mention, each once.
  let mentions: [Int32]
  /// Those among them that it reads: what sets a name or makes it happen reads nothing.
  let reads: [Int32]
  /// The name that it defines; -1 for none.
  let name: Int32
  /// What a cell of a grid has: the value of its literal, or the number of its formula as it would be filled.
  let gridContent: GridContent?

  enum GridContent: Sendable {
    case constant(CellValue)
    case formula(Int32)
  }

  init(
    traits: StatementTraits, scopes: [LexicalScopes], mentions: [Int32], reads: [Int32], name: Int32,
    gridContent: GridContent?
  ) {
    self.traits = traits
    self.scopes = scopes
    self.mentions = mentions
    self.reads = reads
    self.name = name
    self.gridContent = gridContent
  }
}

extension Statement {
  /// What kind of statement it is to rules, without what stands in its formulas.
  var traitsOfKind: StatementTraits {
    var traits: StatementTraits = []
    switch kind {
    case .cell(let cell):
      traits = cell.target.name == nil ? .gridCells : .namedValue
      guard cell.isConstant else { break }
      traits.insert(.constant)
      if case .number(_, .plain)? = cell.formula.constant, cell.format == nil { break }
      traits.insert(.unusualConstant)
    case .input: traits = [.input, .namedValue]
    case .table: traits = .table
    case .event: traits = .event
    case .state: traits = [.states, .namedValue]
    case .modes: traits = .states
    case .test: traits = .test
    default: break
    }
    if definedName?.text.utf8.contains(where: { $0 >= 0x80 }) == true { traits.insert(.foreignName) }
    return traits
  }
}

extension StatementFormula {
  /// Whether a statement reads what the formula names; of two inputs that are kept equal each reads the other.
  func reads(in statement: Statement) -> Bool {
    switch role {
    case .value, .body, .stream: return true
    case .target: if case .binding(let binding) = statement.kind { return binding.isTwoWay } else { return false }
    case .trigger: return false
    }
  }
}

extension FormulaTree {
  /// What stands in the formula.
  func traits(_ scopes: LexicalScopes) -> StatementTraits {
    var traits: StatementTraits = scopes.slotCount > 0 ? .localNames : []
    for node in nodes {
      switch node {
      case .binary: traits.insert(.signs)
      case .text: traits.insert(.texts)
      case .reference: traits.insert(.references)
      case .date: traits.insert(.days)
      case .call(let name, _):
        traits.formUnion(StatementTraits.ofCalls[name.uppercased()] ?? [])
        if let text = indirectText(of: node), self.text(text) == nil { traits.insert(.computedNames) }
      default: continue
      }
    }
    return traits
  }

  /// Gives the key of each name that the formula names but for its own; one that it names twice may come twice.
  func forEachNameKey(_ scopes: LexicalScopes, hiding hidden: Set<String>, _ body: (String) -> Void) {
    for position in nodes.indices {
      let index = FormulaTree.Index(position)
      switch self[index] {
      case .name(let name, let sheet):
        if sheet == nil, scopes.isLocal(index, of: self) { continue }
        let key = name.lowercased()
        if !hidden.contains(key) { body(key) }
      case .call(let name, _):
        body(name.lowercased())
        for key in indirectKeys(of: self[index]) { body(key) }
      case .structured(let reference):
        if let table = reference.table { body(table.lowercased()) }
      default: continue
      }
    }
  }

  /// The text from which a call of INDIRECT has its reference.
  private func indirectText(of node: Node) -> Index? {
    guard case .call(let name, let arguments) = node, FunctionNames.plain(name) == "INDIRECT" else { return nil }
    return arguments.first
  }

  /// The keys of the names that INDIRECT reads where its text is written out.
  private func indirectKeys(of node: Node) -> [String] {
    guard let text = indirectText(of: node).flatMap(text) else { return [] }
    return FormulaParser.parse(text, dialect: .sheet).tree.nodes.compactMap { node in
      switch node {
      case .name(let name, _): name.lowercased()
      case .structured(let reference): reference.table?.lowercased()
      default: nil
      }
    }
  }

  private func text(_ node: Index) -> String? { if case .text(let text) = self[node] { text } else { nil } }
}
