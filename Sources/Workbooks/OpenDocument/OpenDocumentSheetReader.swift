import CellModel
import Markup

/// Reads the cells of one table of an OpenDocument workbook.
///
/// Rows and cells are written once for as many as are equal. Empty ones cost nothing; of others there may be so many
/// only as a small file can mean.
struct OpenDocumentSheetReader {
  /// How many copies of cells are made of repeat counts in one sheet.
  private static let mostCopies = 4_000_000

  private var sheet: WorkbookSheet
  var shared = OpenDocumentShared()
  /// The styles of cells without their own, up to each column.
  private var columnStyles: [(end: Int, format: Int32?)] = []
  private var ruled = OpenDocumentRuledCells()
  private let number: Int
  private let dateSystem: DateSystem
  private var row = 0
  private var column = 0
  private var copies = 0
  /// The blocks of the array formulas, whose other cells are what they have filled.
  private var cells: [Cell] = []
  /// The formulas that can be read when all names are known.
  private(set) var waiting: [WaitingFormula] = []

  /// What stands in the cells of a row, before it is known how often the row is repeated.
  private struct Cell {
    var column: Int
    var count: Int
    var value: CellValue?
    /// The format that the cell's value asks for, where its style has none.
    var format: OpenDocumentFormat
    /// The position of its style's format.
    var style: Int32?
    var formula: String?
    /// The formula as it is in the file, where names must be known to read it.
    var waiting: String?
    var block: (rows: Int, columns: Int)?
    var comment = ""
  }

  init(_ name: String, number: Int, _ dateSystem: DateSystem) {
    sheet = WorkbookSheet(name: name)
    self.number = number
    self.dateSystem = dateSystem
  }

  func finished() -> WorkbookSheet {
    var sheet = sheet
    sheet.annotations.validations = ruled.names.compactMap { name in
      ruled.blocks[name].flatMap { shared.validations.rule(name, for: $0) }
    }
    sheet.takeSpilledValues()
    return sheet
  }

  mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    let outer = scanner.depth - 1
    while true {
      switch try scanner.next() {
      case .start:
        shared.leftOut.note(openElement: scanner)
        if scanner.isNamed("table-row") {
          try readRow(&scanner)
          scanner.passRead()
        } else if scanner.isNamed("table-column") {
          try readColumn(scanner)
        } else if scanner.isNamed("named-range") || scanner.isNamed("named-expression") {
          try shared.names.add(scanner, sheet: number)
        } else if scanner.isNamed("shapes") || LeftOut.isDrawing(scanner) {
          try shared.leftOut.noteDrawings(in: &scanner)
        } else if scanner.isNamed("forms") || scanner.isNamed("table-source") || scanner.isNamed("scenario") {
          try scanner.skipElement()
        }
      case .end: if scanner.depth <= outer { return }
      case .finish: return
      default: break
      }
    }
  }

  private mutating func readColumn(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    let format = try scanner.string("default-cell-style-name").flatMap { shared.numberStyles.format(ofCellStyle: $0) }
    let first = columnStyles.last?.end ?? 0
    let end = min(first + scanner.repeatCount("number-columns-repeated"), Area.lastColumn + 1)
    columnStyles.append((end, format))
    // More columns are those that nobody has touched.
    guard end - first <= Self.mostColumns else { return }
    if let style = try scanner.string("style-name"), let width = shared.layout.width(ofColumnStyle: style) {
      for column in first..<end { sheet.annotations.columnWidths[column] = width }
      if shared.layout.isFitted(columnStyle: style) { sheet.annotations.fittedColumns.formUnion(first..<end) }
    }
    if let visibility = try scanner.string("visibility"), visibility != "visible" {
      sheet.annotations.hiddenColumns.formUnion(first..<end)
    }
  }

  /// The most columns that one element makes wide or hides.
  private static let mostColumns = 256

  // MARK: Rows

  private mutating func readRow(_ scanner: inout XMLScanner) throws(XMLFault) {
    let count = scanner.repeatCount("number-rows-repeated")
    let visibility = try scanner.string("visibility") ?? "visible"
    if try shared.layout.hasHeight(row: scanner) { shared.leftOut.note(.rowHeight) }
    column = 0
    cells.removeAll(keepingCapacity: true)
    let outer = scanner.depth - 1
    loop: while true {
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("table-cell") || scanner.isNamed("covered-table-cell") {
          try readCell(&scanner)
        } else {
          try scanner.skipElement()
        }
      case .end: if scanner.depth <= outer { break loop }
      case .finish: break loop
      default: break
      }
    }
    ruled.endRow(row, count: count)
    if visibility != "visible", row <= Area.lastRow {
      let hidden = row..<min(row + min(count, Area.lastRow + 1), Area.lastRow + 1)
      // A sheet that ends in hidden emptiness has no rows to leave out.
      if !cells.isEmpty || hidden.count < 10_000 {
        sheet.rows.hide(hidden, byFilter: visibility == "filter")
      }
    }
    if row > Area.lastRow {
      leaveOut(cells, rows: count)
    } else if !cells.isEmpty {
      // Nobody has filled rows beyond the end by repeating one.
      guard row + count - 1 <= Area.lastRow else { throw XMLFault("There is no row \(row + count) in a sheet.") }
      leaveOutBeyondEnd(rows: count)
      // What is written itself costs the file as much as us.
      copies += count * cells.reduce(0) { $0 + $1.count } - cells.count
      guard copies <= Self.mostCopies else {
        throw XMLFault("More than \(Self.mostCopies) cells are filled by repeating.")
      }
      for _ in 0..<count {
        for cell in cells { store(cell) }
        row += 1
      }
    } else {
      row += min(count, Area.lastRow + 1)
    }
  }

  // MARK: Beyond the end

  /// The most cells beyond the end of a sheet that are counted.
  private static let mostBeyond = 1 << 40

  /// Counts cells of rows that are not read.
  private mutating func leaveOut(_ cells: [Cell], rows: Int) {
    let columns = cells.reduce(0) { $0 + $1.count }
    let (count, isTooLarge) = columns.multipliedReportingOverflow(by: rows)
    shared.leftOut.cellsBeyondEnd = min(
      shared.leftOut.cellsBeyondEnd + (isTooLarge ? Self.mostBeyond : min(count, Self.mostBeyond)), Self.mostBeyond)
  }

  /// Leaves out the cells of a row that lie beyond the last column.
  private mutating func leaveOutBeyondEnd(rows: Int) {
    for place in cells.indices {
      let beyond = min(max(cells[place].column + cells[place].count - 1 - Area.lastColumn, 0), cells[place].count)
      if beyond == 0 { continue }
      var lost = cells[place]
      lost.count = beyond
      leaveOut([lost], rows: rows)
      cells[place].count -= beyond
    }
    cells.removeAll { $0.count == 0 }
  }

  private mutating func store(_ cell: Cell) {
    let style = cell.style ?? cell.format.rawValue
    if !cell.comment.isEmpty {
      sheet.annotations.comments.append(CellComment(row: row, column: cell.column, text: cell.comment))
    }
    for column in cell.column..<cell.column + cell.count {
      if let formula = cell.formula {
        let kind = kind(of: formula, cell.block, column)
        if let formula = cell.waiting {
          waiting.append(WaitingFormula(row: Int32(row), column: Int32(column), text: formula))
        }
        sheet.formulas.append(
          StoredFormula(row: Int32(row), column: Int32(column), style: style, kind: kind, stored: cell.value))
      } else if let value = cell.value {
        sheet.columns[column, default: ConstantColumn()].append(value, row: row, style: style)
      }
    }
  }

  private mutating func kind(
    of formula: String, _ block: (rows: Int, columns: Int)?, _ column: Int
  ) -> StoredFormula.Kind {
    guard let block else { return .plain(formula) }
    let bottom = min(row + block.rows - 1, Area.lastRow)
    let right = min(column + block.columns - 1, Area.lastColumn)
    sheet.arrays.formulas.append(
      ArrayFormula(
        text: formula, block: CellBlock(top: row, left: column, bottom: bottom, right: right), isDynamic: false))
    return .array(Int32(sheet.arrays.formulas.count - 1))
  }

  // MARK: Cells

  private mutating func readCell(_ scanner: inout XMLScanner) throws(XMLFault) {
    var cell = Cell(column: column, count: scanner.repeatCount("number-columns-repeated"), format: .general)
    if let name = try scanner.string("style-name") {
      cell.style = shared.numberStyles.format(ofCellStyle: name)
    } else {
      cell.style = columnStyles.first { $0.end > cell.column }?.format
    }
    if let name = try scanner.string("content-validation-name") { ruled.add(name, column: column, count: cell.count) }
    column += min(cell.count, Area.lastColumn + 1)
    if let formula = try scanner.string("formula") {
      let read = OpenFormula.read(formula)
      cell.formula = read.text
      if read.waits { cell.waiting = formula }
    }
    if let columns = scanner.integer("number-matrix-columns-spanned"),
      let rows = scanner.integer("number-matrix-rows-spanned")
    {
      cell.block = (min(max(rows, 1), Area.lastRow + 1), min(max(columns, 1), Area.lastColumn + 1))
    }
    let columns = scanner.repeatCount("number-columns-spanned")
    let rows = scanner.repeatCount("number-rows-spanned")
    if columns > 1 || rows > 1, row + rows <= Area.lastRow + 1, cell.column + columns <= Area.lastColumn + 1 {
      sheet.annotations.mergedCells.append(
        CellBlock(top: row, left: cell.column, bottom: row + rows - 1, right: cell.column + columns - 1))
    }
    let type = try value(of: scanner, &cell)
    let text = try readText(&scanner, comment: &cell.comment)
    // An error is an empty text, or 0, that shows something: a text that looks like one has itself as its value, or none beside
    // what is shown. A cell that an array formula fills has no formula of its own.
    let showsOther = cell.value == .text("") && !text.isEmpty
    var isOtherError = false
    if type != .text && cell.formula != nil || type == .error || showsOther || cell.value == 0 {
      // An error is told by what is shown.
      if let code = OpenDocumentErrors.code(text) {
        cell.value = .error(CellError(code))
      } else if cell.formula != nil, showsOther {
        // An error in the words of another language.
        cell.value = nil
        isOtherError = true
      }
    }
    let isText = type == .text || type == .none && cell.formula == nil && !text.isEmpty
    if cell.value == nil, isText, !isOtherError { cell.value = .text(text) }
    if cell.value != nil || cell.formula != nil || !cell.comment.isEmpty { cells.append(cell) }
  }

  private enum ValueType { case none, number, text, error }

  /// Reads what the attributes of a cell say of its value.
  private func value(of scanner: borrowing XMLScanner, _ cell: inout Cell) throws(XMLFault) -> ValueType {
    if let piece = scanner.attribute("value-type") {
      // The second attribute of that name is an extension, which knows errors.
      func isType(_ text: StaticString) -> Bool { scanner.isPiece(piece, text) }
      if isType("date") {
        let text = try scanner.string("date-value") ?? ""
        cell.format = text.contains("T") ? .dateTime : .date
        // A day that no calendar here has is the text that is shown.
        guard let serial = ISODate.serial(text, dateSystem) else { return .none }
        cell.value = .number(serial)
        return .number
      }
      if isType("time") {
        cell.format = .time
        if let days = try scanner.string("time-value").flatMap(ISODuration.days) { cell.value = .number(days) }
        return .number
      }
      if isType("boolean") {
        cell.value = Self.logical(try scanner.string("boolean-value") ?? "false")
        return .number
      }
      if isType("string") {
        if let text = try scanner.string("string-value") { cell.value = .text(text) }
        return .text
      }
      if isType("error") { return .error }
      if isType("percentage") { cell.format = .percentage }
      if let text = try scanner.string("value"), let number = DecimalNumber.number(text), number.isFinite {
        cell.value = .number(number)
      }
      return .number
    }
    return .none
  }

  /// What stands for a logical; LibreOffice writes a number so when the cell is to show it as TRUE.
  private static func logical(_ text: String) -> CellValue {
    guard let number = DecimalNumber.number(text), number.isFinite else { return .logical(text == "true") }
    return number == 0 || number == 1 ? .logical(number == 1) : .number(number)
  }

  /// The paragraphs of a cell, a line for each, and of what is said about it; what else hangs on it is left out.
  private mutating func readText(
    _ scanner: inout XMLScanner, comment: inout String, isComment: Bool = false
  ) throws(XMLFault) -> String {
    let outer = scanner.depth - 1
    var text = ""
    var paragraphs = 0
    var open = 0
    while true {
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("p") {
          if paragraphs > 0 { text += "\n" }
          paragraphs += 1
          open = scanner.depth
        } else if scanner.isNamed("s") {
          // No cell has a longer text.
          let count = min(max(scanner.integer("c") ?? 1, 1), max(32_767 - text.utf8.count, 0))
          copies += count >> 4
          guard copies <= Self.mostCopies else { throw XMLFault("Too many blanks are meant by counts.") }
          text += String(repeating: " ", count: count)
        } else if scanner.isNamed("tab") {
          text += "\t"
        } else if scanner.isNamed("line-break") {
          text += "\n"
        } else if scanner.isNamed("annotation"), !isComment {
          var inner = ""
          comment = try readText(&scanner, comment: &inner, isComment: true)
        } else if scanner.isNamed("a") {
          shared.leftOut.note(.link)
        } else if LeftOut.isDrawing(scanner) {
          try shared.leftOut.noteDrawings(in: &scanner)
        } else if scanner.isNamed("annotation") || scanner.isNamed("table") || scanner.isNamed("ruby-text") {
          try scanner.skipElement()
        }
      case .text: if open > 0, scanner.depth >= open { text += try scanner.text(of: scanner.piece) }
      case .end: if scanner.depth <= outer { return text }
      case .finish: return text
      default: break
      }
    }
  }
}

/// Durations as ISO 8601 writes them.
enum ISODuration {
  /// The days of `PT12H30M00S`; `nil` for any other text.
  static func days(_ text: String) -> Double? {
    var rest = Substring(text)
    let isNegative = rest.hasPrefix("-")
    if isNegative { rest = rest.dropFirst() }
    guard rest.hasPrefix("P") else { return nil }
    rest = rest.dropFirst()
    var days = 0.0
    var hasDays = false
    var isTime = false
    var clock = ["0", "0", "0"]
    while let first = rest.first {
      if first == "T" {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
      let written = digits.map { $0 == "," ? "." : String($0) }.joined()
      guard let number = Double(written), let unit = rest.dropFirst(digits.count).first else { return nil }
      switch (unit, isTime) {
      case ("D", false): (days, hasDays) = (days + number, true)
      case ("H", true): (days, clock[0]) = (days + number / 24, written)
      case ("M", true): (days, clock[1]) = (days + number / 1440, written)
      case ("S", true): (days, clock[2]) = (days + number / 86_400, written)
      default: return nil
      }
      rest = rest.dropFirst(digits.count + 1)
    }
    // Hours, minutes and seconds are rounded once, as where they are typed.
    let typed = clock.map { $0.count < 2 ? "0" + $0 : $0 }.joined(separator: ":")
    if !hasDays, case .number(let time, .time) = TypedText.value(typed: typed) { days = time }
    return isNegative ? -days : days
  }
}
