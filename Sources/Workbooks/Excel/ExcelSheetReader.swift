import CellModel
import Markup

/// Reads the cells of one worksheet straight into columns.
struct ExcelSheetReader {
  /// What the cells of all sheets share.
  struct Shared {
    var strings = ExcelStrings()
    var errors = ExcelErrors()
    var dateSystem = DateSystem.from1900
  }

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

  /// What a cell's `t` says of its value.
  private enum CellType { case number, sharedString, string, inlineString, logical, error, date }

  /// A cell while it is read.
  private struct OpenCell {
    var style: Int32 = 0
    var type = CellType.number
    var metadata = 0
    var isDynamic = false
    var value: CellValue?
    var formula: StoredFormula.Kind?
  }

  private let shared: Shared
  private(set) var sheet: WorkbookSheet
  /// The constants of each column until all have come.
  private var constants: [ConstantColumn] = []
  /// Whether the rows of each column have come from top to bottom so far.
  private var isOrdered = true
  /// The row of the last cell and the column after it, for cells that do not say where they are.
  private var row = -1
  private var column = 0
  /// Where a formula that cells share stands among the sheet's, by the number that the file gives it.
  private var sharedFormulas: [Int: Int] = [:]
  /// The one that was named last, as the cells of a row mostly name the same.
  private var lastShared: (number: Int, place: Int32)?
  /// The filter that is being read, until one of its conditions says that it hides something.
  private var filter: CellBlock?
  /// The relations to tables.
  private(set) var tableRelations: [String] = []
  private(set) var leftOut = LeftOut()

  init(_ sheet: WorkbookSheet, _ shared: Shared) {
    self.sheet = sheet
    self.shared = shared
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
        } else if scanner.isNamed("dataValidation") {
          try ExcelAnnotations.readValidation(&scanner, into: &sheet.annotations)
        } else if scanner.isNamed("autoFilter") {
          filter = try scanner.string("ref").flatMap { CellBlock($0) }
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
      value = plainValue(of: cell, bytes)
      if value == nil { return false }
    }
    (row, column) = (cell.row, cell.column)
    var formula: StoredFormula.Kind?
    switch cell.formula {
    case .shared(let number, let text)?: formula = .shared(sharedFormula(number, Self.text(bytes, text)))
    case .plain(let text)?: formula = .plain(Self.text(bytes, text))
    case nil: break
    }
    store(value, formula, style: cell.style)
    scanner.pass(to: cell.end)
    return true
  }

  /// The value of a cell; `nil` where its bytes are none of its type.
  private func plainValue(of cell: PlainCell, _ bytes: UnsafeBufferPointer<UInt8>) -> CellValue? {
    switch cell.type {
    case .number:
      return DecimalScanner.number(bytes, from: cell.value.lowerBound, to: cell.value.upperBound).map { .number($0) }
    case .sharedString:
      let number = UnsafeBufferPointer(rebasing: bytes[cell.value])
      guard shared.strings.phonetics.isEmpty, number.allSatisfy(Ascii.isDigit),
        shared.strings.values.indices.contains(Self.number(number))
      else { return nil }
      return shared.strings.values[Self.number(number)]
    case .string: return .text(Self.text(bytes, cell.value))
    case .logical:
      let byte = bytes[cell.value.lowerBound]
      guard cell.value.count == 1, byte == Ascii.zero || byte == Ascii.zero + 1 else { return nil }
      return .logical(byte != Ascii.zero)
    }
  }

  @inline(__always)
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    range.isEmpty ? "" : ExcelText.unescaped(String(decoding: bytes[range], as: UTF8.self))
  }

  private mutating func readCell(_ scanner: inout XMLScanner) throws(XMLFault) {
    var cell = OpenCell()
    var place: UnsafeBufferPointer<UInt8>?
    scanner.forEachAttribute { name, value in
      switch (name.count, name.first) {
      case (1, UInt8(ascii: "r")): place = value
      case (1, UInt8(ascii: "s")): cell.style = Int32(clamping: Self.number(value))
      case (1, UInt8(ascii: "t")): cell.type = Self.type(value)
      case (2, UInt8(ascii: "c")) where name[1] == UInt8(ascii: "m"): cell.isDynamic = Self.number(value) > 0
      case (2, UInt8(ascii: "v")) where name[1] == UInt8(ascii: "m"): cell.metadata = Self.number(value)
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

  /// A number of digits alone; 0 for anything else.
  private static func number(_ digits: UnsafeBufferPointer<UInt8>) -> Int {
    var number = 0
    for byte in digits {
      guard Ascii.isDigit(byte), number < 100_000_000 else { return 0 }
      number = number * 10 + Int(byte - Ascii.zero)
    }
    return number
  }

  private static func type(_ text: UnsafeBufferPointer<UInt8>) -> CellType {
    guard let first = text.first else { return .number }
    switch first {
    case UInt8(ascii: "s"): return text.count == 1 ? .sharedString : .string
    case UInt8(ascii: "i"): return .inlineString
    case UInt8(ascii: "b"): return .logical
    case UInt8(ascii: "e"): return .error
    case UInt8(ascii: "d"): return .date
    default: return .number
    }
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
    let bytes = scanner.bytes(of: piece)
    switch cell.type {
    case .number: return number(bytes)
    case .sharedString:
      let number = Self.number(UnsafeBufferPointer(rebasing: ExcelText.trimmed(bytes)))
      guard shared.strings.values.indices.contains(number) else {
        throw XMLFault("There is no shared string \(number).")
      }
      if !shared.strings.phonetics.isEmpty { note(shared.strings.phonetics[number]) }
      return shared.strings.values[number]
    case .string, .inlineString: return .text(ExcelText.unescaped(try scanner.text(of: piece)))
    case .logical:
      let trimmed = ExcelText.trimmed(bytes)
      return .logical(trimmed.first == UInt8(ascii: "1") || trimmed.first.map { $0 | 0x20 } == UInt8(ascii: "t"))
    case .error:
      if let error = shared.errors[cell.metadata] { return .error(error) }
      let text = try scanner.text(of: piece)
      return .error(CellError(ErrorCode(text: text) ?? .value))
    case .date:
      let text = try scanner.text(of: piece)
      return (ISODate.serial(text, shared.dateSystem) ?? DecimalNumber.number(text)).map { .number($0) } ?? .text(text)
    }
  }

  private func number(_ bytes: UnsafeBufferPointer<UInt8>) -> CellValue? {
    if let number = DecimalScanner.number(bytes, from: 0, to: bytes.count) { return .number(number) }
    let trimmed = ExcelText.trimmed(bytes)
    if trimmed.isEmpty { return nil }
    if let number = DecimalScanner.number(bytes, from: trimmed.startIndex, to: trimmed.endIndex) {
      return .number(number)
    }
    // Some programs write INF and NaN.
    return .error(
      .number("“\(String(decoding: trimmed.prefix(40), as: UTF8.self))” is no number that a cell can hold."))
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
      case (2, UInt8(ascii: "s")) where name[1] == UInt8(ascii: "i"): number = Self.number(value)
      case (3, UInt8(ascii: "r")) where name[1] == UInt8(ascii: "e") && name[2] == UInt8(ascii: "f"): range = value
      default: break
      }
    }
    let block =
      type == .array || type == .dataTable
      ? range.flatMap { CellBlock(String(decoding: $0, as: UTF8.self)) } : nil
    let text = ExcelText.unescaped(try scanner.elementText())
    if type == .shared {
      guard let number else { return text.isEmpty ? nil : .plain(text) }
      return .shared(sharedFormula(number, text))
    }
    if type == .array {
      let own = CellBlock(top: row, left: column, bottom: row, right: column)
      var filled = block ?? own
      if !filled.contains(row: row, column: column) { filled = own }
      sheet.arrays.formulas.append(ArrayFormula(text: text, block: filled, isDynamic: isDynamic))
      return .array(Int32(sheet.arrays.formulas.count - 1))
    }
    if type == .dataTable {
      sheet.dataTables.append(block ?? CellBlock(top: row, left: column, bottom: row, right: column))
      return nil
    }
    return text.isEmpty ? nil : .plain(text)
  }

  /// The place of a shared formula among the sheet's.
  ///
  /// A cell may name it before the one that tells it, and a number may be used again.
  private mutating func sharedFormula(_ number: Int, _ text: String) -> Int32 {
    if text.isEmpty, let lastShared, lastShared.number == number { return lastShared.place }
    let place = findSharedFormula(number, text)
    lastShared = (number, place)
    return place
  }

  private mutating func findSharedFormula(_ number: Int, _ text: String) -> Int32 {
    if let place = sharedFormulas[number] {
      if text.isEmpty { return Int32(place) }
      if sheet.sharedFormulas[place].text == nil {
        sheet.sharedFormulas[place] = SharedFormula(row: Int32(row), column: Int32(column), text: text)
        return Int32(place)
      }
    }
    let place = sheet.sharedFormulas.count
    sheet.sharedFormulas.append(
      SharedFormula(row: Int32(row), column: Int32(column), text: text.isEmpty ? nil : text))
    sharedFormulas[number] = place
    return Int32(place)
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
