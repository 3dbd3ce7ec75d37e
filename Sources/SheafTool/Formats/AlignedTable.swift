import CellModel

/// Rows of texts printed in columns of equal width.
struct AlignedTable {
  /// The names of the columns; a table without has its rows only.
  let header: [String]?
  private(set) var rows: [[String]] = []
  /// Whether a column has stood for numbers only, so that it is set right-aligned.
  private var isNumeric: [Bool]

  init(header: [String]) {
    self.header = header.map(PlainText.oneLine)
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
  /// - Parameters:
  ///   - width: How many columns of a terminal there are; what does not fit in is left out and named below.
  ///   - gap: What is said of rows that are left out.
  ///   - courses: What the columns do from the first row to the last, drawn under their names.
  func lines(
    _ paint: Paint, indent: String = "", width: Int? = nil, gap: Gap? = nil, courses: Courses? = nil
  ) -> [String] {
    var widths = header?.map(TextWidth.of) ?? isNumeric.map { _ in 0 }
    for row in rows {
      for (column, text) in row.enumerated() { widths[column] = max(widths[column], TextWidth.of(text)) }
    }
    let drawn = header == nil ? nil : courses?.texts(&widths, isNumeric)
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
    var lines = rows.map(line)
    if let gap { lines.insert(indent + paint.faint(gap.words), at: min(gap.row, lines.count)) }
    let course = drawn.map { line($0).trimmingBlanks }
    lines = [header.map(line), course].compactMap { $0.map(paint.faint) } + lines
    let hidden = widths.count - shown
    if hidden > 0 {
      let names = header?.suffix(hidden).prefix(8).joined(separator: ", ") ?? ""
      let more = "\(hidden) more column\(hidden == 1 ? "" : "s")\(names.isEmpty ? "" : ": ")\(names)"
      lines.append(indent + paint.faint("… and \(more)\(header != nil && hidden > 8 ? ", …" : "")"))
    }
    return lines
  }

  /// A place where rows are left out.
  struct Gap {
    /// How many rows stand before it.
    var row: Int
    var words: String
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

extension AlignedTable {
  /// What the columns of numbers do from the first row to the last.
  struct Courses {
    private let lines: [Sparkline?]
    private let blocks: Sparkline.Blocks
    /// A column with a narrow name is made as wide as that.
    private static let fewestBlocks = 8

    /// The courses of columns, of which each has the same rows and `nil` for what is no number; `nil` where none has one.
    init?(of columns: [[Double?]], _ blocks: Sparkline.Blocks) {
      lines = columns.map(Sparkline.init)
      self.blocks = blocks
      guard lines.contains(where: { $0 != nil }) else { return nil }
    }

    /// The course of each column as a text, which may make the column wider.
    fileprivate func texts(_ widths: inout [Int], _ areNumbers: [Bool]) -> [String]? {
      var texts: [String] = []
      for column in widths.indices {
        guard column < lines.count, areNumbers[column], let line = lines[column] else {
          texts.append("")
          continue
        }
        widths[column] = max(widths[column], min(line.count, Self.fewestBlocks))
        texts.append(line.text(width: widths[column], blocks))
      }
      return texts.allSatisfy(\.isEmpty) ? nil : texts
    }

    /// The courses as texts of so many blocks; empty for a column without.
    func texts(width: Int) -> [String] { lines.map { $0?.text(width: width, blocks) ?? "" } }
  }
}
