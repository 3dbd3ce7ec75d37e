import CellModel
import Diagnostics
import Formulas
import SheetText

/// A number that is a hundred times what is meant, or a hundredth of it.
enum PercentScale: LintRule {
  static let page = FindingPage(
    code: "percent-scale", .warning, "a number stands where a percentage is expected, such as 19 for 19%",
    why: """
      19% is 0.19, and 19 is 1900%. Told of a constant from 5 on that is shown as a percentage, of a number greater than 1 among percentages in a column of \
      a table, and of a percentage that is compared with a number from 2 to 100. What an input with the range 0..1 does not \
      accept is refused, with the percentage that was probably meant.
      """,
    fix: "Write the percent sign.",
    example: FindingExample(
      wrong: """
        vat = 19 as "0%"
        net = 100
        gross = net * (1 + vat)
        """,
      right: """
        vat = 19% as "0%"
        net = 100
        gross = net * (1 + vat)
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    var percentages: Set<String> = []
    for index in sheet.statements(with: [.unusualConstant, .input, .table]) {
      switch sheet.document.statements[index].kind {
      case .cell(let cell):
        if let format = cell.format { checkShown(cell.formula, format, &report) }
        if let name = cell.target.name, cell.formula.constant.map(isPercentage) == true { percentages.insert(name.key) }
      case .input(let input):
        if let initial = input.initial {
          if let format = input.format { checkShown(initial, format, &report) }
          // What lies outside of a declared range is constant-condition.
          if input.domain == nil, initial.constant.map(isPercentage) == true { percentages.insert(input.name.key) }
        }
      case .table(let table): check(table, &report)
      default: break
      }
    }
    if !percentages.isEmpty { checkComparisons(of: percentages, in: sheet, &report) }
  }

  private static func isPercentage(_ value: CellValue) -> Bool {
    if case .number(_, .percent) = value { true } else { false }
  }

  private static func checkShown(_ formula: SheetFormula, _ format: WrittenText, _ report: inout LintReport) {
    guard case .number(let number, .plain)? = formula.constant, format.text.contains("%"), number >= 5, number <= 100
    else { return }
    report.add(
      "\(NumberText.general(number)) is shown as \(NumberText.general(number * 100))%", at: formula.span,
      suggestion: "\(NumberText.general(number))%")
  }

  private static func check(_ table: TableDefinition, _ report: inout LintReport) {
    guard let header = table.header else { return }
    for (position, column) in header.columns.enumerated() {
      let cells = table.rows.compactMap { $0.cells.indices.contains(position) ? $0.cells[position] : nil }
      let numbers = cells.filter { $0.value.number != nil }
      let plain = numbers.filter { !isPercentage($0.value) }
      guard !plain.isEmpty, numbers.count - plain.count >= 2, plain.count < numbers.count - plain.count else {
        continue
      }
      for cell in plain {
        guard let number = cell.value.number, abs(number) > 1 else { continue }
        report.add(
          "\(NumberText.general(number)) stands among the percentages of \(column.name.text)", at: cell.span,
          label: "it is \(NumberText.general(number * 100))%", suggestion: "\(NumberText.general(number))%")
      }
    }
  }

  private static func checkComparisons(
    of percentages: Set<String>, in sheet: LintedSheet, _ report: inout LintReport
  ) {
    for formula in sheet.formulas(naming: percentages) {
      let tree = formula.tree
      for node in tree.nodes {
        guard case .binary(let sign, let left, let right) = node, sign.compares else { continue }
        for (name, number) in [(left, right), (right, left)] {
          guard case .name(let written, nil) = tree[name], percentages.contains(written.lowercased()),
            !formula.hidden.contains(written.lowercased()), !formula.scopes.isLocal(name, of: tree),
            case .number(let value, let text) = tree[number], (2...100).contains(value)
          else { continue }
          report.add(
            "\(written) is a percentage, and \(text) is \(NumberText.general(value * 100))%", at: tree.span(of: number),
            suggestion: "\(text)%")
        }
      }
    }
  }
}

/// A difference that adds, because what is taken away is never positive.
enum Sign: LintRule {
  static let page = FindingPage(
    code: "sign", .warning, "what is taken away is never positive, so that the difference adds it",
    why: """
      A cost that is entered with a minus and then taken away makes the result greater. Told where both sides are inputs with declared \
      ranges: what it is taken from is never negative, what is taken away never positive.
      """,
    fix: "Enter it without the minus and turn its range round, or add it.",
    example: FindingExample(
      wrong: """
        input revenue in 0..1000000 = 500
        input cost in -1000000..0 = -200
        profit = revenue - cost
        """,
      right: """
        input revenue in 0..1000000 = 500
        input cost in 0..1000000 = 200
        profit = revenue - cost
        """))

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    let ranges = sheet.inputRanges
    guard ranges.values.contains(where: { $0.declared.upperBound <= 0 }) else { return }
    for formula in sheet.valueFormulas(naming: ranges.keys) {
      let tree = formula.tree
      func range(_ node: FormulaTree.Index) -> ClosedRange<Double>? {
        guard case .name(let name, nil) = tree[node], !formula.hidden.contains(name.lowercased()),
          !formula.scopes.isLocal(node, of: tree)
        else { return nil }
        return ranges[name.lowercased()]?.declared
      }
      for node in tree.nodes {
        guard case .binary(.subtract, let left, let right) = node, let kept = range(left), let taken = range(right),
          kept.lowerBound >= 0, kept.upperBound > 0, taken.upperBound <= 0, taken.lowerBound < 0
        else { continue }
        let name = sheet.text(tree.span(of: right))
        report.add(
          "\(name) is never positive, so that - \(name) adds", at: tree.span(of: right),
          label: "in \(NumberText.general(taken.lowerBound))..\(NumberText.general(taken.upperBound))")
      }
    }
  }
}

/// Two days that are added, and words that are computed with.
enum TypeMismatch: LintRule {
  static let page = FindingPage(
    code: "type-mismatch", .error, "days are added or multiplied, or words are computed with",
    why: """
      Two days have a distance, but no sum: 2026-01-31 + 2026-02-28 is a number that means nothing. Told of dates, inputs of the type \
      date, and what TODAY, DATE and EDATE give, but for the middle of two days, (a + b) / 2; and of inputs whose values are words.
      """,
    fix: "Take the difference, or add a number of days.",
    example: FindingExample(
      wrong: """
        input start: date = 2026-01-31
        input end: date = 2026-02-28
        days = end + start
        """,
      right: """
        input start: date = 2026-01-31
        input end: date = 2026-02-28
        days = end - start
        """))

  /// Functions that give a day.
  static let days: Set = ["TODAY", "NOW", "DATE", "EDATE", "EOMONTH", "WORKDAY", "DATEVALUE"]

  /// What a name stands for, as declared.
  private enum Known { case day, word }

  static func check(_ sheet: LintedSheet, _ report: inout LintReport) {
    let known = declared(in: sheet)
    for formula in sheet.valueFormulas(with: .days, naming: known.keys) {
      let tree = formula.tree
      for (position, node) in tree.nodes.enumerated() {
        guard case .binary(let sign, let left, let right) = node, sign.isArithmetic else { continue }
        for side in [left, right] where what(side, formula, known) == .word {
          let name = sheet.text(tree.span(of: side))
          report.add("\(name) is a word, and \(sign.rawValue) takes numbers", at: tree.span(of: side))
        }
        guard what(left, formula, known) == .day, what(right, formula, known) == .day else { continue }
        addDays(FormulaTree.Index(position), sign, of: tree, to: &report)
      }
    }
  }

  /// The names of inputs and constants that are days or words, in lower case.
  private static func declared(in sheet: LintedSheet) -> [String: Known] {
    var known: [String: Known] = [:]
    for index in sheet.statements(with: [.unusualConstant, .input]) {
      switch sheet.document.statements[index].kind {
      case .input(let input):
        if input.type?.type == .date { known[input.name.key] = .day }
        if hasWordsOnly(input) { known[input.name.key] = .word }
      case .cell(let cell):
        guard let name = cell.target.name, case .number(_, let kind)? = cell.formula.constant, kind.isDay else {
          continue
        }
        known[name.key] = .day
      default: break
      }
    }
    return known
  }

  /// Whether all values that an input may have are texts, and none of them reads as a number.
  private static func hasWordsOnly(_ input: InputDefinition) -> Bool {
    guard let words = input.literalChoices else { return false }
    return words.allSatisfy { word in
      guard let text = word.text, !text.isEmpty else { return false }
      return TypedText.value(typed: text).text != nil
    }
  }

  private static func what(
    _ node: FormulaTree.Index, _ formula: LintedSheet.Formula, _ known: [String: Known]
  ) -> Known? {
    let tree = formula.tree
    switch tree[node] {
    case .parenthesized(let inner): return what(inner, formula, known)
    case .date(_, let kind, _): return kind.isDay ? .day : nil
    case .call(let name, _): return days.contains(name.uppercased()) ? .day : nil
    case .name(let name, nil):
      guard !formula.hidden.contains(name.lowercased()), !formula.scopes.isLocal(node, of: tree) else { return nil }
      return known[name.lowercased()]
    default: return nil
    }
  }

  /// Reports two days that are computed with otherwise than by taking one from the other.
  private static func addDays(
    _ node: FormulaTree.Index, _ sign: BinaryOperator, of tree: FormulaTree, to report: inout LintReport
  ) {
    let span = tree.span(of: node)
    switch sign {
    case .add where !isHalved(node, of: tree):
      report.add("two days are added", at: span, label: "they have no sum", help: "end - start is their distance")
    case .multiply, .divide: report.add("two days are multiplied or divided", at: span)
    default: break
    }
  }

  /// Whether a sum is divided, which makes it the middle.
  private static func isHalved(_ node: FormulaTree.Index, of tree: FormulaTree) -> Bool {
    var inner = node
    for (position, other) in tree.nodes.enumerated() {
      switch other {
      case .parenthesized(inner): inner = FormulaTree.Index(position)
      case .binary(.divide, inner, _), .binary(.multiply, inner, _), .binary(.multiply, _, inner): return true
      default: break
      }
    }
    return false
  }
}
