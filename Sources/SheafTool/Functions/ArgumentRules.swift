import Functions

/// Where functions differ in what they make of the same argument, in words and as tables of the guide.
struct ArgumentRules {
  static let name = "ArgumentsOfFunctions"
  static let file = name + ".md"

  private let functions: [SheetFunction]

  init(_ functions: [SheetFunction]) { self.functions = functions }

  // MARK: One function

  /// What a function refuses in the arguments about which it is strict; `nil` where it is not.
  static func strictness(of function: SheetFunction) -> String? {
    let rules = strictRules(of: function)
    guard !rules.isEmpty else { return nil }
    let logicals = rules.filter { !$0.rule.refusesLogicals }.map(\.name)
    let empty = rules.filter { !$0.rule.refusesEmpty }.map(\.name)
    var text = "a range of several cells and a logical are #VALUE!, an argument left empty is #N/A"
    if !logicals.isEmpty { text += "; \(logicals.joined(separator: ", ")) may be a logical" }
    if !empty.isEmpty { text += "; \(empty.joined(separator: ", ")) may be left empty" }
    return text
  }

  /// What is refused by one argument, in the words of records.
  static func refusals(_ rule: ArgumentRule) -> [String] {
    var refusals: [String] = []
    if rule.refusesRanges { refusals.append("range") }
    if rule.refusesLogicals { refusals.append("logical") }
    if rule.refusesEmpty { refusals.append("empty") }
    return refusals
  }

  private static func strictRules(of function: SheetFunction) -> [(name: String, rule: ArgumentRule)] {
    function.parameters.map { ($0.name, function.rule(of: $0)) }.filter { $0.rule.refusesRanges }
  }

  // MARK: The page

  func page(_ origin: String) -> String {
    let lines =
      [
        "# Arguments of functions", "", origin, "",
        "What functions make of the same argument differently: ranges, logicals, texts and arguments left empty.", "",
        "## Overview", "",
        "Arguments are read from left to right, and the first error is the result. A range or an array where one value is",
        "wanted gives a result for each of its elements; a blank cell is 0, FALSE or the empty text. These functions have",
        "rules of their own.", "",
      ] + strict + emptied + valued
    return lines.joined(separator: "\n") + "\n"
  }

  private var strict: [String] {
    var lines = [
      "### Strict functions", "",
      "The functions that came to Excel with its Analysis ToolPak refuse a range of several cells and a logical with",
      "`#VALUE!`, and an argument that must be given and is left empty with `#N/A`. An array is taken, also one made of a",
      "range (`EDATE(+A1:A3, 1)`). Arguments that the table does not name are read as in other functions.", "",
      "| Function | Strict about | May be left empty | May be a logical |", "|---|---|---|---|",
    ]
    for function in functions {
      let rules = Self.strictRules(of: function)
      guard !rules.isEmpty else { continue }
      let empty = rules.filter { !$0.rule.refusesEmpty }.map(\.name)
      let logicals = rules.filter { !$0.rule.refusesLogicals }.map(\.name)
      lines.append(
        "| `\(function.name)` | \(Self.list(rules.map(\.name))) | \(Self.list(empty)) | \(Self.list(logicals)) |")
    }
    return lines + [""]
  }

  private var emptied: [String] {
    var lines = [
      "### Left empty and left out", "",
      "An argument that may be left out mostly means the same when it is left empty, as in `ROUND(2.5, )`. These are 0 or FALSE",
      "then, and something else when they are left out.", "",
      "| Function | Argument | Left empty |", "|---|---|---|",
    ]
    for function in functions {
      for parameter in function.parameters where function.rule(of: parameter).emptyIsZero {
        lines.append("| `\(function.name)` | `\(parameter.name)` | \(parameter.takesLogicals ? "FALSE" : "0") |")
      }
    }
    return lines + [""]
  }

  private var valued: [String] {
    var lines = [
      "### Texts and logicals among values", "",
      "What counts as a number depends on where it stands: typed as an argument, in an array, or in a cell. An argument left",
      "empty is 0, and a blank cell is skipped.", "",
      "| Like | `TRUE` typed | in an array | in a cell | `\"3\"` typed | in an array | in a cell | `\"x\"` typed | in an array | in a cell |",
      "|---|---|---|---|---|---|---|---|---|---|",
    ]
    let groups = ValueReading.allCases.map { reading in
      (reading, functions.filter { $0.parameters.contains { $0.reading == reading } }.map(\.name))
    }
    for (reading, names) in groups {
      let outcomes =
        ValueReading.Place.allCases.map(reading.logical) + ValueReading.Place.allCases.map(reading.numeral)
        + ValueReading.Place.allCases.map(reading.text)
      lines.append("| `\(Self.leader(of: reading, names))` | \(outcomes.map(Self.word).joined(separator: " | ")) |")
    }
    lines.append("")
    for (reading, names) in groups {
      let list = names.map { "`\($0)`" }.joined(separator: " ")
      lines.append("- term Like `\(Self.leader(of: reading, names))`: \(list)")
    }
    return lines
  }

  /// The function by which people know a way of reading.
  private static func leader(of reading: ValueReading, _ names: [String]) -> String {
    let known =
      switch reading {
      case .numbers: "SUM"
      case .modes: "MODE.SNGL"
      case .mean: "AVERAGEA"
      case .spread: "STDEVA"
      case .extreme: "MAXA"
      case .strict: "GCD"
      }
    return names.contains(known) ? known : names.first ?? known
  }

  private static func word(_ outcome: ValueReading.Outcome) -> String {
    switch outcome {
    case .number(let number): number == 0 ? "0" : "1"
    case .asRead: "3"
    case .skipped: "skipped"
    case .refused: "`#VALUE!`"
    }
  }

  private static func list(_ names: [String]) -> String { names.map { "`\($0)`" }.joined(separator: ", ") }
}
