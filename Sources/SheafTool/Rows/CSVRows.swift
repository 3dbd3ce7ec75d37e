import CellModel
import Workbooks

/// The rows of a CSV or TSV file.
struct CSVRows: RowSource {
  let path: String
  private var reader: CSVReader

  /// - Parameter options: How its fields are read.
  init(_ file: RowFile, _ options: WorkbookReader.Options) {
    path = file.path
    var file = file
    var options = options
    // The text has been decoded.
    options.encoding = nil
    reader = CSVReader(options) { () throws(CSVError) in try file.nextChunk() }
  }

  var row: CSVRow { reader.row }

  mutating func head() throws(CallFailure) -> [RowColumn] {
    do throws(CSVError) {
      guard let head = try reader.next() else { throw CSVError(.empty) }
      return head.fields.map { RowColumn(name: String($0.text.trimmed), line: $0.line, column: $0.column) }
    } catch { throw failure(error) }
  }

  mutating func advance() throws(CallFailure) -> Bool {
    do throws(CSVError) { return try reader.advance() } catch { throw failure(error) }
  }

  private func failure(_ error: CSVError) -> CallFailure { CallFailure(error, in: path, hasEncoding: true) }
}

extension CSVRow: BatchRow {
  func fault(columns expected: Int) -> CallFailure? {
    guard count != expected else { return nil }
    return CallFailure(
      "the row has \(count) field\(count == 1 ? "" : "s"), and the header has \(expected)",
      code: count > expected ? .csvLongRow : .csvShortRow)
  }

  /// A text if it was quoted or all fields are, a blank if it is empty.
  func setting(_ position: Int) -> FieldSetting {
    if isText(position) { return .quoted(text(position)) }
    return isEmpty(position) ? .value(.blank) : .typed(text(position))
  }

  func plainNumber(_ position: Int) -> Double? { isText(position) ? nil : value(position).plainNumber }

  func kept(_ position: Int, as name: String) -> KeptField {
    guard position < count else { return KeptField(name: name, .value(.blank)) }
    return KeptField(name: name, .field(text(position), isQuoted: isText(position)))
  }
}
