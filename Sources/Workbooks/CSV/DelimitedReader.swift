import CellModel

/// Reads a file of separated values as a workbook of one sheet.
///
/// A field that was quoted is a text, any other is read as typing is; nothing becomes a formula. Rows may differ in
/// length, and an empty line is an empty row.
enum DelimitedReader {
  static func workbook(
    _ bytes: [UInt8], named name: String, _ options: WorkbookReader.Options
  ) throws(WorkbookFault) -> Workbook {
    var sheet = WorkbookSheet(name: sheetName(of: name))
    var reader = CSVReader(bytes, options)
    var row = 0
    do throws(CSVError) {
      while try reader.advance() {
        row += reader.emptyLines
        guard row <= Area.lastRow else { throw CSVError(.tooManyRows(limit: Area.lastRow + 1), at: (reader.line, 1)) }
        for position in 0..<reader.row.count {
          let value = reader.row.value(position)
          if !value.isBlank { sheet.columns[position, default: ConstantColumn()].append(value, row: row, style: 0) }
        }
        row += 1
      }
    } catch {
      throw .separated(error)
    }
    var workbook = Workbook()
    workbook.numberFormats = ["General"]
    workbook.sheets = [sheet]
    return workbook
  }

  /// The name of a file without its folder and ending.
  private static func sheetName(of name: String) -> String {
    let file = name.split(separator: "/").last.map(String.init) ?? name
    let plain = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    return plain.isEmpty ? "Sheet1" : plain
  }
}
