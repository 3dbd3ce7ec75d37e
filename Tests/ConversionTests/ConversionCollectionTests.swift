import CellModel
import Engine
import Formulas
import Foundation
import FunctionLibrary
import LiveSheets
import LiveWorkbooks
import SheetText
import Testing
import Workbooks

@testable import Conversion

/// A whole collection of workbooks there and back: `SHEAF_WORKBOOKS=folder swift test --filter CollectionTests`.
///
/// Each becomes a sheet and that a workbook again, an `.ods` and an `.xlsx`; all have the same values at the same addresses, and no
/// part that Excel would repair. What is written is computed anew by LibreOffice and read by openpyxl, where these are installed.
/// A cell that differs must stand in `Reasons.tsv` with the reason why it cannot be the same.
@Suite("Conversion of a collection", .enabled(if: ProcessInfo.processInfo.environment["SHEAF_WORKBOOKS"] != nil))
struct ConversionCollectionTests {
  /// What may differ: a file, what it was made, a pattern of cells.
  private struct Reason {
    let file: String
    /// One word or several, such as `(sheet|back)`.
    let target: Regex<AnyRegexOutput>
    let cells: Regex<AnyRegexOutput>
  }

  private let reasons: [Reason]
  private let files: [(name: String, url: URL)]

  init() throws {
    let own = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Reasons.tsv")
    reasons = try String(contentsOf: own, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return Reason(file: fields[0], target: try Regex("^(\(fields[1]))$"), cells: try Regex("^(\(fields[2]))$"))
    }
    let folder = URL(filePath: ProcessInfo.processInfo.environment["SHEAF_WORKBOOKS"] ?? "")
    let endings: Set<String> = ["xlsx", "xlsm", "xltx", "ods", "fods"]
    let all =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
    files = all.filter { endings.contains($0.pathExtension.lowercased()) }.sorted { $0.path < $1.path }
      .map { ($0.pathComponents.suffix(2).joined(separator: "/"), $0) }.filter { !$0.name.hasPrefix("refuse/") }
  }

  private func load(_ bytes: [UInt8], _ name: String) throws -> LiveWorkbook {
    let workbook = LiveWorkbook(try WorkbookReader.workbook(bytes, named: name), catalog: .standard)
    workbook.recalculate()
    return workbook
  }

  private func tell(_ cells: [String], _ file: String, _ target: String) {
    let unknown = cells.filter { cell in
      !reasons.contains {
        $0.file == file && target.wholeMatch(of: $0.target) != nil && cell.wholeMatch(of: $0.cells) != nil
      }
    }
    guard !unknown.isEmpty else { return }
    Issue.record("\(file) as \(target): \(unknown.count) cells differ: \(unknown.prefix(5).joined(separator: ", "))")
  }

  /// The cells of a workbook that are others in another one.
  private func differences(_ a: LiveWorkbook, _ b: LiveWorkbook, dates: SheetDates = SheetDates(.from1900)) -> [String]
  {
    let unsteady = a.relations.reach(of: a.unsteady)
    var cells: [String] = []
    for (place, contents) in a.contents.sheets.enumerated() where contents.kind == .cells {
      // One whose name Excel does not take has another, at the same place.
      let same = b.contents.sheets.firstIndex { $0.name == contents.name }
      guard let other = same ?? (b.contents.sheets.count == a.contents.sheets.count ? place : nil) else {
        cells.append(contents.name)
        continue
      }
      func check(_ row: Int32, _ column: Int32) {
        let address = CellAddress(grid: a.grids[place], row: Int(row), column: Int(column))
        guard a.kept[address] != nil || !unsteady.contains(address) else { return }
        let place = CellAddress(grid: b.grids[other], row: Int(row), column: Int(column))
        let countsAlike = b.contents.dateSystem == a.contents.dateSystem
        let value = countsAlike ? b.engine.value(at: place) : dates.unshifted(b.shownValue(at: place))
        let tolerance = a.contents.calculation.iteration?.tolerance ?? 0
        if !Self.areSame(value, a.engine.value(at: address), within: tolerance) {
          cells.append(a.name(of: address))
        }
      }
      for formula in contents.formulas { check(formula.row, formula.column) }
      for spilled in contents.arrays.spilled { check(spilled.row, spilled.column) }
      for (column, cells) in contents.columns { for row in cells.rows { check(row, Int32(column)) } }
    }
    return cells
  }

  private static func areSame(_ a: CellValue, _ b: CellValue, within tolerance: Double = 0) -> Bool {
    switch (a, b) {
    case (.error(let a), .error(let b)): ExcelErrors.stored(a.code) == ExcelErrors.stored(b.code)
    default: ConvertedSheet.areSame(a, b, within: tolerance)
    }
  }

  @Test("As a sheet, as that sheet's workbook, as .ods and as .xlsx a workbook has the same values")
  func values() throws {
    var compared = 0
    for (name, url) in files {
      let original = try load(Array(try Data(contentsOf: url)), name)
      let made = ConvertedSheet(original, name: "made.sheet", environment: RoundTripTests.environment)
      compared += made.compared
      tell(made.differences, name, "sheet")
      let sheet = LiveSheet(SheetDocument(name: "made.sheet", made.text), environment: RoundTripTests.environment)
      let back = try ExcelWriter.bytes(WorkbookFromSheet(sheet, name: "made").workbook)
      for fault in try PackageCheck(back).faults { Issue.record("\(name) as sheet and back: \(fault)") }
      tell(
        differences(original, try load(back, "back.xlsx"), dates: SheetDates(original.contents.dateSystem)), name,
        "back")
      let excel = try ExcelWriter.bytes(RespelledWorkbook(original, for: .excel).workbook)
      for fault in try PackageCheck(excel).faults { Issue.record("\(name) as .xlsx: \(fault)") }
      tell(
        differences(original, try load(excel, "made.xlsx"), dates: SheetDates(original.contents.dateSystem)), name,
        "xlsx")
      let open = try OpenDocumentWorkbook(RespelledWorkbook(original, for: .openDocument).workbook).bytes()
      tell(
        differences(original, try load(open, "made.ods"), dates: SheetDates(original.contents.dateSystem)), name, "ods")
    }
    print("\(files.count) workbooks, \(compared) cells")
  }

  @Test(
    "LibreOffice computes of what is written what it computes of the original",
    .enabled(if: LibreOffice() != nil, "no soffice on the PATH"))
  func libreOffice() throws {
    let office = try #require(LibreOffice())
    let folder = FileManager.default.temporaryDirectory.appending(path: "sheaf-conversion-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for kind in ["original", "xlsx", "ods"] {
      for place in [kind, kind + "-out"] {
        try FileManager.default.createDirectory(at: folder.appending(path: place), withIntermediateDirectories: true)
      }
    }
    for (number, file) in files.enumerated() {
      let bytes = Array(try Data(contentsOf: file.url))
      let live = try load(bytes, file.name)
      let excel = try ExcelWriter.bytes(RespelledWorkbook(live, for: .excel).workbook)
      let open = try OpenDocumentWorkbook(RespelledWorkbook(live, for: .openDocument).workbook).bytes()
      try Data(bytes).write(to: folder.appending(path: "original/\(number).\(file.url.pathExtension)"))
      try Data(excel).write(to: folder.appending(path: "xlsx/\(number).xlsx"))
      try Data(open).write(to: folder.appending(path: "ods/\(number).ods"))
    }
    for kind in ["original", "xlsx", "ods"] {
      try office.recalculate(folder.appending(path: kind), into: folder.appending(path: kind + "-out"))
    }
    var cells = 0
    for (number, file) in files.enumerated() {
      func saved(_ kind: String) throws -> LiveWorkbook? {
        let url = folder.appending(path: "\(kind)-out/\(number).xlsx")
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return LiveWorkbook(try ExcelReader.workbook(Array(try Data(contentsOf: url))), catalog: .standard)
      }
      // Some files it does not open whoever wrote them.
      guard let original = try saved("original") else { continue }
      // What is volatile may be so through a reference that a formula computes.
      original.recalculate()
      let own = try load(Array(try Data(contentsOf: file.url)), file.name)
      for kind in ["xlsx", "ods"] {
        guard let made = try saved(kind) else {
          Issue.record("\(file.name): LibreOffice does not open it as .\(kind)")
          continue
        }
        let (stored, differing) = Self.storedDifferences(original, made, own)
        cells += stored
        tell(differing, file.name, "office-" + kind)
      }
    }
    print("\(cells) cells computed by LibreOffice")
  }

  /// The formulas whose stored values are others in another workbook, and how many there are.
  ///
  /// Some formulas LibreOffice reads only as they are written anew, such as `Table1[#All]`: then it gives the value that is
  /// computed here, which is that of Excel.
  private static func storedDifferences(
    _ a: LiveWorkbook, _ b: LiveWorkbook, _ own: LiveWorkbook
  ) -> (count: Int, cells: [String]) {
    let unsteady = a.relations.reach(of: a.unsteady)
    var (count, cells) = (0, [String]())
    for (sheet, grid) in zip(a.contents.sheets, a.grids) {
      guard let other = b.contents.sheets.first(where: { $0.name == sheet.name }) else { continue }
      var values: [CellAddress: CellValue] = [:]
      for formula in other.formulas {
        values[CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))] = formula.stored ?? .blank
      }
      for formula in sheet.formulas {
        let address = CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))
        guard let value = values[address], let stored = formula.stored, !unsteady.contains(address) else { continue }
        count += 1
        if areSameInOffice(value, stored) { continue }
        let place = own.contents.sheets.firstIndex { $0.name == sheet.name }
        let computed = place.map {
          own.engine.value(
            at: CellAddress(grid: own.grids[$0], row: Int(formula.row), column: Int(formula.column)))
        }
        if computed.map({ areSameInOffice(value, $0) }) != true { cells.append(a.name(of: address)) }
      }
    }
    return (count, cells)
  }

  /// Whether LibreOffice means the same by two values, or by one that was computed elsewhere.
  ///
  /// It has no truth values: those of an `.ods` it saves as numbers. Of a number it saves 15 digits, which it may have
  /// computed in another way.
  private static func areSameInOffice(_ value: CellValue, _ other: CellValue) -> Bool {
    func number(_ value: CellValue) -> Double? {
      switch value {
      case .number(let number, _): number
      case .logical(let logical): logical ? 1 : 0
      default: nil
      }
    }
    guard let a = number(value), let b = number(other) else { return areSame(value, other) }
    return abs(a - b) <= max(1e-9 * max(abs(a), abs(b)), 1e-12)
  }

  @Test("openpyxl reads the formulas that were written")
  func openpyxl() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "sheaf-\(UUID().uuidString).xlsx")
    defer { try? FileManager.default.removeItem(at: file) }
    var count = 0
    for (name, url) in files where !name.hasSuffix("PolicyData.xlsx") {
      let workbook = RespelledWorkbook(try load(Array(try Data(contentsOf: url)), name), for: .excel).workbook
      try Data(try ExcelWriter.bytes(workbook)).write(to: file)
      guard let read = try OpenPyXL.formulas(of: file) else { return print("skipped: there is no openpyxl") }
      for sheet in workbook.sheets {
        for formula in sheet.formulas {
          let cell = A1Notation.text(row: Int(formula.row), column: Int(formula.column))
          let expected: String
          switch formula.kind {
          case .plain(let text): expected = text
          case .array(let number): expected = sheet.arrays.formulas[Int(number)].text
          // Of these openpyxl makes texts of its own.
          case .shared: continue
          }
          count += 1
          let plain = String(expected.map { $0.isNewline ? " " : $0 })
          let found = read["\(sheet.name)!\(cell)"]
          if found != plain {
            Issue.record("\(name): \(sheet.name)!\(cell) is \(found ?? "not there") and not \(plain)")
          }
        }
      }
    }
    print("\(count) formulas read by openpyxl")
  }
}
