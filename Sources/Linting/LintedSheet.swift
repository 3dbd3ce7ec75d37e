import CellModel
import Diagnostics
import Formulas
import Functions
import LiveSheets
import SheetText

/// A loaded sheet as rules look at it, with what several of them ask.
package final class LintedSheet {
  package let live: LiveSheet
  let document: SheetDocument
  let catalog: FunctionCatalog
  /// The keys of names that other sheets read here.
  let readElsewhere: Set<String>

  /// A formula with the statement that it stands in and what it means there.
  struct Formula {
    let statement: Int
    let formula: SheetFormula
    let role: FormulaRole
    /// The keys that mean a parameter or a column of its own.
    let hidden: Set<String>
    let scopes: LexicalScopes
    var tree: FormulaTree { formula.tree }
  }

  /// A name that a statement defines.
  struct Name {
    let written: WrittenText
    let statement: Int
    var key: String { written.key }
  }

  /// - Parameter readElsewhere: The keys of names that other sheets read in this one.
  package init(_ live: LiveSheet, readElsewhere: Set<String> = []) {
    self.live = live
    self.readElsewhere = readElsewhere
    document = live.document
    catalog = live.environment.catalog
  }

  /// All formulas, in the order of the text.
  private(set) lazy var formulas: [Formula] = document.statements.enumerated().flatMap { index, statement in
    statement.definition.formulas.map { scoped in
      Formula(
        statement: index, formula: scoped.formula, role: scoped.role, hidden: scoped.hidden,
        scopes: LexicalScopes(scoped.formula.tree, catalog))
    }
  }

  /// The formulas that compute values: neither steps of tests nor streams, nor what is set or happens.
  private(set) lazy var valueFormulas = formulas.filter { formula in
    guard case .value = formula.role else { return false }
    return !isTest(formula.statement)
  }

  func isTest(_ statement: Int) -> Bool {
    if case .test = document.statements[statement].kind { true } else { false }
  }

  /// The names that statements define, in the order of the text.
  private(set) lazy var names: [Name] = document.statements.enumerated().compactMap { index, statement in
    statement.definedName.map { Name(written: $0, statement: index) }
  }

  /// For each name that is read, the statements that read it; what sets it or makes it happen is none.
  private(set) lazy var readers: [String: Set<Int>] = {
    var readers: [String: Set<Int>] = [:]
    for formula in formulas {
      switch formula.role {
      case .value, .body, .stream: break
      case .target:
        // Of two inputs that are kept equal each reads the other.
        guard case .binding(let binding) = document.statements[formula.statement].kind, binding.isTwoWay else {
          continue
        }
      case .trigger: continue
      }
      for name in namesRead(by: formula) { readers[name, default: []].insert(formula.statement) }
    }
    for (index, statement) in document.statements.enumerated() {
      for service in statement.definition.serviceNames { readers[service.key, default: []].insert(index) }
      if case .use(let use) = statement.kind {
        for binding in use.bindings where binding.isTwoWay {
          for name in binding.value.tree.freeNames(catalog) {
            readers[name.value.name.lowercased(), default: []].insert(index)
          }
        }
      }
    }
    return readers
  }()

  /// The keys of the names that a formula reads, with columns hidden.
  func namesRead(by formula: Formula) -> Set<String> {
    var keys: Set<String> = []
    for use in formula.tree.freeNames(formula.scopes) {
      let key = use.value.name.lowercased()
      if !formula.hidden.contains(key) { keys.insert(key) }
    }
    for call in formula.tree.calls { keys.insert(call.value.lowercased()) }
    for structured in formula.tree.structuredReferences {
      if let table = structured.value.table { keys.insert(table.lowercased()) }
    }
    return keys
  }

  /// Whether anything reads a name: a formula, a check, an expectation, a chart, or another sheet; not its own statement.
  func isRead(_ name: Name) -> Bool {
    readElsewhere.contains(name.key) || readers[name.key].map { !$0.subtracting([name.statement]).isEmpty } ?? false
  }

  /// The function that a node calls.
  func function(_ formula: Formula, at node: FormulaTree.Index) -> SheetFunction? { formula.scopes.function(at: node) }

  /// The text of a place.
  func text(_ span: SourceSpan) -> String { document.source[span] }

  private(set) lazy var grids = GridFormulas(document)
}
