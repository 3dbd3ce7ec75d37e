import CellModel

extension CellArray {
  /// The most elements a function makes; more is an error at once.
  package static let limit = 10_000_000

  /// How many elements are read for one step of an evaluation; what is made of them costs more.
  package static let elementsPerStep = 128

  /// Throws when a size is not positive or has too many elements.
  package static func check(rows: Int, columns: Int) throws(CellError) {
    guard rows >= 1, columns >= 1 else { throw .calculation("The array would be empty.") }
    guard rows <= limit, columns <= limit, rows * columns <= limit else {
      throw .value("An array of \(rows) × \(columns) is too large.")
    }
    guard hasRoom(for: rows * columns) else { throw roomError(rows: rows, columns: columns) }
  }

  /// Throws when a size is not positive, has too many elements or is more than a sheet has.
  package static func checkSheet(rows: Int, columns: Int) throws(CellError) {
    guard rows <= Area.lastRow + 1, columns <= Area.lastColumn + 1 else {
      throw .value("An array of \(rows) × \(columns) is larger than a sheet.")
    }
    try check(rows: rows, columns: columns)
  }
}
