import Diagnostics

/// The file of a sheet at the prompt, and the text that it has.
struct SheetFile {
  enum Line: Equatable {
    case removed(String)
    case added(String)
  }

  /// What `:save` writes to when no file is named.
  let path: String?
  /// The text as it was loaded or last saved.
  let bytes: [UInt8]
  /// What the file had in it then.
  let version: FileVersion
  private var text: String { String(decoding: bytes, as: UTF8.self) }

  init(path: String?, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    version = path == nil ? .absent : FileVersion(bytes)
  }

  /// The lines in which a later text differs; removals stand before the line that took their place, as in a patch.
  func differences(from later: String) -> [Line] {
    let old = text.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine).map(String.init)
    let new = later.split(omittingEmptySubsequences: false, whereSeparator: \.endsLine).map(String.init)
    var removed: [Int: String] = [:]
    var inserted: [Int: String] = [:]
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, let line, _): removed[offset] = line
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var lines: [Line] = []
    var oldIndex = 0
    var newIndex = 0
    while oldIndex < old.count || newIndex < new.count {
      if let line = removed[oldIndex], oldIndex < old.count {
        lines.append(.removed(line))
        oldIndex += 1
      } else if let line = inserted[newIndex], newIndex < new.count {
        lines.append(.added(line))
        newIndex += 1
      } else {
        oldIndex += 1
        newIndex += 1
      }
    }
    return lines
  }
}
