import CellModel
import Markup

/// Reads a workbook of Office Open XML: `.xlsx`, `.xlsm`, `.xltx`, strict or transitional.
///
/// Parts are found by their relations, and elements by their names without prefixes. Macros and whatever else is no cell
/// are not looked at; nothing outside the package is ever fetched.
package struct ExcelReader {
  private let package: ExcelPackage
  private var workbook = Workbook()
  private var workbookPart = ""
  private var relations: [String: ExcelPackage.Relation] = [:]
  /// The sheets with the parts that they are in.
  private var sheetRelations: [String] = []
  private var externalRelations: [String] = []
  /// What pivot tables share, by its part.
  private var pivotCaches: [String: ExcelPivotCache] = [:]

  package static func workbook(_ bytes: [UInt8]) throws(WorkbookFault) -> Workbook {
    var reader = ExcelReader(package: try ExcelPackage(bytes))
    return try reader.read()
  }

  /// Whether bytes are an archive with a workbook of Office Open XML.
  package static func isWorkbook(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: [0x50, 0x4B]), let package = try? ExcelPackage(bytes) else { return false }
    var reader = ExcelReader(package: package)
    return (try? reader.findWorkbook()) != nil
  }

  /// The names of the parts with the sheets, in their order; `nil` for a sheet that is none of cells.
  static func sheetParts(of package: ExcelPackage) throws(WorkbookFault) -> [String?] {
    var reader = ExcelReader(package: package)
    try reader.findWorkbook()
    try reader.readWorkbook()
    let relations = try package.relations(of: reader.workbookPart)
    return reader.sheetRelations.map { id in
      relations.first { $0.id == id && $0.kind == "worksheet" && package.hasPart($0.target) }?.target
    }
  }

  /// The name of the part with the styles.
  static func stylesPart(of package: ExcelPackage) throws(WorkbookFault) -> String? {
    var reader = ExcelReader(package: package)
    try reader.findWorkbook()
    let relations = try package.relations(of: reader.workbookPart)
    return relations.first { $0.kind == "styles" && !$0.isExternal && package.hasPart($0.target) }?.target
  }

  private init(package: ExcelPackage) { self.package = package }

  private mutating func read() throws(WorkbookFault) -> Workbook {
    try findWorkbook()
    try readWorkbook()
    if workbook.sheets.isEmpty { throw .noSheet }
    let all = try package.relations(of: workbookPart)
    relations = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    func part(_ kind: String) -> String? {
      all.first { $0.kind == kind && !$0.isExternal && package.hasPart($0.target) }?.target
    }
    readProperties()
    workbook.leftOut.note(relatedToWorkbook: all)
    if let styles = part("styles") {
      (workbook.numberFormats, workbook.leftOut.hasLooks) = try ExcelFormats.read(styles, of: package)
    }
    var values = ExcelCellValues()
    values.dateSystem = workbook.dateSystem
    if let strings = part("sharedStrings") { values.strings = try ExcelStrings(strings, of: package) }
    if let metadata = part("sheetMetadata") {
      values.errors = try ExcelErrors(
        metadata: metadata, richValues: part("rdRichValue"), structures: part("rdRichValueStructure"), package)
    }
    for position in workbook.sheets.indices { try readSheet(position, values) }
    if workbook.sheets.allSatisfy({ $0.kind == .missing }) {
      throw .missingPart(relations[sheetRelations[0]]?.target ?? "part with a sheet")
    }
    for id in externalRelations { try readExternalBook(id) }
    return workbook
  }

  /// Finds the part with the workbook: by the relations of the package, or where it usually is.
  private mutating func findWorkbook() throws(WorkbookFault) {
    let main = try package.relations(of: "").first { $0.kind == "officeDocument" }?.target
    workbookPart = main ?? "xl/workbook.xml"
    if workbookPart.lowercased().hasSuffix(".bin") { throw .binary }
    guard package.hasPart(workbookPart) else {
      if package.hasPart("xl/workbook.bin") { throw .binary }
      if main == nil { throw .noWorkbook }
      throw .missingPart(workbookPart)
    }
  }

  private mutating func readWorkbook() throws(WorkbookFault) {
    var workbook = self.workbook
    var (sheets, externals): ([String], [String]) = ([], [])
    var isWorkbook = false
    try package.scan(workbookPart) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("workbook") {
          isWorkbook = true
        } else if scanner.isNamed("workbookPr") {
          if scanner.flag("date1904") { workbook.dateSystem = .from1904 }
        } else if scanner.isNamed("sheet"), let name = try scanner.string("name") {
          var sheet = WorkbookSheet(name: ExcelText.unescaped(name))
          if let state = try scanner.string("state") {
            sheet.visibility = WorkbookSheet.Visibility(rawValue: state) ?? .hidden
          }
          workbook.sheets.append(sheet)
          sheets.append(try scanner.string("id") ?? "")
        } else if scanner.isNamed("externalReference") {
          externals.append(try scanner.string("id") ?? "")
        } else if scanner.isNamed("definedName"), let name = try scanner.string("name") {
          let sheet = scanner.integer("localSheetId")
          let formula = ExcelText.unescaped(try scanner.elementText())
          workbook.names.append(DefinedName(name: name, formula: formula, sheet: sheet))
        } else if scanner.isNamed("calcPr") {
          workbook.calculation = try Self.calculation(scanner)
        } else if scanner.isNamed("extLst") {
          try scanner.skipElement()
        }
      }
    }
    guard isWorkbook else { throw .noWorkbook }
    self.workbook = workbook
    sheetRelations = sheets
    externalRelations = externals
  }

  private static func calculation(_ scanner: borrowing XMLScanner) throws(XMLFault) -> CalculationSettings {
    var settings = CalculationSettings()
    if scanner.flag("iterate") {
      var iteration = CalculationSettings.Iteration()
      iteration.rounds = scanner.integer("iterateCount") ?? iteration.rounds
      if let tolerance = try scanner.string("iterateDelta").flatMap(DecimalNumber.number) {
        iteration.tolerance = tolerance
      }
      settings.iteration = iteration
    }
    settings.hasPrecisionAsDisplayed = !scanner.flag("fullPrecision", default: true)
    settings.isManual = try scanner.string("calcMode") == "manual"
    settings.isFullOnLoad = scanner.flag("fullCalcOnLoad")
    return settings
  }

  /// Finds out who saved the file; of a part that is damaged what stands before the damage is read.
  private mutating func readProperties() {
    let part = (try? package.relations(of: ""))?.first {
      $0.kind == "extended-properties" || $0.kind == "extendedProperties"
    }
    var (application, version) = ("", "")
    _ = try? package.scan(part?.target ?? "docProps/app.xml") { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("Application") { application = try scanner.elementText() }
        if scanner.isNamed("AppVersion") { version = try scanner.elementText() }
      }
    }
    workbook.savedBy = version.isEmpty ? application : "\(application) \(version)"
  }

  // MARK: Sheets

  private mutating func readSheet(_ position: Int, _ values: ExcelCellValues) throws(WorkbookFault) {
    if sheetRelations[position].isEmpty {
      // A module of macros as Excel 5 had it: a sheet by name only.
      workbook.sheets[position].kind = .macro
      return
    }
    guard let relation = relations[sheetRelations[position]] else {
      workbook.sheets[position].kind = .missing
      return
    }
    switch relation.kind {
    case "chartsheet": workbook.sheets[position].kind = .chart
    case "dialogsheet": workbook.sheets[position].kind = .dialog
    case "xlMacrosheet", "xlIntlMacrosheet": workbook.sheets[position].kind = .macro
    default: if !package.hasPart(relation.target) { workbook.sheets[position].kind = .missing }
    }
    guard workbook.sheets[position].kind == .cells else { return }
    var reader = ExcelSheetReader(workbook.sheets[position], values)
    // Only one copy of the sheet may hold its cells.
    workbook.sheets[position] = WorkbookSheet(name: "")
    try package.scan(relation.target) { (scanner) throws(XMLFault) in try reader.read(&scanner) }
    workbook.sheets[position] = reader.sheet
    let related = try package.relations(of: relation.target)
    workbook.leftOut.formUnion(reader.leftOut)
    workbook.leftOut.note(related: related, of: package)
    for pivot in related where pivot.kind == "pivotTable" { readPivot(pivot.target, of: position) }
    if let part = related.first(where: { $0.kind == "comments" && package.hasPart($0.target) })?.target,
      let comments = try? ExcelAnnotations.comments(of: part, package)
    {
      workbook.sheets[position].annotations.comments = comments
    }
    for id in reader.tableRelations {
      guard let part = related.first(where: { $0.id == id })?.target else { continue }
      guard let (table, isFiltered) = try table(part) else { continue }
      workbook.sheets[position].tables.append(table)
      if isFiltered { workbook.sheets[position].rows.addFilter(of: table.block) }
    }
  }

  /// Reads a pivot table; one that cannot be read is none, for its values are in cells.
  private mutating func readPivot(_ part: String, of sheet: Int) {
    guard let relations = try? package.relations(of: part),
      let cachePart = relations.first(where: { $0.kind == "pivotCacheDefinition" })?.target
    else { return }
    let known = pivotCaches[cachePart]
    guard let cache = known ?? (try? ExcelPivotCache(cachePart, of: package, workbook.dateSystem)) else { return }
    pivotCaches[cachePart] = cache
    guard let report = try? ExcelPivots.report(part, of: package, cache: cache, on: workbook.sheets[sheet])
    else { return }
    workbook.sheets[sheet].pivots.append(report)
  }

  /// The table of a part, and whether a filter hides some of its rows.
  private func table(_ part: String) throws(WorkbookFault) -> (table: WorkbookTable, isFiltered: Bool)? {
    var found: WorkbookTable?
    var isFiltered = false
    try package.scan(part) { (scanner) throws(XMLFault) in
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("table"), let block = try scanner.string("ref").flatMap({ CellBlock($0) }) {
          var name = try scanner.string("displayName")
          if name == nil { name = try scanner.string("name") }
          found = WorkbookTable(
            name: name ?? "", block: block, hasHeaders: (scanner.integer("headerRowCount") ?? 1) > 0,
            hasTotals: (scanner.integer("totalsRowCount") ?? 0) > 0, columns: [])
        } else if scanner.isNamed("tableColumn") {
          found?.columns.append(ExcelText.unescaped(try scanner.string("name") ?? ""))
        } else if scanner.isNamed("calculatedColumnFormula"), let column = found?.columns.indices.last {
          found?.columnFormulas[column] = ExcelText.unescaped(try scanner.elementText())
        } else if ExcelFilter.isCondition(scanner) {
          isFiltered = true
        }
      }
    }
    return found.map { ($0, isFiltered) }
  }

  // MARK: Other workbooks

  /// Reads what the file keeps of another workbook. LibreOffice writes ampersands of addresses as they are, so that the part is no
  /// XML; then there is nothing of the other workbook, and formulas that read it keep their values.
  private mutating func readExternalBook(_ id: String) throws(WorkbookFault) {
    do throws(WorkbookFault) {
      workbook.externalBooks.append(try externalBook(id))
    } catch {
      guard case .part = error else { throw error }
      workbook.externalBooks.append(ExternalBook())
      workbook.leftOut.note(.otherWorkbook)
    }
  }

  private func externalBook(_ id: String) throws(WorkbookFault) -> ExternalBook {
    var book = ExternalBook()
    guard let part = relations[id]?.target, package.hasPart(part) else { return book }
    book.target = try package.relations(of: part).first { $0.isExternal }?.target ?? ""
    try package.scan(part) { (scanner) throws(XMLFault) in
      var sheet: Int?
      while true {
        let event = try scanner.next()
        if event == .finish { return }
        guard event == .start else { continue }
        if scanner.isNamed("sheetName") {
          book.sheets.append(ExternalBook.Sheet(name: try scanner.string("val") ?? ""))
        } else if scanner.isNamed("definedName"), let name = try scanner.string("name") {
          book.names.append(
            DefinedName(name: name, formula: try scanner.string("refersTo") ?? "", sheet: scanner.integer("sheetId")))
        } else if scanner.isNamed("sheetData") {
          sheet = scanner.integer("sheetId")
        } else if scanner.isNamed("cell"), let sheet, book.sheets.indices.contains(sheet) {
          if let cell = try Self.externalCell(&scanner) { book.sheets[sheet].cells.append(cell) }
        }
      }
    }
    return book
  }

  private static func externalCell(
    _ scanner: inout XMLScanner
  ) throws(XMLFault) -> (row: Int, column: Int, value: CellValue)? {
    let place = try scanner.string("r").flatMap { A1Notation.cell($0) }
    let type = try scanner.string("t") ?? "n"
    let text = try scanner.elementText()
    guard let place else { return nil }
    let value: CellValue
    switch type {
    case "str": value = .text(ExcelText.unescaped(text))
    case "b": value = .logical(text == "1")
    case "e": value = .error(CellError(ErrorCode(text: text) ?? .value))
    default:
      guard let number = DecimalNumber.number(text), number.isFinite else { return nil }
      value = .number(number)
    }
    return (place.row, place.column, value)
  }
}
