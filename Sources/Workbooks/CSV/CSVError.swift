import Diagnostics

/// Why a CSV file cannot be read, and where.
public struct CSVError: Error, Sendable, Hashable {
  /// The line and the character in it, counted from 1.
  public var line: Int
  public var column: Int
  /// The stable code in kebab case.
  public var code: String
  /// What is wrong, in lower case without a full stop; the line is not part of it.
  public var message: String

  package init(line: Int, column: Int, code: DiagnosticCode, _ message: String) {
    self.line = line
    self.column = column
    self.code = code.rawValue
    self.message = message
  }

  /// The error as a diagnostic without a place; the message names the line.
  public var diagnostic: Diagnostic { Diagnostic(code: code, "line \(line): \(message)") }

  /// The error as a diagnostic with its place in the text of the file.
  public func diagnostic(in source: SourceText) -> Diagnostic {
    let start = source.offset(line: line, column: column)
    return Diagnostic(code: code, message, at: SourceSpan(start, start))
  }
}

// MARK: - Words

extension CSVError {
  typealias Place = (line: Int, column: Int)

  private init(_ place: Place, _ code: DiagnosticCode, _ message: String) {
    self.init(line: place.line, column: place.column, code: code, message)
  }

  static func openQuote(_ place: Place) -> CSVError {
    CSVError(place, .csvOpenQuote, "the quotation mark is not closed")
  }

  static func hugeRow(_ place: Place) -> CSVError {
    CSVError(place, .csvHugeRow, "the row is longer than 16 MB")
  }

  static func wideRow(_ place: Place) -> CSVError {
    CSVError(place, .csvWideRow, "the row has more than \(CSVRow.mostFields) fields")
  }

  static func utf16(_ place: Place) -> CSVError {
    CSVError(place, .csvEncoding, "the file is in UTF-16; save it as UTF-8")
  }

  static func illFormed(_ place: Place) -> CSVError {
    CSVError(place, .csvEncoding, "this is not UTF-8 text; save the file as UTF-8")
  }

  static func zeroByte(_ place: Place) -> CSVError {
    CSVError(place, .csvEncoding, "there is a zero byte; this is not a text file")
  }

  static func empty() -> CSVError { CSVError((1, 1), .csvNoHeader, "the file is empty") }

  static func noHeader() -> CSVError {
    CSVError((1, 1), .csvNoHeader, "the file has only empty lines; the first one should name the columns")
  }

  static func valuesInHeader(_ place: Place) -> CSVError {
    CSVError(place, .csvNoHeader, "the first row has only values; put a row with the names of the columns above it")
  }

  static func noName(_ place: Place, column: Int) -> CSVError {
    CSVError(place, .csvNoName, "column \(column) has no name")
  }

  static func nameTwice(_ place: Place, _ name: String, _ first: Int, _ second: Int) -> CSVError {
    CSVError(place, .csvNameTwice, "columns \(first) and \(second) are both named \(name)")
  }

  static func rowLength(_ place: Place, fields: Int, columns: Int) -> CSVError {
    let count = fields == 1 ? "1 field" : "\(fields) fields"
    return CSVError(
      place, fields > columns ? .csvLongRow : .csvShortRow, "the row has \(count), the header has \(columns)")
  }

  static func tooManyRows(_ place: Place, _ limit: Int) -> CSVError {
    CSVError(place, .csvManyRows, "the file has more than \(limit) rows, the most that a table may have")
  }
}
