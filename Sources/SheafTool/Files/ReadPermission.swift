/// Which files a sheet may read: those in its folder and below, and those that the call allows, but none that is hidden.
///
/// A sheet is a text that somebody may have got from anywhere. So it does not learn from a refusal what there is elsewhere:
/// the words are the same whether a file is there or not, and near names are those of its own folder only. A hidden
/// file, whose name or folder begins with a dot, is often a secret; it is read only where the call names it or its folder.
struct ReadPermission {
  /// The folder of the sheet.
  let folder: String
  /// Files, and folders with all below them, that the call allows.
  let allowed: [String]
  let limit: FileLimit

  /// Reads a file that a sheet names.
  ///
  /// - Parameter note: Takes the path of the file, also of one that is not read.
  func read(_ name: String, noting note: (String) -> Void) throws(CallFailure) -> [UInt8] {
    let path = FilePath.joined(folder, name)
    note(path)
    let place = try resolvedPlace(of: path)
    let permitted = ([folder] + allowed).compactMap(FilePath.resolved)
    let roots = permitted.filter { FilePath.isInside(place.path, $0) }
    guard !roots.isEmpty else {
      let parent = FilePath.directory(of: path)
      // A link that the sheet may see is allowed by its own name; to allow its folder leads nowhere.
      let isLink = FilePath.resolved(parent).map { parent in permitted.contains { FilePath.isInside(parent, $0) } }
      throw CallFailure(
        "\(name) lies outside the sheet's folder; allow it with --allow-read=\(isLink == true ? path : parent)")
    }
    guard roots.contains(where: { !Self.isHidden(place.path, below: $0) }) else {
      throw CallFailure("\(name) is hidden, and sheets do not read hidden files; allow it with --allow-read=\(path)")
    }
    guard place.isThere else { throw FileSystem.missing(path) }
    return try FileReader(path, takesPipes: false).all(limit: limit)
  }

  /// Where a file is, or would be: links and dots are resolved as far as the folders are there.
  private func resolvedPlace(of path: String) throws(CallFailure) -> (path: String, isThere: Bool) {
    if let resolved = FilePath.resolved(path) { return (resolved, true) }
    var known = try FilePath.destination(of: path)
    var rest: [Substring] = []
    while FilePath.resolved(known) == nil, known != ".", known != "/" {
      let name = FilePath.name(of: known)
      rest.insert(name[...], at: 0)
      known = FilePath.directory(of: known)
    }
    var place = FilePath.resolved(known) ?? "/"
    for name in rest where !name.isEmpty && name != "." {
      // A step back from a folder that is not there leads nowhere; where it would, counts.
      place = name == ".." ? FilePath.directory(of: place) : FilePath.joined(place, String(name))
    }
    return (place, false)
  }

  private static func isHidden(_ path: String, below root: String) -> Bool {
    path.utf8.dropFirst(root.utf8.count).split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }
}
