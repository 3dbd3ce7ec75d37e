/// The words that begin a statement, unless `=` or an operator follows directly.
package enum SheetKeyword: String, CaseIterable, Sendable {
  case input, table, sheet, always, never, test, event, state, service, action, fetch, use, modes, chart, option

  /// The keyword that a word is one slip away from.
  ///
  /// Any name may stand where a keyword does, so this is stricter than the search for near names.
  init?(near word: String) {
    guard (3...9).contains(word.utf8.count) else { return nil }
    let letters = Array(word.lowercased().utf8)
    guard let near = Self.allCases.first(where: { Self.isOneSlip(letters, Array($0.rawValue.utf8)) }) else {
      return nil
    }
    self = near
  }

  /// Whether one letter more, less, or other, or two letters exchanged, make one word of another.
  private static func isOneSlip(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    let (short, long) = a.count <= b.count ? (a, b) : (b, a)
    guard long.count - short.count <= 1 else { return false }
    var prefix = 0
    while prefix < short.count, short[prefix] == long[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < short.count - prefix, short[short.count - 1 - suffix] == long[long.count - 1 - suffix] {
      suffix += 1
    }
    let rest = short.count - prefix - suffix
    if rest <= (long.count == short.count ? 1 : 0) { return true }
    return long.count == short.count && rest == 2 && short[prefix] == long[prefix + 1]
      && short[prefix + 1] == long[prefix]
  }
}

/// The words that begin a step of a test.
package enum StepKeyword: String, CaseIterable, Sendable {
  case expect, given, wait, clear, insert, delete, stop
}
