import CellModel
import Diagnostics
import Formulas
import SheetText
import Workbooks

/// A workbook as the text of a sheet, so that a sheet can use it.
///
/// Each sheet of the workbook is a grid with its cells at their addresses. Names that stand for ranges, and structured
/// references, are written as the cells that they mean; other names are named cells. A formula that the language has no
/// words for, such as one of another workbook, is left out for the value that was stored.
struct WorkbookText {
  private let workbook: Workbook
  private var lines: [String] = []
  private var references: [String: GridReference] = [:]
  private var local: [Int: [String: GridReference]] = [:]
  private var named: Set<String> = []
  private var tables: [String: (table: WorkbookTable, sheet: Int)] = [:]

  /// The text of a workbook's file.
  static func bytes(of file: [UInt8], named name: String) throws(WorkbookFault) -> [UInt8] {
    var text = WorkbookText(try WorkbookReader.workbook(file, named: name))
    text.write()
    return Array(text.lines.joined(separator: "\n").utf8)
  }

  private init(_ workbook: Workbook) { self.workbook = workbook }

  private mutating func write() {
    readNames()
    for (position, sheet) in workbook.sheets.enumerated() where sheet.kind == .cells {
      lines.append("sheet \(Self.prefix(sheet.name))")
      writeCells(of: sheet)
      writeFormulas(of: sheet, position)
    }
  }

  // MARK: Names

  private mutating func readNames() {
    for (position, sheet) in workbook.sheets.enumerated() {
      for table in sheet.tables { tables[table.name.lowercased()] = (table, position) }
    }
    for name in workbook.names {
      let key = name.name.lowercased()
      let parsed = FormulaParser.parse(name.formula, dialect: .excel)
      guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { continue }
      if parsed.tree.nodes.count == 1, case .reference(let reference) = parsed.tree.nodes[0], reference.sheet != nil {
        if let sheet = name.sheet {
          local[sheet, default: [:]][key] = reference
        } else {
          references[key] = reference
        }
      } else if name.sheet == nil, Self.isName(name.name) {
        named.insert(key)
      }
    }
    for name in workbook.names where name.sheet == nil && named.contains(name.name.lowercased()) {
      guard let text = formula(name.formula, on: 0, row: 0) else {
        named.remove(name.name.lowercased())
        continue
      }
      lines.append("\(name.name) = \(text)")
    }
    // A name of a cell is one of the sheet as well, for whoever uses it.
    for name in workbook.names where name.sheet == nil && Self.isName(name.name) {
      guard let reference = references[name.name.lowercased()], let sheet = reference.sheet, sheet.last == nil,
        !sheet.first.hasPrefix("["), reference.shape != .deleted
      else { continue }
      var tree = FormulaTree()
      tree.append(.reference(reference), span: SourceSpan(0, 0))
      lines.append("\(name.name) = \(tree.text())")
    }
  }

  /// Whether the language takes a name for one.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
    return A1Notation.cell(name) == nil
      && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_" }
  }

  private static func prefix(_ sheet: String) -> String {
    isName(sheet) ? sheet : A1Notation.quoted(sheet)
  }

  // MARK: Cells

  private mutating func writeCells(of sheet: WorkbookSheet) {
    for column in sheet.columns.keys.sorted() {
      guard let constants = sheet.columns[column] else { continue }
      for (position, row) in constants.rows.enumerated() {
        writeConstant(constants.values[position], Int(row), column, style: constants.styles[position])
      }
    }
  }

  private mutating func writeConstant(_ value: CellValue, _ row: Int, _ column: Int, style: Int32) {
    guard !value.isBlank else { return }
    let format = workbook.numberFormat(ofStyle: style)
    lines.append("\(A1Notation.text(row: row, column: column)) = \(literal(value, format))\(suffix(format, value))")
  }

  private func literal(_ value: CellValue, _ format: String) -> String {
    switch value {
    case .number(let number, _):
      guard let kind = (try? NumberFormat(format))?.numberKind, kind.isDay || kind == .time else { break }
      let shown = kind.isDay ? workbook.dateSystem.numberInSheet(number) : number
      return ValueText().literal(.number(shown, kind.shown(shown)))
    case .text(let text):
      // A line end would end the statement.
      let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map { part in
        "\"" + part.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
      }
      return parts.joined(separator: " & CHAR(10) & ")
    default: break
    }
    return ValueText().literal(value)
  }

  /// The clause that shows numbers as the workbook does.
  private func suffix(_ format: String, _ value: CellValue) -> String {
    guard format != "General", value.number != nil, (try? NumberFormat(format)) != nil else { return "" }
    return " as \"" + format.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  // MARK: Formulas

  private mutating func writeFormulas(of sheet: WorkbookSheet, _ position: Int) {
    for cell in sheet.formulas {
      let (row, column) = (Int(cell.row), Int(cell.column))
      let text: String?
      switch cell.kind {
      case .plain(let formula): text = self.formula(formula, on: position, row: row)
      case .array(let number):
        text = formula(sheet.arrayFormulas[Int(number)].text, on: position, row: row)
        if text == nil {
          for spilled in sheet.spilled where spilled.array == number {
            writeConstant(spilled.value, Int(spilled.row), Int(spilled.column), style: 0)
          }
        }
      case .shared(let number):
        let shared = sheet.sharedFormulas[Int(number)]
        text = shared.text.flatMap {
          formula($0, on: position, row: row, shiftedBy: (row - Int(shared.row), column - Int(shared.column)))
        }
      }
      if let text {
        let format = workbook.numberFormat(ofStyle: cell.style)
        lines.append(
          "\(A1Notation.text(row: row, column: column)) = \(text)\(suffix(format, cell.stored ?? .blank))")
      } else if let stored = cell.stored {
        writeConstant(stored, row, column, style: cell.style)
      }
    }
  }

  /// A formula in the words of the language; `nil` when it has none for it.
  private func formula(
    _ text: String, on sheet: Int, row: Int, shiftedBy offset: (rows: Int, columns: Int) = (0, 0)
  ) -> String? {
    let parsed = FormulaParser.parse(text, dialect: .excel)
    guard !parsed.hasErrors, !parsed.tree.nodes.isEmpty else { return nil }
    var isKnown = true
    let tree = parsed.tree.shifted(rows: offset.rows, columns: offset.columns).replacing { node, _, _ in
      switch node {
      case .name(let name, let prefix):
        let home = prefix.flatMap { prefix in
          workbook.sheets.firstIndex { $0.name.lowercased() == prefix.first.lowercased() }
        }
        let key = name.lowercased()
        if let reference = local[home ?? sheet]?[key] ?? references[key] { return .reference(reference) }
        if let (table, place) = tables[key] {
          return self.reference(to: StructuredReference(table: table.name), at: place, row).map { .reference($0) }
        }
        if prefix != nil { isKnown = false }
        return nil
      case .reference(let reference):
        if reference.sheet?.first.hasPrefix("[") == true { isKnown = false }
        return nil
      case .structured(let structured):
        let own = workbook.sheets[sheet].tables.first { row >= $0.block.top && row <= $0.block.bottom }
        guard let name = structured.table ?? own?.name, let place = tables[name.lowercased()]?.sheet,
          let reference = self.reference(to: structured, named: name, at: place, row)
        else {
          isKnown = false
          return nil
        }
        return .reference(reference)
      default: return nil
      }
    }
    guard isKnown else { return nil }
    let written = tree.text()
    // What the language reads otherwise than it was meant is not written.
    let again = FormulaParser.parse(written, dialect: .sheet)
    return again.hasErrors || written.contains("\n") ? nil : written
  }

  /// The cells that a structured reference means in a row.
  private func reference(
    to structured: StructuredReference, named name: String? = nil, at sheet: Int, _ row: Int
  ) -> GridReference? {
    guard let table = tables[(name ?? structured.table ?? "").lowercased()]?.table else { return nil }
    func column(_ name: String?, _ other: Int) -> Int? {
      guard let name else { return other }
      return table.columns.firstIndex { $0.lowercased() == name.lowercased() }.map { table.block.left + $0 }
    }
    guard let left = column(structured.firstColumn, table.block.left),
      let right = column(structured.lastColumn, table.block.right)
    else { return nil }
    let first = table.block.top + (table.hasHeaders ? 1 : 0)
    let last = table.block.bottom - (table.hasTotals ? 1 : 0)
    let rows: (Int, Int)
    switch structured.rows {
    case .data: rows = (first, last)
    case .headers: rows = (table.block.top, table.block.top)
    case .totals: rows = (table.block.bottom, table.block.bottom)
    case .all: rows = (table.block.top, table.block.bottom)
    case .thisRow: rows = (row, row)
    case .headersAndData: rows = (table.block.top, last)
    case .dataAndTotals: rows = (first, table.block.bottom)
    }
    func place(_ value: Int) -> Coordinate { Coordinate(value, absolute: true) }
    let shape: GridReference.Shape =
      rows.0 == rows.1 && left == right
      ? .cell(row: place(rows.0), column: place(left))
      : .area(row: place(rows.0), column: place(left), row2: place(rows.1), column2: place(right))
    return GridReference(shape, sheet: SheetPrefix(workbook.sheets[sheet].name))
  }
}
