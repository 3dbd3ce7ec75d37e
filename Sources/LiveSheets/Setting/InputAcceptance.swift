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
    if cell.area != nil { throw Refusal(.moreThanOneCell(first: engine.name(of: cell.address)), of: cell.name) }
    if cell.kind.isMadeByTime { throw Refusal(.follows(cell.kind), of: cell.name) }
    if !cell.isSettable { throw Refusal(.formula(cell.formulaText), of: cell.name) }
    if let obstacle = loaded.workbooks.workbook(of: cell.address.grid)?.obstacle(toSetting: Area(cell.address)) {
      throw Refusal(.ofWorkbook(obstacle), of: cell.name)
    }
  }

  /// The value that a cell takes when it alone is set to one, in the spelling of its declaration.
  func accepted(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> CellValue {
    let taken = try taken(cell, value)
    if let refusal = refusal(of: taken, beside: []) { throw refusal }
    return taken.value
  }

  /// The value that a cell takes as far as it alone tells, in the spelling of its declaration; a condition that reads
  /// other cells is judged when all is known that is set in the same instant.
  func taken(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> TakenValue {
    let (address, path) = (cell.address, cell.path)
    if case .error(let error) = value {
      throw Refusal(.errorValue(error.code), of: path)
    }
    var value = value
    var waits = false
    if let rule = rule(at: address) {
      value = rule.inSpelling(value)
      let name = name(of: cell)
      waits = readsOthers(rule, name)
      let refusal =
        waits ? rule.refusalByDomain(of: value, name, valueText) : refusal(of: value, by: rule, name, at: address)
      if let refusal { throw refusal }
    } else if let table = loaded.tables.table(in: address.grid),
      Int(address.column) < table.columns.count, let type = table.columns[Int(address.column)].type
    {
      if let words = type.mismatch(of: value) { throw Refusal(.wrongType(type, found: words), of: path) }
      value = type.inKind(value)
    }
    return TakenValue(cell: cell, value: value, waits: waits)
  }

  /// Whether other cells have a say in the condition of an input.
  private func readsOthers(_ rule: InputRule, _ name: String) -> Bool {
    rule.condition.map { !$0.tree.readsOnly(rule.name ?? name, loaded.environment.catalog) } ?? false
  }

  /// Why a value is refused whose condition waits for what else is set in the same instant.
  func refusal(of taken: TakenValue, beside sets: [TakenValue]) -> Refusal? {
    guard taken.waits, let rule = rule(at: taken.cell.address) else { return nil }
    let address = taken.cell.address
    let others = sets.filter { $0.cell.address != address }.compactMap { other in
      nameInCondition(of: other.cell.address, for: address).map { (name: $0, value: other.value) }
    }
    return refusalByCondition(of: taken.value, by: rule, name(of: taken.cell), at: address, beside: others)
  }

  /// What the words about a cell call it.
  private func name(of cell: SettableCell) -> String {
    let name = loaded.lookup.definition(at: cell.address)?.name ?? cell.path
    return name.isEmpty ? cell.path : name
  }

  /// What the condition of an input calls another cell: by its name, or in the row of both by that of its column.
  private func nameInCondition(of other: CellAddress, for address: CellAddress) -> String? {
    guard let table = loaded.tables.table(in: other.grid) else { return engine.name(of: other) }
    guard other.grid == address.grid, other.row == address.row, table.columns.indices.contains(Int(other.column)) else {
      return nil
    }
    return table.columns[Int(other.column)].name
  }

  /// The value as an input, or a cell of a table by the rule of its column, takes it.
  func accepted(
    _ value: CellValue, by rule: InputRule?, _ name: String, at address: CellAddress
  ) throws(Refusal) -> CellValue {
    if let table = loaded.tables.table(in: address.grid) {
      guard table.columns.indices.contains(Int(address.column)) else { return value }
      return try accepted(value, by: table.columns[Int(address.column)], of: table, inRow: Int(address.row))
    }
    if let rule, let refusal = refusal(of: value, by: rule, name, at: address) { throw refusal }
    return value
  }

  /// A value as a column takes it; one that it does not accept is refused.
  ///
  /// - Parameters:
  ///   - row: The row, if it is there.
  ///   - values: What the first columns of a row are given that is not there yet.
  func accepted(
    _ value: CellValue, by column: TableColumn, of table: LoadedTable, inRow row: Int? = nil,
    beside values: [CellValue] = []
  ) throws(Refusal) -> CellValue {
    if var rule = column.input {
      let value = rule.inSpelling(value)
      if row == nil { rule.condition = rule.condition.flatMap { self.condition($0, rule, of: table, beside: values) } }
      let address = row.map { CellAddress(grid: table.grid, row: $0, column: 0) }
      if let refusal = refusal(of: value, by: rule, column.name, at: address) { throw refusal }
      return value
    }
    guard let type = column.type else { return value }
    if let words = type.mismatch(of: value) {
      throw Refusal(.wrongType(type, found: words), of: table.name, speakingOf: column.name)
    }
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

  /// Why an input does not accept a value; blank is accepted where nothing else is asked.
  ///
  /// - Parameter address: The cell of the input, whose row may have other cells that its condition reads.
  func refusal(of value: CellValue, by rule: InputRule, _ name: String, at address: CellAddress? = nil) -> Refusal? {
    rule.refusalByDomain(of: value, name, valueText) ?? refusalByCondition(of: value, by: rule, name, at: address)
  }

  private func refusalByCondition(
    of value: CellValue, by rule: InputRule, _ name: String, at address: CellAddress?,
    beside others: [(name: String, value: CellValue)] = []
  ) -> Refusal? {
    guard !value.isBlank, let condition = rule.condition, var tree = rule.condition(for: value, name) else {
      return nil
    }
    for other in others { tree = tree.substituting(other.value, forName: other.name) }
    let answer =
      if let address, loaded.tables.table(in: address.grid) != nil {
        engine.value(of: engine.compile(tree, at: address), at: address)
      } else if let address {
        engine.evaluate(tree, at: address, isInCell: false)
      } else {
        engine.evaluate(tree, in: loaded.scope)
      }
    guard !Truth(answer).isHolding else { return nil }
    return Refusal(.condition(rule.conditionText ?? condition.tree.text(), shown: valueText.literal(value)), of: name)
  }

  /// A text as it is typed for a cell: as the rule of an input has it, else as a spreadsheet reads it.
  func typed(_ text: String, for address: CellAddress) -> CellValue {
    rule(at: address)?.value(typed: text) ?? .typed(text)
  }
}
