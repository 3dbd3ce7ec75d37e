import CellModel

/// Errors that say which cells they are about.
extension NameTable {
  /// What cells are that depend on themselves.
  func cycleError(through cycle: [CellAddress]) -> CellValue {
    var path = cycle.prefix(8).map { name(of: $0) }
    if cycle.count > 8 { path.append("…") }
    if let first = path.first { path.append(first) }
    return .error(
      CellError(
        .cycle, "It depends on itself: \(path.joined(separator: " → ")).",
        origin: cycle.first.map { name(of: $0) } ?? ""))
  }

  /// What an anchor is whose array has no place; the error begins in it.
  func spillError(_ message: String, of anchor: CellAddress) -> CellValue {
    .error(CellError(.spill, message, origin: name(of: anchor)))
  }
}
