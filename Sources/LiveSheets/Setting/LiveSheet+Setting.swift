import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Changing inputs and constants from outside.
extension LiveSheet {
  /// Several changes that take effect together.
  package struct Transaction {
    fileprivate let sheet: LiveSheet
    fileprivate var sets: [(CellAddress, CellValue)] = []

    /// Sets an input or constant; what is refused leaves the whole transaction without effect.
    package mutating func set(_ path: String, to value: CellValue) throws(Refusal) {
      try set(sheet.settableCell(path), to: value)
    }

    /// Sets an input or constant from a text as it is typed.
    package mutating func set(_ path: String, toTyped text: String) throws(Refusal) {
      try set(sheet.settableCell(path), toTyped: text)
    }

    package mutating func set(_ cell: SettableCell, to value: CellValue) throws(Refusal) {
      sets.append((cell.address, try sheet.accepted(cell, value)))
    }

    package mutating func set(_ cell: SettableCell, toTyped text: String) throws(Refusal) {
      try set(cell, to: sheet.typed(text, for: cell.address))
    }
  }

  package func set(_ path: String, to value: CellValue) throws(Refusal) {
    try transaction { (change) throws(Refusal) in try change.set(path, to: value) }
  }

  package func set(_ path: String, toTyped text: String) throws(Refusal) {
    try transaction { (change) throws(Refusal) in try change.set(path, toTyped: text) }
  }

  /// The values that cells take when they are set to what the body gives them; nothing is changed.
  package func accepted(
    _ body: (inout Transaction) throws(Refusal) -> Void
  ) throws(Refusal) -> [CellValue] {
    var change = Transaction(sheet: self)
    try body(&change)
    return change.sets.map(\.1)
  }

  /// Makes several changes in one instant, all of them or none.
  package func transaction<Result>(_ body: (inout Transaction) throws(Refusal) -> Result) throws(Refusal) -> Result {
    var change = Transaction(sheet: self)
    let result = try body(&change)
    setAccepted(change.sets)
    return result
  }

  /// The value that a cell takes when it is set to one, in the spelling of its declaration.
  package func accepted(_ value: CellValue, for path: String) throws(Refusal) -> CellValue {
    try accepted(settableCell(path), value)
  }

  /// The cell of a path, if the outside may set it.
  ///
  /// It is found once for many sets, as long as no row of a table comes or goes.
  package func settableCell(_ path: String) throws(Refusal) -> SettableCell {
    SettableCell(address: try settable(path), path: path)
  }

  /// Sets cells to values that were accepted, in one instant.
  package func setAccepted(_ sets: [(CellAddress, CellValue)]) {
    self.change { for (address, value) in sets { engine.setConstant(value, at: address) } }
  }

  /// The cell of a path, if the outside may set it.
  func settable(_ path: String) throws(Refusal) -> CellAddress {
    let info: CellInfo
    switch cell(path) {
    case .success(let found): info = found
    case .failure(let failure): throw Refusal(.notFound(failure), of: path)
    }
    if info.area != nil {
      throw Refusal(.moreThanOneCell(first: engine.name(of: info.address)), of: info.name)
    }
    if info.kind.isMadeByTime {
      let trigger = info.kind == .event ? try? TriggerFinder(sheet: self).trigger(at: path) : nil
      throw Refusal(trigger?.obstacleToSetting ?? .follows(info.kind), of: info.name)
    }
    if !info.isSettable {
      throw Refusal(.formula(info.formulaText), of: info.name)
    }
    if let obstacle = loaded.workbooks.workbook(of: info.address.grid)?.obstacle(toSetting: Area(info.address)) {
      throw Refusal(.ofWorkbook(obstacle), of: info.name)
    }
    return info.address
  }

  private func accepted(_ cell: SettableCell, _ value: CellValue) throws(Refusal) -> CellValue {
    let (address, path) = (cell.address, cell.path)
    if case .error(let error) = value {
      throw Refusal(.errorValue(error.code), of: path)
    }
    var value = value
    let name = definition(at: address)?.name ?? path
    if let rule = inputRule(at: address) {
      value = rule.inSpelling(value)
      if let refusal = refusal(of: value, by: rule, name.isEmpty ? path : name, at: address) { throw refusal }
    } else if let table = table(in: address.grid),
      Int(address.column) < table.columns.count, let type = table.columns[Int(address.column)].type
    {
      if let words = type.mismatch(of: value) { throw Refusal(.wrongType(type, found: words), of: path) }
      value = type.inKind(value)
    }
    return value
  }

  /// What the input at an address accepts; `nil` for a cell that is none.
  func inputRule(at address: CellAddress) -> InputRule? {
    if let rule = definitions.input(at: address) { return rule }
    guard let table = table(in: address.grid), table.form != nil,
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
      if let address, table(in: address.grid) != nil {
        engine.value(of: engine.compile(tree, at: address), at: address)
      } else if let address {
        engine.evaluate(tree, at: address, isInCell: false)
      } else {
        engine.evaluate(tree, in: scope)
      }
    guard !Truth(answer).isHolding else { return nil }
    return Refusal(.condition(rule.conditionText ?? condition.tree.text(), shown: literal(value)), of: name)
  }

  /// What a text that is typed for a cell is in a sheet, as it was typed where that says the same.
  ///
  /// - Throws: Why the cell does not take it.
  package func literal(typed text: String, for path: String) throws(Refusal) -> String {
    let cell = try settableCell(path)
    let value = try accepted(cell, typed(text, for: cell.address))
    return WrittenLiteral.formula(value, typed: text) ?? literal(value)
  }

  /// A text as it is typed for a cell: as the rule of an input has it, else as a spreadsheet reads it.
  func typed(_ text: String, for address: CellAddress) -> CellValue {
    inputRule(at: address)?.value(typed: text) ?? .typed(text)
  }
}

/// A cell that the outside may set, by the path that named it.
package struct SettableCell: Sendable {
  let address: CellAddress
  let path: String
}
