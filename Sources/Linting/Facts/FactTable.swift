import CellModel
import Diagnostics
import Formulas
import Functions
import SheetText

/// The facts of all statements of a sheet, and how many statements read each name.
///
/// These rules hold:
///
/// - R1. There are as many facts as statements, in their order, and each is what its statement says.
/// - R2. The count of a name's readers is the number of statements that read it.
///
/// So a change of a text costs what the statements cost that it changes; see ``replace(_:by:in:)``.
struct FactTable {
  private(set) var facts: [StatementFacts] = []
  /// The traits of each statement once more, for a look at all of them.
  private(set) var traits: [StatementTraits] = []
  private var names = NameNumbers()
  private var readerCounts: [Int32] = []
  /// The formulas of grids, as they would be filled, by their numbers.
  private var gridFormulas: [[FormulaTree.Node]: Int32] = [:]

  /// Takes other statements in place of some.
  ///
  /// - Parameters:
  ///   - former: The places of the statements that go.
  ///   - places: The places of those that come, in a text.
  mutating func replace(
    _ former: Range<Int>, by places: Range<Int>, of document: SheetDocument, _ catalog: FunctionCatalog
  ) {
    for index in former { for name in facts[index].reads { readerCounts[Int(name)] -= 1 } }
    let new = places.map { facts(of: document.statements[$0], catalog) }
    for facts in new { for name in facts.reads { readerCounts[Int(name)] += 1 } }
    facts.replaceSubrange(former, with: new)
    traits.replaceSubrange(former, with: new.map(\.traits))
  }

  /// Whether more names and formulas are known than the text has, because many of them are gone.
  var isOutgrown: Bool { names.count + gridFormulas.count > 8 * facts.count + 4_096 }

  /// The name that a statement defines, as far as it is compared with others.
  func nameShape(ofStatement index: Int) -> NameShape { names.shape(of: facts[index].name) }

  func key(ofStatement index: Int) -> String { names.key(of: facts[index].name) }

  /// How many other statements read the name that one defines.
  func otherReaderCount(ofStatement index: Int) -> Int {
    let facts = facts[index]
    guard facts.name >= 0 else { return 0 }
    return Int(readerCounts[Int(facts.name)]) - (facts.reads.contains(facts.name) ? 1 : 0)
  }

  /// The numbers of names, as far as any statement mentions or defines them.
  func numbers(of keys: some Sequence<String>) -> Set<Int32> { Set(keys.compactMap { names.number(of: $0) }) }

  // MARK: Facts

  private mutating func facts(of statement: Statement, _ catalog: FunctionCatalog) -> StatementFacts {
    var traits = statement.traitsOfKind
    var scopes: [LexicalScopes] = []
    var mentions: [Int32] = []
    var reads: [Int32] = []
    let isTest = traits.contains(.test)
    for part in statement.definition.formulas {
      let tree = part.formula.tree
      let local = LexicalScopes(tree, catalog)
      scopes.append(local)
      traits.formUnion(tree.traits(local))
      let isRead = part.reads(in: statement)
      var namesAny = false
      tree.forEachNameKey(local, hiding: part.hidden) { key in
        namesAny = true
        note(key, in: &mentions)
        if isRead { note(key, in: &reads) }
      }
      if namesAny, !isTest, case .value = part.role, !part.formula.isConstant { traits.insert(.computesFromNames) }
    }
    if case .use(let use) = statement.kind {
      for binding in use.bindings where binding.isTwoWay {
        for name in binding.value.tree.freeNames(catalog) { note(name.value.name.lowercased(), in: &reads) }
      }
    }
    for service in statement.definition.serviceNames { note(service.key, in: &reads) }
    return StatementFacts(
      traits: traits, scopes: scopes, mentions: mentions, reads: reads,
      name: statement.definedName.map { number(of: $0.key) } ?? -1, gridContent: gridContent(of: statement))
  }

  private mutating func note(_ key: String, in numbers: inout [Int32]) {
    let number = number(of: key)
    if !numbers.contains(number) { numbers.append(number) }
  }

  private mutating func number(of key: String) -> Int32 {
    let number = names.add(key)
    if Int(number) == readerCounts.count { readerCounts.append(0) }
    return number
  }

  private mutating func gridContent(of statement: Statement) -> StatementFacts.GridContent? {
    guard case .cell(let cell) = statement.kind, let area = cell.target.rectangle else { return nil }
    if let constant = cell.formula.constant { return .constant(constant) }
    let nodes = cell.formula.tree.relative(toRow: area.rows.lowerBound, column: area.columns.lowerBound).nodes
    if let known = gridFormulas[nodes] { return .formula(known) }
    let number = Int32(gridFormulas.count)
    gridFormulas[nodes] = number
    return .formula(number)
  }

  /// The rules of this type that do not hold for a text, worded for a bug report.
  func brokenRules(of document: SheetDocument) -> [String] {
    var broken: [String] = []
    if facts.count != document.statements.count || traits.count != facts.count {
      broken.append("R1: \(facts.count) facts and \(traits.count) traits of \(document.statements.count) statements")
    }
    var counts = [Int32](repeating: 0, count: readerCounts.count)
    for facts in facts { for name in facts.reads { counts[Int(name)] += 1 } }
    if counts != readerCounts { broken.append("R2: \(readerCounts) readers are counted of \(counts)") }
    return broken
  }
}
