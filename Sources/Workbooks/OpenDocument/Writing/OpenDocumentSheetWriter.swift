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
    attributes += value(of: cell)
    guard let text = text(of: cell.value, cell.style), !text.isEmpty || cell.comment != nil else {
      guard let comment = cell.comment else { return xml.empty("table:table-cell", attributes) }
      xml.start("table:table-cell", attributes)
      writeAnnotation(comment, to: &xml)
      return xml.end()
    }
    xml.start("table:table-cell", attributes)
    if let comment = cell.comment { writeAnnotation(comment, to: &xml) }
    Self.writeParagraphs(text, to: &xml)
    xml.end()
  }

  private func writeAnnotation(_ comment: String, to xml: inout XMLWriter) {
    xml.start("office:annotation")
    Self.writeParagraphs(comment, to: &xml)
    xml.end()
  }

  /// The attributes that tell a value.
  private func value(of cell: Cell) -> [(String, String?)] {
    switch cell.value {
    case .number(let number, _):
      let kind = styles.kind(cell.style)
      if kind == .percent {
        return [("office:value-type", "percentage"), ("office:value", NumberText.roundTrip(number))]
      }
      if kind.isDay, let day = date(number) {
        return [("office:value-type", "date"), ("office:date-value", day)]
      }
      if kind == .time, let time = Self.duration(number) {
        return [("office:value-type", "time"), ("office:time-value", time)]
      }
      return [("office:value-type", "float"), ("office:value", NumberText.roundTrip(number))]
    case .logical(let logical):
      return [("office:value-type", "boolean"), ("office:boolean-value", logical ? "true" : "false")]
    case .text(let text):
      // Paragraphs do not tell what ends a line.
      let hasReturns = text.utf8.contains(Ascii.carriageReturn)
      return [("office:value-type", "string"), ("office:string-value", hasReturns ? text : nil)]
    case .error:
      // As LibreOffice has it: the empty text tells an error in a cell that an array fills from a text that looks like one.
      return [("office:value-type", "string"), ("office:string-value", ""), ("calcext:value-type", "error")]
    case .blank, .array, .record, .lambda: return []
    }
  }

  /// The longest times have milliseconds; what is finer is no time that somebody wrote.
  private static let longest = (date: "2026-01-31T14:30:00.000".utf8.count, time: "14:30:00.000".utf8.count)

  /// A day as ISO 8601 has it, with its time.
  ///
  /// `nil` for what is no day of the calendar, and for what Excel counts as one before March 1900: who reads the file
  /// may count such a day by another number, and formulas count with the number.
  private func date(_ number: Double) -> String? {
    guard dateSystem != .from1900 || number >= 61, let text = TimeNotation.text(number, .date, in: dateSystem),
      text.utf8.count <= Self.longest.date,
      ISODate.serial(text, dateSystem) == number
    else { return nil }
    return text
  }

  /// A time of day as a duration of ISO 8601.
  private static func duration(_ number: Double) -> String? {
    guard (0..<1).contains(number), let text = TimeNotation.text(number, .time), text.utf8.count <= longest.time
    else { return nil }
    let parts = text.split(separator: ":")
    guard parts.count == 3 else { return nil }
    let duration = "PT\(parts[0])H\(parts[1])M\(parts[2])S"
    return ISODuration.days(duration) == number ? duration : nil
  }

  /// What is shown; `nil` where nothing is.
  private func text(of value: CellValue, _ style: Int32) -> String? {
    switch value {
    case .number(let number, _):
      styles.format(style).map { ValueText(dates: dateSystem).shown(value, $0) } ?? NumberText.roundTrip(number)
    case .text(let text): text
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): OpenDocumentErrors.text(of: error.code)
    case .blank, .array, .record, .lambda: nil
    }
  }

  /// Writes a paragraph for each line, whatever ends it; blanks that XML would drop are counted.
  private static func writeParagraphs(_ text: String, to xml: inout XMLWriter) {
    // Most texts are a number or a word, which have neither.
    if text.utf8.allSatisfy({ $0 > Ascii.space && $0 < 0x7F }), !text.isEmpty {
      return xml.element("text:p", text: text)
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { ["\n", "\r\n", "\r"].contains($0) }) {
      xml.start("text:p")
      var plain = ""
      var blanks = 0
      var isFirst = true
      func flush() {
        if !plain.isEmpty { xml.text(plain) }
        plain = ""
      }
      func flushBlanks(atEnd: Bool) {
        guard blanks > 0 else { return }
        // One blank between words is itself.
        let plainOnes = isFirst || atEnd ? 0 : 1
        if plainOnes == 1 { plain += " " }
        if blanks > plainOnes {
          flush()
          xml.empty("text:s", [("text:c", "\(blanks - plainOnes)")])
        }
        blanks = 0
      }
      for scalar in line.unicodeScalars {
        if scalar == " " {
          blanks += 1
          continue
        }
        flushBlanks(atEnd: false)
        isFirst = false
        if scalar == "\t" {
          flush()
          xml.empty("text:tab")
        } else if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          plain.unicodeScalars.append(scalar)
        }
      }
      flushBlanks(atEnd: true)
      flush()
      xml.end()
    }
  }
}
