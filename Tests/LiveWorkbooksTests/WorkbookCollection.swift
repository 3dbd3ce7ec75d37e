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

  /// Checks that a recalculation gives what is stored, in at least as many cells as can be compared.
  static func checkAgreement(_ file: String, usable: Int) throws {
    let workbook = try live(file)
    let comparison = StoredValueComparison(workbook)
    for cause in comparison.firstCauses {
      Issue.record("\(workbook.name(of: cause.cell)): \(cause.computed) and not \(cause.stored)")
    }
    // Where the manifest counts formulas only, cells that arrays filled come on top.
    #expect(comparison.agreeing >= usable)
  }
}
