import CellModel

/// Reads a file of separated values as a workbook of one sheet.
///
/// A field that was quoted is a text, any other is read as typing is; nothing becomes a formula. Rows may differ in
/// length, and an empty line is an empty row.
enum DelimitedReader {
  static func workbook(
    _ bytes: [UInt8], named name: String, _ options: WorkbookReader.Options
  ) throws(WorkbookFault) -> Workbook {
    let text = try decoded(bytes, options.encoding)
    var sheet = WorkbookSheet(name: sheetName(of: name))
    var reader = CSVReader(text, delimiter: options.delimiter)
    var row = 0
    do throws(CSVError) {
      while try reader.advance() {
        row += reader.emptyLines
        guard row <= Area.lastRow else { throw CSVError(.tooManyRows(limit: Area.lastRow + 1), at: (reader.line, 1)) }
        for position in 0..<reader.row.count {
          let value = reader.row.value(position, asText: options.areTexts)
          if !value.isBlank { sheet.columns[position, default: ConstantColumn()].append(value, row: row, style: 0) }
        }
        row += 1
      }
    } catch {
      throw .text(line: error.line, column: error.column, reason: error.message)
    }
    var workbook = Workbook()
    workbook.numberFormats = ["General"]
    workbook.sheets = [sheet]
    return workbook
  }

  /// The bytes in UTF-8: as they say themselves, else as somebody has told.
  private static func decoded(_ bytes: [UInt8], _ told: TextEncoding?) throws(WorkbookFault) -> [UInt8] {
    let (encoding, markLength) = TextEncoding.detected(in: bytes, told: told)
    let rest = bytes[markLength...]
    if encoding == .utf8, WellFormedText.end(of: rest) < rest.endIndex { throw .unknownEncoding }
    guard let text = encoding.utf8(rest) else { throw .wrongEncoding(encoding.rawValue) }
    return text
  }

  /// The name of a file without its folder and ending.
  private static func sheetName(of name: String) -> String {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    let plain = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return plain.isEmpty ? "Sheet1" : plain
  }
}
