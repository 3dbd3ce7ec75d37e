import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import Functions
import SheetText

/// Finding names, functions and references that mean nothing.
extension LiveSheet {
  /// Reports what the statements name in vain, except in those that another definition of the same cell has displaced.
  ///
  /// - Parameter rows: The row of the named cell that a statement defines, -1 for others.
  func checkNames(_ statements: [Statement], isKept: [Bool], rows: [Int32]) {
    var finder = NameFinder(self)
    for (index, statement) in statements.enumerated() where isKept[index] {
      // Most statements are cells with one formula; this way goes without lists.
      if case .cell(let cell) = statement.kind {
        // Formulas whose names the engine knows all need no second look, unless they say more than names and operators.
        if rows[index] >= 0, engine.knowsAllNames(at: address(ofNamedRow: rows[index])), cell.formula.tree.isPlain {
          continue
        }
        finder.check(cell.formula.tree, columns: [])
        continue
      }
      // Nobody knows the columns of a file that could not be read.
      if case .table(let table) = statement.kind, unreadTables.contains(table.name.key) { continue }
      let columns: Set<String> =
        if case .table(let table) = statement.kind, let loaded = self.table(named: table.name.text) {
          Set(loaded.columns.map { $0.name.lowercased() })
        } else {
          []
        }
      for formula in statement.formulas { finder.check(formula.tree, columns: columns) }
    }
    loadDiagnostics += finder.diagnostics
  }

  /// What is wrong with the names of one formula.
  func findings(in tree: FormulaTree, columns: Set<String> = []) -> [Diagnostic] {
    var finder = NameFinder(self)
    finder.check(tree, columns: columns)
    return finder.diagnostics
  }

  /// All names that a formula may use, for suggestions and completion.
  package var knownNames: [String] {
    engine.names(in: scope).filter { !$0.isEmpty && $0 != "_" } + tableDefinitions.map(\.definition.name.text)
  }

  /// Circular references, each with the place of every definition that takes part.
  func checkCycles() {
    for cycle in engine.cycles() {
      let labels: [Diagnostic.Label] = cycle.prefix(12).compactMap { address in
        definition(at: address).flatMap { $0.span.map { Diagnostic.Label($0, "") } }
      }
      loadDiagnostics.append(LiveDiagnostics.cycle(cycle.map { engine.name(of: $0) }, labels))
    }
  }

  /// The definition that a cell belongs to: its own, or that of a fill or of a table's column.
  func definition(at address: CellAddress) -> Definition? {
    if let definition = definitions[address] { return definition }
    if let fill = fills.first(where: { $0.area.contains(address) }) { return fill.definition }
    guard let table = tableDefinitions.first(where: { $0.grid == address.grid }),
      Int(address.column) < table.columns.count
    else { return nil }
    let column = table.columns[Int(address.column)]
    return Definition(
      name: engine.name(of: address), kind: column.formula == nil ? .constant : .formula,
      documentation: column.documentation, span: column.span, formula: column.formula,
      formulaText: column.formula.map { storedDocument.source[$0.span] }, format: column.format ?? column.cellFormat)
  }
}

/// Walks formulas and collects what they name in vain.
struct NameFinder {
  private let sheet: LiveSheet
  private let catalog: FunctionCatalog
  /// Made once, because it takes a pass over all statements.
  private lazy var laterNames: [String: String] = sheet.laterNames
  private(set) var diagnostics: [Diagnostic] = []
  /// What is reported once is not reported for every cell that says it again.
  private var reported: Set<SourceSpan> = []

  init(_ sheet: LiveSheet) {
    self.sheet = sheet
    catalog = sheet.environment.catalog
  }

  mutating func check(_ tree: FormulaTree, columns: Set<String>) {
    for use in tree.freeNames where isUnknown(use.value.name, columns) && use.value.sheet == nil {
      report(
        LiveDiagnostics.unknownName(
          use.value.name, use.span, candidates: sheet.knownNames, functions: catalog.names,
          columns: columns.sorted()),
        use.span)
    }
    for (position, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(position)
      switch node {
      case .call(let name, let arguments): checkCall(name, arguments.count, tree, index, columns)
      case .reference(let reference):
        for name in [reference.sheet?.first, reference.sheet?.last].compactMap({ $0 }) {
          if sheet.engine.sheet(named: name, in: sheet.scope) == nil {
            report(LiveDiagnostics.unknownSheet(name, tree.span(of: index), sheet.sheetNames), tree.span(of: index))
          }
        }
      case .structured(let reference): checkStructured(reference, tree.span(of: index), columns, tree)
      case .member(let base, let field): checkMember(base, field, tree, index)
      default: break
      }
    }
  }

  private mutating func report(_ diagnostic: Diagnostic, _ span: SourceSpan) {
    if reported.insert(span).inserted { diagnostics.append(diagnostic) }
  }

  private mutating func isUnknown(_ name: String, _ columns: Set<String>) -> Bool {
    !columns.contains(name.lowercased()) && name != "_" && sheet.engine.binding(of: name, in: sheet.scope) == nil
      && laterNames[name.lowercased()] == nil
  }

  private mutating func checkCall(
    _ name: String, _ count: Int, _ tree: FormulaTree, _ index: FormulaTree.Index, _ columns: Set<String>
  ) {
    let span = tree.nameSpan(of: index)
    let plain = FormulaTree.functionName(name)
    if laterNames[name.lowercased()] != nil { return }
    guard let function = catalog.function(named: plain) else {
      if tree.bindsLocally(name) || !isUnknown(name, []) || LiveSheet.timeFunctions.contains(plain) { return }
      report(LiveDiagnostics.unknownFunction(name, span, catalog.names), span)
      return
    }
    let (least, most) = function.arity
    if plain == "LET" || plain == "LAMBDA" || LiveSheet.timeFunctions.contains(plain) { return }
    if count < least || most.map({ count > $0 }) ?? false {
      report(LiveDiagnostics.wrongArgumentCount(function, count, tree.span(of: index)), span)
    }
  }

  private mutating func checkStructured(
    _ reference: StructuredReference, _ span: SourceSpan, _ columns: Set<String>, _ tree: FormulaTree
  ) {
    var names = columns
    var display = columns.sorted()
    if let table = reference.table {
      guard let loaded = sheet.table(named: table) else {
        if sheet.engine.binding(of: table, in: sheet.scope) == nil {
          report(
            LiveDiagnostics.unknownName(
              table, span, candidates: sheet.tableDefinitions.map(\.definition.name.text), functions: []), span)
        }
        return
      }
      display = loaded.columns.map(\.name)
      names = Set(display.map { $0.lowercased() })
    } else if columns.isEmpty {
      return  // an optional parameter of LAMBDA, or a mistake that the value tells
    }
    for column in [reference.firstColumn, reference.lastColumn].compactMap({ $0 })
    where !names.contains(column.lowercased()) && !tree.bindsLocally(column) {
      report(LiveDiagnostics.unknownColumn(column, span, display), span)
    }
  }

  private mutating func checkMember(
    _ base: FormulaTree.Index, _ field: String, _ tree: FormulaTree, _ index: FormulaTree.Index
  ) {
    guard case .subscript_(let table, _) = tree[base], case .name(let name, _) = tree[table],
      let loaded = sheet.table(named: name), loaded.definition.instanceSource == nil
    else { return }
    let names = loaded.columns.map(\.name)
    if !names.contains(where: { $0.lowercased() == field.lowercased() }) {
      report(LiveDiagnostics.unknownColumn(field, tree.span(of: index), names), tree.span(of: index))
    }
  }
}

extension FormulaTree {
  /// Whether the formula consists of names and literals without parts, and of operators between them.
  fileprivate var isPlain: Bool {
    for index in nodes.indices {
      switch nodes[index] {
      case .number, .date, .text, .logical, .error, .name, .unary, .binary, .parenthesized: continue
      default: return false
      }
    }
    return true
  }

  /// Whether LET or LAMBDA binds a name somewhere in the formula.
  func bindsLocally(_ name: String) -> Bool {
    let key = name.lowercased()
    for node in nodes {
      guard case .call(let called, let arguments) = node else { continue }
      let plain = FormulaTree.functionName(called)
      guard plain == "LET" || plain == "LAMBDA" else { continue }
      for argument in arguments where parameterName(argument)?.lowercased() == key { return true }
    }
    return false
  }
}

extension LiveSheet {
  /// Functions over streams, which mean something only where time does.
  static let timeFunctions: Set<String> = [
    "MERGE", "DELAY", "DEBOUNCE", "THROTTLE", "HOLD", "TAKEUNTIL", "DISTINCT", "PAIRWISE", "SAMPLE", "EVERY", "ELAPSED",
    "VALUES", "HTTP.GET", "FILTER", "MAP", "SCAN", "TAKE", "DROP",
  ]

  static func timeKind(_ statement: Statement) -> String? {
    switch statement.kind {
    case .event: "event"
    case .state: "state"
    case .service: "service"
    case .action: "action"
    case .fetch: "fetch"
    case .use: "use"
    case .modes: "modes"
    case .binding: "binding"
    default: nil
    }
  }

  package var sheetNames: [String] {
    engine.sheets(in: scope).compactMap { if case .sheet(let name) = engine.kind(of: $0) { name } else { nil } }
  }
}
