import Foundation

/// The texts that inputs are made from.
enum FuzzCorpus {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  /// The texts of a target: a file holds several between lines of `----`. Sheets and workbooks are those of the repository,
  /// too.
  static func texts(of target: FuzzTarget) throws -> [[UInt8]] {
    let tests = folder.deletingLastPathComponent()
    switch target {
    case .archive: return try workbooks(in: tests.appending(path: "LiveWorkbooksTests/Workbooks"))
    case .deflate:
      let archives = try workbooks(in: tests.appending(path: "LiveWorkbooksTests/Workbooks"))
      // What is packed stands behind the header of the first part, about there.
      return archives.map { Array($0.dropFirst(49)) }
    default: break
    }
    let file = folder.appending(path: "Corpus/\(target).txt")
    var texts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n----\n").map { Array($0.utf8) }
    guard target == .sheet || target == .prompt else { return texts }
    let sheets = tests.deletingLastPathComponent().appending(path: "sheets")
    let paths = FileManager.default.enumerator(atPath: sheets.path)?.compactMap { $0 as? String } ?? []
    for path in paths.sorted() where path.hasSuffix(".sheet") {
      texts.append([UInt8](try Data(contentsOf: sheets.appending(path: path))))
    }
    return texts
  }

  /// The smaller workbooks of a collection.
  private static func workbooks(in folder: URL) throws -> [[UInt8]] {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try paths.sorted().filter { $0.hasSuffix(".xlsx") }
      .map { [UInt8](try Data(contentsOf: folder.appending(path: $0))) }.filter { $0.count < 12_000 }
  }
}
