import Archives
import CellModel
import Markup

/// A workbook's file with other values in some cells, and everything else as it was, byte for byte.
///
/// Parts without such a cell are copied as they are packed: charts, pivots, macros, formats, comments, whatever they are.
/// In a sheet only the elements of these cells are written anew, and they keep their attributes and their formulas. A
/// cell without a number format gets that of the kind of its value.
enum ExcelEdit {
  /// - Parameter changes: By the position of the sheet.
  static func bytes(_ original: [UInt8], changing changes: [Int: [CellChange]]) throws(WorkbookFault) -> [UInt8] {
    let package = try ExcelPackage(original)
    guard !package.isSigned else { throw .signed }
    let parts = try ExcelReader.sheetParts(of: package)
    let stylesPart = try ExcelReader.stylesPart(of: package)
    var styles = ExcelAddedStyles(
      try stylesPart.map { part throws(WorkbookFault) in try ExcelFormats.read(part, of: package).formats } ?? [])
    var replaced: [String: [UInt8]] = [:]
    for (sheet, changes) in changes where !changes.isEmpty {
      guard parts.indices.contains(sheet), let part = parts[sheet] else { continue }
      let contents = try package.contents(of: part) ?? []
      do throws(XMLFault) { replaced[part.lowercased()] = try Self.sheet(contents, changes, &styles) } catch {
        throw .part(part, reason: error.message)
      }
    }
    if let stylesPart, !styles.isEmpty {
      let contents = try package.contents(of: stylesPart) ?? []
      do throws(XMLFault) { replaced[stylesPart.lowercased()] = try styles.part(contents) } catch {
        throw .part(stylesPart, reason: error.message)
      }
    }
    do throws(ArchiveFault) { return try package.replacing(replaced) } catch { throw .archive(error) }
  }

  /// A sheet's part with other values in some cells.
  static func sheet(
    _ contents: [UInt8], _ changes: [CellChange], _ styles: inout ExcelAddedStyles
  ) throws(XMLFault) -> [UInt8] {
    var outcome: Result<[UInt8], XMLFault> = .success([])
    contents.withUnsafeBufferPointer { bytes in
      var edit = ExcelSheetEdit(XMLScanner(bytes), changes, styles)
      do throws(XMLFault) { outcome = .success(try edit.run()) } catch { outcome = .failure(error) }
      styles = edit.styles
    }
    return try outcome.get()
  }
}

/// One pass over a sheet's part that copies it but for some cells.
private struct ExcelSheetEdit: ~Copyable {
  private var scanner: XMLScanner
  private var output: [UInt8] = []
  /// How much of the part has been copied.
  private var copied = 0
  private var changes: ArraySlice<CellChange>
  /// What stands before the names of elements, with its colon.
  private var prefix = ""
  private var row = -1
  private var column = -1
  private(set) var styles: ExcelAddedStyles

  init(_ scanner: consuming XMLScanner, _ changes: [CellChange], _ styles: ExcelAddedStyles) {
    self.scanner = scanner
    self.styles = styles
    self.changes = changes.sorted { ($0.row, $0.column) < ($1.row, $1.column) }[...]
  }

  mutating func run() throws(XMLFault) -> [UInt8] {
    copied = scanner.position
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .start: try readStart(at: scanner.tagStart(from: before))
      case .end:
        if scanner.isNamed("row") { insertCells(before: .max, at: scanner.tagStart(from: before)) }
        if scanner.isNamed("sheetData") { insertRows(before: .max, at: scanner.tagStart(from: before)) }
      case .finish:
        copy(to: scanner.position)
        return output
      default: break
      }
    }
  }

  private mutating func copy(to position: Int) {
    guard position > copied else { return }
    output.append(contentsOf: scanner.bytes(copied..<position))
    copied = position
  }

  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }

  // MARK: Elements

  private mutating func readStart(at start: Int) throws(XMLFault) {
    if scanner.isNamed("sheetData") {
      let name = scanner.name
      prefix = name.firstIndex(of: ":").map { String(name[...$0]) } ?? ""
      openIfEmpty { $0.insertRows(before: .max, at: $0.copied) }
    } else if scanner.isNamed("row") {
      row = scanner.integer("r").map { $0 - 1 } ?? row + 1
      column = -1
      insertRows(before: row, at: start)
      openIfEmpty { $0.insertCells(before: .max, at: $0.copied) }
    } else if scanner.isNamed("c") {
      let place = try scanner.string("r").flatMap { A1Notation.cell($0) }
      column = place?.column ?? column + 1
      insertCells(before: column, at: start)
      guard let change = changes.first, change.row == row, change.column == column else { return }
      changes.removeFirst()
      try rewriteCell(at: start, change)
    }
  }

  /// Gives an element that is empty, and in which something is to stand, an end of its own.
  private mutating func openIfEmpty(_ fill: (inout Self) -> Void) {
    guard scanner.isEmpty, let next = changes.first, scanner.isNamed("sheetData") || next.row == row else { return }
    let name = scanner.name
    copy(to: scanner.position - 2)
    put(">")
    copied = scanner.position
    fill(&self)
    put("</\(name)>")
  }

  private mutating func insertRows(before limit: Int, at position: Int) {
    guard let first = changes.first, first.row < limit else { return }
    copy(to: position)
    while let next = changes.first, next.row < limit {
      put("<\(prefix)row r=\"\(next.row + 1)\">")
      while let change = changes.first, change.row == next.row {
        changes.removeFirst()
        writeCell(change)
      }
      put("</\(prefix)row>")
    }
  }

  private mutating func insertCells(before limit: Int, at position: Int) {
    guard let first = changes.first, first.row == row, first.column < limit else { return }
    copy(to: position)
    while let change = changes.first, change.row == row, change.column < limit {
      changes.removeFirst()
      writeCell(change)
    }
  }

  // MARK: Cells

  /// Writes a cell that was not there.
  private mutating func writeCell(_ change: CellChange) {
    guard !change.value.isBlank else { return }
    put("<\(prefix)c r=\"\(A1Notation.text(row: change.row, column: change.column))\"")
    if !change.isInArray, let style = styles.style(for: change.value, over: 0) { put(" s=\"\(style)\"") }
    writeContent(change.value, formula: nil)
    put("</\(prefix)c>")
  }

  private mutating func rewriteCell(at start: Int, _ change: CellChange) throws(XMLFault) {
    copy(to: start)
    put("<\(prefix)c")
    let own = scanner.integer("s") ?? 0
    var styled: Range<Int>?
    for attribute in scanner.attributePieces {
      // What said of the old value what it was says nothing of the new one.
      if scanner.isPiece(attribute.localName, "t") || scanner.isPiece(attribute.localName, "vm") { continue }
      let value = scanner.copyAttribute(named: attribute.name, attribute.value, to: &output)
      if scanner.isPiece(attribute.name, "s") { styled = value }
    }
    let formula = try readFormula(change.block)
    // What a formula gives is shown as before.
    if formula == nil, !change.isInArray, let style = styles.style(for: change.value, over: own) {
      if let styled { output.replaceSubrange(styled, with: "\(style)".utf8) } else { put(" s=\"\(style)\"") }
    }
    writeContent(change.value, formula: formula)
    put("</\(prefix)c>")
    copied = scanner.position
  }

  /// Reads the cell to its end and gives its formula as it stands, over other cells if it fills others by now.
  private mutating func readFormula(_ block: CellBlock?) throws(XMLFault) -> [UInt8]? {
    let outer = scanner.depth - 1
    var formula: [UInt8]?
    while true {
      let before = scanner.position
      switch try scanner.next() {
      case .start:
        guard scanner.isNamed("f") else {
          try scanner.skipElement()
          continue
        }
        let start = scanner.tagStart(from: before)
        let reference = scanner.attribute("ref")
        try scanner.skipElement()
        if let block, let reference {
          formula = Array(scanner.bytes(start..<reference.lower))
          formula?.append(contentsOf: block.text.utf8)
          formula?.append(contentsOf: scanner.bytes(reference.upper..<scanner.position))
        } else {
          formula = Array(scanner.bytes(start..<scanner.position))
        }
      case .end: if scanner.depth <= outer { return formula }
      case .finish: return formula
      default: break
      }
    }
  }

  /// Writes what says of a value what it is, the end of the cell's first tag, its formula and the value.
  private mutating func writeContent(_ value: CellValue, formula: [UInt8]?) {
    var writer = XMLWriter()
    let type: String?
    switch value {
    case .blank: type = nil
    case .number(let number, _):
      type = nil
      writer.element(prefix + "v", text: NumberText.roundTrip(number))
    case .text(let text) where formula == nil:
      type = "inlineStr"
      writer.start(prefix + "is")
      ExcelText.write(text, to: &writer, prefix: prefix)
      writer.end()
    case .text(let text):
      type = "str"
      writer.element(prefix + "v", text: ExcelText.escaped(text))
    case .logical(let logical):
      type = "b"
      writer.element(prefix + "v", text: logical ? "1" : "0")
    case .error(let error):
      type = "e"
      writer.element(prefix + "v", text: ExcelErrors.text(of: error.code))
    case .array, .record, .lambda:
      type = "e"
      writer.element(prefix + "v", text: CellError.value.code.text)
    }
    put(type.map { " t=\"\($0)\">" } ?? ">")
    output.append(contentsOf: formula ?? [])
    output.append(contentsOf: writer.bytes)
  }
}
