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

  /// The value that a cell takes when it is set to one, in the spelling of its declaration.
  func accepted(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> CellValue {
    let (address, path) = (cell.address, cell.path)
    if case .error(let error) = value {
      throw Refusal(.errorValue(error.code), of: path)
    }
    var value = value
    let name = loaded.lookup.definition(at: address)?.name ?? path
    if let rule = rule(at: address) {
      value = rule.inSpelling(value)
      if let refusal = refusal(of: value, by: rule, name.isEmpty ? path : name, at: address) { throw refusal }
    } else if let table = loaded.tables.table(in: address.grid),
      Int(address.column) < table.columns.count, let type = table.columns[Int(address.column)].type
    {
      if let words = type.mismatch(of: value) { throw Refusal(.wrongType(type, found: words), of: path) }
      value = type.inKind(value)
    }
    return value
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
    if let refusal = rule.refusalByDomain(of: value, name, valueText) { return refusal }
    guard !value.isBlank, let condition = rule.condition, let tree = rule.condition(for: value, name) else {
      return nil
    }
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
