import Diagnostics

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The files of this machine, read and listed without more than the C library.
enum FileSystem {
  enum Kind { case file, folder, other }

  /// What is at a path; `nil` when nothing is.
  static func kind(_ path: String) -> Kind? {
    var info = stat()
    guard stat(path, &info) == 0 else { return nil }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// The bytes of a file that the user named.
  static func read(_ path: String, limit: FileLimit = .standard) throws(CallFailure) -> [UInt8] {
    try FileReader(path).all(limit: limit)
  }

  /// The words for a file that cannot be read; for one that is not there, with a near name of the same folder.
  static func failure(toRead path: String, _ code: Int32) -> CallFailure {
    guard code == ENOENT || code == ENOTDIR else {
      return CallFailure("\(path) cannot be read: \(SystemFailure.message(code))")
    }
    return missing(path)
  }

  /// The words for a file that is not there.
  static func missing(_ path: String) -> CallFailure {
    if path.isEmpty { return CallFailure("the name of a file is empty") }
    if let target = FilePath.linkTarget(path) {
      return CallFailure("\(path) is a link to \(target), where there is no file")
    }
    let folder = FilePath.directory(of: path)
    guard kind(folder) == .folder else { return CallFailure("there is no file named \(path)") }
    let name = FilePath.name(of: path)
    let near = nearName(name, among: (try? entries(of: folder)) ?? [])
    let nearPath = near.map { FilePath.joined(folder, $0) }
    // What stands for bytes that are no UTF-8 is the same in both names.
    if nearPath == path {
      return CallFailure(
        "there is no file named \(path)", help: "a file is found by a name in UTF-8; give it another name")
    }
    return CallFailure("there is no file named \(path)", near: nearPath)
  }

  private static func nearName(_ name: String, among entries: [String]) -> String? {
    let visible = entries.filter { !$0.hasPrefix(".") }
    // A name without its ending is the most common slip.
    let lower = name.lowercased()
    let longer = visible.filter { $0.lowercased().hasPrefix(lower + ".") }
    if let near = longer.first(where: { FilePath.hasExtension($0, "sheet") }) ?? longer.first { return near }
    // An ending that is the same makes no names alike.
    func stem(_ name: String) -> Substring { name.lastIndex(of: ".").map { name[..<$0] } ?? name[...] }
    let wanted = stem(name)
    let alike = visible.filter { entry in
      stem(entry) == wanted || NearNames.suggestion(for: String(wanted), among: [String(stem(entry))]) != nil
    }
    return NearNames.suggestion(for: name, among: alike)
  }

  /// The names in a folder, sorted.
  ///
  /// - Parameter garbled: Takes each name that is not UTF-8, with what stands for the bytes that are not, and whether it is
  ///   that of a folder: under that name there is nothing.
  static func entries(
    of folder: String, garbled: (_ name: String, _ isFolder: Bool) -> Void = { _, _ in }
  ) throws(CallFailure) -> [String] {
    guard let directory = opendir(folder) else {
      throw CallFailure("the folder \(folder) cannot be read: \(SystemFailure.message(errno))")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let (name, isGarbled) = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: capacity) {
          (String(cString: $0), String(validatingCString: $0) == nil)
        }
      }
      if isGarbled { garbled(name, entry.pointee.d_type == DT_DIR) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The sheets that paths stand for: a file is itself, a folder is every `.sheet` file below it, sorted by name.
  ///
  /// Folders whose name begins with a dot are left out, and a folder is entered once, whatever links lead to it.
  ///
  /// - Parameter endings: The endings of the files that are wanted of a folder.
  static func sheets(at paths: [String], endings: [String] = ["sheet"]) throws(CallFailure) -> [String] {
    let found = FoundFiles(at: paths, endings: endings)
    if let failure = found.failures.first { throw failure }
    return found.paths
  }

  static func sheets(at path: String, endings: [String]) throws(CallFailure) -> [String] {
    guard kind(path) == .folder else {
      if kind(path) == nil, path != FilePath.standardInput { throw missing(path) }
      return [path]
    }
    var found: [String] = []
    var visited: Set<String> = []
    try collect(path, endings, &visited, &found)
    if found.isEmpty { throw CallFailure("there is no .sheet file in \(path)") }
    return found
  }

  private static func collect(
    _ root: String, _ endings: [String], _ visited: inout Set<String>, _ found: inout [String]
  ) throws(CallFailure) {
    // A stack of our own; entries are pushed in reverse so that they come off in order.
    var waiting = [root]
    while let path = waiting.popLast() {
      let isWanted = endings.contains { FilePath.hasExtension(path, $0) } && !FilePath.name(of: path).hasPrefix("~$")
      if path != root, isWanted, kind(path) == .file {
        found.append(path)
        continue
      }
      guard kind(path) == .folder, let resolved = FilePath.resolved(path), visited.insert(resolved).inserted else {
        continue
      }
      let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      var lost: String?
      let names = try entries(of: trimmed) { name, isFolder in
        if isFolder || endings.contains(where: { FilePath.hasExtension(name, $0) }) { lost = name }
      }
      if let lost {
        throw CallFailure(
          "\(FilePath.joined(trimmed, PlainText.oneLine(lost))) has a name that is not UTF-8, and cannot be read",
          help: "give it another name")
      }
      for name in names.reversed() where !name.hasPrefix(".") {
        waiting.append(trimmed == "." ? name : FilePath.joined(trimmed, name))
      }
    }
  }

  /// - Throws: That there is no folder of this name.
  static func requireFolder(_ path: String) throws(CallFailure) {
    switch kind(path) {
    case .folder: return
    case nil where path.isEmpty: throw CallFailure("the name of a folder is empty")
    case nil: throw CallFailure("there is no folder named \(path)", help: "mkdir -p \(FilePath.shellWord(path))")
    case .file, .other: throw CallFailure("\(path) is a file, not a folder")
    }
  }

  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) {
    guard kind(path) == nil, path != ".", path != "/" else { return }
    makeFolder(FilePath.directory(of: path))
    mkdir(path, 0o700)
  }
}
