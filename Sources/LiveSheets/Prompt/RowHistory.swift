import CellModel
import Engine

/// Which row of each table is which, for taking steps back and making them again within an instant.
struct RowHistory {
  let sheet: LiveSheet

  /// Begins or ends to tell rows from each other.
  func identifyRows(_ isWanted: Bool) {
    for number in sheet.tableDefinitions.indices {
      if !isWanted {
        sheet.tableDefinitions[number].identities = nil
      } else if sheet.tableDefinitions[number].identities == nil {
        sheet.tableDefinitions[number].identities = sheet.rows(ofTable: number).identities(after: nil)
      }
    }
  }

  /// The rows of each table, by its name in lower case; empty where no line can be taken back.
  var identities: [String: RowIdentities] {
    Dictionary(
      sheet.tableDefinitions.compactMap { table in table.identities.map { (table.name.lowercased(), $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Takes the rows of a text that was loaded anew for those that were there before.
  func identifyRows(as former: [String: RowIdentities]) {
    for number in sheet.tableDefinitions.indices {
      guard let rows = former[sheet.tableDefinitions[number].name.lowercased()] else { continue }
      sheet.tableDefinitions[number].identities?.go(backTo: rows)
    }
  }

  /// Whether the rows that steps are about are known, so that they need no text to be found.
  func knowsRows(of steps: [ValueStep]) -> Bool {
    steps.allSatisfy { step in
      switch step {
      case .value: true
      case .rowCell(let table, let row, _, _, _): isKnown(row, of: table)
      case .insertion(let table, let record), .deletion(let table, let record): isKnown(record.identity, of: table)
      }
    }
  }

  private func isKnown(_ row: Int, of table: String) -> Bool {
    sheet.loaded.tables.table(named: table)?.identities?.knows(row) ?? false
  }

  /// Whether the text says what a step does.
  func isWritten(_ step: ValueStep) -> Bool {
    switch step {
    case .value: false
    case .rowCell(let table, let row, _, _, _):
      sheet.loaded.tables.table(named: table)?.identities?.rows.first { $0.identity == row }?.textRow != nil
    case .insertion(_, let record), .deletion(_, let record): record.textRow != nil
    }
  }

  /// The cell whose value a step changes.
  func cell(of step: ValueStep) -> CellAddress? {
    switch step {
    case .value(let place, _, _): return sheet.cellPlaces.address(of: place)
    case .rowCell(let name, let row, let column, _, _):
      guard let table = sheet.loaded.tables.table(named: name), let position = table.identities?.position(of: row)
      else { return nil }
      return CellAddress(grid: table.grid, row: position, column: column)
    case .insertion, .deletion: return nil
    }
  }

  /// Does what a step says.
  func take(_ step: ValueStep) {
    switch step {
    case .value(let place, _, let new):
      if let new, let address = sheet.cellPlaces.address(of: place) { sheet.engine.setConstant(new, at: address) }
    case .rowCell(_, _, _, _, let new):
      if let address = cell(of: step) { sheet.engine.setConstant(new, at: address) }
    case .insertion(let name, let record): insert(record, into: name)
    case .deletion(let name, let record):
      guard let rows = try? sheet.rows(ofTable: name),
        let position = sheet.tableDefinitions[rows.number].identities?.position(of: record.identity)
      else { return }
      if let textRow = record.textRow { sheet.tableDefinitions[rows.number].identities?.unwrite(textRow) }
      rows.delete(at: position)
    }
  }

  private func insert(_ record: RowRecord, into name: String) {
    guard let rows = try? sheet.rows(ofTable: name),
      let identities = sheet.tableDefinitions[rows.number].identities
    else { return }
    let position = identities.position(for: record)
    rows.insert(at: position, [])
    rows.restore(record.content, toRow: position)
    sheet.tableDefinitions[rows.number].identities?.setIdentity(record.identity, at: position)
    if let textRow = record.textRow { sheet.tableDefinitions[rows.number].identities?.write(position, as: textRow) }
  }
}
