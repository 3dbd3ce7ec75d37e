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
  }

  /// What each statement says to rules.
  private let table: FactTable

  /// - Parameter memory: What was seen of the text before a change.
  package init(_ live: LiveSheet, _ context: Context = Context(), memory: LintMemory = LintMemory()) {
    self.live = live
    self.context = context
    document = live.document
    catalog = live.environment.catalog
    table = memory.facts(of: document, catalog)
  }

  // MARK: Statements

  /// The statements that have one of some traits, by their places.
  func statements(with traits: StatementTraits) -> [Int] {
    table.traits.indices.filter { table.traits[$0].intersects(traits) }
  }

  func hasStatements(with traits: StatementTraits) -> Bool { table.traits.contains { $0.intersects(traits) } }

  func has(_ traits: StatementTraits, at statement: Int) -> Bool { table.traits[statement].intersects(traits) }

  func isTest(_ statement: Int) -> Bool { has(.test, at: statement) }

  // MARK: Formulas

  /// All formulas, in the order of the text.
  private(set) lazy var formulas: [Formula] = document.statements.indices.flatMap(formulas)

  private func formulas(of index: Int) -> [Formula] {
    let scopes = table.facts[index].scopes
    return document.statements[index].definition.formulas.enumerated().map { position, part in
      Formula(
        statement: index, formula: part.formula, role: part.role, hidden: part.hidden, scopes: scopes[position])
    }
  }

  /// The formulas that compute values: neither steps of tests nor streams, nor what is set or happens.
  private(set) lazy var valueFormulas = formulas.filter(isValue)

  private func isValue(_ formula: Formula) -> Bool {
    guard case .value = formula.role else { return false }
    return !isTest(formula.statement)
  }

  /// The formulas of the statements that have one of some traits or mention one of some names, but for those of tests.
  func formulas(
    with traits: StatementTraits = [], naming keys: some Sequence<String> = EmptyCollection()
  ) -> [Formula] {
    let names = table.numbers(of: keys)
    return table.traits.indices.filter { index in
      guard !isTest(index) else { return false }
      return has(traits, at: index) || !names.isEmpty && table.facts[index].mentions.contains(where: names.contains)
    }.flatMap(formulas)
  }

  /// Those of them that compute values.
  func valueFormulas(
    with traits: StatementTraits = [], naming keys: some Sequence<String> = EmptyCollection()
  ) -> [Formula] {
    formulas(with: traits, naming: keys).filter(isValue)
  }

  // MARK: Names

  /// The names that statements define, in the order of the text.
  private(set) lazy var names: [Name] = {
    var names: [Name] = []
    for index in document.statements.indices {
      guard let written = document.statements[index].definedName else { continue }
      names.append(Name(written: written, statement: index, key: key(of: index)))
    }
    return names
  }()

  /// The keys of the names that a formula reads, with columns hidden.
  func namesRead(by formula: Formula) -> Set<String> {
    var keys: Set<String> = []
    formula.tree.forEachNameKey(formula.scopes, hiding: formula.hidden) { keys.insert($0) }
    return keys
  }

  /// Whether anything reads a name: a formula, a check, an expectation, a chart, or another sheet; not its own statement.
  func isRead(_ name: Name) -> Bool { isRead(name.statement) }

  /// Whether anything reads the name that a statement defines.
  func isRead(_ statement: Int) -> Bool {
    table.otherReaderCount(ofStatement: statement) > 0
      || !context.readElsewhere.isEmpty && context.readElsewhere.contains(key(of: statement))
  }

  /// Whether a formula may read any name there is, because it computes the text that names it.
  var mayReadAnyName: Bool { hasStatements(with: .computedNames) }

  /// The key of the name that a statement defines.
  func key(of statement: Int) -> String { table.key(ofStatement: statement) }

  func nameShape(of statement: Int) -> NameShape { table.nameShape(ofStatement: statement) }

  /// The function that a node calls.
  func function(_ formula: Formula, at node: FormulaTree.Index) -> SheetFunction? { formula.scopes.function(at: node) }

  /// The text of a place.
  func text(_ span: SourceSpan) -> String { document.source[span] }

  /// Numbers between which an input lies, as its domain says.
  struct InputRange {
    let declared: ClosedRange<Double>

    /// A range around all numbers that formulas may meet: an input can be cleared, and blank counts as 0.
    var met: ClosedRange<Double> { min(declared.lowerBound, 0)...max(declared.upperBound, 0) }
  }

  /// The ranges of inputs whose domains are made of numbers, by their keys.
  private(set) lazy var inputRanges: [String: InputRange] = {
    var ranges: [String: InputRange] = [:]
    for index in statements(with: .input) {
      guard case .input(let input) = document.statements[index].kind, let declared = input.declaredRange else {
        continue
      }
      ranges[input.name.key] = InputRange(declared: declared)
    }
    return ranges
  }()

  /// The words of inputs whose domains are lists of texts, by their keys.
  private(set) lazy var inputWords: [String: [String]] = {
    var words: [String: [String]] = [:]
    for index in statements(with: .input) {
      guard case .input(let input) = document.statements[index].kind, let choices = input.literalChoices,
        case let texts = choices.compactMap(\.text), texts.count == choices.count
      else { continue }
      words[input.name.key] = texts
    }
    return words
  }()

  /// What exploring has shown; `nil` where not all is certain.
  private(set) lazy var reachedStates = context.mayRun ? ReachedStates(of: live) : nil

  private(set) lazy var grids = GridFormulas(document, table)

  /// The formula of a cell of a grid, as it is written where its statement begins.
  func tree(of cell: GridFormulas.Cell) -> FormulaTree {
    guard case .cell(let definition) = document.statements[cell.statement].kind else { return FormulaTree() }
    return definition.formula.tree
  }
}

extension InputDefinition {
  /// The values of a domain that lists them.
  var literalChoices: [CellValue]? {
    guard case .choices(let choices)? = domain?.kind, let value = choices.constant else { return nil }
    return value.array?.elements ?? [value]
  }

  /// From the least to the greatest number of a domain of literals.
  fileprivate var declaredRange: ClosedRange<Double>? {
    if case .range(let lower, let upper)? = domain?.kind {
      guard let low = lower.constant?.number, let high = upper.constant?.number, low <= high else { return nil }
      return low...high
    }
    guard let choices = literalChoices, case let numbers = choices.compactMap(\.number), numbers.count == choices.count,
      let low = numbers.min(), let high = numbers.max()
    else { return nil }
    return low...high
  }
}
