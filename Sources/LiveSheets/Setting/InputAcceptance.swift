import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Which cells the outside may set, and to what.
struct InputAcceptance {
  let loaded: LoadedProgram

  private var engine: Engine { loaded.engine }
  private var valueText: ValueText { loaded.formats.values }

  /// Checks that the outside may set a cell.
  func checkSettable(_ cell: CellInfo) throws(Refusal) {
    if cell.area != nil { throw Refusal(.moreThanOneCell(first: engine.names.name(of: cell.address)), of: cell.name) }
    if cell.kind.isMadeByTime { throw Refusal(.follows(cell.kind), of: cell.name) }
    if !cell.isSettable {
      let isComposed = loaded.lookup.definition(at: cell.address)?.isComposed ?? false
      throw Refusal(isComposed ? .composed : .formula(cell.formulaText), of: cell.name)
    }
    if let obstacle = loaded.workbooks.workbook(of: cell.address.grid)?.obstacle(toSetting: Area(cell.address)) {
      throw Refusal(.ofWorkbook(obstacle), of: cell.name)
    }
  }

  /// The value that a cell takes when it alone is set to one, in the spelling of its declaration.
  func accepted(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> CellValue {
    let taken = try taken(cell, value)
    if let refused = refused([taken]) { throw refused.why }
    return taken.value
  }

  /// The value that a cell takes as far as it alone tells, in the spelling of its declaration; a condition or a domain
  /// that reads other cells is judged when all is known that is set in the same instant.
  func taken(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> TakenValue {
    let (address, path) = (cell.address, cell.path)
    if case .error(let error) = value {
      throw Refusal(.errorValue(error.code), of: path)
    }
    var value = value
    var waits = false
    if let rule = rule(at: address) {
      value = current(rule, at: address).inSpelling(value)
      let name = name(of: cell)
      waits = rule.readsOthers(name, loaded.environment.catalog)
      let refusal: Refusal? =
        if rule.computedDomain != nil { nil } else if waits {
          rule.refusalByDomain(of: value, name, valueText)
        } else { self.refusal(of: value, by: rule, name, at: address) }
      if let refusal { throw refusal }
    } else if let table = loaded.tables.table(in: address.grid),
      Int(address.column) < table.columns.count, let type = table.columns[Int(address.column)].type
    {
      if let fact = type.refusal(of: value) { throw Refusal(fact, of: path) }
      value = type.inKind(value)
    }
    return TakenValue(cell: cell, value: value, waits: waits)
  }

  /// The first of the sets of an instant whose condition or domain waits for the others and does not hold on the picture
  /// to which all of them settle.
  func refused(_ sets: [TakenValue]) -> (number: Int, why: Refusal)? {
    guard sets.contains(where: \.waits) else { return nil }
    return supposing(sets) {
      for (number, set) in sets.enumerated() where set.waits {
        guard let rule = rule(at: set.cell.address) else { continue }
        let why = refusal(of: set.value, by: rule, name(of: set.cell), at: set.cell.address)
        if let why { return (number, why) }
      }
      return nil
    }
  }

  /// Looks at the cells as they would be if the values were taken.
  func supposing<Result>(_ sets: [TakenValue], _ body: () -> Result) -> Result {
    engine.supposing(sets.map { ($0.cell.address, $0.value) }, body)
  }

  /// What the words about a cell call it.
  private func name(of cell: SettableCell) -> String {
    let name = loaded.lookup.definition(at: cell.address)?.name ?? cell.path
    return name.isEmpty ? cell.path : name
  }

  /// The value as an input, or a cell of a table by the rule of its column, takes it.
  func accepted(
    _ value: CellValue, by rule: InputRule?, _ name: String, at address: CellAddress
  ) throws(Refusal) -> CellValue {
    if let table = loaded.tables.table(in: address.grid) {
      guard table.columns.indices.contains(Int(address.column)) else { return value }
      return try accepted(value, by: table.columns[Int(address.column)], of: table, at: address)
    }
    guard let rule else { return value }
    if let refusal = refusal(ofGiving: value, to: address, by: rule, name) { throw refusal }
    return current(rule, at: address).inSpelling(value)
  }

  /// A value as a column takes it; one that it does not accept is refused.
  ///
  /// - Parameters:
  ///   - address: The cell, if its row is there.
  ///   - values: What the first columns of a row are given that is not there yet.
  func accepted(
    _ value: CellValue, by column: TableColumn, of table: LoadedTable, at address: CellAddress? = nil,
    beside values: [CellValue] = []
  ) throws(Refusal) -> CellValue {
    if var rule = column.input {
      let value = current(rule, at: address).inSpelling(value)
      if address == nil {
        rule.condition = rule.condition.flatMap { self.condition($0, rule, of: table, beside: values) }
      }
      let why =
        if let address { refusal(ofGiving: value, to: address, by: rule, column.name) } else {
          refusal(of: value, by: rule, column.name)
        }
      if let why { throw why }
      return value
    }
    guard let type = column.type else { return value }
    if let fact = type.refusal(of: value) { throw Refusal(fact, of: table.name, speakingOf: column.name) }
    return type.inKind(value)
  }

  /// A condition in a row that is not there yet, with the values that its other cells will have; `nil` where one of them
  /// is to be computed.
  private func condition(
    _ condition: SheetFormula, _ rule: InputRule, of table: LoadedTable, beside values: [CellValue]
  ) -> SheetFormula? {
    var tree = condition.tree
    for (index, other) in table.columns.enumerated() where other.name.lowercased() != rule.name?.lowercased() {
      let isNamed = tree.nodes.contains { node in
        if case .name(let name, sheet: nil) = node { name.lowercased() == other.name.lowercased() } else { false }
      }
      guard isNamed else { continue }
      guard let value = index < values.count ? values[index] : other.value else { return nil }
      tree = tree.substituting(value, forName: other.name)
    }
    return SheetFormula(tree: tree, span: condition.span)
  }

  /// What the input at an address accepts; `nil` for a cell that is none.
  func rule(at address: CellAddress) -> InputRule? {
    if let rule = loaded.definitions.input(at: address) { return rule }
    guard let table = loaded.tables.table(in: address.grid), table.form != nil,
      Int(address.column) < table.columns.count
    else { return nil }
    return table.columns[Int(address.column)].input
  }

  /// A rule with what its domain has in it as the cells are that it names, for an input or an event in its place.
  func current(_ rule: InputRule, at address: CellAddress?) -> InputRule {
    guard let computed = rule.computedDomain, let address else { return rule }
    let isInRow = loaded.tables.table(in: address.grid) != nil
    let now = InputRule(
      type: computed.type, domain: computed.domain,
      constant: { formula in
        if let constant = formula.constant { return constant }
        let place = isInRow ? address : loaded.homes.place(of: computed.unit, computed.home)
        return value(of: loaded.placing.tree(formula.tree, computed.unit, computed.home), at: place, isInRow: isInRow)
      }, report: { _ in })
    var rule = rule
    // What cells make neither a range nor a list of has nothing in it.
    rule.domain = now.domain ?? .choices([])
    rule.type = now.type
    rule.boundsKind = now.boundsKind
    return rule
  }

  /// The cells that have a say in what an input outside of tables accepts.
  func reads(of rule: InputRule, _ name: String, at address: CellAddress) -> (areas: [Area], readsMore: Bool) {
    var places = rule.condition(for: .blank, name).map { [(tree: $0, place: address)] } ?? []
    if let computed = rule.computedDomain {
      let place = loaded.homes.place(of: computed.unit, computed.home)
      for formula in computed.domain.formulas {
        places.append((loaded.placing.tree(formula.tree, computed.unit, computed.home), place))
      }
    }
    let expressions = places.map { (compiled: engine.expressions.compile($0.tree, at: $0.place), place: $0.place) }
    return (
      expressions.flatMap { engine.expressions.areas(of: $0.compiled, at: $0.place) },
      expressions.contains { $0.compiled.readsMoreThanItNames }
    )
  }

  private func value(of tree: FormulaTree, at address: CellAddress, isInRow: Bool) -> CellValue {
    isInRow
      ? engine.expressions.value(of: engine.expressions.compile(tree, at: address), at: address)
      : engine.expressions.evaluate(tree, at: address, isInCell: false)
  }

  /// Gives a body what an event of an instance accepts as its payload.
  ///
  /// A rule is large, and most events need no copy of theirs.
  func withRule<Result>(
    of event: EventForm, in instance: TimeInstance, _ body: (InputRule) -> Result
  ) -> Result {
    guard event.rule.computedDomain != nil else { return body(event.rule) }
    return body(current(event.rule, at: instance.at(event.cell)))
  }

  /// A payload in the spelling in which an event is declared.
  func inSpelling(_ payload: CellValue, of event: EventForm, in instance: TimeInstance) -> CellValue {
    withRule(of: event, in: instance) { $0.inSpelling(payload) }
  }

  /// Why an event does not accept a payload; only types and domains are declared for events.
  func refusal(
    ofPayload payload: CellValue, by event: EventForm, in instance: TimeInstance, _ name: String
  ) -> Refusal? {
    withRule(of: event, in: instance) { $0.refusalByDomain(of: payload, name, valueText) }
  }

  /// Why an input does not accept a value; blank is accepted where nothing else is asked.
  ///
  /// - Parameter address: The cell of the input, whose row may have other cells that its condition reads.
  func refusal(of value: CellValue, by rule: InputRule, _ name: String, at address: CellAddress? = nil) -> Refusal? {
    current(rule, at: address).refusalByDomain(of: value, name, valueText)
      ?? refusalByCondition(of: value, by: rule, name, at: address)
  }

  /// Why an input does not accept a value that is given to no other with it; what its condition and its domain read follows
  /// the value.
  func refusal(ofGiving value: CellValue, to address: CellAddress, by rule: InputRule, _ name: String) -> Refusal? {
    guard rule.readsOthers(name, loaded.environment.catalog) else {
      return refusal(of: value, by: rule, name, at: address)
    }
    if rule.computedDomain == nil, let refusal = rule.refusalByDomain(of: value, name, valueText) { return refusal }
    return engine.supposing([(address, value)]) { self.refusal(of: value, by: rule, name, at: address) }
  }

  private func refusalByCondition(
    of value: CellValue, by rule: InputRule, _ name: String, at address: CellAddress?
  ) -> Refusal? {
    guard !value.isBlank, let condition = rule.condition,
      let tree = self.condition(of: rule, for: value, name, at: address)
    else { return nil }
    let answer =
      if let address {
        self.value(of: tree, at: address, isInRow: loaded.tables.table(in: address.grid) != nil)
      } else {
        engine.expressions.evaluate(tree, in: loaded.scope)
      }
    guard !Truth(answer).isHolding else { return nil }
    return Refusal(.condition(rule.conditionText ?? condition.tree.text(), shown: valueText.literal(value)), of: name)
  }

  /// The condition as it is asked of a value; one that finds its cells while it runs finds the input itself, which is
  /// supposed to have the value.
  private func condition(
    of rule: InputRule, for value: CellValue, _ name: String, at address: CellAddress?
  ) -> FormulaTree? {
    guard let address, rule.condition?.tree.readsDynamically(loaded.environment.catalog) == true else {
      return rule.condition(for: value, name)
    }
    let table = loaded.tables.table(in: address.grid)
    let fullName = table.map { $0.columns[Int(address.column)].name } ?? engine.names.name(of: address)
    return rule.condition(of: name, called: fullName)
  }

  /// A text as it is typed for a cell: as the rule of an input has it, else as a spreadsheet reads it.
  func typed(_ text: String, for address: CellAddress) -> CellValue {
    rule(at: address).flatMap { current($0, at: address).value(typed: text) } ?? .typed(text)
  }

  /// A field in quotation marks is a text where its cell takes that; else what is in them, as in files that quote every
  /// field, or lists and records for their commas.
  func quoted(_ text: String, for cell: SettableCell) -> CellValue {
    (try? taken(cell, .text(text))) == nil ? typed(text, for: cell.address) : .text(text)
  }
}
