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
  let context: Context

  /// What rules know of a sheet beside its text.
  package struct Context: Sendable {
    /// The keys of names that other sheets read in this one.
    package var readElsewhere: Set<String>
    /// Whether rules may run the sheet, which takes much longer than to read it.
    package var mayRun: Bool
    /// What its files were when they were recorded, by the names under which it reads them.
    package var recordedFiles: [String: RecordedFile]
    package var limits: LintLimits

    package init(
      readElsewhere: Set<String> = [], mayRun: Bool = false, recordedFiles: [String: RecordedFile] = [:],
      limits: LintLimits = LintLimits()
    ) {
      self.readElsewhere = readElsewhere
      self.mayRun = mayRun
      self.recordedFiles = recordedFiles
      self.limits = limits
    }
  }

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
    let key: String
    /// Its place among all names.
    fileprivate let number: Int
  }

  package init(_ live: LiveSheet, _ context: Context = Context()) {
    self.live = live
    self.context = context
    document = live.document
    catalog = live.environment.catalog
  }

  /// All formulas, in the order of the text.
  private(set) lazy var formulas: [Formula] = {
    var formulas: [Formula] = []
    formulas.reserveCapacity(document.statements.count)
    for index in document.statements.indices {
      for scoped in document.statements[index].definition.formulas {
        formulas.append(
          Formula(
            statement: index, formula: scoped.formula, role: scoped.role, hidden: scoped.hidden,
            scopes: LexicalScopes(scoped.formula.tree, catalog)))
      }
    }
    return formulas
  }()

  /// The formulas that compute values: neither steps of tests nor streams, nor what is set or happens.
  private(set) lazy var valueFormulas = formulas.filter { formula in
    guard case .value = formula.role else { return false }
    return !isTest(formula.statement)
  }

  func isTest(_ statement: Int) -> Bool { areTests[statement] }

  /// Of each statement whether it is a test.
  private lazy var areTests: [Bool] = document.statements.indices.map { index in
    if case .test = document.statements[index].kind { true } else { false }
  }

  /// The names that statements define, in the order of the text.
  private(set) lazy var names: [Name] = {
    var names: [Name] = []
    for index in document.statements.indices {
      guard let written = document.statements[index].definedName else { continue }
      names.append(Name(written: written, statement: index, key: written.key, number: names.count))
    }
    return names
  }()

  /// The statements that read a name: there is one, or there are others as well.
  private struct Readers {
    let first: Int
    var hasOthers = false
  }

  /// For each name that is read, the statements that read it; what sets it or makes it happen is none.
  private lazy var readers: [String: Readers] = {
    var readers: [String: Readers] = [:]
    func note(_ key: String, _ statement: Int) {
      if let known = readers[key] {
        if known.first != statement, !known.hasOthers { readers[key]?.hasOthers = true }
      } else {
        readers[key] = Readers(first: statement)
      }
    }
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
      forEachNameRead(by: formula) { note($0, formula.statement) }
    }
    for index in document.statements.indices {
      switch document.statements[index].kind {
      case .cell: continue
      case .use(let use):
        for binding in use.bindings where binding.isTwoWay {
          for name in binding.value.tree.freeNames(catalog) {
            note(name.value.name.lowercased(), index)
          }
        }
      default: break
      }
      for service in document.statements[index].definition.serviceNames { note(service.key, index) }
    }
    return readers
  }()

  /// The keys of the names that a formula reads, with columns hidden.
  func namesRead(by formula: Formula) -> Set<String> {
    var keys: Set<String> = []
    forEachNameRead(by: formula) { keys.insert($0) }
    return keys
  }

  /// Gives the key of each name that a formula reads; one that it reads twice may come twice.
  private func forEachNameRead(by formula: Formula, _ body: (String) -> Void) {
    let tree = formula.tree
    for position in tree.nodes.indices {
      let index = FormulaTree.Index(position)
      switch tree[index] {
      case .name(let name, let sheet):
        if sheet == nil, formula.scopes.isLocal(index, of: tree) { continue }
        let key = name.lowercased()
        if !formula.hidden.contains(key) { body(key) }
      case .call(let name, _): body(name.lowercased())
      case .structured(let reference):
        if let table = reference.table { body(table.lowercased()) }
      default: continue
      }
    }
  }

  /// Whether anything reads a name: a formula, a check, an expectation, a chart, or another sheet; not its own statement.
  func isRead(_ name: Name) -> Bool { areRead[name.number] }

  /// Of each name whether it is read; several rules ask.
  private lazy var areRead: [Bool] = names.map { name in
    if context.readElsewhere.contains(name.key) { return true }
    guard let readers = readers[name.key] else { return false }
    return readers.hasOthers || readers.first != name.statement
  }

  /// The function that a node calls.
  func function(_ formula: Formula, at node: FormulaTree.Index) -> SheetFunction? { formula.scopes.function(at: node) }

  /// The text of a place.
  func text(_ span: SourceSpan) -> String { document.source[span] }

  /// The ranges that inputs declare, by their keys.
  private(set) lazy var inputRanges: [String: ClosedRange<Double>] = {
    var ranges: [String: ClosedRange<Double>] = [:]
    for statement in document.statements {
      guard case .input(let input) = statement.kind, case .range(let lower, let upper)? = input.domain?.kind,
        let low = lower.constant?.number, let high = upper.constant?.number, low <= high
      else { continue }
      ranges[input.name.key] = low...high
    }
    return ranges
  }()

  /// What exploring has shown; `nil` where not all is certain.
  private(set) lazy var reachedStates = context.mayRun ? ReachedStates(of: live) : nil

  private(set) lazy var grids = GridFormulas(document)
}
