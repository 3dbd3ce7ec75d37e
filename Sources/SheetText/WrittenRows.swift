import CellModel
import Diagnostics

/// A change of the written rows of a table, which are counted from 0; cells as they are written between bars.
package enum RowEdit: Sendable, Hashable {
  case insert(at: Int, [String])
  case delete(at: Int)
  case set(row: Int, column: Int, String)
}

/// The rows of a table while they are changed, and the edits of the text that come of it.
///
/// A row that is not changed keeps its line, and one that is keeps its bars where they are as far as that is possible.
struct WrittenRows {
  private enum Row {
    /// A row of the text, with its new cells by their columns.
    case written(Int, [Int: String])
    case new([String])
  }

  private let table: TableDefinition
  private var rows: [Row]

  init(_ table: TableDefinition) {
    self.table = table
    rows = table.rows.indices.map { .written($0, [:]) }
  }

  mutating func apply(_ edit: RowEdit) {
    switch edit {
    case .insert(let position, let cells): rows.insert(.new(cells), at: min(max(position, 0), rows.count))
    case .delete(let position): if rows.indices.contains(position) { rows.remove(at: position) }
    case .set(let position, let column, let text):
      guard rows.indices.contains(position) else { return }
      switch rows[position] {
      case .written(let number, var cells):
        cells[column] = text
        rows[position] = .written(number, cells)
      case .new(var cells):
        while cells.count <= column { cells.append("") }
        cells[column] = text
        rows[position] = .new(cells)
      }
    }
  }

  func edits(in document: SheetDocument) -> [TextEdit] {
    guard let header = table.header else { return [] }
    var edits: [TextEdit] = []
    var kept: Set<Int> = []
    /// The item behind which new rows come.
    var anchor = header.span
    var pending: [[String]] = []
    let widths = Self.segments(of: header, in: document).map(\.count)
    func insertPending() {
      guard !pending.isEmpty else { return }
      edits.append(Self.insertion(of: pending, widths, behind: anchor, in: document))
      pending = []
    }
    for row in rows {
      switch row {
      case .new(let cells): pending.append(cells)
      case .written(let number, let cells):
        insertPending()
        kept.insert(number)
        anchor = table.rows[number].span
        let segments = Self.segments(of: table.rows[number], in: document)
        for (column, text) in cells where column < segments.count {
          edits.append(TextEdit(segments[column], Self.padded(text, to: segments[column].count)))
        }
      }
    }
    insertPending()
    for (number, row) in table.rows.enumerated() where !kept.contains(number) {
      edits.append(Self.removal(of: row.span, in: document))
    }
    return edits
  }

  // MARK: Pieces

  /// What lies between the bars of a row.
  private static func segments(of row: TableRow, in document: SheetDocument) -> [SourceSpan] {
    segments(from: row.span, ends: row.cells.map(\.span.upper), in: document)
  }

  private static func segments(of header: TableHeader, in document: SheetDocument) -> [SourceSpan] {
    segments(
      from: header.span, ends: header.columns.map { max($0.name.span.upper, $0.type?.span.upper ?? 0) }, in: document)
  }

  private static func segments(from span: SourceSpan, ends: [Int], in document: SheetDocument) -> [SourceSpan] {
    var bar = span.lower
    return ends.map { end in
      var next = max(end, bar + 1)
      while next < span.upper, document.bytes[next] != Ascii.bar { next += 1 }
      defer { bar = next }
      return SourceSpan(bar + 1, next)
    }
  }

  /// A cell between its bars, at least as wide as so many bytes.
  private static func padded(_ text: String, to width: Int) -> String {
    let cell = text.isEmpty ? " " : " \(text) "
    return cell + String(repeating: " ", count: max(0, width - cell.utf8.count))
  }

  private static func insertion(
    of rows: [[String]], _ widths: [Int], behind anchor: SourceSpan, in document: SheetDocument
  ) -> TextEdit {
    let lines = LineFinder(bytes: document.bytes)
    let indent = document.bytes[lines.start(anchor.lower)...].prefix { $0.isBlank }
    let text = rows.map { cells in
      let columns = widths.indices.map { padded($0 < cells.count ? cells[$0] : "", to: widths[$0]) }
      return document.lineEnd + String(decoding: indent, as: UTF8.self) + "|" + columns.joined(separator: "|") + "|"
    }
    let anchor = trimmed(anchor, in: document)
    let place = restOfLine(behind: anchor, in: document) ?? anchor.upper
    return TextEdit(SourceSpan(place, place), text.joined())
  }

  private static func removal(of row: SourceSpan, in document: SheetDocument) -> TextEdit {
    let lines = LineFinder(bytes: document.bytes)
    let start = lines.start(row.lower)
    let row = trimmed(row, in: document)
    if document.bytes[start..<row.lower].allSatisfy(\.isBlank), restOfLine(behind: row, in: document) != nil {
      return TextEdit(SourceSpan(start, lines.limit(row.upper)), "")
    }
    var end = row.upper
    while end < document.bytes.count, document.bytes[end].isBlank { end += 1 }
    let isSeparated = end < document.bytes.count && document.bytes[end] == Ascii.semicolon
    return TextEdit(SourceSpan(row.lower, isSeparated ? end + 1 : row.upper), "")
  }

  /// A row without the blanks behind its last bar.
  private static func trimmed(_ row: SourceSpan, in document: SheetDocument) -> SourceSpan {
    var end = row.upper
    while end > row.lower, document.bytes[end - 1].isBlank { end -= 1 }
    return SourceSpan(row.lower, end)
  }

  /// The end of the line, where nothing but a comment stands behind an item.
  private static func restOfLine(behind item: SourceSpan, in document: SheetDocument) -> Int? {
    let bytes = document.bytes
    var end = item.upper
    while end < bytes.count, !bytes[end].isLineEnd { end += 1 }
    let rest = bytes[item.upper..<end].drop { $0.isBlank }
    guard rest.isEmpty || rest.starts(with: [Ascii.slash, Ascii.slash]) else { return nil }
    return end
  }
}
