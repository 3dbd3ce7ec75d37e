import CellModel
import Markup

/// Reads where a pivot table of OpenDocument stands and by which fields it splits its data (OpenDocument 1.3 part 3, §9.6).
///
/// What its rows and columns are about is told by the labels in its cells alone.
struct OpenDocumentPivots {
  private var address = ""
  private var hasFilterButton = true
  private var fields: [PivotField] = []
  private var data: [PivotReport.Data] = []
  private var rows: [Int?] = []
  private var columns: [Int?] = []
  private var pages: [(field: Int, selected: String?)] = []

  /// Reads the table whose element has just begun.
  init(_ scanner: inout XMLScanner) throws(XMLFault) {
    address = OpenDocumentReference(try scanner.string("target-range-address") ?? "").excelText
    hasFilterButton = try scanner.string("show-filter-button") != "false"
    let outer = scanner.depth - 1
    while true {
      let event = try scanner.next()
      if event == .finish { return }
      if event == .end, scanner.depth <= outer { return }
      guard event == .start else { continue }
      if scanner.isNamed("data-pilot-field") {
        try addField(scanner)
      } else if scanner.isNamed("data-pilot-member"), !fields.isEmpty, let name = try scanner.string("name") {
        fields[fields.count - 1].items.append(PivotItem(.text(name), caption: try scanner.string("display-name")))
      } else if scanner.isNamed("data-pilot-groups") {
        try scanner.skipElement()
      }
    }
  }

  private mutating func addField(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    let name = try scanner.string("source-field-name") ?? ""
    let caption = try scanner.string("display-name")
    fields.append(PivotField(names: (caption.map { [$0] } ?? []) + [name]))
    let number = fields.count - 1
    let isLayout = try scanner.string("is-data-layout-field") == "true"
    switch try scanner.string("orientation") {
    case "row": rows.append(isLayout ? nil : number)
    case "column": columns.append(isLayout ? nil : number)
    case "page":
      let isIgnored = try scanner.string("ignore-selected-page") == "true"
      pages.append((number, isIgnored ? nil : try scanner.string("selected-page")))
    case "data":
      let function = Self.functions[try scanner.string("function") ?? ""] ?? "Sum"
      data.append(PivotReport.Data(name: caption ?? "\(function) - \(name)", field: number))
    default: break
    }
  }

  /// What LibreOffice calls the functions in English.
  private static let functions = [
    "sum": "Sum", "count": "Count", "average": "Average", "median": "Median", "max": "Max", "min": "Min",
    "product": "Product", "countnums": "Count", "stdev": "StDev", "stdevp": "StDevP", "var": "Var", "varp": "VarP",
  ]

  // MARK: The report

  /// The report and the position of its sheet; `nil` when it stands nowhere.
  func report(in sheets: [WorkbookSheet]) -> (sheet: Int, report: PivotReport)? {
    guard let mark = address.lastIndex(of: "!"), let block = CellBlock(address[address.index(after: mark)...]),
      !data.isEmpty
    else { return nil }
    let name = A1Notation.unquoted(address[..<mark].drop { $0 == "$" })
    guard let sheet = sheets.firstIndex(where: { CaseFolding.areEqual($0.name, name) }) else { return nil }
    return (sheet, report(on: sheets[sheet], block))
  }

  private func report(on sheet: WorkbookSheet, _ block: CellBlock) -> PivotReport {
    // With one data field there are no labels that tell it apart.
    let rows = data.count > 1 ? rows : rows.filter { $0 != nil }
    let columns = data.count > 1 ? columns : columns.filter { $0 != nil }
    let top = firstRow(block, sheet, rows, columns)
    let left = block.left + rows.count
    var labels = PivotLabels(fields, data, addsItems: true)
    let rowLines = labels.lines(rows, count: max(block.bottom - top + 1, 0)) { line, depth in
      sheet.constant(row: top + line, column: block.left + depth)
    }
    let columnLines = labels.lines(columns, count: max(block.right - left + 1, 0)) { line, depth in
      sheet.constant(row: top - columns.count + depth, column: left + line)
    }
    return PivotReport(
      blocks: [PivotReport.Block(rows: block.top...block.bottom, columns: block.left...block.right)],
      origin: (top, left), fields: labels.fields, data: data,
      rows: PivotAxis(fields: rows, lines: rowLines), columns: PivotAxis(fields: columns, lines: columnLines),
      pages: pages.map { page in
        PivotReport.Page(field: page.field, item: page.selected.flatMap { fields[page.field].item(.text($0)) })
      })
  }

  /// The first row of data: the one behind the names of the fields along the rows.
  private func firstRow(_ block: CellBlock, _ sheet: WorkbookSheet, _ rows: [Int?], _ columns: [Int?]) -> Int {
    let above = (hasFilterButton ? 1 : 0) + pages.count
    let table = block.top + above + (above > 0 ? 1 : 0)
    if case .some(.some(let first)) = rows.first, table <= block.bottom,
      let row = (table...block.bottom).first(where: { row in
        sheet.constant(row: row, column: block.left).text.map { fields[first].isNamed($0) } == true
      })
    {
      return row + 1
    }
    return table + 1 + columns.count
  }
}
