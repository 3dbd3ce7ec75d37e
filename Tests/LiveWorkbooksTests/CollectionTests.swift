import Foundation
import FunctionLibrary
import Testing
import Workbooks

@testable import LiveWorkbooks

/// A whole collection of workbooks, compared cell by cell: `SHEAF_WORKBOOKS=folder swift test --filter CollectionTests`.
///
/// A cell that differs must stand in `Workbooks/Reasons.tsv` with the reason why it cannot agree.
@Suite("A collection", .enabled(if: ProcessInfo.processInfo.environment["SHEAF_WORKBOOKS"] != nil))
struct CollectionTests {
  /// Cells that differ: a file, a pattern of cells, and why.
  private struct Reason {
    let file: String
    let cells: Regex<AnyRegexOutput>
  }

  @Test("What cannot be read is refused with the reason, and nothing traps")
  func refusals() throws {
    let folder = URL(filePath: ProcessInfo.processInfo.environment["SHEAF_WORKBOOKS"] ?? "").appending(path: "refuse")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    for file in files {
      do throws(WorkbookFault) {
        let bytes = (try? Data(contentsOf: file)).map { Array($0) } ?? []
        let contents = try WorkbookReader.workbook(bytes, named: file.lastPathComponent)
        LiveWorkbook(contents, catalog: .standard).recalculate()
      } catch {
        #expect(!error.words.isEmpty)
      }
    }
    #expect(!files.isEmpty)
  }

  @Test("Every cell agrees with what is stored, but for the reasons that are listed")
  func agreement() throws {
    let folder = URL(filePath: ProcessInfo.processInfo.environment["SHEAF_WORKBOOKS"] ?? "")
    let lines = String(decoding: try WorkbookCollection.bytes("Reasons.tsv"), as: UTF8.self)
    let reasons = try lines.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t").map(String.init)
      return Reason(file: fields[0], cells: try Regex("^(\(fields[1]))$"))
    }
    let endings: Set<String> = ["xlsx", "xlsm", "xltx", "xltm", "ods", "fods"]
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
    for file in (files ?? []).sorted(by: { $0.path < $1.path }) where endings.contains(file.pathExtension.lowercased())
    {
      let name = file.pathComponents.suffix(2).joined(separator: "/")
      guard !name.hasPrefix("refuse/") else { continue }
      let contents = try WorkbookReader.workbook(Array(try Data(contentsOf: file)), named: name)
      let workbook = LiveWorkbook(contents, catalog: .standard)
      workbook.recalculate()
      for cause in StoredValueComparison(workbook).firstCauses {
        let cell = workbook.name(of: cause.cell)
        guard !reasons.contains(where: { $0.file == name && cell.wholeMatch(of: $0.cells) != nil }) else { continue }
        Issue.record("\(name): \(cell) is \(cause.computed) and not \(cause.stored)")
      }
    }
  }
}
