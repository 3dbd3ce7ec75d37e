import SheetText
import Workbooks

/// A sheet that is written into another folder than the one it was loaded from, where the files that it reads are.
///
/// A path in a text is seen from its own folder, and the text is written as it is. So it is told what is not there.
struct MovedSheet {
  /// What the text reads, as it says it.
  private let paths: [String]
  private let former: String
  private let target: String

  /// - Parameters:
  ///   - former: The path from which it was loaded.
  ///   - target: The path to which it is written.
  init(_ document: SheetDocument, from former: String?, to target: String) {
    paths = document.readPaths
    self.former = former ?? ""
    self.target = target
  }

  /// What is told of each file that is missing, or is another one.
  var remarks: [String] {
    let (old, new) = (FilePath.directory(of: former), FilePath.directory(of: target))
    guard FilePath.resolved(old) != FilePath.resolved(new) else { return [] }
    return paths.compactMap { path in
      let (there, here) = (FilePath.joined(new, path), FilePath.joined(old, path))
      let now = FilePath.resolved(there)
      guard let before = FilePath.resolved(here), now != before else { return nil }
      return now == nil
        ? "\(target) reads \(there), which is not there; the file is \(here)"
        : "\(target) reads \(there), which is another file than \(here)"
    }
  }
}

extension SheetDocument {
  /// The files that tables, sheets and workbooks are read from, as the text says them, each once.
  fileprivate var readPaths: [String] {
    var known: Set<String> = []
    let written = statements.flatMap { statement -> [WrittenText?] in
      switch statement.kind {
      case .use(let use): [use.path]
      case .table(let table): [table.source, table.instanceSource]
      default: []
      }
    }
    return written.compactMap { text in
      guard let text = text?.text, !text.isEmpty else { return nil }
      let path = FileEnding.parted(text).path
      return known.insert(path).inserted ? path : nil
    }
  }
}
