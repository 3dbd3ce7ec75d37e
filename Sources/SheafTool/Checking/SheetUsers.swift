import Diagnostics
import FunctionLibrary
import SheetText

/// Which names of a sheet the other sheets of its folder read, so that what looks unused there is not told.
struct SheetUsers {
  /// For each file of the folders that were looked at, the keys of what others read in it.
  private var names: [String: Set<String>] = [:]
  private var folders: Set<String> = []

  /// The keys of the names that sheets of the same folder read in a file.
  mutating func names(readIn path: String) -> Set<String> {
    let folder = FilePath.directory(of: path)
    if folders.insert(folder).inserted { look(at: folder) }
    return names[path.lowercased()] ?? []
  }

  private mutating func look(at folder: String) {
    for file in (try? FileSystem.entries(of: folder)) ?? [] where file.lowercased().hasSuffix(".sheet") {
      guard let bytes = try? FileSystem.read(FilePath.joined(folder, file)), Self.mentionsFile(bytes) else { continue }
      note(SheetDocument(name: file, bytes: bytes), in: folder)
    }
  }

  /// Whether a text may use another sheet at all.
  private static func mentionsFile(_ bytes: [UInt8]) -> Bool {
    let ending = Array(".sheet\"".utf8)
    guard bytes.count >= ending.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      for end in ending.count - 1..<bytes.count where bytes[end] == 0x22 {
        let start = end - ending.count + 1
        if ending.indices.allSatisfy({ bytes[start + $0] | 0x20 == ending[$0] | 0x20 }) { return true }
      }
      return false
    }
  }

  private mutating func note(_ document: SheetDocument, in folder: String) {
    // What stands for a sheet: the name of a use, or a table of sheets.
    var files: [String: String] = [:]
    for statement in document.statements {
      switch statement.kind {
      case .use(let use): files[use.name.key] = FilePath.joined(folder, use.path.text).lowercased()
      case .table(let table):
        if let path = table.instanceSource { files[table.name.key] = FilePath.joined(folder, path.text).lowercased() }
      default: break
      }
    }
    guard !files.isEmpty else { return }
    for statement in document.statements {
      for occurrence in statement.nameOccurrences(in: document.source, .standard) {
        switch occurrence.role {
        case .column(let table):
          // A cell of a sheet in a row may be reached through others: people[2].adding.username
          guard let file = files[table.lowercased()] else { continue }
          names[file, default: []].formUnion(occurrence.parts.flatMap { $0.key.split(separator: ".").map(String.init) })
        default:
          guard occurrence.parts.count > 1, let file = files[occurrence.parts[0].key] else { continue }
          names[file, default: []].insert(occurrence.parts[1].key)
        }
      }
    }
  }
}
