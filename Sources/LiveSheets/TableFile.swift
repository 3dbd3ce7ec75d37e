import CellModel

/// A CSV file read whole into typed columns.
struct TableFile {
  struct Failure: Error {
    var line: Int
    var message: String
  }

  var columns: [String] = []
  var rows: [[CellValue]] = []
  /// The format that the first typed cell of each column brings along.
  var formats: [String?] = []

  init(_ bytes: [UInt8], isText: (String) -> Bool) throws(Failure) {
    _ = bytes
    _ = isText
  }
}
