import CellModel
import Diagnostics
import Engine
import FormulaSyntax
import Functions
import SheetText

/// Finding names, functions and references that mean nothing.
extension LiveSheet {
  /// Reports what the statements of a unit name in vain, except in those that another definition has displaced.
  func checkNames(_ number: Int, _ loading: Loading) {
    let unit = units[number]
    let rows = loading.rows[number]
    var finder = NameFinder(self, unit)
    for (index, statement) in unit.document.statements.enumerated() where loading.isKept[number][index] {
      // Most statements are cells with one formula; this way goes without lists.
      if case .cell(let cell) = statement.kind {
        // Formulas whose names the engine knows all need no second look, unless they say more than names and operators.
        if rows[index] >= 0, engine.knowsAllNames(at: address(ofNamedRow: rows[index])), cell.formula.tree.isPlain {
          continue
        }
        finder.check(cell.formula.tree, columns: [])
        continue
      }
      checkNames(statement, &finder, unit)
    }
    for finding in finder.diagnostics { add(finding, of: unit) }
  }

  private func checkNames(_ statement: Statement, _ finder: inout NameFinder, _ unit: SheetUnit) {
    switch statement.kind {
    case .table(let table):
      let name = unit.fullName(table.name.text)
      // Nobody knows the columns of a file that could not be read.
      if unreadTables.contains(name.lowercased()) { return }
      let columns = Set(self.table(named: name)?.columns.map { $0.name.lowercased() } ?? [])
      for formula in statement.formulas { finder.check(formula.tree, columns: columns) }
    case .test where !unit.isMain: break
    case .test(let test):
      for formula in test.steps.flatMap(\.formulas) { finder.check(formula.tree, columns: [], mayName: true) }
    case .event, .state, .binding, .use:
      for formula in statement.formulas { finder.check(formula.tree, columns: [], mayName: true) }
    case .action(let action):
      for formula in statement.formulas { finder.check(formula.tree, columns: action.hidden, mayName: true) }
    case .service(let service):
      let hidden = Set(service.parameters.map(\.key))
      for formula in statement.formulas { finder.check(formula.tree, columns: hidden, mayName: true) }
    case .fetch:
      for formula in statement.formulas { finder.check(formula.tree, columns: [], mayName: true) }
    default: for formula in statement.formulas { finder.check(formula.tree, columns: []) }
    }
  }

  /// What is wrong with the names of one formula.
  func findings(in tree: FormulaTree, columns: Set<String> = []) -> [Diagnostic] {
    var finder = NameFinder(self, units[0])
    finder.check(tree, columns: columns)
    return finder.diagnostics
  }

  /// All names that a formula may use, for suggestions and completion.
  package var knownNames: [String] {
    engine.names(in: scope).filter { !$0.isEmpty && $0 != "_" } + tableDefinitions.map(\.name)
  }

  /// Circular references, each with the place of every definition that takes part.
  func checkCycles() {
    for cycle in engine.cycles() {
      let labels: [Diagnostic.Label] = cycle.prefix(12).compactMap { address in
        definition(at: address).flatMap { definition in
          (definition.unit?.useSpan ?? definition.span).map { Diagnostic.Label($0, "") }
        }
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
    let unit = column.unit ?? units[0]
    let definition = Definition(
      name: engine.name(of: address), kind: column.kind ?? (column.formula == nil ? .constant : .formula),
      documentation: column.documentation, span: column.span, formula: column.formula,
      formulaText: column.text ?? column.formula.map { unit.document.source[$0.span] },
      format: column.format ?? column.cellFormat)
    definition.input = column.input
    definition.unit = unit.isMain ? nil : unit
    definition.home = column.home
    return definition
  }
}

/// Walks formulas and collects what they name in vain.
struct NameFinder {
  private let sheet: LiveSheet
  private let unit: SheetUnit
  private let catalog: FunctionCatalog
  private let otherNames: [String: String]
  private(set) var diagnostics: [Diagnostic] = []
  /// What is reported once is not reported for every cell that says it again.
  private var reported: Set<SourceSpan> = []

  init(_ sheet: LiveSheet, _ unit: SheetUnit) {
    self.sheet = sheet
    self.unit = unit
    catalog = sheet.environment.catalog
    otherNames = sheet.otherNames
  }

  /// Checks one formula.
  ///
  /// - Parameters:
  ///   - columns: The keys of names that mean something of their own in it.
  ///   - mayName: Whether names of actions and services may stand in it, and functions of streams.
  mutating func check(_ written: FormulaTree, columns: Set<String>, mayName: Bool = false) {
    let tree = sheet.placed(written, unit, nil, hidden: columns)
    if !mayName { checkOtherNames(tree) }
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

  /// An action, a service or a used sheet is no value; a service is called in actions and fetches only.
  private mutating func checkOtherNames(_ tree: FormulaTree) {
    guard !otherNames.isEmpty else { return }
    var bases: Set<FormulaTree.Index> = []
    for case .member(let base, _) in tree.nodes { bases.insert(base) }
    for (position, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(position)
      switch node {
      case .name(let name, sheet: nil) where !bases.contains(index):
        guard let kind = otherNames[name.lowercased()] else { continue }
        report(TimeDiagnostics.notACellButA(kind, name, tree.span(of: index)), tree.span(of: index))
      case .call(let name, _) where otherNames[name.lowercased()] == "service":
        report(TimeDiagnostics.serviceInFormula(name, tree.nameSpan(of: index)), tree.nameSpan(of: index))
      default: continue
      }
    }
  }

  private mutating func report(_ diagnostic: Diagnostic, _ span: SourceSpan) {
    if reported.insert(span).inserted { diagnostics.append(diagnostic) }
  }

  private mutating func isUnknown(_ name: String, _ columns: Set<String>) -> Bool {
    !columns.contains(name.lowercased()) && name != "_" && sheet.engine.binding(of: name, in: sheet.scope) == nil
      && otherNames[name.lowercased()] == nil
  }

  private mutating func checkCall(
    _ name: String, _ count: Int, _ tree: FormulaTree, _ index: FormulaTree.Index, _ columns: Set<String>
  ) {
    let span = tree.nameSpan(of: index)
    let plain = FormulaTree.functionName(name)
    if otherNames[name.lowercased()] != nil { return }
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
              table, span, candidates: sheet.tableDefinitions.map(\.name), functions: []), span)
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
    if let name = tree.dottedName(base), otherNames[name.lowercased()] == "used sheet" {
      let names = sheet.knownNames.filter { $0.lowercased().hasPrefix(name.lowercased() + ".") }
      return report(
        LiveDiagnostics.unknownName("\(name).\(field)", tree.span(of: index), candidates: names, functions: []),
        tree.span(of: index))
    }
    if let name = tree.dottedName(base), let kind = otherNames[name.lowercased()] {
      let parts = kind == "action" ? ["isEnabled", "isExecuting", "value", "error"] : ["calls"]
      let moments = kind == "action" ? ActionMoment.allCases.map(\.rawValue) + ["changed"] : []
      guard !moments.contains(field.lowercased()) else { return }
      return report(
        TimeDiagnostics.unknownPart(field, of: name, kind, parts, tree.span(of: index)), tree.span(of: index))
    }
    guard case .subscript_(let table, _) = tree[base], case .name(let name, _) = tree[table],
      let loaded = sheet.table(named: name), loaded.form == nil
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
    "VALUES", "HTTP.GET", "HTTP.POST", "HTTP.PUT", "HTTP.DELETE", "FILTER", "MAP", "SCAN", "TAKE", "DROP",
  ]

  package var sheetNames: [String] {
    engine.sheets(in: scope).compactMap { if case .sheet(let name) = engine.kind(of: $0) { name } else { nil } }
  }
}
