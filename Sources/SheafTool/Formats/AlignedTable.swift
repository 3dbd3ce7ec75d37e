/// Rows of texts printed in columns of equal width.
struct AlignedTable {
  /// The names of the columns; a table without has its rows only.
  let header: [String]?
  private(set) var rows: [[String]] = []
  /// Whether a column has stood for numbers only, so that it is set right-aligned.
  private var isNumeric: [Bool]

  init(header: [String]) {
    self.header = header
    isNumeric = Array(repeating: true, count: header.count)
  }

  init(columnCount: Int) {
    header = nil
    isNumeric = Array(repeating: true, count: columnCount)
  }

  mutating func append(_ row: [(text: String, isNumber: Bool)]) {
    for (column, field) in row.enumerated() where column < isNumeric.count && !field.isNumber && !field.text.isEmpty {
      isNumeric[column] = false
    }
    rows.append(row.map { PlainText.oneLine($0.text) })
  }

  /// The lines, header first.
  ///
  /// - Parameter width: How many columns of a terminal there are; what does not fit in is left out and named below.
  func lines(_ paint: Paint, indent: String = "", width: Int? = nil) -> [String] {
    var widths = header?.map(TextWidth.of) ?? isNumeric.map { _ in 0 }
    for row in rows {
      for (column, text) in row.enumerated() { widths[column] = max(widths[column], TextWidth.of(text)) }
    }
    let shown = shownCount(widths, in: width.map { $0 - TextWidth.of(indent) })
    func line(_ fields: [String]) -> String {
      var line = indent
      for (column, field) in fields.prefix(shown).enumerated() {
        if column > 0 { line += "  " }
        if isNumeric[column] && !rows.isEmpty {
          line += TextWidth.aligned(field, to: widths[column])
        } else {
          line += column == shown - 1 ? field : TextWidth.padded(field, to: widths[column])
        }
      }
      return line
    }
    var lines = (header.map { [paint.faint(line($0))] } ?? []) + rows.map(line)
    let hidden = widths.count - shown
    if hidden > 0 {
      let names = header?.suffix(hidden).prefix(8).map { PlainText.oneLine($0) }.joined(separator: ", ") ?? ""
      let more = "\(hidden) more column\(hidden == 1 ? "" : "s")\(names.isEmpty ? "" : ": ")\(names)"
      lines.append(indent + paint.faint("… and \(more)\(header != nil && hidden > 8 ? ", …" : "")"))
    }
    return lines
  }

  /// How many columns fit into a width; at least one.
  private func shownCount(_ widths: [Int], in width: Int?) -> Int {
    guard let width else { return widths.count }
    var used = 0
    for (column, own) in widths.enumerated() {
      used += own + (column > 0 ? 2 : 0)
      if used > width, column > 0 { return column }
    }
    return widths.count
  }
}
