import CellModel
import Markup

/// The rules for typing of an OpenDocument workbook, which cells have by name.
struct OpenDocumentValidations {
  private var rules: [String: CellValidation] = [:]
  /// The name of the rule whose element has begun last.
  private var open = ""

  /// Reads the rule whose element has just begun.
  mutating func add(_ scanner: borrowing XMLScanner) throws(XMLFault) {
    guard let name = try scanner.string("name"), let condition = try scanner.string("condition") else { return }
    rules[name] = OpenDocumentCondition(condition).rule
    open = name
    rules[name]?.allowsBlank = try scanner.string("allow-empty-cell") != "false"
    rules[name]?.alert = nil
  }

  /// Reads what is said of a value that the last rule does not accept, whose element has just begun.
  mutating func addMessage(_ scanner: inout XMLScanner) throws(XMLFault) {
    guard try scanner.string("display") == "true" else { return try scanner.skipElement() }
    var alert = CellValidation.Alert()
    alert.isStop = try ["stop", nil].contains(scanner.string("message-type"))
    alert.title = try scanner.string("title") ?? ""
    let outer = scanner.depth - 1
    var paragraphs: [String] = []
    loop: while true {
      switch try scanner.next() {
      case .start: if scanner.isNamed("p") { paragraphs.append("") }
      case .text: if !paragraphs.isEmpty { paragraphs[paragraphs.count - 1] += try scanner.text(of: scanner.piece) }
      case .end: if scanner.depth <= outer { break loop }
      case .finish: break loop
      default: break
      }
    }
    alert.message = paragraphs.joined(separator: "\n")
    rules[open]?.alert = alert
  }

  /// The rule of a name for some cells; `nil` for one that asks nothing, or what cannot be read.
  func rule(_ name: String, for blocks: [CellBlock]) -> CellValidation? {
    guard var rule = rules[name] else { return nil }
    rule.blocks = blocks
    return rule
  }
}

/// The cells of one sheet that have each rule, gathered row by row.
struct OpenDocumentRuledCells {
  /// The names in the order in which cells have had them.
  private(set) var names: [String] = []
  private(set) var blocks: [String: [CellBlock]] = [:]
  /// What the cells of a row have, before it is known how often the row is repeated.
  private var row: [(name: String, left: Int, right: Int)] = []

  /// How many blocks at the end of a list are looked at for one that a row goes on.
  private static let reach = 64

  mutating func add(_ name: String, column: Int, count: Int) {
    let right = min(column + count - 1, Area.lastColumn)
    if let last = row.indices.last, row[last].name == name, row[last].right == column - 1 {
      row[last].right = right
    } else if column <= right {
      row.append((name, column, right))
    }
  }

  /// Takes the cells of a row that stands so many times.
  mutating func endRow(_ top: Int, count: Int) {
    defer { row.removeAll(keepingCapacity: true) }
    let bottom = min(top + count - 1, Area.lastRow)
    guard top <= bottom else { return }
    for (name, left, right) in row {
      if blocks[name] == nil { names.append(name) }
      var own = blocks[name] ?? []
      let above = own.indices.suffix(Self.reach).last {
        own[$0].bottom == top - 1 && own[$0].left == left && own[$0].right == right
      }
      if let above {
        own[above].bottom = bottom
      } else {
        own.append(CellBlock(top: top, left: left, bottom: bottom, right: right))
      }
      blocks[name] = own
    }
  }
}

/// The condition of a rule for typing (OpenDocument 1.3 part 3, §19.608).
struct OpenDocumentCondition {
  /// What it says, for no cells yet; `nil` for nothing.
  let rule: CellValidation?

  init(_ text: String) {
    var condition = Substring(text)
    // The namespace of its syntax, such as `of:`.
    if let colon = condition.firstIndex(of: ":"), condition[..<colon].allSatisfy(\.isLetter) {
      condition = condition[condition.index(after: colon)...]
    }
    condition = condition.drop { $0 == " " }
    var kind = "decimal"
    for (word, name) in Self.kinds where condition.hasPrefix(word) {
      kind = name
      condition = condition.dropFirst(word.count).drop { $0 == " " }
      if condition.hasPrefix("and ") { condition = condition.dropFirst(4).drop { $0 == " " } }
    }
    rule = Self.rule(condition, kind)
  }

  private static let kinds = [
    ("cell-content-is-whole-number()", "whole"), ("cell-content-is-decimal-number()", "decimal"),
    ("cell-content-is-date()", "date"), ("cell-content-is-time()", "time"),
  ]

  private static let calls: [(word: String, kind: String?, comparison: String)] = [
    ("cell-content-is-between(", nil, "between"), ("cell-content-is-not-between(", nil, "notBetween"),
    ("cell-content-text-length-is-between(", "textLength", "between"),
    ("cell-content-text-length-is-not-between(", "textLength", "notBetween"),
    ("cell-content-is-in-list(", "list", ""), ("is-true-formula(", "custom", ""),
  ]

  private static let comparisons = [
    ("<=", "lessThanOrEqual"), (">=", "greaterThanOrEqual"), ("!=", "notEqual"), ("<>", "notEqual"), ("=", "equal"),
    ("<", "lessThan"), (">", "greaterThan"),
  ]

  private static func rule(_ condition: Substring, _ kind: String) -> CellValidation? {
    for call in calls where condition.hasPrefix(call.word) && condition.hasSuffix(")") {
      let inner = condition.dropFirst(call.word.count).dropLast()
      switch call.kind {
      case "list": return list(inner)
      case "custom": return made("custom", "", [OpenFormula.excel(String(inner))])
      default:
        let ends = arguments(inner, ",")
        return ends.count == 2 ? made(call.kind ?? kind, call.comparison, ends.map { OpenFormula.excel($0) }) : nil
      }
    }
    for (word, kind) in [("cell-content()", kind), ("cell-content-text-length()", "textLength")]
    where condition.hasPrefix(word) {
      let rest = condition.dropFirst(word.count).drop { $0 == " " }
      guard let (sign, comparison) = comparisons.first(where: { rest.hasPrefix($0.0) }) else { return nil }
      return made(kind, comparison, [OpenFormula.excel(String(rest.dropFirst(sign.count).drop { $0 == " " }))])
    }
    return nil
  }

  private static func made(_ kind: String, _ comparison: String, _ formulas: [String]) -> CellValidation? {
    guard let first = formulas.first, !first.isEmpty else { return nil }
    return CellValidation(
      blocks: [], kind: kind, comparison: comparison, formula: first, second: formulas.count > 1 ? formulas[1] : "")
  }

  /// A list of texts as Excel has one, with commas between them, or else as an array; or cells that hold it.
  private static func list(_ inner: Substring) -> CellValidation? {
    let items = arguments(inner, ";")
    let texts = items.compactMap { item -> String? in
      guard item.count > 1, item.hasPrefix("\""), item.hasSuffix("\"") else { return nil }
      return String(item.dropFirst().dropLast()).replacing("\"\"", with: "\"")
    }
    guard texts.count == items.count else {
      return items.count == 1 ? made("list", "", [OpenFormula.excel(items[0])]) : nil
    }
    if texts.contains(where: { $0.contains(",") }) {
      return made("list", "", ["{\(texts.map(\.literal).joined(separator: ","))}"])
    }
    return made("list", "", [texts.joined(separator: ",").literal])
  }

  /// What stands between separators that are in no parentheses, brackets and quotation marks.
  private static func arguments(_ text: Substring, _ separator: Character) -> [String] {
    var (arguments, depth) = ([""], 0)
    var quote: Character?
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      } else if character == separator, depth == 0 {
        arguments.append("")
        continue
      }
      arguments[arguments.count - 1].append(character)
    }
    return arguments.map { String($0.drop { $0 == " " }) }
  }
}
