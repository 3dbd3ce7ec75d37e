import LiveSheets

/// The cells whose changes are shown when they come by themselves.
struct PromptWatch {
  /// What is watched, as it was typed; `nil` for all.
  private(set) var paths: [String]?

  static let all = PromptWatch(paths: nil)
  static let nothing = PromptWatch(paths: [])

  func shows(_ table: TableInfo) -> Bool {
    paths?.contains { $0.lowercased() == table.name.lowercased() } ?? true
  }

  func shows(_ cell: CellInfo, of sheet: LiveSheet) -> Bool {
    guard let paths else { return true }
    let name = cell.name.lowercased()
    return paths.contains { path in
      let key = path.lowercased()
      // An action, a used sheet and a table stand for all that is reached through them.
      if name == key || name.hasPrefix(key + ".") || name.hasPrefix(key + "[") { return true }
      guard case .success(let watched) = sheet.cell(path) else { return false }
      return watched.area?.contains(cell.address) ?? (watched.address == cell.address)
    }
  }
}
