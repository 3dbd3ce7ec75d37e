import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
import SheetPrograms
import SheetText

/// Walks formulas and collects what they name in vain.
struct NameFinder {
  typealias Role = FormulaRole

  let loaded: LoadedProgram
  let unit: SheetUnit
  let catalog: FunctionCatalog
  var unitNames: UnitNames
  private(set) var diagnostics: [Diagnostic] = []
  /// What is reported once is not reported for every cell that says it again.
  private var reported: Set<SourceSpan> = []
  /// How many findings there were beyond those that are kept.
  private(set) var unshownCount = 0
  /// How many there were.
  var count: Int { diagnostics.count + unshownCount }
  /// More findings than anybody is shown are counted only.
  private static let most = 100

  /// - Parameter row: The row of a table that the unit is a part of.
  init(_ loaded: LoadedProgram, _ unit: SheetUnit, in row: RowForm? = nil) {
    self.loaded = loaded
    self.unit = unit
    catalog = loaded.environment.catalog
    unitNames = UnitNames(loaded, unit, in: row)
  }

  /// Checks one formula.
  ///
  /// - Parameters:
  ///   - columns: The keys of names that mean something of their own in it.
  ///   - role: What it stands for, which says whether actions and services may be named in it.
  ///   - unseen: The keys of parameters of its statement that mean nothing in it.
  mutating func check(
    _ written: FormulaTree, columns: Set<String>, role: Role = .value, unseen: Set<String> = []
  ) {
    let tree = loaded.placing.tree(written, unit, nil, hidden: columns)
    let scopes = LexicalScopes(tree, catalog)
    // What stands side by side is no stream, whatever its words mean, and who reads streams tells of it.
    if role == .stream, case .binary(.intersection, _, _) = tree[tree.root] { return }
    checkOtherNames(tree, role, columns, scopes)
    checkNames(tree, columns, role, unseen, scopes)
    checkNodes(tree, columns, role, scopes)
  }

  /// Checks the names that stand alone.
  private mutating func checkNames(
    _ tree: FormulaTree, _ columns: Set<String>, _ role: Role, _ unseen: Set<String>, _ scopes: LexicalScopes
  ) {
    let typed = tree.typedParameters(catalog)
    for parameter in typed {
      report(at: parameter.span) {
        LiveFinding.typedParameter($0.unit.written(parameter.name), parameter.span).diagnostic
      }
    }
    var joinedNames: Set<String> = []
    lazy var users = NodeUsers(in: tree)
    for use in tree.freeNames(scopes) where isUnknown(use.value.name, columns) && use.value.sheet == nil {
      if passesFunction(use, tree, users) || typed.contains(where: { $0.explains(use) }) { continue }
      if role == .trigger, tree.nodes.count == 1 {
        report(at: use.span) {
          TimeFinding.unknownTrigger($0.unit.written(use.value.name), use.span, $0.loaded.program.triggers).diagnostic
        }
        continue
      }
      let said = unit.written(use.value.name)
      if unit.namesOfRows.contains(String(said.lowercased().prefix { $0 != "." })) {
        report(LiveFinding.cellOfRows(said, use.span).diagnostic, use.span)
        continue
      }
      if unseen.contains(said.lowercased()) {
        report(LiveFinding.unseenParameter(said, use.span).diagnostic, use.span)
        continue
      }
      let joined = diagnostics.count < Self.most ? name(writtenWithBlanks: tree, at: use) : nil
      if let joined, !joinedNames.insert(joined).inserted { continue }
      report(at: use.span) { finder in
        let written = finder.spelled(columns)
        let hasField = tree.hasField(use.index)
        let here = written + scopes.names(at: use.index, in: tree) + (hasField ? finder.loaded.program.triggers : [])
        return LiveFinding.unknownName(
          said, use.span,
          near: NearNames.suggestion(for: said, among: here) ?? finder.unitNames.suggestion(for: said),
          isFunction: finder.catalog.function(named: said) != nil
            || SheetNames.timeFunctions.contains(FunctionNames.plain(said)),
          columns: written,
          path: finder.path(toColumnNamedBy: use, tree, written), joined: joined,
          cell: finder.cell(ofRowWithColumn: use, tree),
          mayBeInput: !hasField && NearNames.suggestion(for: said, among: Array(unseen)) == nil
        ).diagnostic
      }
    }
  }

  /// Checks calls, references and what stands behind a dot.
  private mutating func checkNodes(
    _ tree: FormulaTree, _ columns: Set<String>, _ role: Role, _ scopes: LexicalScopes
  ) {
    for (position, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(position)
      switch node {
      case .call(let name, let arguments):
        if !scopes.isLocal(index, of: tree) { checkCall(name, arguments.count, tree, index, columns, role) }
      case .reference(let reference):
        if !columns.isEmpty, case let span = tree.span(of: index), case let written = unit.document.source[span],
          columns.contains(written.lowercased())
        {
          report(LiveFinding.addressForColumn(written, span).diagnostic, span)
        }
        if let letters = namesOfEmptyColumns(reference) {
          let span = tree.span(of: index)
          report(LiveFinding.emptyColumns(span, letters).diagnostic, span)
        }
        checkSheets(of: reference.sheet, at: tree.span(of: index))
      case .name(let name, let prefix?): checkName(name, behind: prefix, at: tree.span(of: index))
      case .structured(let reference):
        if !scopes.isLocal(index, of: tree) {
          checkStructured(reference, tree.span(of: index), columns) { scopes.slot(of: $0, at: index) != nil }
        }
      case .member(let base, let field):
        if let head = tree.dottedHead(index), scopes.isLocal(head, of: tree) { continue }
        checkMember(base, field, tree, index)
      default: break
      }
    }
  }

  // MARK: What is meant

  /// The names of columns as their table writes them.
  func spelled(_ columns: Set<String>) -> [String] {
    guard !columns.isEmpty else { return [] }
    let table = loaded.tableDefinitions.first { Set($0.columns.map { $0.name.lowercased() }) == columns }
    return table?.columns.map(\.name) ?? columns.sorted()
  }

  /// How a column is written whose name has blanks or signs, of which a word was taken for a name.
  private func path(
    toColumnNamedBy use: FormulaTree.Found<FormulaTree.NameUse>, _ tree: FormulaTree, _ columns: [String]
  ) -> String? {
    let word = use.value.name.lowercased()
    func column(of names: [String]) -> String? {
      names.first { name in
        name.contains { !$0.isLetter && !$0.isNumber && $0 != "_" }
          && name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { $0 == word }
      }
    }
    for node in tree.nodes {
      guard case .subscript_(let base, let index) = node, case .name(let name, _) = tree[base],
        let table = loaded.tables.table(named: name), tree.span(of: index).lower <= use.span.lower,
        use.span.upper <= tree.span(of: index).upper
      else { continue }
      return column(of: table.columns.map(\.name)).map { "\(table.name)[[\($0)]]" }
    }
    return column(of: columns).map { "[@[\($0)]]" }
  }

  /// `ledger[2].id` where somebody writes `ledger[2][id]`.
  private func cell(ofRowWithColumn use: FormulaTree.Found<FormulaTree.NameUse>, _ tree: FormulaTree) -> String? {
    for node in tree.nodes {
      guard case .subscript_(let row, use.index) = node, case .subscript_(let base, _) = tree[row],
        let name = tree.dottedName(base), let table = loaded.tables.table(named: name),
        let column = table.columns.first(where: { $0.name.lowercased() == use.value.name.lowercased() })
      else { continue }
      return "\(unit.written(tree.subtree(at: row).text())).\(column.name)"
    }
    return nil
  }

  /// `income_tax` where a few unknown names stand side by side, as in `income tax = 5`, and are hardly meant to be two.
  private mutating func name(
    writtenWithBlanks tree: FormulaTree, at use: FormulaTree.Found<FormulaTree.NameUse>
  ) -> String? {
    for (position, node) in tree.nodes.enumerated().reversed() {
      let whole = FormulaTree.Index(position)
      guard case .binary(.intersection, _, _) = node, tree.span(of: whole).lower <= use.span.lower,
        use.span.upper <= tree.span(of: whole).upper
      else { continue }
      var words: [String] = []
      var index = whole
      while words.count < 5, case .binary(.intersection, let left, let right) = tree[index],
        case .name(let word, sheet: nil) = tree[right]
      {
        words.insert(word, at: 0)
        index = left
      }
      guard case .name(let first, sheet: nil) = tree[index] else { return nil }
      words.insert(first, at: 0)
      let name = words.joined(separator: "_")
      let isDefined = if case .binary(.equal, whole, _) = tree[tree.root] { true } else { false }
      guard isDefined || loaded.engine.names.binding(of: name, in: loaded.scope) != nil else { return nil }
      return words.allSatisfy { isUnknown($0, []) && OperatorWord.help(for: $0) == nil } ? name : nil
    }
    return nil
  }

  /// The letters of whole columns in which there is nothing, where they are names of cells as well.
  private func namesOfEmptyColumns(_ reference: GridReference) -> [String]? {
    guard case .columns(let first, let last) = reference.shape else { return nil }
    let (lower, upper) = (min(first.value, last.value), max(first.value, last.value))
    guard upper - lower < 26 else { return nil }
    let letters = (lower...upper).map { A1Notation.letters(ofColumn: Int($0)) }
    let named = letters.filter { loaded.engine.names.binding(of: $0, in: loaded.scope) != nil }
    let grid = reference.sheet.map { loaded.engine.names.sheet(named: $0.first, in: loaded.scope) } ?? loaded.homeSheet
    guard !named.isEmpty, let grid else { return nil }
    // What stands further to the left may spill into them.
    let isThere = loaded.definitions.order.contains { $0.grid == grid && $0.column <= upper }
    return isThere || loaded.definitions.fills.contains { $0.area.grid == grid } ? nil : named
  }

  /// Checks an expression of a stream for what only a stream may name.
  mutating func checkOtherNames(_ tree: FormulaTree) {
    checkOtherNames(tree, .value, [], LexicalScopes(tree, catalog))
  }

  /// An action, a service or a used sheet is no value; a service is called in actions and fetches only. What LET, LAMBDA,
  /// a column or a parameter gives the same name comes first.
  private mutating func checkOtherNames(
    _ tree: FormulaTree, _ role: Role, _ columns: Set<String>, _ scopes: LexicalScopes
  ) {
    guard !unitNames.others.isEmpty, role == .value || role == .body else { return }
    var bases: Set<FormulaTree.Index> = []
    for case .member(let base, _) in tree.nodes { bases.insert(base) }
    for (position, node) in tree.nodes.enumerated() {
      let index = FormulaTree.Index(position)
      switch node {
      case .name(let name, sheet: nil) where !bases.contains(index):
        guard let kind = unitNames.others[name.lowercased()], !columns.contains(name.lowercased()),
          !scopes.isLocal(index, of: tree)
        else { continue }
        let (written, span) = (unit.written(name), tree.span(of: index))
        report(TimeFinding.notACellButA(kind, written, span).diagnostic, span)
      case .call(let name, _) where role == .value && unitNames.others[name.lowercased()] == "service":
        report(TimeFinding.serviceInFormula(name, tree.nameSpan(of: index)).diagnostic, tree.nameSpan(of: index))
      default: continue
      }
    }
  }

  /// Checks the name of a service that a test lets answer, or expects to be called.
  mutating func check(service: WrittenText) {
    guard loaded.program.service(named: service.text) == nil, !RunReader.isBuiltIn(service.text),
      !loaded.isUnread(service.text)
    else { return }
    report(at: service.span) { finder in
      let keys = finder.unitNames.others.filter { $0.value == "service" }.keys
      let services = keys.compactMap { finder.loaded.program.service(named: $0)?.name.text }
      return TimeFinding.unknownServiceOfTest(service.text, service.span, services).diagnostic
    }
  }

  mutating func report(_ diagnostic: @autoclosure () -> Diagnostic, _ span: SourceSpan) {
    report(at: span) { _ in diagnostic() }
  }

  mutating func report(at span: SourceSpan, _ diagnostic: (inout NameFinder) -> Diagnostic) {
    guard reported.insert(span).inserted else { return }
    if diagnostics.count < Self.most { diagnostics.append(diagnostic(&self)) } else { unshownCount += 1 }
  }

  mutating func isUnknown(_ name: String, _ columns: Set<String>) -> Bool {
    !columns.contains(name.lowercased()) && name != "_" && !unitNames.isKnown(name)
      && !loaded.isUnread(name)
  }

  /// Whether a name stands for a function that another is to call, as in `BYROW(a, SUM)` or `GROUPBY(a, b, STDEV.S)`.
  ///
  /// Only what gives arrays, chooses or binds passes functions on; elsewhere the name was meant for a cell.
  private func passesFunction(
    _ use: FormulaTree.Found<FormulaTree.NameUse>, _ tree: FormulaTree, _ users: @autoclosure () -> NodeUsers
  ) -> Bool {
    var index = use.index
    var name = use.value.name
    if Int(index) + 1 < tree.nodes.count, case .member(index, let field) = tree[index + 1] {
      index += 1
      name += ".\(field)"
    }
    guard catalog.function(named: name) != nil,
      let (call, position) = users().call(ofArgument: index)
    else { return false }
    guard case .call(let callee, _) = tree[call],
      let function = catalog.function(named: callee)
    else { return true }
    return function.traits.contains(.spills) || function.isDeferred(argument: position)
  }

  private mutating func checkCall(
    _ name: String, _ count: Int, _ tree: FormulaTree, _ index: FormulaTree.Index, _ columns: Set<String>,
    _ role: Role
  ) {
    let span = tree.nameSpan(of: index)
    let plain = FunctionNames.plain(name)
    if let kind = unitNames.others[name.lowercased()] {
      if kind == "service" { return role == .body ? checkService(name, count, tree.span(of: index)) : () }
      // Nobody but events and people runs an action, and a function of the same name is called as it always is.
      if catalog.function(named: plain) == nil {
        let written = unit.written(name)
        report(TimeFinding.notACellButA(kind, written, span).diagnostic, span)
      }
      return
    }
    guard let function = catalog.function(named: plain) else {
      if !isUnknown(name, columns) { return }
      if SheetNames.timeFunctions.contains(plain) { return checkTimeCall(plain, span, role) }
      if GuardedCalls.argumentCounts(of: plain) != nil { return checkGuard(plain, tree, index, role) }
      if role == .body { return reportUnknownService(name, span) }
      return report(at: span) { finder in
        let lambdas = finder.unit.isMain ? finder.loaded.program.lambdas(in: finder.catalog) : []
        let written = finder.unit.written(name)
        return LiveFinding.unknownFunction(written, span, finder.catalog, others: lambdas).diagnostic
      }
    }
    if role == .stream, SheetNames.timeFunctions.contains(plain) { return }
    if EnteredArity(of: function).takes(count) { return }
    // `b()` in an action hardly means a function that other programs call so.
    if role == .body, function.name.lowercased() != name.lowercased() { return reportUnknownService(name, span) }
    report(LiveFinding.wrongArgumentCount(function, count, tree.span(of: index)).diagnostic, span)
  }

  private mutating func reportUnknownService(_ name: String, _ span: SourceSpan) {
    let keys = unitNames.others.filter { $0.value == "service" }.map(\.key)
    let services = keys.map { loaded.program.service(named: $0)?.name.text ?? $0 }
    report(at: span) {
      TimeFinding.unknownService($0.unit.written(name), span, services, $0.catalog).diagnostic
    }
  }

  /// A service is called with as many arguments as it declares.
  private mutating func checkService(_ name: String, _ count: Int, _ span: SourceSpan) {
    guard let service = loaded.program.service(named: name), service.parameters.count != count,
      catalog.function(named: name) == nil
    else { return }
    report(
      TimeFinding.serviceArgumentCount(service.name.text, count, service.parameters.map(\.text), span).diagnostic, span)
  }

  /// Reports a stream or a request where a value is wanted at once. DELAY may hold an answer back.
  private mutating func checkTimeCall(_ name: String, _ span: SourceSpan, _ role: Role) {
    guard role == .value || role == .body else { return }
    if RunReader.builtIn.contains(name) {
      if role == .value { report(TimeFinding.serviceInFormula(name, span).diagnostic, span) }
    } else if StreamFunctions.function(named: name) != nil, role == .value || name != DelayFunction.name {
      report(TimeFinding.streamInFormula(name, span).diagnostic, span)
    }
  }

  /// RETRY and TIMEOUT stand around calls of services, in actions and fetches.
  private mutating func checkGuard(
    _ name: String, _ tree: FormulaTree, _ index: FormulaTree.Index, _ role: Role
  ) {
    let span = tree.nameSpan(of: index)
    guard case .call(_, let arguments) = tree[index], let counts = GuardedCalls.argumentCounts(of: name) else { return }
    guard role == .body else {
      if role == .value { report(TimeFinding.guardedCallInFormula(name, span).diagnostic, span) }
      return
    }
    guard counts.contains(arguments.count) else {
      return report(TimeFinding.guardedCallArguments(name, arguments.count, counts, span).diagnostic, span)
    }
    if !mayCallService(tree.subtree(at: arguments[0])) {
      let place = tree.span(of: arguments[0])
      report(TimeFinding.nothingToCall(name, place).diagnostic, place)
    }
    for (position, argument) in arguments.enumerated().dropFirst() {
      let isCount = name == GuardedCalls.retry && position == 1
      guard let constant = tree.subtree(at: argument).constant else { continue }
      if let number = constant.number, GuardedCalls.isGood(number, of: name, isCount: isCount) { continue }
      let place = tree.span(of: argument)
      report(TimeFinding.badGuardNumber(name, place, isCount: isCount).diagnostic, place)
    }
  }

  /// Whether an expression calls a service, or something that the formula itself binds, which may call one.
  private func mayCallService(_ tree: FormulaTree) -> Bool {
    tree.nodes.contains { node in
      guard case .call(let name, _) = node else { return false }
      if unitNames.others[name.lowercased()] == "service" || RunReader.isBuiltIn(name) { return true }
      let plain = FunctionNames.plain(name)
      return catalog.function(named: plain) == nil && !SheetNames.timeFunctions.contains(plain)
        && GuardedCalls.argumentCounts(of: plain) == nil
    }
  }
}
