import CellModel
import Markup

/// Writes the rows of one sheet of OpenDocument; what is empty is told by how often it is repeated.
struct OpenDocumentSheetWriter {
  private struct Cell {
    var row: Int
    var column: Int
    var value: CellValue = .blank
    var style: Int32 = 0
    var formula: String?
    /// The cells that the formula fills.
    var block: CellBlock?
    var comment: String?
  }

  private struct Place: Hashable {
    var row: Int
    var column: Int
  }

  private let sheet: WorkbookSheet
  private let dateSystem: DateSystem
  private let styles: OpenDocumentStyles
  private let ruledRows: OpenDocumentRuledRows
  /// The blocks whose first cell stands for all, by that cell's row and column.
  private var merged: [Place: CellBlock] = [:]
  /// The styles of the array formulas.
  private var arrayStyles: [Int32: Int32] = [:]

  init(
    _ sheet: WorkbookSheet, _ workbook: Workbook, _ styles: OpenDocumentStyles, rules: [OpenDocumentRule] = []
  ) {
    self.sheet = sheet
    ruledRows = OpenDocumentRuledRows(rules)
    self.styles = styles
    dateSystem = workbook.dateSystem
    for block in sheet.annotations.mergedCells { merged[Place(row: block.top, column: block.left)] = block }
    guard !sheet.arrays.formulas.isEmpty else { return }
    for formula in sheet.formulas {
      if case .array(let number) = formula.kind { arrayStyles[number] = formula.style }
    }
  }

  func write(to xml: inout XMLWriter) {
    let entries = self.entries()
    let filtered = Set(sheet.rows.filtered)
    var ruled = ruledRows
    var hidden = Set(sheet.rows.hidden).sorted()[...]
    var next = 0
    var position = 0
    while position < entries.count || !hidden.isEmpty {
      let row = min(position < entries.count ? entries[position].row : .max, hidden.first ?? .max)
      writeEmptyRows(next..<row, &ruled, to: &xml)
      let isHidden = hidden.first == row
      if isHidden { hidden.removeFirst() }
      let visibility = isHidden ? (filtered.contains(row) ? "filter" : "collapse") : nil
      xml.start("table:table-row", [("table:visibility", visibility)])
      var cells = OpenDocumentRowCells(ruled.runs(of: row).runs)
      while position < entries.count, entries[position].row == row {
        let cell = nextCell(of: entries, &position)
        cells.pass(to: cell.column, &xml)
        write(cell, rule: cells.rule(of: cell.column), to: &xml)
        cells.passCell()
      }
      cells.end(&xml)
      xml.end()
      next = row + 1
    }
    writeEmptyRows(next..<max(next, ruled.end), &ruled, to: &xml)
  }

  /// Writes rows of which nothing is told but what may be typed there.
  private func writeEmptyRows(_ rows: Range<Int>, _ ruled: inout OpenDocumentRuledRows, to xml: inout XMLWriter) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      let (runs, until) = ruled.runs(of: row)
      let count = min(until, rows.upperBound) - row
      xml.start("table:table-row", [("table:number-rows-repeated", count > 1 ? "\(count)" : nil)])
      var cells = OpenDocumentRowCells(runs)
      cells.end(&xml)
      xml.end()
      row += count
    }
  }

  // MARK: Cells

  /// What tells of a cell; at one place the later counts.
  private enum Source: Int { case merged, spilled, constant, formula, comment }

  /// Where something stands, and what it is; there may be millions.
  private struct Entry {
    /// The row, the column and the source.
    let key: Int
    /// The place in the list of its source; of a constant that in its column.
    let number: Int32

    init(_ source: Source, _ number: Int, row: Int, column: Int) {
      key = ((row << 14 | column) << 3) | source.rawValue
      self.number = Int32(number)
    }

    var place: Int { key >> 3 }
    var row: Int { key >> 17 }
    var column: Int { place & 0x3FFF }
    var source: Source { Source(rawValue: key & 7) ?? .merged }
  }

  /// All that there is, by rows.
  private func entries() -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(
      sheet.formulas.count + sheet.arrays.spilled.count + sheet.columns.values.reduce(0) { $0 + $1.rows.count })
    for (column, constants) in sheet.columns {
      for number in constants.rows.indices {
        entries.append(Entry(.constant, number, row: Int(constants.rows[number]), column: column))
      }
    }
    for number in sheet.formulas.indices {
      let (row, column) = sheet.formulas.cell(number)
      entries.append(Entry(.formula, number, row: Int(row), column: Int(column)))
    }
    for (number, spilled) in sheet.arrays.spilled.enumerated() {
      entries.append(Entry(.spilled, number, row: Int(spilled.row), column: Int(spilled.column)))
    }
    for (number, comment) in sheet.annotations.comments.enumerated() {
      entries.append(Entry(.comment, number, row: comment.row, column: comment.column))
    }
    for place in merged.keys { entries.append(Entry(.merged, 0, row: place.row, column: place.column)) }
    entries.sort { $0.key == $1.key ? $0.number < $1.number : $0.key < $1.key }
    return entries
  }

  /// The cell of which the next entries tell, whose position is moved behind them.
  private func nextCell(of entries: [Entry], _ position: inout Int) -> Cell {
    let place = entries[position].place
    var cell = Cell(row: entries[position].row, column: entries[position].column)
    while position < entries.count, entries[position].place == place {
      let number = Int(entries[position].number)
      switch entries[position].source {
      case .merged: break
      case .spilled:
        cell.value = sheet.arrays.spilled[number].value
        cell.style = sheet.arrays.spilled[number].style ?? arrayStyles[sheet.arrays.spilled[number].array] ?? 0
      case .constant:
        guard let constants = sheet.columns[cell.column] else { break }
        cell.value = constants.values[number]
        cell.style = constants.styles[number]
        // No cell holds an error but by a formula.
        if case .error(let error) = cell.value { cell.formula = "of:=" + ExcelErrors.text(of: error.code) }
      case .formula:
        let formula = sheet.formulas[number]
        cell.value = formula.stored ?? .blank
        cell.style = formula.style
        switch formula.kind {
        case .plain(let text): cell.formula = text
        case .array(let number):
          cell.formula = sheet.arrays.formulas[Int(number)].text
          cell.block = sheet.arrays.formulas[Int(number)].block
        case .shared: break
        }
      case .comment:
        let text = sheet.annotations.comments[number].text
        cell.comment = cell.comment.map { "\($0)\n\(text)" } ?? text
      }
      position += 1
    }
    return cell
  }

  private func write(_ cell: Cell, rule: String?, to xml: inout XMLWriter) {
    let span = merged[Place(row: cell.row, column: cell.column)]
    var attributes: [(String, String?)] = [
      ("table:style-name", styles.name(cell.style, of: cell.value)), ("table:formula", cell.formula),
      ("table:content-validation-name", rule),
      ("table:number-matrix-columns-spanned", cell.block.map { "\($0.columns)" }),
      ("table:number-matrix-rows-spanned", cell.block.map { "\($0.rows)" }),
      ("table:number-columns-spanned", span.map { "\($0.columns)" }),
      ("table:number-rows-spanned", span.map { "\($0.rows)" }),
    ]
    let told = OpenDocumentCellValue(
      value: cell.value, format: styles.format(cell.style), kind: styles.kind(cell.style), dates: dateSystem)
    attributes += told.attributes.map { ("office:" + $0.0, $0.1) }
    if cell.value.isError { attributes.append(("calcext:value-type", "error")) }
    guard let text = told.text, !text.isEmpty || cell.comment != nil else {
      guard let comment = cell.comment else { return xml.empty("table:table-cell", attributes) }
      xml.start("table:table-cell", attributes)
      writeAnnotation(comment, to: &xml)
      return xml.end()
    }
    xml.start("table:table-cell", attributes)
    if let comment = cell.comment { writeAnnotation(comment, to: &xml) }
    OpenDocumentCellValue.writeParagraphs(text, to: &xml)
    xml.end()
  }

  private func writeAnnotation(_ comment: String, to xml: inout XMLWriter) {
    xml.start("office:annotation")
    OpenDocumentCellValue.writeParagraphs(comment, to: &xml)
    xml.end()
  }
}
