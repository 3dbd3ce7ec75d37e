import Diagnostics
import SheetText
import Workbooks

/// Reads the sheets that a sheet uses.
struct UnitReader {
  /// How deep sheets may use each other.
  private static let depth = 32

  /// A used sheet with the name of its file.
  struct Used {
    var unit: SheetUnit
    var file: String
  }

  /// The file of the sheet itself.
  let main: String
  let readFile: (String) throws -> [UInt8]
  private let workbooks: WorkbookCache
  /// The keys of used sheets and of tables of sheets that could not be read.
  private(set) var unread: Set<String> = []
  private(set) var findings: [Diagnostic] = []

  init(main: String, readFile: @escaping (String) throws -> [UInt8], _ workbooks: WorkbookCache) {
    self.main = main
    self.readFile = readFile
    self.workbooks = workbooks
  }

  /// A unit and those that it uses, each before those that it uses in turn.
  ///
  /// - Parameter path: The files on the way from the sheet itself to the unit.
  mutating func units(from unit: SheetUnit, path: [String]) -> [SheetUnit] {
    var used: [Used] = []
    for statement in unit.document.statements {
      if case .cell = statement.kind { continue }
      let meaning = statement.meaning
      guard let file = meaning.usedSheet, let name = meaning.definedName else { continue }
      if let found = read(file, prefix: unit.fullName(name.text) + ".", by: unit, path: path) { used.append(found) }
    }
    var units = [unit]
    for used in used { units += self.units(from: used.unit, path: path + [used.file]) }
    return units
  }

  /// Reads one used sheet, or a workbook; what keeps it from being read is a finding.
  mutating func read(_ written: WrittenText, prefix: String, by unit: SheetUnit, path: [String]) -> Used? {
    let file = unit.folder + written.text
    guard !path.contains(file), path.count < Self.depth, file != main else {
      noteUnread(String(prefix.dropLast()))
      findings.append(unit.located(ProgramFinding.useOfItself(written).diagnostic))
      return nil
    }
    let bytes: [UInt8]
    do { bytes = try readFile(file) } catch {
      noteUnread(String(prefix.dropLast()))
      findings.append(unit.located(ProgramFinding.unknownUse(written, "\(error)").diagnostic))
      return nil
    }
    let useSpan = unit.useSpan ?? written.span
    if FileEnding.isWorkbook(file) || FileEnding.holdsSeparatedValues(file) {
      do throws(WorkbookFault) {
        let workbook = try workbooks.workbook(bytes, named: file)
        let document = SheetDocument(name: file, bytes: [])
        return Used(unit: SheetUnit(document, workbook: workbook, prefix: prefix, useSpan: useSpan), file: file)
      } catch {
        noteUnread(String(prefix.dropLast()))
        findings.append(unit.located(ProgramFinding.unknownUse(written, "\(file): \(error.words)").diagnostic))
        return nil
      }
    }
    let document = SheetDocument(name: file, bytes: bytes)
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    let used = SheetUnit(document, prefix: prefix, useSpan: useSpan, folder: folder)
    for diagnostic in document.diagnostics where diagnostic.severity == .error {
      findings.append(used.located(diagnostic))
    }
    return Used(unit: used, file: file)
  }

  /// Takes note that the sheet could not be read for which a name stands; what rows of a table use has no name here.
  mutating func noteUnread(_ name: String) { if !name.isEmpty { unread.insert(name.lowercased()) } }

  /// Takes the findings that have come since they were last taken.
  mutating func takeFindings() -> [Diagnostic] {
    defer { findings = [] }
    return findings
  }
}
