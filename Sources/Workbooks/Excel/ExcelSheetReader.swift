import CellModel
import Markup

/// Reads the cells of one worksheet straight into columns.
struct ExcelSheetReader {
  /// What a formula's `t` says of it.
  private enum FormulaType {
    case plain, shared, array, dataTable

    init(_ text: UnsafeBufferPointer<UInt8>) {
      self =
        switch text.first {
        case UInt8(ascii: "s"): .shared
        case UInt8(ascii: "a"): .array
        case UInt8(ascii: "d"): .dataTable
        default: .plain
        }
    }
  }

  /// A cell while it is read.
  private struct OpenCell {
    var style: Int32 = 0
    var type = ExcelCellValues.Kind.number
    var metadata = 0
    var isDynamic = false
    var value: CellValue?
    var formula: StoredFormula.Kind?
  }

  private let values: ExcelCellValues
  private(set) var sheet: WorkbookSheet
  /// The constants of each column until all have come.
  private var constants: [ConstantColumn] = []
  /// Whether the rows of each column have come from top to bottom so far.
  private var isOrdered = true
  /// The row of the last cell and the column after it, for cells that do not say where they are.
  private var row = -1
  private var column = 0
  private var sharedFormulas = SharedFormulas()
  /// The filter that is being read, until one of its conditions says that it hides something.
  private var filter: CellBlock?
  /// The relations to tables.
  private(set) var tableRelations: [String] = []
  private(set) var leftOut = LeftOut()

  init(_ sheet: WorkbookSheet, _ values: ExcelCellValues) {
    self.sheet = sheet
    self.values = values
  }

  mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    while true {
      while readPlainCell(&scanner) {}
      switch try scanner.next() {
      case .start:
        if scanner.isNamed("row") {
          readRow(scanner)
          scanner.passRead()
        } else if scanner.isNamed("c") {
          try readCell(&scanner)
        } else if scanner.isNamed("mergeCell") {
          if let text = try scanner.string("ref"), let block = CellBlock(text) {
            sheet.annotations.mergedCells.append(block)
          }
        } else if scanner.isNamed("tablePart") {
          if let id = try scanner.string("id") { tableRelations.append(id) }
        } else if scanner.isNamed("col") {
          ExcelAnnotations.readColumns(scanner, into: &sheet.annotations)
          leftOut.note(excelLine: scanner)
        } else if scanner.isNamed("dataValidation") {
          try ExcelAnnotations.readValidation(&scanner, into: &sheet.annotations, leftOut: &leftOut)
        } else if scanner.isNamed("autoFilter") {
          filter = try scanner.string("ref").flatMap { CellBlock($0) }
          leftOut.note(.filter)
        } else if let block = filter, ExcelFilter.isCondition(scanner) {
          sheet.rows.addFilter(of: block)
          sheet.rows.filter = block
          filter = nil
        } else if scanner.isNamed("extLst") {
          try ExcelAnnotations.readExtensions(&scanner, into: &sheet.annotations, leftOut: &leftOut)
        } else if scanner.isNamed("customSheetViews") {
          try scanner.skipElement()
        } else {
          leftOut.note(excelElement: scanner)
        }
      case .finish:
        for (column, constants) in constants.enumerated() where !constants.rows.isEmpty {
          sheet.columns[column] = isOrdered ? constants : constants.ordered()
        }
        sheet.sharedFormulas = sharedFormulas.list
        sheet.takeSpilledValues()
        return
      default: break
      }
    }
  }

  private mutating func readRow(_ scanner: borrowing XMLScanner) {
    let number = scanner.integer("r") ?? 0
    row = number > 0 ? number - 1 : row + 1
    column = 0
    if scanner.flag("hidden"), row >= 0, row <= Area.lastRow { sheet.rows.hide(CollectionOfOne(row)) }
    leftOut.note(excelLine: scanner)
  }

  // MARK: Cells

  /// Reads a cell as nearly all are written; any other is not read at all.
  @inline(__always)
  private mutating func readPlainCell(_ scanner: inout XMLScanner) -> Bool {
    guard let bytes = scanner.bytesAtElement, let cell = PlainCell(bytes, at: scanner.position) else { return false }
    return take(cell, bytes, &scanner)
  }

  private mutating func take(
    _ cell: PlainCell, _ bytes: UnsafeBufferPointer<UInt8>, _ scanner: inout XMLScanner
  ) -> Bool {
    var value: CellValue?
    if !cell.value.isEmpty {
      value = values.value(of: cell, bytes)
      if value == nil { return false }
    }
    (row, column) = (cell.row, cell.column)
    var formula: StoredFormula.Kind?
    switch cell.formula {
    case .shared(let number, let text, let hasArea)?:
      let text = ExcelCellValues.text(bytes, text)
      formula = sharedFormulas.formula(number, text, hasArea: hasArea, row, column)
    case .plain(let text)?: formula = .plain(ExcelCellValues.text(bytes, text))
    case nil: break
    }
    store(value, formula, style: cell.style)
    scanner.pass(to: cell.end)
    return true
  }

  private mutating func readCell(_ scanner: inout XMLScanner) throws(XMLFault) {
    var cell = OpenCell()
    var place: UnsafeBufferPointer<UInt8>?
    scanner.forEachAttribute { name, value in
      switch (name.count, name.first) {
      case (1, UInt8(ascii: "r")): place = value
      case (1, UInt8(ascii: "s")): cell.style = Int32(clamping: ExcelText.number(value))
      case (1, UInt8(ascii: "t")): cell.type = ExcelCellValues.Kind(value)
      case (2, UInt8(ascii: "c")) where name[1] == UInt8(ascii: "m"): cell.isDynamic = ExcelText.number(value) > 0
      case (2, UInt8(ascii: "v")) where name[1] == UInt8(ascii: "m"): cell.metadata = ExcelText.number(value)
      default: break
      }
    }
    if let place { try move(to: place) }
    if row > Area.lastRow || column > Area.lastColumn {
      leftOut.cellsBeyondEnd += 1
      column += 1
      return try scanner.skipElement()
    }
    while true {
      switch try scanner.next() {
      case .start:
        // Each is read up to its end.
        if scanner.isNamed("v") {
          try readValue(&scanner, &cell)
        } else if scanner.isNamed("f") {
          cell.formula = try readFormula(&scanner, isDynamic: cell.isDynamic)
        } else if scanner.isNamed("is") {
          let string = try ExcelRichText(&scanner)
          cell.value = .text(string.text)
          note(string.phonetics)
        } else {
          try scanner.skipElement()
        }
      case .end: return store(cell.value, cell.formula, style: cell.style)
      case .finish: return
      default: break
      }
    }
  }

  /// A row and a column that no sheet has.
  private static let farAway = 1 << 24

  /// Takes an address such as `B7` for the place of the cell that is being read.
  private mutating func move(to address: UnsafeBufferPointer<UInt8>) throws(XMLFault) {
    var column = 0
    var row = 0
    for byte in address {
      // What is beyond the last row and column already needs no more digits.
      if Ascii.isLetter(byte), row == 0 {
        column = min(column * 26 + Int(byte & 0x1F), Self.farAway)
      } else if Ascii.isDigit(byte) {
        row = min(row * 10 + Int(byte - Ascii.zero), Self.farAway)
      } else {
        column = 0
        break
      }
    }
    guard column > 0, row > 0 else {
      throw XMLFault("There is no cell “\(String(decoding: address, as: UTF8.self))”.")
    }
    self.row = row - 1
    self.column = column - 1
  }

  private mutating func readValue(_ scanner: inout XMLScanner, _ cell: inout OpenCell) throws(XMLFault) {
    var value: CellValue?
    var isRead = false
    var inner = 0
    while true {
      switch try scanner.next() {
      case .text:
        // A value in several pieces is a text around a comment or CDATA.
        let next = try self.value(of: scanner.piece, scanner, cell)
        if isRead, case .text(let before)? = value, case .text(let more)? = next {
          value = .text(before + more)
        } else {
          value = next
        }
        isRead = true
      case .start: inner += 1
      case .end:
        inner -= 1
        guard inner < 0 else { continue }
        if !isRead, cell.type == .string || cell.type == .inlineString { value = .text("") }
        if let value { cell.value = value }
        return
      case .finish: return
      default: break
      }
    }
  }

  /// Notes how the text of the cell that is being read is pronounced.
  private mutating func note(_ phonetics: PhoneticText?) {
    guard let phonetics, row <= Area.lastRow, column <= Area.lastColumn else { return }
    sheet.annotations.phonetics.append((max(row, 0), column, phonetics))
  }

  private mutating func value(
    of piece: XMLPiece, _ scanner: borrowing XMLScanner, _ cell: OpenCell
  ) throws(XMLFault) -> CellValue? {
    guard cell.type == .sharedString else {
      return try values.value(of: piece, scanner, cell.type, metadata: cell.metadata)
    }
    let string = try values.sharedString(scanner.bytes(of: piece))
    note(string.phonetics)
    return string.value
  }

  // MARK: Formulas

  private mutating func readFormula(_ scanner: inout XMLScanner, isDynamic: Bool) throws(XMLFault) -> StoredFormula
    .Kind?
  {
    var type = FormulaType.plain
    var number: Int?
    var range: UnsafeBufferPointer<UInt8>?
    scanner.forEachAttribute { name, value in
      switch (name.count, name.first) {
      case (1, UInt8(ascii: "t")): type = FormulaType(value)
      case (2, UInt8(ascii: "s")) where name[1] == UInt8(ascii: "i"): number = ExcelText.number(value)
      case (3, UInt8(ascii: "r")) where name[1] == UInt8(ascii: "e") && name[2] == UInt8(ascii: "f"): range = value
      default: break
      }
    }
    let block =
      type == .array || type == .dataTable
      ? range.flatMap { CellBlock(String(decoding: $0, as: UTF8.self)) } : nil
    if type == .dataTable {
      sheet.whatIfTables.append(
        try whatIfTable(scanner, block ?? CellBlock(top: row, left: column, bottom: row, right: column)))
    }
    let text = ExcelText.unescaped(try scanner.elementText())
    if type == .shared {
      guard let number else { return text.isEmpty ? nil : .plain(text) }
      return sharedFormulas.formula(number, text, hasArea: range != nil, row, column)
    }
    if type == .array {
      let own = CellBlock(top: row, left: column, bottom: row, right: column)
      var filled = block ?? own
      if !filled.contains(row: row, column: column) { filled = own }
      sheet.arrays.formulas.append(ArrayFormula(text: text, block: filled, isDynamic: isDynamic))
      return .array(Int32(sheet.arrays.formulas.count - 1))
    }
    return text.isEmpty || type == .dataTable ? nil : .plain(text)
  }

  /// The what-if table of which a formula tells the inputs; one without them where one of them has been deleted.
  private func whatIfTable(_ scanner: borrowing XMLScanner, _ block: CellBlock) throws(XMLFault) -> WhatIfTable {
    func input(_ name: StaticString) throws(XMLFault) -> WhatIfTable.Input? {
      try scanner.string(name).flatMap { CellBlock($0) }.map { WhatIfTable.Input(row: $0.top, column: $0.left) }
    }
    guard !scanner.flag("del1"), !scanner.flag("del2"), let first = try input("r1") else {
      return WhatIfTable(block: block)
    }
    if scanner.flag("dt2D") {
      guard let second = try input("r2") else { return WhatIfTable(block: block) }
      return WhatIfTable(block: block, rowInput: first, columnInput: second)
    }
    return scanner.flag("dtr")
      ? WhatIfTable(block: block, rowInput: first) : WhatIfTable(block: block, columnInput: first)
  }

  private mutating func store(_ value: CellValue?, _ formula: StoredFormula.Kind?, style: Int32) {
    defer { column += 1 }
    if row < 0 { row = 0 }
    guard row <= Area.lastRow, column <= Area.lastColumn else { return }
    if let formula {
      sheet.formulas.append(
        StoredFormula(row: Int32(row), column: Int32(column), style: style, kind: formula, stored: value))
    } else if let value {
      while constants.count <= column { constants.append(ConstantColumn()) }
      if let last = constants[column].rows.last, last >= row { isOrdered = false }
      constants[column].append(value, row: row, style: style)
    }
  }
}
