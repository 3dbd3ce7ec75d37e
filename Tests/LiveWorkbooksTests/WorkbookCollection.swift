import Foundation
import FunctionLibrary
import Testing
import Workbooks

@testable import LiveWorkbooks

/// Workbooks that others saved; `SOURCES.csv` beside them tells where each comes from, and under which licence.
enum WorkbookCollection {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Workbooks")

  static func bytes(_ file: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: file))) }

  static func contents(_ file: String) throws -> Workbook { try WorkbookReader.workbook(bytes(file), named: file) }

  /// A workbook with every formula computed anew.
  static func live(_ file: String) throws -> LiveWorkbook {
    let workbook = LiveWorkbook(try contents(file), catalog: .standard)
    workbook.recalculate()
    return workbook
  }
}
