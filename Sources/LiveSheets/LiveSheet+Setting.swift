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
      try set(cell, to: sheet.typed(text, for: cell.address, cell.path))
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
    if info.kind.isMadeByTime { throw Refusal(.follows(info.kind), of: info.name) }
    if !info.isSettable {
      throw Refusal(.formula(info.formulaText), of: info.name)
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
      value = Self.inSpelling(of: rule, value)
      if let refusal = refusal(of: value, by: rule, name.isEmpty ? path : name) { throw refusal }
    } else if let table = tableDefinitions.first(where: { $0.grid == address.grid }),
      Int(address.column) < table.columns.count, let type = table.columns[Int(address.column)].type
    {
      if let words = Self.mismatch(value, type) { throw Refusal(.wrongType(type, found: words), of: path) }
      value = Self.inKind(of: type, value)
    }
    return value
  }

  /// What the input at an address accepts; `nil` for a cell that is none.
  func inputRule(at address: CellAddress) -> InputRule? {
    if let rule = definitions[address]?.input { return rule }
    guard let table = tableDefinitions.first(where: { $0.grid == address.grid }), table.form != nil,
      Int(address.column) < table.columns.count
    else { return nil }
    return table.columns[Int(address.column)].input
  }

  /// A value in the kind of its declaration, and a choice in its spelling.
  static func inSpelling(of rule: InputRule, _ value: CellValue) -> CellValue {
    let value = inKind(of: rule.type, value)
    guard case .choices(let choices)? = rule.domain else { return value }
    return choices.first { isChoice($0, value) } ?? value
  }

  /// A number in the kind that a type asks for.
  private static func inKind(of type: ValueType, _ value: CellValue) -> CellValue {
    type == .date && !value.kind.isDay ? value.withKind(.date) : value
  }

  /// Whether a value is one of the choices: equal as a formula compares, but of the same kind.
  private static func isChoice(_ choice: CellValue, _ value: CellValue) -> Bool {
    choice == value || (CellComparison.order(choice, value) == 0 && sameKind(choice, value))
  }

  private static func sameKind(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.number, .number), (.text, .text), (.logical, .logical), (.blank, .blank): true
    default: false
    }
  }

  /// Why an input does not accept a value; blank is accepted where nothing else is asked.
  func refusal(of value: CellValue, by rule: InputRule, _ name: String) -> Refusal? {
    guard !value.isBlank else { return nil }
    if let words = Self.mismatch(value, rule.type) {
      return Refusal(.wrongType(rule.type, found: words), of: name)
    }
    switch rule.domain {
    case .range(let low, let high)?:
      guard case .number(let number, _) = value, low <= number, number <= high else {
        return Refusal(.outOfRange(low, high, shown: display(value, format: nil)), of: name)
      }
    case .choices(let choices)?:
      if !choices.contains(where: { Self.isChoice($0, value) }) {
        let words = choices.map { literal($0) }.joined(separator: ", ")
        let near = value.text.flatMap { NearNames.suggestion(for: $0, among: choices.compactMap(\.text)) }
        return Refusal(.noChoice(among: words, shown: literal(value), near: near), of: name)
      }
    case nil: break
    }
    guard let condition = rule.condition else { return nil }
    let tree = condition.tree.substituting(value, forName: rule.name ?? name)
    let result = engine.evaluate(tree, in: scope)
    if Truth(result).isHolding { return nil }
    let text = rule.conditionText ?? condition.tree.text()
    return Refusal(.condition(text, shown: literal(value)), of: name)
  }

  /// Why a value is not of a type, in words; `nil` when it is.
  static func mismatch(_ value: CellValue, _ type: ValueType) -> String? {
    switch (type, value) {
    case (_, .blank), (.any, _), (.number, .number), (.text, .text), (.logical, .logical), (.list, .array),
      (.record, .record):
      nil
    case (.date, .number(let number, _)) where number >= 0 && number < 2_958_466: nil
    case (_, .text(let text)): "“\(text.count > 40 ? text.prefix(37) + "…" : text[...])” is a text"
    case (_, .number(let number, _)): "\(NumberText.cell(number)) is a number"
    case (_, .logical(let logical)): "\(logical ? "TRUE" : "FALSE") is a logical"
    case (_, .array): "this is a list"
    case (_, .record): "this is a record"
    case (_, .lambda): "this is a LAMBDA"
    case (_, .error(let error)): "\(error.code.text) is an error value"
    }
  }

  /// A text as it is typed for a cell: a text input takes it as it is, other cells read it as a spreadsheet would.
  func typed(_ text: String, for address: CellAddress, _ name: String) -> CellValue {
    let rule = inputRule(at: address)
    if rule?.type == .text { return .text(text) }
    if case .choices(let choices)? = rule?.domain,
      choices.contains(where: { $0.text?.lowercased() == text.lowercased() })
    {
      return .text(text)
    }
    if text.isEmpty { return .blank }
    if text.utf8.contains(where: { $0 == Ascii.quote || $0 == Ascii.leftBrace }),
      case let parsed = FormulaParser.parse(text, dialect: .sheet), parsed.diagnostics.isEmpty, parsed.tree.isConstant,
      let value = parsed.tree.constant
    {
      switch value {
      case .text, .array, .record: return value  // written as in a sheet
      default: break
      }
    }
    if rule?.type == .number, TypedText.losesDigits(typed: text), let number = TypedText.number(text) {
      return .number(number)
    }
    return TypedText.value(typed: text)
  }

  // MARK: Rows

  /// Inserts a row into a table, with the values of its first columns; the others are computed.
  package func insertRow(into name: String, at position: Int, _ values: [CellValue]) throws(Refusal) {
    let number = try tableNumber(name)
    try checkInsertion(into: number, at: position, count: rowCount(of: number), values)
    change { insertRow(of: number, at: position, values) }
  }

  func rowCount(of table: Int) -> Int { engine.rowCount(of: tableDefinitions[table].grid) }

  /// Checks that a table of so many rows takes another one.
  func checkInsertion(
    into number: Int, at position: Int, count: Int, _ values: [CellValue]
  ) throws(Refusal) {
    let table = tableDefinitions[number]
    guard (0...count).contains(position) else {
      throw Refusal(.noRowToInsertBefore(position + 1, count: count), of: table.name)
    }
    guard values.count <= table.literalCount else {
      throw Refusal(.tooManyValues(values.count, most: table.literalCount), of: table.name)
    }
    for (column, value) in zip(table.columns, values) { _ = try accepted(value, by: column, of: table.name) }
  }

  /// A value as a column takes it; one that it does not accept is refused.
  func accepted(_ value: CellValue, by column: TableColumn, of table: String) throws(Refusal) -> CellValue {
    if let rule = column.input {
      let value = Self.inSpelling(of: rule, value)
      if let refusal = refusal(of: value, by: rule, column.name) { throw refusal }
      return value
    }
    guard let type = column.type else { return value }
    if let words = Self.mismatch(value, type) {
      throw Refusal(.wrongType(type, found: words), of: table, speakingOf: column.name)
    }
    return Self.inKind(of: type, value)
  }

  /// Checks that a table of so many rows has one.
  func checkDeletion(of number: Int, at position: Int, count: Int) throws(Refusal) {
    guard !(0..<count).contains(position) else { return }
    let name = tableDefinitions[number].name
    throw Refusal(.noRow(Double(position + 1), count: count), of: name)
  }

  /// Inserts a row within an instant.
  func insertRow(of number: Int, at position: Int, _ values: [CellValue]) {
    tableDefinitions[number].identities?.insert(at: position)
    let table = tableDefinitions[number]
    let wasEmpty = engine.rowCount(of: table.grid) == 0
    engine.shift(GridShift(table.grid, .rows, at: position, count: 1, isInsertion: true))
    for (column, value) in values.enumerated() where column < table.literalCount {
      let accepted = (try? accepted(value, by: table.columns[column], of: table.name)) ?? value
      engine.setConstant(accepted, at: CellAddress(grid: table.grid, row: position, column: column))
    }
    if wasEmpty { fillColumns(of: table) }
    if table.form != nil { beginRow(of: number, at: position, values) }
  }

  private func fillColumns(of table: LoadedTable) {
    for index in table.columns.indices {
      if let tree = columnFormula(index, of: table) {
        engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: index))
      }
    }
    for (index, tree) in table.hiddenFormulas.enumerated() {
      engine.setFormula(tree, at: CellAddress(grid: table.grid, row: 0, column: table.columns.count + index))
    }
  }

  package func deleteRow(of name: String, at position: Int) throws(Refusal) {
    let number = try tableNumber(name)
    try checkDeletion(of: number, at: position, count: rowCount(of: number))
    change { deleteRow(of: number, at: position) }
  }

  /// Deletes a row within an instant.
  func deleteRow(of number: Int, at position: Int) {
    tableDefinitions[number].identities?.remove(at: position)
    if tableDefinitions[number].form != nil { endRow(of: number, at: position) }
    engine.shift(GridShift(tableDefinitions[number].grid, .rows, at: position, count: 1, isInsertion: false))
  }

  func tableNumber(_ name: String) throws(Refusal) -> Int {
    guard let number = tableDefinitions.firstIndex(where: { $0.name.lowercased() == name.lowercased() }) else {
      throw unknownTable(name)
    }
    return number
  }

  private func unknownTable(_ name: String) -> Refusal {
    let near = NearNames.suggestion(for: name, among: tableDefinitions.map(\.name))
    return Refusal(.unknown("table", near: near), of: name)
  }
}

extension FormulaTree {
  /// The tree with a value in place of a name.
  func substituting(_ value: CellValue, forName name: String) -> FormulaTree {
    var tree = self
    for (index, node) in nodes.enumerated() {
      guard case .name(let used, sheet: nil) = node, used.lowercased() == name.lowercased() else { continue }
      switch value {
      case .number(let number, .plain): tree.nodes[index] = .number(number, text: NumberText.general(number))
      case .number(let number, let kind):
        tree.nodes[index] = .date(number, kind, text: ValueText().literal(value))
      case .text(let text): tree.nodes[index] = .text(text)
      case .logical(let logical): tree.nodes[index] = .logical(logical)
      case .error(let error): tree.nodes[index] = .error(error.code)
      case .blank: tree.nodes[index] = .missing
      case .array, .record, .lambda: break
      }
    }
    return tree
  }
}

/// A cell that the outside may set, by the path that named it.
package struct SettableCell: Sendable {
  let address: CellAddress
  let path: String
}
