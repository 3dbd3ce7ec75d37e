import CellModel
import Markup

/// Reads where a pivot table stands and what its rows and columns are about.
///
/// The values are in the cells; what the report was made of, and how to make it again, is not looked at.
struct ExcelPivots {
  private var block: CellBlock?
  private var (firstDataRow, firstDataColumn) = (1, 1)
  private var (pageRows, pageColumns) = (0, 0)
  /// The items of each field as the definition has them.
  private var fields: [(caption: String?, items: [Item])] = []
  private var rows = PivotAxis(lines: [])
  private var columns = PivotAxis(lines: [])
  private var pages: [PivotReport.Page] = []
  private var data: [PivotReport.Data] = []

  private struct Item {
    /// The position among the values of the source; `nil` for a total.
    var value: Int?
    var caption: String?
  }

  /// The report of a part; `nil` when it tells no place for it.
  static func report(
    _ part: String, of package: ExcelPackage, cache: ExcelPivotCache, on sheet: WorkbookSheet
  ) throws(WorkbookFault) -> PivotReport? {
    var pivots = ExcelPivots()
    try package.scan(part) { (scanner) throws(XMLFault) in try pivots.read(&scanner) }
    return pivots.report(cache, sheet)
  }

  private mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    while true {
      let event = try scanner.next()
      if event == .finish { return }
      guard event == .start else { continue }
      if scanner.isNamed("location") {
        block = try scanner.string("ref").flatMap { CellBlock($0) }
        firstDataRow = Self.count("firstDataRow", scanner) ?? 1
        firstDataColumn = Self.count("firstDataCol", scanner) ?? 1
        pageRows = Self.count("rowPageCount", scanner) ?? 0
        pageColumns = Self.count("colPageCount", scanner) ?? 0
      } else if scanner.isNamed("pivotField") {
        fields.append((try scanner.string("name").map { ExcelText.unescaped($0) }, []))
      } else if scanner.isNamed("item"), !fields.isEmpty {
        fields[fields.count - 1].items.append(try Self.item(scanner))
      } else if scanner.isNamed("rowFields") {
        rows.fields = try Self.fields(&scanner)
      } else if scanner.isNamed("colFields") {
        columns.fields = try Self.fields(&scanner)
      } else if scanner.isNamed("rowItems") {
        rows.lines = try Self.lines(&scanner)
      } else if scanner.isNamed("colItems") {
        columns.lines = try Self.lines(&scanner)
      } else if scanner.isNamed("pageField"), let field = scanner.integer("fld") {
        pages.append(PivotReport.Page(field: field, item: scanner.integer("item")))
      } else if scanner.isNamed("dataField"), let field = scanner.integer("fld") {
        data.append(PivotReport.Data(name: ExcelText.unescaped(try scanner.string("name") ?? ""), field: field))
      } else if scanner.isNamed("formats") || scanner.isNamed("conditionalFormats") || scanner.isNamed("chartFormats")
        || scanner.isNamed("filters") || scanner.isNamed("extLst")
      {
        try scanner.skipElement()
      }
    }
  }

  /// A count of rows or columns, of which a sheet has no more.
  private static func count(_ name: StaticString, _ scanner: borrowing XMLScanner) -> Int? {
    scanner.integer(name).map { min(max($0, 0), Area.lastRow) }
  }

  private static func item(_ scanner: borrowing XMLScanner) throws(XMLFault) -> Item {
    let caption = try scanner.string("n").map { ExcelText.unescaped($0) }
    let type = try scanner.string("t") ?? "data"
    return Item(value: type == "data" ? scanner.integer("x") : nil, caption: type == "data" ? caption : nil)
  }

  /// The fields of an axis whose element has just begun; the data fields have a number below 0.
  private static func fields(_ scanner: inout XMLScanner) throws(XMLFault) -> [Int?] {
    var fields: [Int?] = []
    try forEachElement(of: &scanner) { (scanner) throws(XMLFault) in
      if scanner.isNamed("field"), let number = scanner.integer("x") { fields.append(number < 0 ? nil : number) }
    }
    return fields
  }

  /// The lines of an axis whose element has just begun; each repeats some of the items of the one before.
  private static func lines(_ scanner: inout XMLScanner) throws(XMLFault) -> [PivotAxis.Line?] {
    var lines: [PivotAxis.Line?] = []
    var last: [Int] = []
    var isOfAll = false
    try forEachElement(of: &scanner) { (scanner) throws(XMLFault) in
      if scanner.isNamed("i") {
        last = Array(last.prefix(max(scanner.integer("r") ?? 0, 0)))
        let type = try scanner.string("t") ?? "data"
        let isTotal = type != "data"
        lines.append(type == "blank" ? nil : PivotAxis.Line(last, isTotal: isTotal, data: scanner.integer("i") ?? 0))
        isOfAll = type == "grand"
      } else if scanner.isNamed("x") {
        last.append(scanner.integer("v") ?? 0)
        if !lines.isEmpty, !isOfAll { lines[lines.count - 1]?.items = last }
      }
    }
    return lines
  }

  private static func forEachElement(
    of scanner: inout XMLScanner, _ body: (borrowing XMLScanner) throws(XMLFault) -> Void
  ) throws(XMLFault) {
    let outer = scanner.depth - 1
    while true {
      let event = try scanner.next()
      if event == .finish { return }
      if event == .end, scanner.depth <= outer { return }
      if event == .start { try body(scanner) }
    }
  }

  // MARK: The report

  private mutating func report(_ cache: ExcelPivotCache, _ sheet: WorkbookSheet) -> PivotReport? {
    guard let block, !data.isEmpty else { return nil }
    let fields = fields(cache)
    for place in data.indices where data[place].name.isEmpty && fields.indices.contains(data[place].field) {
      data[place].name = fields[data[place].field].names.first ?? ""
    }
    if rows.lines.isEmpty || columns.lines.isEmpty { readLabels(fields, block, sheet) }
    var blocks = [PivotReport.Block(rows: block.top...block.bottom, columns: block.left...block.right)]
    // The pages stand above, with a row between.
    if pageRows > 0, block.top > pageRows {
      blocks.append(
        PivotReport.Block(
          rows: block.top - 1 - pageRows...block.top - 2,
          columns: block.left...block.left + max(3 * pageColumns - 2, 1)))
    }
    return PivotReport(
      blocks: blocks, origin: (block.top + firstDataRow, block.left + firstDataColumn), fields: fields,
      data: data, rows: rows, columns: columns, pages: pages)
  }

  /// Reads what LibreOffice and others leave out.
  private mutating func readLabels(_ fields: [PivotField], _ block: CellBlock, _ sheet: WorkbookSheet) {
    var labels = PivotLabels(fields, data)
    if data.count == 1 {
      rows.fields.removeAll { $0 == nil }
      columns.fields.removeAll { $0 == nil }
    }
    let (firstRow, firstColumn) = (block.top + firstDataRow, block.left + firstDataColumn)
    if rows.lines.isEmpty {
      rows.lines = labels.lines(rows.fields, count: max(block.bottom - firstRow + 1, 0)) { line, depth in
        sheet.constant(row: firstRow + line, column: block.left + depth)
      }
    }
    if columns.lines.isEmpty {
      let depths = columns.fields.count
      columns.lines = labels.lines(columns.fields, count: max(block.right - firstColumn + 1, 0)) { line, depth in
        sheet.constant(row: firstRow - depths + depth, column: firstColumn + line)
      }
    }
  }

  private func fields(_ cache: ExcelPivotCache) -> [PivotField] {
    fields.enumerated().map { position, field in
      let source = cache.fields.indices.contains(position) ? cache.fields[position] : nil
      let values = source?.items ?? []
      let items = field.items.map { item -> PivotItem? in
        guard let value = item.value, values.indices.contains(value) else {
          return item.caption.map { PivotItem(.text($0)) }
        }
        var found = values[value]
        if let caption = item.caption { found.caption = caption }
        return found
      }
      return PivotField(names: (field.caption.map { [$0] } ?? []) + (source?.names ?? []), items: items)
    }
  }
}
