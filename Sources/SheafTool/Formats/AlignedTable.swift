/// Rows of texts printed in columns of equal width.
struct AlignedTable {
  var header: [String]
  private(set) var rows: [[String]] = []
  /// Whether a column has stood for numbers only, so that it is set right-aligned.
  private var isNumeric: [Bool]

  init(header: [String]) {
    self.header = header
    isNumeric = Array(repeating: true, count: header.count)
  }

  mutating func append(_ row: [(text: String, isNumber: Bool)]) {
    for (column, field) in row.enumerated() where column < isNumeric.count && !field.isNumber && !field.text.isEmpty {
      isNumeric[column] = false
    }
    rows.append(row.map { PlainText.oneLine($0.text) })
  }

  /// The lines, header first.
  func lines(_ paint: Paint, indent: String = "") -> [String] {
    var widths = header.map(TextWidth.of)
    for row in rows {
      for (column, text) in row.enumerated() { widths[column] = max(widths[column], TextWidth.of(text)) }
    }
    func line(_ fields: [String]) -> String {
      var line = indent
      for (column, field) in fields.enumerated() {
        if column > 0 { line += "  " }
        if isNumeric[column] && !rows.isEmpty {
          line += TextWidth.aligned(field, to: widths[column])
        } else {
          line += column == fields.count - 1 ? field : TextWidth.padded(field, to: widths[column])
        }
      }
      return line
    }
    return [paint.faint(line(header))] + rows.map(line)
  }
}
