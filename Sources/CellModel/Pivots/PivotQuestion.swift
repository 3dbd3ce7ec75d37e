/// What GETPIVOTDATA is asked for in its older form, one text: names of items, of a data field, and of fields with their items.
///
/// `"North"`, `"Region[North]"`, `"Region North Sum of Sales"`. A name with blanks may stand in single quotation marks and need
/// not: of the names that the report has, the longest that fits is meant.
package struct PivotQuestion {
  package private(set) var data: Int?
  package private(set) var pairs: [(field: String, item: CellValue)] = []
  private let report: PivotReport
  private let fields: [PivotField]
  private var rest: Substring

  /// - Returns: `nil` when a word of the text is no name of the report, or that of items of several fields.
  package init?(_ text: String, of report: PivotReport) {
    self.report = report
    fields = report.shownFields
    rest = text[...]
    while true {
      skipSpaces()
      if rest.isEmpty { break }
      guard takeEntry() else { return nil }
    }
    if data == nil {
      // Where there are several, one has to be named.
      guard report.data.count == 1 else { return nil }
      data = 0
    }
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

  private mutating func takeEntry() -> Bool {
    if let field = takeLongest(of: fields.flatMap(\.names), before: "[") {
      guard let end = rest.firstIndex(of: "]") else { return false }
      // A function may stand behind the item; a report shows one for each.
      let item = rest[rest.index(after: rest.startIndex)..<end].prefix { $0 != ";" }
      rest = rest[rest.index(after: end)...]
      pairs.append((field, .text(Self.unquoted(String(item)))))
      return true
    }
    let start = rest
    if let field = takeLongest(of: fields.flatMap(\.names)) {
      skipSpaces()
      let items = fields.filter { $0.isNamed(field) }.flatMap(\.items)
      if let item = takeLongest(of: items.compactMap { $0?.spelling }) {
        pairs.append((field, .text(item)))
        return true
      }
      rest = start
    }
    let data =
      report.data.map(\.name)
      + report.data.compactMap { data in
        report.fields.indices.contains(data.field) ? report.fields[data.field].names.first : nil
      }
    if let name = takeLongest(of: data), let position = report.data(named: name) {
      self.data = position
      return true
    }
    guard let item = takeLongest(of: fields.flatMap { $0.items.compactMap { $0?.spelling } }) else {
      return false
    }
    let owners = fields.filter { $0.item(.text(item)) != nil }
    guard owners.count == 1, let name = owners[0].names.first else { return false }
    pairs.append((name, .text(item)))
    return true
  }

  /// Takes the longest of some names with which the rest begins as a word, and what is to stand behind it stays.
  private mutating func takeLongest(of names: [String], before mark: Character? = nil) -> String? {
    var best: (name: String, rest: Substring)?
    for name in names where !name.isEmpty && name.count > best?.name.count ?? 0 {
      for spelling in [name, "'\(name)'"] {
        guard let behind = Self.rest(of: rest, behind: spelling) else { continue }
        let isWord = mark.map { behind.first == $0 } ?? (behind.isEmpty || behind.first == " ")
        if isWord { best = (name, behind) }
      }
    }
    guard let best else { return nil }
    rest = best.rest
    return best.name
  }

  private static func rest(of text: Substring, behind beginning: String) -> Substring? {
    let head = text.prefix(beginning.count)
    return CaseFolding.areEqual(String(head), beginning) ? text[head.endIndex...] : nil
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.first == "'", text.last == "'" else { return text }
    return String(text.dropFirst().dropLast())
  }
}

extension PivotItem {
  /// What the report shows for it, as far as that does not hang on a number format.
  fileprivate var spelling: String {
    if let caption { return caption }
    return switch value {
    case .text(let text): text
    case .number(let number, _): NumberText.general(number)
    case .logical(let logical): logical ? "TRUE" : "FALSE"
    case .error(let error): error.code.text
    default: "(blank)"
    }
  }
}
