import CellModel

/// A number format of a workbook as a sheet says it.
struct SheetFormat {
  /// Whether numbers are shown by what they are, without a form of their own.
  let isGeneral: Bool
  /// `nil` where it cannot be read.
  let parsed: NumberFormat?
  /// The clause behind a formula or a literal; empty where it says nothing of numbers or cannot be read.
  let clause: String

  /// What is not carried over of it, in words; `nil` where nothing is lost.
  let loss: String?

  init(_ source: String) {
    isGeneral = source == "General"
    parsed = try? NumberFormat(source)
    let isSayable = parsed != nil && !source.unicodeScalars.contains { $0.value < 0x20 }
    let saysNothing = isGeneral || source == "@"
    clause = saysNothing || !isSayable ? "" : Self.clause(source)
    loss = saysNothing || isSayable ? nil : "number format that cannot be read (\(TableText.inOneLine(source)))"
  }

  private static func clause(_ source: String) -> String {
    let short = withoutQuotes(withoutPadding(source))
    return " as \"" + short.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// A format without what only fills the width of a cell, and without a last section that shows texts as they are:
  /// `_(* #,##0_);_(* (#,##0);_(@_)` is `#,##0;(#,##0)`.
  static func withoutPadding(_ format: String) -> String {
    var plain = ""
    var isQuoted = false
    var rest = format.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        isQuoted.toggle()
        plain.unicodeScalars.append(scalar)
      case "\\" where !isQuoted:
        plain.unicodeScalars.append(scalar)
        if let next = rest.popFirst() { plain.unicodeScalars.append(next) }
      case "_" where !isQuoted, "*" where !isQuoted: _ = rest.popFirst()
      default: plain.unicodeScalars.append(scalar)
      }
    }
    if plain.hasSuffix(";@") { plain.removeLast(2) }
    plain = withoutPlacesOfZero(plain)
    return plain.isEmpty || (try? NumberFormat(plain)) == nil ? format : plain
  }

  /// A format without the places for digits of zero where it shows a sign instead: `0;-0;"-"??` is `0;-0;"-"`.
  private static func withoutPlacesOfZero(_ format: String) -> String {
    var sections = format.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard sections.count > 2, !format.contains("[<"), !format.contains("[>"), !format.contains("[=") else {
      return format
    }
    var pieces = sections[2].split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    // Every other piece stands between quotes.
    guard pieces.count > 2, pieces.count % 2 == 1 else { return format }
    for place in stride(from: 0, to: pieces.count, by: 2) {
      // A currency has digits of its own, between brackets.
      var isBracketed = false
      for sign in pieces[place] {
        if sign == "[" { isBracketed = true } else if sign == "]" { isBracketed = false }
        guard isBracketed || !"0#.%\\".contains(sign) else { return format }
      }
      pieces[place].removeAll { $0 == "?" }
    }
    sections[2] = pieces.joined(separator: "\"")
    return sections.joined(separator: ";")
  }

  /// A format without quotes and backslashes around what stands for itself anyway:
  /// `"$"#,##0;\(#,##0\)` is `$#,##0;(#,##0)`.
  static func withoutQuotes(_ format: String) -> String {
    var plain = ""
    var rest = format.unicodeScalars[...]
    func take(through last: Unicode.Scalar) -> String {
      let end = rest.firstIndex(of: last) ?? rest.endIndex
      defer { rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...] }
      return String(rest[..<end])
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"":
        let text = take(through: "\"")
        plain += text.unicodeScalars.allSatisfy(standingForThemselves.contains) ? text : "\"\(text)\""
      case "\\":
        guard let next = rest.popFirst() else { break }
        plain += standingForThemselves.contains(next) ? "\(next)" : "\\\(next)"
      case "[": plain += "[\(take(through: "]"))]"
      default: plain.unicodeScalars.append(scalar)
      }
    }
    guard let old = try? NumberFormat(format), let new = try? NumberFormat(plain), old.sections == new.sections else {
      return format
    }
    return plain
  }

  private static let standingForThemselves: Set<Unicode.Scalar> = ["$", "-", "+", "(", ")", " "]
}

/// The formats of a workbook, each read once.
struct SheetFormats {
  private var known: [String: SheetFormat] = [:]

  mutating func format(_ source: String) -> SheetFormat {
    if let format = known[source] { return format }
    let format = SheetFormat(source)
    known[source] = format
    return format
  }
}
