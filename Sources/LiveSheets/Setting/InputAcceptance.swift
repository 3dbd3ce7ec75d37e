import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Which cells the outside may set, and to what.
struct InputAcceptance {
  let sheet: LiveSheet

  private var engine: Engine { sheet.engine }

  /// The cell of a path, if the outside may set it.
  func settable(_ path: String) throws(Refusal) -> CellAddress {
    let info: CellInfo
    switch sheet.cell(path) {
    case .success(let found): info = found
    case .failure(let failure): throw Refusal(.notFound(failure), of: path)
    }
    if info.area != nil {
      throw Refusal(.moreThanOneCell(first: engine.name(of: info.address)), of: info.name)
    }
    if info.kind.isMadeByTime {
      let trigger = info.kind == .event ? try? TriggerFinder(sheet: sheet).trigger(at: path) : nil
      throw Refusal(trigger?.obstacleToSetting ?? .follows(info.kind), of: info.name)
    }
    if !info.isSettable {
      throw Refusal(.formula(info.formulaText), of: info.name)
    }
    if let obstacle = sheet.loaded.workbooks.workbook(of: info.address.grid)?.obstacle(toSetting: Area(info.address)) {
      throw Refusal(.ofWorkbook(obstacle), of: info.name)
    }
    return info.address
  }

  /// The value that a cell takes when it is set to one, in the spelling of its declaration.
  func accepted(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> CellValue {
    let (address, path) = (cell.address, cell.path)
    if case .error(let error) = value {
      throw Refusal(.errorValue(error.code), of: path)
    }
    var value = value
    let name = sheet.definition(at: address)?.name ?? path
    if let rule = rule(at: address) {
      value = rule.inSpelling(value)
      if let refusal = refusal(of: value, by: rule, name.isEmpty ? path : name, at: address) { throw refusal }
    } else if let table = sheet.table(in: address.grid),
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
    if let number = sheet.loaded.tables.number(in: address.grid) {
      let columns = sheet.tableDefinitions[number].columns
      guard columns.indices.contains(Int(address.column)) else { return value }
      return try sheet.rows(ofTable: number).accepted(
        value, by: columns[Int(address.column)], inRow: Int(address.row))
    }
    if let rule, let refusal = refusal(of: value, by: rule, name, at: address) { throw refusal }
    return value
  }

  /// What the input at an address accepts; `nil` for a cell that is none.
  func rule(at address: CellAddress) -> InputRule? {
    if let rule = sheet.definitions.input(at: address) { return rule }
    guard let table = sheet.table(in: address.grid), table.form != nil,
      Int(address.column) < table.columns.count
    else { return nil }
    return table.columns[Int(address.column)].input
  }

  /// Why an input does not accept a value; blank is accepted where nothing else is asked.
  ///
  /// - Parameter address: The cell of the input, whose row may have other cells that its condition reads.
  func refusal(of value: CellValue, by rule: InputRule, _ name: String, at address: CellAddress? = nil) -> Refusal? {
    if let refusal = rule.refusalByDomain(of: value, name, sheet.valueText) { return refusal }
    guard !value.isBlank, let condition = rule.condition, let tree = rule.condition(for: value, name) else {
      return nil
    }
    let answer =
      if let address, sheet.table(in: address.grid) != nil {
        engine.value(of: engine.compile(tree, at: address), at: address)
      } else if let address {
        engine.evaluate(tree, at: address, isInCell: false)
      } else {
        engine.evaluate(tree, in: sheet.scope)
      }
    guard !Truth(answer).isHolding else { return nil }
    return Refusal(.condition(rule.conditionText ?? condition.tree.text(), shown: sheet.literal(value)), of: name)
  }

  /// A text as it is typed for a cell: as the rule of an input has it, else as a spreadsheet reads it.
  func typed(_ text: String, for address: CellAddress) -> CellValue {
    rule(at: address)?.value(typed: text) ?? .typed(text)
  }
}

extension LiveSheet {
  /// Which cells the outside may set, and to what.
  var acceptance: InputAcceptance { InputAcceptance(sheet: self) }
}
