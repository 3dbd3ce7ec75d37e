import Archives
import CellModel
import Markup

/// Reads a workbook of OpenDocument (OpenDocument 1.3 part 3): `.ods`, and `.fods` in one piece.
package struct OpenDocumentReader {
  private var workbook = Workbook()
  private var shared = OpenDocumentShared()
  /// Whether texts name cells as in Excel, with `!` behind the sheet, as in a file that was one of Excel.
  private var namesSheetsAsExcel = false
  /// For each sheet, the formulas that can be read when all names are known.
  private var waiting: [[WaitingFormula]] = []
  private var books = OpenDocumentBooks()
  private var isSpreadsheet = false

  /// Reads the archive of an `.ods`.
  package static func workbook(archive bytes: [UInt8]) throws(WorkbookFault) -> Workbook {
    let archive: ZipArchive
    do throws(ArchiveFault) { archive = try ZipArchive(bytes) } catch { throw .archive(error) }
    if let manifest = archive.part(named: "META-INF/manifest.xml"), try isEncrypted(manifest, in: archive) {
      throw .password
    }
    var reader = OpenDocumentReader()
    reader.shared.leftOut.note(partsOf: archive)
    guard let content = archive.part(named: "content.xml") else { throw .missingPart("content.xml") }
    for name in ["meta.xml", "settings.xml", "styles.xml"] {
      guard let part = archive.part(named: name) else { continue }
      // What stands beside the cells keeps nothing from being read, whatever has become of it.
      try? PartScan.scan(part, named: name, of: archive) { (scanner) throws(XMLFault) in try reader.read(&scanner) }
    }
    try PartScan.scan(content, named: "content.xml", of: archive) { (scanner) throws(XMLFault) in
      try reader.read(&scanner)
    }
    return try reader.finished()
  }

  /// Reads a `.fods`.
  package static func workbook(flat bytes: [UInt8]) throws(WorkbookFault) -> Workbook {
    var reader = OpenDocumentReader()
    try XMLText.utf8(bytes).scanned(as: "the document") { (scanner) throws(XMLFault) in try reader.read(&scanner) }
    return try reader.finished()
  }

  private static func isEncrypted(_ manifest: ZipArchive.Part, in archive: ZipArchive) throws(WorkbookFault) -> Bool {
    var isFound = false
    try PartScan.scan(manifest, named: "META-INF/manifest.xml", of: archive) { (scanner) throws(XMLFault) in
      while !isFound {
        let event = try scanner.next()
        if event == .finish { return }
        if event == .start, scanner.isNamed("encryption-data") { isFound = true }
      }
    }
    return isFound
  }

  private init() { workbook.calculation.textMatching = Self.defaultMatching }

  private var isFromExcel: Bool { workbook.savedBy.hasPrefix("MicrosoftOffice") }

  private func finished() throws(WorkbookFault) -> Workbook {
    guard !workbook.sheets.isEmpty else { throw isSpreadsheet ? .noSheet : .noWorkbook }
    var workbook = workbook
    workbook.numberFormats = shared.numberStyles.formats
    workbook.names = shared.names.found
    workbook.leftOut = shared.leftOut
    workbook.leftOut.hasLooks = shared.layout.hasLooks
    workbook.externalBooks = books.found
    let known = KnownNames(workbook)
    for sheet in workbook.sheets.indices { workbook.sheets[sheet].read(waiting[sheet], known) }
    workbook.lacksPivots = isFromExcel
    // Excel matches as it always does, whatever its files say, and what is written of its workbooks means the same.
    workbook.calculation.hasPointsBehindSheets = !isFromExcel && !namesSheetsAsExcel
    workbook.calculation.followsOpenFormula = !isFromExcel
    let matching = workbook.calculation.textMatching
    if isFromExcel || workbook.savedBy == "Sheaf" && matching.isExcelForCells && !matching.comparesCase {
      workbook.calculation.textMatching = .excel
    }
    return workbook
  }

  private mutating func read(_ scanner: inout XMLScanner) throws(XMLFault) {
    while true {
      let event = try scanner.next()
      if event == .finish { return }
      guard event == .start else { continue }
      if scanner.isNamed("table") {
        try readSheet(&scanner)
      } else if scanner.isNamed("spreadsheet") {
        isSpreadsheet = true
      } else if scanner.isNamed("generator") {
        workbook.savedBy = try scanner.elementText()
      } else if scanner.isNamed("calculation-settings") {
        if try scanner.string("precision-as-shown") == "true" {
          workbook.calculation.hasPrecisionAsDisplayed = true
        }
        workbook.calculation.textMatching = try Self.textMatching(scanner)
      } else if scanner.isNamed("config-item") {
        let name = try scanner.string("name") ?? ""
        let value = try scanner.elementText()
        if name == "SyntaxStringRef" { namesSheetsAsExcel = Self.notationsOfExcel.contains(value) }
        shared.leftOut.note(setting: name, value)
      } else if scanner.isNamed("null-date") {
        let day = try scanner.string("date-value") ?? ""
        if day.hasPrefix("1904") { workbook.dateSystem = .from1904 }
        if day.hasPrefix("1899"), workbook.savedBy == "Sheaf" { workbook.dateSystem = .from1899 }
      } else if scanner.isNamed("iteration") {
        try readIteration(scanner)
      } else if scanner.isNamed("named-range") || scanner.isNamed("named-expression") {
        try shared.names.add(scanner, sheet: nil)
      } else if scanner.isNamed("content-validation") {
        try shared.validations.add(scanner)
      } else if scanner.isNamed("help-message") {
        if try scanner.string("display") == "true" { shared.leftOut.note(.prompt) }
        try scanner.skipElement()
      } else if scanner.isNamed("error-message") {
        try shared.validations.addMessage(&scanner)
      } else if scanner.isNamed("database-range") {
        if try scanner.string("display-filter-buttons") == "true" { shared.leftOut.note(.filter) }
        try shared.names.addDatabaseRange(scanner)
      } else if scanner.isNamed("data-pilot-table") {
        shared.leftOut.note(.pivotTable)
        if let (sheet, report) = try OpenDocumentPivots(&scanner).report(in: workbook.sheets) {
          workbook.sheets[sheet].pivots.append(report)
        }
      } else if scanner.isNamed("tracked-changes") || scanner.isNamed("dde-links") || scanner.isNamed("scripts")
        || scanner.isNamed("master-styles")
      {
        try scanner.skipElement()
      } else if try !shared.layout.read(scanner) {
        _ = try shared.numberStyles.read(&scanner)
      }
    }
  }

  /// LibreOffice's numbers of the notations A1 and R1C1 of Excel.
  private static let notationsOfExcel: Set<String> = ["2", "3"]

  /// How texts are matched in a file that does not say it (OpenDocument 1.3 part 3, §9.4.1).
  private static var defaultMatching: TextMatching {
    var matching = TextMatching()
    matching.criteriaAreBeginnings = false
    matching.findsShownTexts = true
    matching.patterns = .regularExpressions
    matching.comparesCase = true
    return matching
  }

  /// How a file wants texts to be matched, by its settings and by what stands for those that it leaves out.
  private static func textMatching(_ scanner: borrowing XMLScanner) throws(XMLFault) -> TextMatching {
    var matching = defaultMatching
    matching.comparesCase = try scanner.string("case-sensitive") != "false"
    matching.matchesWholeCells = try scanner.string("search-criteria-must-apply-to-whole-cell") != "false"
    if try scanner.string("use-wildcards") == "true" {
      matching.patterns = .wildcards
    } else if try scanner.string("use-regular-expressions") == "false" {
      matching.patterns = .none
    }
    return matching
  }

  private mutating func readIteration(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    guard try scanner.string("status") == "enable" else { return }
    var iteration = CalculationSettings.Iteration()
    iteration.rounds = scanner.integer("steps") ?? iteration.rounds
    if let text = try scanner.string("maximum-difference"), let tolerance = DecimalNumber.number(text) {
      iteration.tolerance = tolerance
    }
    workbook.calculation.iteration = iteration
  }

  private mutating func readSheet(_ scanner: inout XMLScanner) throws(XMLFault) {
    // What Excel, or this program, has saved has Excel's calendar, with its 29 February 1900.
    if workbook.dateSystem == .from1900, !isFromExcel, workbook.savedBy != "Sheaf" { workbook.dateSystem = .from1899 }
    let name = try scanner.string("name") ?? "Sheet\(workbook.sheets.count + 1)"
    let style = try scanner.string("style-name")
    if try scanner.string("protected") == "true" { shared.leftOut.note(.protection) }
    var reader = OpenDocumentSheetReader(name, number: workbook.sheets.count, workbook.dateSystem)
    swap(&reader.shared, &shared)
    try reader.read(&scanner)
    var sheet = reader.finished()
    swap(&reader.shared, &shared)
    if let source = OpenDocumentBooks.Source(table: name) { return books.add(sheet, from: source) }
    if let style, shared.layout.isHidden(sheetStyle: style) { sheet.visibility = .hidden }
    workbook.sheets.append(sheet)
    waiting.append(reader.waiting)
  }
}

/// What the sheets of an OpenDocument workbook share: names, styles and rules.
struct OpenDocumentShared {
  var names = OpenDocumentNames()
  var numberStyles = OpenDocumentNumberStyles()
  var layout = OpenDocumentLayout()
  var validations = OpenDocumentValidations()
  var leftOut = LeftOut()
}

/// The names of an OpenDocument workbook.
struct OpenDocumentNames {
  private(set) var found: [DefinedName] = []

  /// Adds the name whose element has just begun.
  mutating func add(_ scanner: borrowing XMLScanner, sheet: Int?) throws(XMLFault) {
    guard let name = try scanner.string("name") else { return }
    let formula: String
    let base = try scanner.string("base-cell-address").flatMap { address in
      OpenDocumentReference(address).excelText.split(separator: "!").last.flatMap { CellBlock($0) }
    }
    if let address = try scanner.string("cell-range-address") {
      formula = OpenDocumentReference(address).excelText
    } else {
      formula = OpenFormula.excel(try scanner.string("expression") ?? "")
    }
    var definition = DefinedName(name: OpenFormula.name(name), formula: formula, sheet: sheet)
    if let base { (definition.row, definition.column) = (base.top, base.left) }
    found.append(definition)
  }

  /// Adds the range of cells whose element has just begun, which formulas may call by its name unless a name has it already.
  mutating func addDatabaseRange(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    guard let name = try scanner.string("name"), let address = try scanner.string("target-range-address"),
      !name.hasPrefix("__Anonymous"), let first = name.unicodeScalars.first,
      first.properties.isAlphabetic || first == "_"
    else { return }
    let own = OpenFormula.name(name)
    guard !found.contains(where: { $0.sheet == nil && $0.name.lowercased() == own.lowercased() }) else { return }
    var definition = DefinedName(name: own, formula: OpenDocumentReference(address).fixedExcelText)
    definition.isTableWithoutHeader = try scanner.string("contains-header") == "false"
    found.append(definition)
  }
}

/// How a cell without a data style shows its value, by the kind of value that it holds.
enum OpenDocumentFormat: Int32, CaseIterable {
  case general, percentage, date, dateTime, time

  /// The one that shows numbers of a kind; `nil` for plain ones.
  init?(_ kind: NumberKind) {
    switch kind {
    case .plain: return nil
    case .percent: self = .percentage
    case .date: self = .date
    case .dateTime: self = .dateTime
    case .time: self = .time
    }
  }

  var notation: String {
    switch self {
    case .general: "General"
    case .percentage: "0.00%"
    case .date: "yyyy-mm-dd"
    case .dateTime: "yyyy-mm-dd hh:mm:ss"
    case .time: "[hh]:mm:ss"
    }
  }
}
