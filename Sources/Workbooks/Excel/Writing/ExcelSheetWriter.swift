import CellModel
import Markup

/// Writes one worksheet: its cells by rows, and what stands around them in the order that the format asks for.
struct ExcelSheetWriter {
  /// What the cells of all sheets share.
  struct Shared {
    var strings = ExcelStringTable()
    var metadata = ExcelMetadata()
    var styleCount: Int

    init(styleCount: Int) { self.styleCount = styleCount }
  }

  /// A cell with what it holds, by its place among the constants, the formulas or the filled values.
  private struct Entry {
    /// Row and column above the number, so that entries sort by place.
    let key: UInt64
    private static let numberBits: UInt64 = 30

    init(row: Int, column: Int, number: Int) {
      key = (UInt64(row) << 14 | UInt64(column)) << Self.numberBits | UInt64(number)
    }

    var row: Int { Int(key >> (Self.numberBits + 14)) }
    var column: Int { Int(key >> Self.numberBits & 0x3FFF) }
    var number: Int { Int(key & (1 << Self.numberBits - 1)) }
  }

  private let sheet: WorkbookSheet
  private var shared: Shared
  private var xml = XMLWriter.document()
  private var constants: [CellValue] = []
  private var styles: [Int32] = []
  private var sharedBlocks: [Int: CellBlock] = [:]
  /// The style of the first cell of each array, which those that it fills have, too.
  private var arrayStyles: [Int32: Int32] = [:]
  /// The what-if tables by their first cells.
  private let whatIfTables: [String: WhatIfTable]

  private init(_ sheet: WorkbookSheet, _ shared: Shared) {
    self.sheet = sheet
    self.shared = shared
    whatIfTables = Dictionary(
      sheet.whatIfTables.lazy.filter(\.isWhole).map {
        (A1Notation.text(row: $0.block.top, column: $0.block.left), $0)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// - Parameters:
  ///   - tables: The relations to the sheet's tables.
  ///   - drawing: The relation to the drawings of its comments.
  static func part(
    _ sheet: WorkbookSheet, tables: [String], drawing: String?, _ shared: inout Shared
  ) -> [UInt8] {
    var writer = ExcelSheetWriter(sheet, shared)
    writer.write(tables, drawing)
    shared = writer.shared
    return writer.xml.bytes
  }

  private mutating func write(_ tables: [String], _ drawing: String?) {
    let entries = self.entries()
    xml.start("worksheet", [("xmlns", ExcelNames.main), ("xmlns:r", ExcelNames.relations)])
    xml.empty("dimension", [("ref", dimension(entries))])
    xml.raw("<sheetViews><sheetView workbookViewId=\"0\"/></sheetViews><sheetFormatPr defaultRowHeight=\"15\"/>")
    writeColumns()
    xml.start("sheetData")
    writeRows(entries)
    xml.end()
    let filter = ExcelFilterWriting(sheet)
    if let block = filter.block { filter.write(block, to: &xml) }
    if !sheet.annotations.mergedCells.isEmpty {
      xml.start("mergeCells", [("count", "\(sheet.annotations.mergedCells.count)")])
      for block in sheet.annotations.mergedCells { xml.empty("mergeCell", [("ref", block.text)]) }
      xml.end()
    }
    writeValidations()
    xml.raw("<pageMargins left=\"0.7\" right=\"0.7\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>")
    if let drawing { xml.empty("legacyDrawing", [("r:id", drawing)]) }
    if !tables.isEmpty {
      xml.start("tableParts", [("count", "\(tables.count)")])
      for id in tables { xml.empty("tablePart", [("r:id", id)]) }
      xml.end()
    }
    xml.endAll()
  }

  private func dimension(_ entries: [Entry]) -> String {
    guard let first = entries.first, let last = entries.last else { return "A1" }
    var (left, right) = (first.column, first.column)
    for entry in entries { (left, right) = (min(left, entry.column), max(right, entry.column)) }
    return CellBlock(top: first.row, left: left, bottom: last.row, right: right).text
  }

  /// How wide columns are of which nothing is said.
  private static let usualWidth = 9.140625

  private mutating func writeColumns() {
    let (widths, hidden) = (sheet.annotations.columnWidths, sheet.annotations.hiddenColumns)
    guard !widths.isEmpty || !hidden.isEmpty else { return }
    xml.start("cols")
    for column in hidden.union(widths.keys).sorted() {
      let number = "\(column + 1)"
      xml.empty(
        "col",
        [
          ("min", number), ("max", number), ("width", NumberText.roundTrip(widths[column] ?? Self.usualWidth)),
          ("hidden", hidden.contains(column) ? "1" : nil),
          ("bestFit", sheet.annotations.fittedColumns.contains(column) ? "1" : nil), ("customWidth", "1"),
        ])
    }
    xml.end()
  }

  private mutating func writeValidations() {
    let validations = sheet.annotations.validations
    guard !validations.isEmpty else { return }
    xml.start("dataValidations", [("count", "\(validations.count)")])
    for validation in validations {
      let alert = validation.alert
      // Excel takes no longer words.
      func words(_ text: String?, upTo most: Int) -> String? {
        text.flatMap { $0.isEmpty ? nil : ExcelText.escaped(String($0.prefix(most))) }
      }
      xml.start(
        "dataValidation",
        [
          ("type", validation.kind), ("operator", validation.comparison.isEmpty ? nil : validation.comparison),
          ("errorStyle", alert?.isStop == false ? "warning" : nil),
          ("allowBlank", validation.allowsBlank ? "1" : nil), ("showInputMessage", "1"),
          ("showErrorMessage", alert == nil ? nil : "1"), ("errorTitle", words(alert?.title, upTo: 32)),
          ("error", words(alert?.message, upTo: 225)),
          ("sqref", validation.blocks.map(\.text).joined(separator: " ")),
        ])
      xml.element("formula1", text: ExcelText.escaped(validation.formula))
      if !validation.second.isEmpty { xml.element("formula2", text: ExcelText.escaped(validation.second)) }
      xml.end()
    }
    xml.end()
  }

  // MARK: Cells

  /// All cells in the order of rows: constants first in the count, then formulas, then what arrays have filled.
  private mutating func entries() -> [Entry] {
    var entries: [Entry] = []
    for (column, cells) in sheet.columns {
      for place in cells.rows.indices {
        entries.append(Entry(row: Int(cells.rows[place]), column: column, number: constants.count + place))
      }
      constants += cells.values
      styles += cells.styles
    }
    for (place, formula) in sheet.formulas.enumerated() {
      entries.append(
        Entry(row: Int(formula.row), column: Int(formula.column), number: constants.count + place))
      if case .shared(let number) = formula.kind {
        let cell = CellBlock(
          top: Int(formula.row), left: Int(formula.column), bottom: Int(formula.row), right: Int(formula.column))
        sharedBlocks[Int(number)] = sharedBlocks[Int(number)]?.enclosing(cell) ?? cell
      } else if case .array(let number) = formula.kind {
        arrayStyles[number] = formula.style
      }
    }
    let before = constants.count + sheet.formulas.count
    for (place, spilled) in sheet.arrays.spilled.enumerated() {
      entries.append(Entry(row: Int(spilled.row), column: Int(spilled.column), number: before + place))
    }
    entries.sort { $0.key < $1.key }
    return entries
  }

  private mutating func writeRows(_ entries: [Entry]) {
    var hidden = Set(sheet.rows.hidden).sorted()[...]
    var position = 0
    while position < entries.count || !hidden.isEmpty {
      let row = min(position < entries.count ? entries[position].row : .max, hidden.first ?? .max)
      let isHidden = hidden.first == row
      if isHidden { hidden.removeFirst() }
      xml.raw("<row r=\"\(row + 1)\"\(isHidden ? " hidden=\"1\"" : "")>")
      let rowText = String(row + 1)
      var last = -1
      while position < entries.count, entries[position].row == row {
        // A place holds one cell; a constant comes before what an array would fill.
        if entries[position].column != last { writeCell(entries[position], rowText) }
        last = entries[position].column
        position += 1
      }
      xml.raw("</row>")
    }
  }

  private mutating func writeCell(_ entry: Entry, _ row: String) {
    let place = A1Notation.letters(ofColumn: entry.column) + row
    var number = entry.number
    if number < constants.count {
      let table = whatIfTables.isEmpty ? nil : whatIfTables[place]
      return writeCell(
        at: place, constants[number], style: styles[number], formula: table.map { (Self.attributes(of: $0), "") },
        shares: table == nil)
    }
    number -= constants.count
    if number < sheet.formulas.count { return write(sheet.formulas[number], at: place) }
    let spilled = sheet.arrays.spilled[number - sheet.formulas.count]
    writeCell(at: place, spilled.value, style: spilled.style ?? arrayStyles[spilled.array] ?? 0, shares: true)
  }

  private mutating func write(_ formula: StoredFormula, at place: String) {
    let value = formula.stored ?? .blank
    switch formula.kind {
    case .plain(let text): writeCell(at: place, value, style: formula.style, formula: ("", text))
    case .shared(let number):
      let shared = sheet.sharedFormulas[Int(number)]
      guard let text = shared.text else { return writeCell(at: place, value, style: formula.style) }
      let isMaster = shared.row == formula.row && shared.column == formula.column
      let reference = isMaster ? sharedBlocks[Int(number)].map { " ref=\"\($0.text)\"" } ?? "" : ""
      writeCell(
        at: place, value, style: formula.style,
        formula: (" t=\"shared\"\(reference) si=\"\(number)\"", isMaster ? text : ""))
    case .array(let number):
      let array = sheet.arrays.formulas[Int(number)]
      if array.isDynamic { shared.metadata.noteDynamicArray() }
      writeCell(
        at: place, value, style: formula.style, formula: (" t=\"array\" ref=\"\(array.block.text)\"", array.text),
        isDynamic: array.isDynamic)
    }
  }

  /// What the formula of the first cell of a what-if table has instead of a text.
  private static func attributes(of table: WhatIfTable) -> String {
    let inputs = [table.rowInput, table.columnInput].compactMap { $0 }
    let places = inputs.enumerated().map { number, input in
      " r\(number + 1)=\"\(A1Notation.text(row: input.row, column: input.column))\""
    }
    let (isBoth, isByRow) = (inputs.count == 2 ? 1 : 0, table.rowInput == nil ? 0 : 1)
    return " t=\"dataTable\" ref=\"\(table.block.text)\" dt2D=\"\(isBoth)\" dtr=\"\(isByRow)\"\(places.joined())"
  }

  /// - Parameter shares: Whether a text stands among the strings of the workbook.
  private mutating func writeCell(
    at place: String, _ value: CellValue, style: Int32, formula: (attributes: String, text: String)? = nil,
    shares: Bool = false, isDynamic: Bool = false
  ) {
    xml.raw("<c r=\"")
    xml.raw(place)
    xml.raw(style > 0 && Int(style) < shared.styleCount ? "\" s=\"\(style)\"" : "\"")
    var content = ""
    switch value {
    case .blank: break
    case .number(let number, _): content = NumberText.roundTrip(number)
    case .text(let text):
      xml.raw(shares ? " t=\"s\"" : " t=\"str\"")
      content = shares ? String(shared.strings.number(of: text)) : ExcelText.escaped(text)
    case .logical(let logical):
      xml.raw(" t=\"b\"")
      content = logical ? "1" : "0"
    case .error(let error):
      xml.raw(" t=\"e\"")
      if let metadata = shared.metadata.metadata(of: error.code) { xml.raw(" vm=\"\(metadata)\"") }
      content = ExcelErrors.text(of: error.code)
    // A cell holds one value: an array that reaches it has not found room.
    case .array, .record, .lambda:
      xml.raw(" t=\"e\"")
      content = CellError.value.code.text
    }
    if isDynamic { xml.raw(" cm=\"\(ExcelMetadata.dynamicArray)\"") }
    if formula == nil, value.isBlank { return xml.raw("/>") }
    xml.raw(">")
    if let formula {
      xml.raw("<f\(formula.attributes)>")
      xml.text(ExcelText.escaped(formula.text))
      xml.raw("</f>")
    }
    if !value.isBlank {
      xml.raw("<v>")
      if case .number = value { xml.raw(content) } else { xml.text(content) }
      xml.raw("</v>")
    }
    xml.raw("</c>")
  }
}

extension CellBlock {
  /// The block as `B2` or `B2:C9`.
  package var text: String {
    let first = A1Notation.text(row: top, column: left)
    return count == 1 ? first : first + ":" + A1Notation.text(row: bottom, column: right)
  }

  /// The block as `$B$2:$C$9`, as it is wherever it is named.
  var absoluteText: String {
    func cell(_ row: Int, _ column: Int) -> String { "$\(A1Notation.letters(ofColumn: column))$\(row + 1)" }
    return cell(top, left) + ":" + cell(bottom, right)
  }

  func enclosing(_ other: CellBlock) -> CellBlock {
    CellBlock(
      top: min(top, other.top), left: min(left, other.left), bottom: max(bottom, other.bottom),
      right: max(right, other.right))
  }
}

extension ExcelErrors {
  /// What a file has in place of an error; those that are younger than the format are told elsewhere.
  static func text(of code: ErrorCode) -> String { stored(code).text }
}
