import CellModel
import Workbooks

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
    do throws(CSVError) {
      let table = try CSVTable(bytes, isText: isText)
      columns = table.columns
      rows = table.rows
      formats = table.formats
    } catch {
      throw Failure(line: error.line, message: error.message)
    }
  }
}
