import CellModel
import SheetText

/// A row of a table of sheets that has names of its own in the whole: `people[2].notes`.
package struct RowInstance {
  /// The full name of the table.
  package let table: String
  /// Its number, counted from 1.
  package let number: Int
  /// The unit in whose text the row stands.
  package let unit: SheetUnit
  private let header: [TableHeader.Column]
  private let cells: [TableCell]

  /// - Parameters:
  ///   - definition: The table, which stands in the unit.
  ///   - number: The row, counted from 1.
  init(_ table: String, _ definition: TableDefinition, number: Int, in unit: SheetUnit) {
    self.table = table
    self.number = number
    self.unit = unit
    header = definition.header?.columns ?? []
    cells = definition.rows.indices.contains(number - 1) ? definition.rows[number - 1].cells : []
  }

  /// What stands before the names of its sheet, with its dot.
  package var prefix: String { Self.prefix(table, number) }

  /// What stands before the names of a row's sheet.
  package static func prefix(_ table: String, _ number: Int) -> String { "\(table)[\(number)]." }

  /// The place in the row of the cell that is written for an input, and the type that its column declares.
  ///
  /// - Parameter fullName: The name of the input in the whole.
  package func place(ofInput fullName: String) -> (cell: Int, type: ValueType?)? {
    let key = fullName.dropFirst(prefix.count).lowercased()
    guard let cell = header.firstIndex(where: { $0.name.key == key }), cell < cells.count else { return nil }
    return (cell, header[cell].type?.type)
  }

  /// The cell that is written for an input.
  package func cell(ofInput fullName: String) -> TableCell? { place(ofInput: fullName).map { cells[$0.cell] } }

  /// What is written for an input of a type; `nil` where it begins as its sheet says.
  package func value(ofInput fullName: String, _ type: ValueType) -> CellValue? {
    cell(ofInput: fullName)?.value(for: type, in: unit.document)
  }
}
