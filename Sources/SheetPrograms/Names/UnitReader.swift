import Diagnostics
import SheetText
import Workbooks

/// Reads the sheets that a sheet uses.
struct UnitReader {
  /// How deep sheets may use each other.
  private static let depth = 32

  /// How many sheets may be used, and how many more.
  private let most: Int
  private(set) var rest: Int

  /// The file of the sheet itself.
  let main: String
  let readFile: (String) throws -> [UInt8]
  private let workbooks: WorkbookCache
  /// The keys of used sheets and of tables of sheets that could not be read.
  private(set) var unread: Set<String> = []
  private(set) var findings: [Diagnostic] = []
  /// What was read, by the files: the sheets of many rows are one text.
  private var known: [String: (document: SheetDocument, workbook: Workbook?)] = [:]

  /// - Parameter most: How many sheets may be used, each as often as it is: a few files that each use the next one twice would be
  ///   as many as nobody can hold.
  init(
    main: String, readFile: @escaping (String) throws -> [UInt8], _ workbooks: WorkbookCache,
    most: Int = TableDefinition.mostSheets
  ) {
    self.main = main
    self.readFile = readFile
    self.workbooks = workbooks
    (self.most, rest) = (most, most)
  }

  /// A unit and those that it uses, each before those that it uses in turn.
  mutating func units(from unit: SheetUnit) -> [SheetUnit] {
    var used: [SheetUnit] = []
    for statement in unit.document.statements {
      if case .cell = statement.kind { continue }
      let meaning = statement.meaning
      guard let file = meaning.usedSheet, let name = meaning.definedName else { continue }
      if let found = read(file, prefix: unit.fullName(name.text) + ".", by: unit) { used.append(found) }
    }
    var units = [unit]
    for used in used { units += self.units(from: used) }
    return units
  }

  /// Reads one used sheet, or a workbook; what keeps it from being read is a finding.
  ///
  /// - Parameter row: The row of a table that the sheet is, where it has names of its own.
  mutating func read(
    _ written: WrittenText, prefix: String, by unit: SheetUnit, row: RowInstance? = nil
  ) -> SheetUnit? {
    let file = unit.folder + written.text
    guard !unit.files.contains(file), unit.files.count < Self.depth, file != main else {
      return refuse(.useOfItself(written), prefix, in: unit)
    }
    rest -= 1
    guard rest >= 0 else {
      if rest == -1 { return refuse(.unknownUse(written, "more than \(most) sheets are used"), prefix, in: unit) }
      // Of all that come behind it, it is told.
      noteUnread(String(prefix.dropLast()))
      return nil
    }
    let files = unit.files + [file]
    let useSpan = unit.useSpan ?? written.span
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    func made(_ document: SheetDocument, _ workbook: Workbook?) -> SheetUnit {
      SheetUnit(
        document, workbook: workbook, prefix: prefix, useSpan: useSpan, folder: folder, files: files,
        row: row ?? unit.row)
    }
    if let (document, workbook) = known[file] { return made(document, workbook) }
    let bytes: [UInt8]
    do { bytes = try readFile(file) } catch { return refuse(.unknownUse(written, "\(error)"), prefix, in: unit) }
    if FileEnding.isWorkbook(file) || FileEnding.holdsSeparatedValues(file) {
      do throws(WorkbookFault) {
        let workbook = try workbooks.workbook(bytes, named: file)
        let document = SheetDocument(name: file, bytes: [])
        known[file] = (document, workbook)
        return made(document, workbook)
      } catch { return refuse(.unknownUse(written, "\(file): \(error.words)"), prefix, in: unit) }
    }
    let document = SheetDocument(name: file, bytes: bytes)
    known[file] = (document, nil)
    let used = made(document, nil)
    for diagnostic in document.diagnostics where diagnostic.severity == .error {
      findings.append(used.located(diagnostic))
    }
    return used
  }

  private mutating func refuse(_ finding: ProgramFinding, _ prefix: String, in unit: SheetUnit) -> SheetUnit? {
    noteUnread(String(prefix.dropLast()))
    findings.append(unit.located(finding))
    return nil
  }

  /// Takes note that the sheet could not be read for which a name stands; what rows of a table use has no name here.
  mutating func noteUnread(_ name: String) { if !name.isEmpty { unread.insert(name.lowercased()) } }

  /// Takes the findings that have come since they were last taken.
  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }
}
