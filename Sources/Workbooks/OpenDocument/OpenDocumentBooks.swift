import CellModel

/// What an OpenDocument file keeps of other workbooks.
///
/// LibreOffice writes the cells that it has read of one as a table behind the sheets, which is called
/// `'file:///sales.ods'#Sheet1` and is no sheet. Formulas name the file, where Excel has its number.
struct OpenDocumentBooks {
  /// Where a table comes from.
  struct Source {
    let address: String
    let sheet: String

    /// Reads the name of a table; `nil` when it is that of a sheet.
    init?(table name: String) {
      guard name.utf8.first == Ascii.apostrophe else { return nil }
      let bytes = Array(name.utf8)
      var position = 0
      address = String(
        decoding: OpenDocumentReference.name(in: bytes, from: &position, upTo: bytes.count), as: UTF8.self)
      guard position < bytes.count, bytes[position] == Ascii.hash else { return nil }
      sheet = String(decoding: bytes[(position + 1)...], as: UTF8.self)
    }
  }

  private(set) var found: [ExternalBook] = []

  mutating func add(_ sheet: WorkbookSheet, from source: Source) {
    var own = ExternalBook.Sheet(name: source.sheet)
    for (column, constants) in sheet.columns {
      for (row, value) in zip(constants.rows, constants.values) { own.cells.append((Int(row), column, value)) }
    }
    if let known = found.firstIndex(where: { $0.target == source.address }) {
      found[known].sheets.append(own)
    } else {
      var book = ExternalBook()
      book.target = source.address
      book.sheets = [own]
      found.append(book)
    }
  }
}
