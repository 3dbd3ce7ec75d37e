import Archives
import CellModel
import Markup

/// Writes a workbook as Office Open XML, transitional, as Excel and LibreOffice open it without repair.
///
/// Formulas must be spelled as files spell them. A sheet that is no worksheet is written as an empty one, so that the
/// sheets keep their numbers. What is written depends on the workbook alone.
package struct ExcelWriter {
  private let workbook: Workbook
  private var archive = ZipWriter()
  /// The types of the parts by their names, in the order of the package.
  private var types: [(name: String, type: String)] = []
  private var relations: [(type: String, target: String)] = []
  private var tableCount = 0
  private var hasDrawings = false

  package static func bytes(_ workbook: Workbook) throws(WorkbookFault) -> [UInt8] {
    try workbook.requireRoom()
    var writer = ExcelWriter(workbook: workbook)
    do throws(ArchiveFault) { return try writer.write() } catch { throw .archive(error) }
  }

  private init(workbook: Workbook) { self.workbook = workbook }

  private mutating func write() throws(ArchiveFault) -> [UInt8] {
    let styles = ExcelStyleTable(workbook.numberFormats)
    var shared = ExcelSheetWriter.Shared(styleCount: styles.count)
    for (position, sheet) in workbook.sheets.enumerated() { add(sheet, number: position + 1, &shared) }
    // The formulas name other workbooks by their order.
    let books = workbook.externalBooks.indices.map { addExternalBook($0) }
    addRelated("styles", ExcelNames.type("styles"), "styles.xml", styles.part)
    if !shared.strings.isEmpty {
      addRelated("sharedStrings", ExcelNames.type("sharedStrings"), "sharedStrings.xml", shared.strings.part)
    }
    if !shared.metadata.isEmpty { add(shared.metadata) }
    add(part: "xl/workbook.xml", ExcelNames.type("sheet.main"), workbookPart(books))
    archive.add("xl/_rels/workbook.xml.rels", Self.relationsPart(relations))
    let properties = "application/vnd.openxmlformats-officedocument.extended-properties+xml"
    add(part: "docProps/app.xml", properties, Self.propertiesPart)
    archive.add(
      "_rels/.rels",
      Self.relationsPart([
        (ExcelNames.relations + "/officeDocument", "xl/workbook.xml"),
        (ExcelNames.relations + "/extended-properties", "docProps/app.xml"),
      ]))
    archive.add("[Content_Types].xml", typesPart)
    return try archive.finished()
  }

  // MARK: Parts

  private mutating func add(part name: String, _ type: String, _ contents: [UInt8]) {
    archive.add(name, contents)
    types.append((name, type))
  }

  /// Adds a part that the workbook is related to, and gives the relation's name.
  @discardableResult
  private mutating func addRelated(
    _ kind: String, _ type: String, _ target: String, base: String = ExcelNames.relations, _ contents: [UInt8]
  ) -> String {
    add(part: "xl/" + target, type, contents)
    relations.append(("\(base)/\(kind)", target))
    return "rId\(relations.count)"
  }

  private mutating func add(_ metadata: ExcelMetadata) {
    addRelated("sheetMetadata", ExcelNames.type("sheetMetadata"), "metadata.xml", metadata.part)
    guard metadata.hasErrors else { return }
    for (kind, file, part) in [
      ("rdRichValue", "rdrichvalue", metadata.richValues),
      ("rdRichValueStructure", "rdrichvaluestructure", ExcelMetadata.richStructure),
      ("rdRichValueTypes", "rdRichValueTypes", ExcelMetadata.richTypes),
    ] {
      addRelated(
        kind, "application/vnd.ms-excel.\(file.lowercased())+xml", "richData/\(file).xml",
        base: ExcelNames.richRelations, part)
    }
  }

  private mutating func add(_ sheet: WorkbookSheet, number: Int, _ shared: inout ExcelSheetWriter.Shared) {
    let tables = sheet.kind == .cells ? sheet.tables : []
    var related: [(type: String, target: String)] = []
    for table in tables {
      tableCount += 1
      add(
        part: "xl/tables/table\(tableCount).xml", ExcelNames.type("table"),
        Self.part(table, of: sheet, number: tableCount))
      related.append((ExcelNames.relations + "/table", "../tables/table\(tableCount).xml"))
    }
    let cells = sheet.kind == .cells ? sheet : WorkbookSheet(name: sheet.name)
    var drawing: String?
    if !cells.annotations.comments.isEmpty {
      let comments = ExcelComments(cells.annotations.comments)
      add(part: "xl/comments\(number).xml", ExcelNames.type("comments"), comments.part)
      archive.add("xl/drawings/vmlDrawing\(number).vml", comments.drawing)
      hasDrawings = true
      related.append((ExcelNames.relations + "/comments", "../comments\(number).xml"))
      related.append((ExcelNames.relations + "/vmlDrawing", "../drawings/vmlDrawing\(number).vml"))
      drawing = "rId\(related.count)"
    }
    let part = ExcelSheetWriter.part(cells, tables: tables.indices.map { "rId\($0 + 1)" }, drawing: drawing, &shared)
    addRelated("worksheet", ExcelNames.type("worksheet"), "worksheets/sheet\(number).xml", part)
    if !related.isEmpty {
      archive.add("xl/worksheets/_rels/sheet\(number).xml.rels", Self.relationsPart(related))
    }
  }

  private static func part(_ table: WorkbookTable, of sheet: WorkbookSheet, number: Int) -> [UInt8] {
    var xml = XMLWriter.document()
    xml.start(
      "table",
      [
        ("xmlns", ExcelNames.main), ("id", "\(number)"), ("name", table.name), ("displayName", table.name),
        ("ref", table.block.text), ("headerRowCount", table.hasHeaders ? nil : "0"),
        ("totalsRowCount", table.hasTotals ? "1" : nil), ("totalsRowShown", table.hasTotals ? nil : "0"),
      ])
    if table.hasHeaders {
      var filtered = table.block
      if table.hasTotals { filtered.bottom -= 1 }
      ExcelFilterWriting(sheet).write(filtered, to: &xml)
    }
    xml.start("tableColumns", [("count", "\(table.columns.count)")])
    for (position, name) in table.columns.enumerated() {
      let attributes: [(String, String?)] = [
        ("id", "\(position + 1)"), ("name", ExcelText.escaped(name, inAttribute: true)),
      ]
      guard let formula = table.columnFormulas[position] else {
        xml.empty("tableColumn", attributes)
        continue
      }
      xml.start("tableColumn", attributes)
      xml.element("calculatedColumnFormula", text: ExcelText.escaped(formula))
      xml.end()
    }
    xml.end()
    xml.empty(
      "tableStyleInfo",
      [
        ("name", "TableStyleLight1"), ("showFirstColumn", "0"), ("showLastColumn", "0"), ("showRowStripes", "1"),
        ("showColumnStripes", "0"),
      ])
    xml.endAll()
    return xml.bytes
  }

  private mutating func addExternalBook(_ position: Int) -> String {
    let (part, target) = ExcelExternalBook.part(workbook.externalBooks[position])
    let file = "externalLink\(position + 1).xml"
    archive.add(
      "xl/externalLinks/_rels/\(file).rels",
      Self.relationsPart([(ExcelNames.relations + "/externalLinkPath", target)], isExternal: true))
    return addRelated("externalLink", ExcelNames.type("externalLink"), "externalLinks/\(file)", part)
  }

  // MARK: The workbook

  private func workbookPart(_ books: [String]) -> [UInt8] {
    var xml = XMLWriter.document()
    xml.start("workbook", [("xmlns", ExcelNames.main), ("xmlns:r", ExcelNames.relations)])
    xml.empty("workbookPr", [("date1904", workbook.dateSystem == .from1904 ? "1" : nil)])
    let shown = workbook.sheets.firstIndex { !$0.isHidden } ?? 0
    xml.raw("<bookViews><workbookView activeTab=\"\(shown)\"/></bookViews>")
    xml.start("sheets")
    for (position, sheet) in workbook.sheets.enumerated() {
      xml.empty(
        "sheet",
        [
          ("name", ExcelText.escaped(sheet.name, inAttribute: true)), ("sheetId", "\(position + 1)"),
          // One sheet at least must be seen.
          ("state", sheet.isHidden && position != shown ? sheet.visibility.rawValue : nil),
          ("r:id", "rId\(position + 1)"),
        ])
    }
    xml.end()
    if !books.isEmpty {
      xml.start("externalReferences")
      for id in books { xml.empty("externalReference", [("r:id", id)]) }
      xml.end()
    }
    let names = workbook.names + missingFilterNames()
    if !names.isEmpty {
      xml.start("definedNames")
      for name in names {
        xml.element(
          "definedName",
          [
            ("name", name.name), ("localSheetId", name.sheet.map { "\($0)" }),
            ("hidden", Self.isFilter(name) ? "1" : nil),
          ],
          text: ExcelText.escaped(name.formula))
      }
      xml.end()
    }
    let calculation = workbook.calculation
    xml.empty(
      "calcPr",
      [
        ("calcMode", calculation.isManual ? "manual" : nil), ("iterate", calculation.iteration == nil ? nil : "1"),
        ("iterateCount", calculation.iteration.map { "\($0.rounds)" }),
        ("iterateDelta", calculation.iteration.map { NumberText.roundTrip($0.tolerance) }),
        ("fullPrecision", calculation.hasPrecisionAsDisplayed ? "0" : nil),
        ("fullCalcOnLoad", calculation.isManual ? nil : "1"),
      ])
    xml.endAll()
    return xml.bytes
  }

  /// The names for what is filtered in sheets that the workbook has not: without its name LibreOffice takes rows that a filter
  /// hides for rows that somebody has hidden, which SUBTOTAL counts.
  private func missingFilterNames() -> [DefinedName] {
    let known = Set(workbook.names.filter(Self.isFilter).map(\.sheet))
    return workbook.sheets.enumerated().compactMap { position, sheet in
      guard sheet.kind == .cells, !known.contains(position), let block = ExcelFilterWriting(sheet).block else {
        return nil
      }
      return DefinedName(
        name: ExcelNames.filter, formula: A1Notation.quoted(sheet.name) + "!" + block.absoluteText, sheet: position)
    }
  }

  private static func isFilter(_ name: DefinedName) -> Bool {
    name.name.lowercased() == ExcelNames.filter.lowercased()
  }

  private static func relationsPart(
    _ relations: [(type: String, target: String)], isExternal: Bool = false
  ) -> [UInt8] {
    var xml = XMLWriter.document()
    xml.start("Relationships", [("xmlns", ExcelNames.packageRelations)])
    for (position, relation) in relations.enumerated() {
      xml.empty(
        "Relationship",
        [
          ("Id", "rId\(position + 1)"), ("Type", relation.type), ("Target", relation.target),
          ("TargetMode", isExternal ? "External" : nil),
        ])
    }
    xml.endAll()
    return xml.bytes
  }

  private static var propertiesPart: [UInt8] {
    var xml = XMLWriter.document()
    xml.start("Properties", [("xmlns", ExcelNames.properties)])
    xml.element("Application", text: "Sheaf")
    xml.endAll()
    return xml.bytes
  }

  private var typesPart: [UInt8] {
    var xml = XMLWriter.document()
    xml.start("Types", [("xmlns", ExcelNames.contentTypes)])
    xml.empty(
      "Default",
      [("Extension", "rels"), ("ContentType", "application/vnd.openxmlformats-package.relationships+xml")])
    if hasDrawings {
      xml.empty(
        "Default",
        [("Extension", "vml"), ("ContentType", "application/vnd.openxmlformats-officedocument.vmlDrawing")])
    }
    xml.empty("Default", [("Extension", "xml"), ("ContentType", "application/xml")])
    for part in types { xml.empty("Override", [("PartName", "/" + part.name), ("ContentType", part.type)]) }
    xml.endAll()
    return xml.bytes
  }
}
