import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// Values and rows that are set by hand, and what the text says of them.
extension PromptEditor {
  /// Brings the text in line with a change by hand; called before a value is set or a row deleted, and behind an insertion.
  func note(_ change: PreparedChange, in source: SourceText) {
    switch change.effect {
    case .set(let taken): noteSetting(taken.cell.address, to: taken.value, typed: change.typed(in: source))
    case .insert(let table, let position, let values):
      noteInsertion(table, position, values, typed: change.typedValues(in: source))
    case .delete(let table, let row): noteDeletion(table, row)
    case .trigger, .stop, .answer: break
    }
  }

  func noteSetting(_ address: CellAddress, to value: CellValue, typed: String?) {
    if let table = sheet.loaded.tables.number(in: address.grid) {
      return noteSetting(table, address, to: value, typed: typed)
    }
    guard let place = sheet.cellPlaces.place(of: address) else { return }
    note(.value(place, old: sheet.cellPlaces.constantValue(at: address), new: value))
    write(value, typed: typed, at: place, address)
  }

  /// Writes the value that a cell gets by hand, or remembers it where the text cannot say it.
  func write(_ value: CellValue, typed: String?, at place: DefinitionPlace, _ address: CellAddress) {
    handSet[place] = nil
    if definer.isCarried(address) { return }
    let definition = sheet.definitions[address]
    let isOwn = definition.map { $0.unit == nil } ?? sheet.cellPlaces.isGridCell(address, in: text.document)
    if isOwn, definition?.input != nil {
      guard value.isBlank || WrittenLiteral.formula(value, typed: typed) != nil else {
        handSet[place] = value
        return
      }
      write([.formula(place, WrittenLiteral.formula(value, typed: typed))])
      definer.setInitial(value, of: address)
    } else if isOwn, value.isBlank, case .cell = place {
      if definition != nil { write([.removal(place)]) }
      definer.forget(address)
      // The text says what the fill says.
      if sheet.definitions.fill(at: address) != nil { handSet[place] = value }
    } else if isOwn, definition != nil || sheet.definitions.fill(at: address) == nil,
      let text = WrittenLiteral.formula(value, typed: typed)
    {
      write([
        definition == nil
          ? .addition(
            place, "\(sheet.cellPlaces.localName(of: address)) = \(text)", grid: sheet.cellPlaces.gridName(of: address))
          : .formula(place, text)
      ])
      definer.describe(literal: text, at: address)
    } else if let row = definition?.unit?.row, row.unit.isMain, let rule = definition?.input,
      let written = definition.flatMap({ row.place(ofInput: $0.name) }),
      let text = WrittenLiteral.rowCell(value, typed: typed, type: rule.type == .text ? .text : written.type)
    {
      write([.rows(table: row.table, .set(row: row.number - 1, column: written.cell, text))])
      definer.setInitial(value, of: address)
    } else {
      handSet[place] = value
    }
  }

  // MARK: Rows

  func noteSetting(_ number: Int, _ address: CellAddress, to value: CellValue, typed: String?) {
    let table = sheet.tableDefinitions[number]
    guard let row = table.identities?.rows[Int(address.row)] else { return }
    let column = Int(address.column)
    note(
      .rowCell(
        table: table.name, row: row.identity, column: column, old: sheet.engine.value(at: address), new: value))
    guard let textRow = row.textRow, let cell = table.writtenColumns.firstIndex(of: column),
      let text = WrittenLiteral.rowCell(value, typed: typed, type: table.writtenType(ofCell: cell))
    else { return }
    write([.rows(table: table.name, .set(row: textRow, column: cell, text))])
  }

  func noteInsertion(_ number: Int, _ position: Int, _ values: [CellValue], typed: [String?]) {
    let table = sheet.tableDefinitions[number]
    guard let identities = table.identities else { return }
    var textRow: Int?
    if table.hasWrittenRows, let texts = writtenRow(of: table, position, values, typed: typed) {
      let place = identities.textRow(at: position)
      textRow = place
      sheet.tableDefinitions[number].identities?.write(position, as: place)
      write([.rows(table: table.name, .insert(at: place, texts))])
    }
    let record = RowRecord(
      identity: identities.rows[position].identity, position: position,
      content: sheet.rows(ofTable: number).content(ofRow: position),
      textRow: textRow)
    note(.insertion(table: table.name, record))
  }

  /// The cells that say what a row which was inserted holds; `nil` for one that the text cannot say.
  private func writtenRow(
    of table: LoadedTable, _ position: Int, _ values: [CellValue], typed: [String?]
  ) -> [String]? {
    let columns = table.writtenColumns
    guard values.indices.allSatisfy({ columns.contains($0) }) else { return nil }
    let texts = columns.enumerated().map { cell, column -> String? in
      guard let column else { return "" }
      // What is not given has its first value.
      let address = CellAddress(grid: table.grid, row: position, column: column)
      return WrittenLiteral.rowCell(
        column < values.count ? values[column] : sheet.engine.value(at: address),
        typed: column < typed.count ? typed[column] : nil, type: table.writtenType(ofCell: cell))
    }
    return texts.contains(nil) ? nil : texts.compactMap(\.self)
  }

  func noteDeletion(_ number: Int, _ position: Int) {
    let table = sheet.tableDefinitions[number]
    guard let row = table.identities?.rows[position] else { return }
    let record = RowRecord(
      identity: row.identity, position: position, content: sheet.rows(ofTable: number).content(ofRow: position),
      textRow: row.textRow)
    note(.deletion(table: table.name, record))
    guard let textRow = row.textRow else { return }
    sheet.tableDefinitions[number].identities?.unwrite(textRow)
    write([.rows(table: table.name, .delete(at: textRow))])
  }

  // MARK: Inputs

  /// Writes the inputs that have followed another one, because what is bound both ways follows the text at load.
  func writeBoundInputs() {
    for (address, value) in definer.inputsAwayFromText() {
      guard let place = sheet.cellPlaces.place(of: address), handSet[place] == nil else { continue }
      write(value, typed: nil, at: place, address)
    }
  }

  /// Makes a change by hand, and notes what the inputs held that have followed it.
  func notingWhatFollows<Result>(_ change: () -> Result) -> Result {
    sheet.timeline.bindings.observer = { [unowned self] address, former in noteFollowing(address, former) }
    defer { sheet.timeline.bindings.observer = nil }
    return change()
  }

  private func noteFollowing(_ address: CellAddress, _ former: CellValue) {
    let value = sheet.engine.value(at: address)
    if let number = sheet.loaded.tables.number(in: address.grid) {
      let table = sheet.tableDefinitions[number]
      guard let row = table.identities?.rows[Int(address.row)] else { return }
      note(.rowCell(table: table.name, row: row.identity, column: Int(address.column), old: former, new: value))
    } else if let place = sheet.cellPlaces.place(of: address) {
      note(.value(place, old: former, new: value))
    }
  }

  /// What the inputs hold that bindings set.
  var boundValues: [DefinitionPlace: CellValue] {
    guard open != nil, let form = sheet.timeline.instances.first?.form else { return [:] }
    let cells = form.bindings.flatMap { [$0.target] + [$0.model?.cell].compactMap(\.self) }
    return Dictionary(
      cells.compactMap { cell in sheet.cellPlaces.place(of: cell).map { ($0, sheet.engine.value(at: cell)) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Notes what inputs held before a text was loaded anew, which no text says.
  func noteBoundValues(since former: [DefinitionPlace: CellValue]) {
    for (place, old) in former {
      guard let address = sheet.cellPlaces.address(of: place) else { continue }
      note(.value(place, old: old, new: sheet.engine.value(at: address)))
    }
  }
}
