import CellModel

/// The one door for files of workbooks that get other values in some cells, with everything else as it was.
package enum WorkbookEdit {
  /// The endings of the workbooks that are edited; what is edited keeps its own.
  package static let endings = ["xlsx", "xlsm", "ods", "ots", "fods"]

  /// The one of these endings that a path has.
  package static func ending(of path: String) -> String? { endings.first { FileEnding.has($0, path) } }

  /// The endings under which a file can be saved as it was but for some cells; none for what is no workbook.
  package static func endings(of bytes: [UInt8]) -> [String] {
    switch WorkbookReader.format(of: bytes) {
    case .excel: ExcelReader.isWorkbook(bytes) ? ["xlsx", "xlsm"] : []
    case .openDocument: ["ods", "ots"]
    case .flatOpenDocument: ["fods"]
    case .named: []
    }
  }

  /// The file with other values in some cells.
  ///
  /// - Parameters:
  ///   - changes: By the position of the sheet.
  ///   - dates: How the workbook counts days.
  package static func bytes(
    _ original: [UInt8], changing changes: [Int: [CellChange]], dates: DateSystem
  ) throws(WorkbookFault) -> [UInt8] {
    guard changes.contains(where: { !$0.value.isEmpty }) else { return original }
    switch WorkbookReader.format(of: original) {
    case .excel: return try ExcelEdit.bytes(original, changing: changes)
    case .openDocument: return try OpenDocumentEdit.bytes(archive: original, changing: changes, dates)
    case .flatOpenDocument: return try OpenDocumentEdit.bytes(flat: original, changing: changes, dates)
    case .named(let name): throw .otherFormat(name)
    }
  }
}
