import Diagnostics

/// What can be wrong with a CSV file.
package enum CSVFault: Sendable, Hashable {
  case openQuote
  case hugeRow
  /// A text in quotation marks that has not come to its end within the longest row.
  case hugeText
  case wideRow
  case illFormed
  /// A text that has bytes which its encoding does not know.
  case wrongEncoding(String)
  case zeroByte
  case empty
  case noHeader
  case valuesInHeader
  case noName(column: Int)
  case nameTwice(String, Int, Int)
  case rowLength(fields: Int, columns: Int)
  case tooManyRows(limit: Int)
  /// The bytes stop coming, for a reason in words.
  case unreadable(String)
  /// Whoever reads the file has no use for a column, for a reason in words.
  case refusedColumn(String)
}

extension CSVFault {
  package var code: DiagnosticCode {
    switch self {
    case .openQuote: .csvOpenQuote
    case .hugeRow, .hugeText: .csvHugeRow
    case .wideRow: .csvWideRow
    case .wrongEncoding, .illFormed, .zeroByte: .csvEncoding
    case .empty, .noHeader, .valuesInHeader: .csvNoHeader
    case .noName: .csvNoName
    case .nameTwice: .csvNameTwice
    case .rowLength(let fields, let columns): fields > columns ? .csvLongRow : .csvShortRow
    case .tooManyRows: .csvManyRows
    case .unreadable: .csvUnreadable
    case .refusedColumn: .csvRefusedColumn
    }
  }

  var words: String {
    switch self {
    case .openQuote: "the quotation mark is not closed"
    case .hugeRow: "the row is longer than 16 MB"
    case .hugeText: "the row is longer than 16 MB, or this quotation mark is never closed"
    case .wideRow: "the row has more than \(CSVRow.mostFields) fields"
    case .wrongEncoding(let name): "this is no text in \(name)"
    case .illFormed: "this is not UTF-8 text; save the file as UTF-8"
    case .zeroByte: "there is a zero byte; this is not a text file"
    case .empty: "the file is empty"
    case .noHeader: "the file has only empty lines; the first one should name the columns"
    case .valuesInHeader: "the first row has only values; put a row with the names of the columns above it"
    case .noName(let column): "column \(column) has no name"
    case .nameTwice(let name, let first, let second): "columns \(first) and \(second) are both named \(name)"
    case .rowLength(let fields, let columns):
      "the row has \(fields == 1 ? "1 field" : "\(fields) fields"), the header has \(columns)"
    case .tooManyRows(let limit): "the file has more than \(limit) rows, the most that a table may have"
    case .unreadable(let reason), .refusedColumn(let reason): reason
    }
  }
}
