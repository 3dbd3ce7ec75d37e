import Archives
import CellModel
import Markup

/// Writes a workbook as OpenDocument (`.ods`, OpenDocument 1.3), as LibreOffice and Excel open it, or in one piece (`.fods`).
///
/// Formulas must be spelled in OpenFormula, each by itself; of a formula that has no text the value is written. What is written depends on the workbook alone.
package struct OpenDocumentWriter {
  private let workbook: Workbook
  private let rules: [[OpenDocumentRule]]
  private var styles: OpenDocumentStyles
  private var xml = XMLWriter.document()

  /// - Parameters:
  ///   - names: What names stand for: `cells` for an address, else an expression.
  ///   - rules: What may be typed into the cells of each sheet.
  ///   - isFlat: Whether all of it is one document of XML.
  package static func bytes(
    _ workbook: Workbook, names: [OpenDocumentName], rules: [[OpenDocumentRule]] = [], isFlat: Bool = false
  ) throws(WorkbookFault) -> [UInt8] {
    try workbook.requireRoom()
    var writer = OpenDocumentWriter(workbook, rules)
    if isFlat { return writer.document(names) }
    var archive = ZipWriter()
    archive.store("mimetype", Array(mediaType.utf8))
    archive.add("META-INF/manifest.xml", manifest)
    archive.add("content.xml", writer.part("content") { $0.writeContent(names) })
    archive.add("styles.xml", writer.part("styles") { $0.writeStyles() })
    archive.add("meta.xml", writer.part("meta") { $0.writeMeta() })
    archive.add("settings.xml", writer.part("settings") { $0.writeProgramSettings() })
    do throws(ArchiveFault) { return try archive.finished() } catch { throw .archive(error) }
  }

  /// All of the workbook in one document.
  private mutating func document(_ names: [OpenDocumentName]) -> [UInt8] {
    xml.start("office:document", OpenDocumentVocabulary.attributes + [("office:mimetype", Self.mediaType)])
    writeMeta()
    writeProgramSettings()
    writeStyles()
    writeContent(names)
    xml.endAll()
    return xml.bytes
  }

  /// One part of an archive.
  private mutating func part(_ name: String, _ write: (inout Self) -> Void) -> [UInt8] {
    xml = .document()
    xml.start("office:document-\(name)", OpenDocumentVocabulary.attributes)
    write(&self)
    xml.endAll()
    return xml.bytes
  }

  private init(_ workbook: Workbook, _ rules: [[OpenDocumentRule]]) {
    self.workbook = workbook
    self.rules = rules
    styles = OpenDocumentStyles(workbook.numberFormats)
  }

  private static let mediaType = "application/vnd.oasis.opendocument.spreadsheet"

  // MARK: Content

  private mutating func writeContent(_ names: [OpenDocumentName]) {
    xml.start("office:automatic-styles")
    styles.write(workbook.sheets, to: &xml)
    xml.end()
    xml.start("office:body")
    xml.start("office:spreadsheet")
    writeSettings()
    writeRules()
    for (position, sheet) in workbook.sheets.enumerated() {
      write(sheet, position, names.filter { $0.sheet == position })
    }
    write(names.filter { $0.sheet == nil })
    writeTables()
    xml.end()
    xml.end()
  }

  private mutating func writeSettings() {
    let calculation = workbook.calculation
    let matching = calculation.textMatching
    xml.start(
      "table:calculation-settings",
      [
        ("table:case-sensitive", matching.comparesCase ? "true" : "false"), ("table:automatic-find-labels", "false"),
        ("table:use-regular-expressions", matching.patterns == .regularExpressions ? "true" : "false"),
        ("table:use-wildcards", matching.patterns == .wildcards ? "true" : "false"),
        ("table:search-criteria-must-apply-to-whole-cell", matching.matchesWholeCells ? nil : "false"),
        ("table:precision-as-shown", calculation.hasPrecisionAsDisplayed ? "true" : nil),
      ])
    // That of 1899 is said, too, although it is what is meant without: a file that says nothing has Excel's days.
    switch workbook.dateSystem {
    case .from1900: break
    case .from1899: xml.empty("table:null-date", [("table:date-value", "1899-12-30")])
    case .from1904: xml.empty("table:null-date", [("table:date-value", "1904-01-01")])
    }
    if let iteration = calculation.iteration {
      xml.empty(
        "table:iteration",
        [
          ("table:status", "enable"), ("table:steps", "\(iteration.rounds)"),
          ("table:maximum-difference", NumberText.roundTrip(iteration.tolerance)),
        ])
    }
    xml.end()
  }

  private mutating func writeRules() {
    let all = rules.joined()
    guard !all.isEmpty else { return }
    xml.start("table:content-validations")
    for rule in all { rule.write(to: &xml) }
    xml.end()
  }

  private mutating func write(_ sheet: WorkbookSheet, _ position: Int, _ names: [OpenDocumentName]) {
    xml.start("table:table", [("table:name", sheet.name), ("table:style-name", sheet.isHidden ? "hidden" : "shown")])
    styles.writeColumns(of: sheet, to: &xml)
    let rules = position < rules.count ? rules[position] : []
    let cells = OpenDocumentSheetWriter(sheet, workbook, styles, rules: rules)
    cells.write(to: &xml)
    write(names)
    xml.end()
  }

  private mutating func write(_ names: [OpenDocumentName]) {
    guard !names.isEmpty else { return }
    xml.start("table:named-expressions")
    let sheet = workbook.sheets.first?.name ?? "Sheet1"
    for name in names {
      let base = OpenDocumentVocabulary.address(sheet, "$\(A1Notation.letters(ofColumn: name.column))$\(name.row + 1)")
      if name.isAddress {
        xml.empty(
          "table:named-range",
          [("table:name", name.name), ("table:base-cell-address", base), ("table:cell-range-address", name.text)])
      } else {
        xml.empty(
          "table:named-expression",
          [("table:name", name.name), ("table:base-cell-address", base), ("table:expression", name.text)])
      }
    }
    xml.end()
  }

  private mutating func writeTables() {
    guard workbook.sheets.contains(where: { !$0.tables.isEmpty }) else { return }
    xml.start("table:database-ranges")
    for sheet in workbook.sheets {
      for table in sheet.tables {
        let block = table.block
        let cells =
          OpenDocumentVocabulary.address(sheet.name, A1Notation.text(row: block.top, column: block.left)) + ":"
          + OpenDocumentVocabulary.address(sheet.name, A1Notation.text(row: block.bottom, column: block.right))
        xml.empty(
          "table:database-range",
          [
            ("table:name", table.name), ("table:target-range-address", cells),
            ("table:contains-header", table.hasHeaders ? nil : "false"),
          ])
      }
    }
    xml.end()
  }

  // MARK: Other parts

  private static var manifest: [UInt8] {
    var xml = XMLWriter.document()
    let space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    xml.start("manifest:manifest", [("xmlns:manifest", space), ("manifest:version", "1.3")])
    for (path, type) in [
      ("/", mediaType), ("content.xml", "text/xml"), ("styles.xml", "text/xml"), ("meta.xml", "text/xml"),
      ("settings.xml", "text/xml"),
    ] {
      xml.empty(
        "manifest:file-entry",
        [
          ("manifest:full-path", path), ("manifest:version", path == "/" ? "1.3" : nil),
          ("manifest:media-type", type),
        ])
    }
    xml.endAll()
    return xml.bytes
  }

  private mutating func writeStyles() {
    xml.start("office:styles")
    xml.empty("style:style", [("style:name", "Default"), ("style:family", "table-cell")])
    xml.end()
  }

  private mutating func writeMeta() {
    xml.start("office:meta")
    xml.element("meta:generator", text: "Sheaf")
    xml.end()
  }

  /// Tells LibreOffice its number of the notation of addresses in texts: 2 for Excel's, 7 for its own and Excel's.
  private mutating func writeProgramSettings() {
    xml.start("office:settings")
    xml.start("config:config-item-set", [("config:name", "ooo:configuration-settings")])
    xml.element(
      "config:config-item", [("config:name", "SyntaxStringRef"), ("config:type", "short")],
      text: workbook.calculation.hasPointsBehindSheets ? "7" : "2")
    xml.end()
    xml.end()
  }
}

/// A name of a workbook as OpenDocument has it.
package struct OpenDocumentName: Sendable, Hashable {
  package var name: String
  /// The sheet in which alone it is known, by its position.
  package var sheet: Int?
  /// The cells that it stands for, or the formula.
  package var text: String
  package var isAddress: Bool
  /// The cell for which relative addresses are written, counted from 0.
  package var row: Int
  package var column: Int

  package init(name: String, sheet: Int?, text: String, isAddress: Bool, row: Int = 0, column: Int = 0) {
    self.name = name
    self.sheet = sheet
    self.text = text
    self.isAddress = isAddress
    self.row = row
    self.column = column
  }
}

/// The words of OpenDocument that more than one part has.
enum OpenDocumentVocabulary {
  static let attributes: [(String, String?)] =
    [
      ("office", "office:1.0"), ("table", "table:1.0"), ("text", "text:1.0"), ("style", "style:1.0"),
      ("number", "datastyle:1.0"), ("fo", "xsl-fo-compatible:1.0"), ("meta", "meta:1.0"), ("config", "config:1.0"),
    ].map { ("xmlns:" + $0.0, "urn:oasis:names:tc:opendocument:xmlns:" + $0.1) } + [
      ("xmlns:of", "urn:oasis:names:tc:opendocument:xmlns:of:1.2"),
      ("xmlns:dc", "http://purl.org/dc/elements/1.1/"),
      ("xmlns:calcext", "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"),
      ("office:version", "1.3"),
    ]

  /// A cell of a sheet.
  static func address(_ sheet: String, _ cell: String) -> String {
    let isPlain = sheet.utf8.allSatisfy { Ascii.isLetter($0) || Ascii.isDigit($0) || $0 == Ascii.underscore }
    return "$" + (isPlain ? sheet : A1Notation.quoted(sheet)) + "." + cell
  }
}
