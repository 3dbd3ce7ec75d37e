/// What a name has to look like: `*` stands for anything; without one it is the beginning of the name.
struct NamePattern {
  private let parts: [String]
  private let isOpen: Bool

  init(_ pattern: String) {
    parts = pattern.lowercased().split(separator: "*", omittingEmptySubsequences: false).map(String.init)
    isOpen = !pattern.contains("*")
  }

  func fits(_ name: String) -> Bool {
    var rest = name.lowercased()[...]
    guard let first = parts.first, rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    if isOpen { return true }
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let end = Self.end(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    return parts.count == 1 || rest.hasSuffix(parts[parts.count - 1])
  }

  private static func end(of part: String, in text: Substring) -> Substring.Index? {
    var start = text.startIndex
    while start < text.endIndex {
      if text[start...].hasPrefix(part) { return text.index(start, offsetBy: part.count) }
      start = text.index(after: start)
    }
    return nil
  }
}
