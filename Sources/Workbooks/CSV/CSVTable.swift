import CellModel

/// A CSV file read whole: the names of its columns, its rows, and the formats that its dates and percentages bring along.
public struct CSVTable: Sendable {
  public var columns: [String] = []
  /// The rows, each with one value for every column.
  public var rows: [[CellValue]] = []
  /// The number format of the first cell of each column that has one.
  public var formats: [String?] = []

  /// Reads a file whose first row has the names of the columns.
  ///
  /// A row with fewer fields is filled up with blanks; one with more, a name that is missing or stands twice, is an error.
  ///
  /// - Parameter isText: Whether all of a column is text, as its declaration says.
  public init(
    _ bytes: [UInt8], delimiter: UInt8? = nil, isText: (String) -> Bool = { _ in false }
  ) throws(CSVError) {
    var reader = CSVReader(bytes, delimiter: delimiter)
    guard try reader.advance() else { return }
    try readHeader(reader.row)
    let areTexts = columns.map(isText)
    while try reader.advance() {
      guard reader.row.count <= columns.count else {
        let place = reader.row.place(columns.count)
        throw CSVError(
          line: place.line, column: place.column, code: "csv-long-row",
          "the row has \(reader.row.count) fields, but there are \(columns.count) columns")
      }
      var values: [CellValue] = []
      values.reserveCapacity(columns.count)
      for position in 0..<reader.row.count {
        let typed = reader.row.value(position, asText: areTexts[position])
        values.append(typed.value)
        if let format = typed.format, formats[position] == nil { formats[position] = format }
      }
      while values.count < columns.count { values.append(.blank) }
      rows.append(values)
    }
  }

  private mutating func readHeader(_ row: CSVRow) throws(CSVError) {
    var seen: Set<String> = []
    for position in 0..<row.count {
      var bytes = row.text(position)[...]
      while bytes.first == " " { bytes.removeFirst() }
      while bytes.last == " " { bytes.removeLast() }
      let name = String(bytes)
      let place = row.place(position)
      guard !name.isEmpty else {
        throw CSVError(
          line: place.line, column: place.column, code: "csv-no-name", "column \(position + 1) has no name")
      }
      guard seen.insert(name.lowercased()).inserted else {
        throw CSVError(
          line: place.line, column: place.column, code: "csv-name-twice", "there are two columns named \(name)")
      }
      columns.append(name)
    }
    formats = Array(repeating: nil, count: columns.count)
  }
}
