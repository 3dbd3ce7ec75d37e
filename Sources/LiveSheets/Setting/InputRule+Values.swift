import CellModel
import Diagnostics
import Engine
import Formulas
import SheetPrograms
import SheetText

/// What an input makes of the values and texts that are given to it.
extension InputRule {
  /// A value in the kind of its declaration, and a choice in its spelling.
  func inSpelling(_ value: CellValue) -> CellValue {
    let value = type.inKind(value)
    guard case .choices(let choices)? = domain else { return value }
    return choices.first { Self.isChoice($0, value) } ?? value
  }

  /// Whether a value is one of the choices: equal as a formula compares, but of the same kind.
  private static func isChoice(_ choice: CellValue, _ value: CellValue) -> Bool {
    choice == value || (CellComparison.order(choice, value) == 0 && sameKind(choice, value))
  }

  private static func sameKind(_ a: CellValue, _ b: CellValue) -> Bool {
    switch (a, b) {
    case (.number, .number), (.text, .text), (.logical, .logical), (.blank, .blank): true
    default: false
    }
  }

  /// Whether a number was probably meant as a percentage: 19 where a range ends with 1.
  private static func isPercentage(_ value: CellValue, of range: ClosedRange<Double>) -> Bool {
    guard case .number(let number, .plain) = value, range.upperBound <= 1, range.lowerBound >= -1 else { return false }
    return abs(number) > 1 && range.contains(number / 100)
  }

  /// Why the type or the domain does not accept a value; blank is always accepted.
  ///
  /// - Parameters:
  ///   - name: What the input is called in the message.
  ///   - text: How values are shown and written.
  func refusalByDomain(of value: CellValue, _ name: String, _ text: ValueText) -> Refusal? {
    guard !value.isBlank else { return nil }
    if let words = type.mismatch(of: value) { return Refusal(.wrongType(type, found: words), of: name) }
    switch domain {
    case .range(let low, let high)?:
      guard case .number(let number, _) = value, low <= number, number <= high else {
        let shown = text.shown(value, format: nil)
        let near = Self.isPercentage(value, of: low...high) ? "\(shown)%" : nil
        return Refusal(.outOfRange(bound(low, text), bound(high, text), shown: shown, near: near), of: name)
      }
      return nil
    case .choices(let choices)?:
      guard !choices.contains(where: { Self.isChoice($0, value) }) else { return nil }
      let words = choices.map { text.literal($0) }.joined(separator: ", ")
      let near = value.text.flatMap { NearNames.suggestion(for: $0, among: choices.compactMap(\.text)) }
      return Refusal(.noChoice(among: words, shown: text.literal(value), near: near), of: name)
    case nil: return nil
    }
  }

  /// An end of the range as the input shows its values.
  package func bound(_ number: Double, _ text: ValueText) -> String {
    boundsKind == .plain ? NumberText.general(number) : text.shown(.number(number, boundsKind), format: nil)
  }

  /// The condition with a value in the place of the input's name.
  func condition(for value: CellValue, _ name: String) -> FormulaTree? {
    condition?.tree.substituting(value, forName: self.name ?? name)
  }

  /// A text as it is typed for the input, if the rule says how it reads: a text as it is, a choice, a long number.
  func value(typed text: String) -> CellValue? {
    if type == .text { return .text(text) }
    if case .choices(let choices)? = domain,
      choices.contains(where: { $0.text?.lowercased() == text.lowercased() })
    {
      return .text(text)
    }
    return type == .number && TypedText.losesDigits(typed: text)
      ? TypedText.plainNumber(typed: text).map { .number($0) } : nil
  }
}

extension CellValue {
  /// A text as it is typed for a cell: as a sheet would have it where it is quoted or in braces, else as a spreadsheet
  /// reads it.
  static func typed(_ text: String) -> CellValue {
    if text.isEmpty { return .blank }
    if text.utf8.contains(where: { $0 == Ascii.quote || $0 == Ascii.leftBrace }),
      case let parsed = FormulaParser.parse(text, dialect: .sheet), parsed.diagnostics.isEmpty, parsed.tree.isConstant,
      let value = parsed.tree.constant
    {
      switch value {
      case .text, .array, .record: return value
      default: break
      }
    }
    return TypedText.value(typed: text)
  }
}

extension FormulaTree {
  /// The tree with a value in place of a name.
  func substituting(_ value: CellValue, forName name: String) -> FormulaTree {
    var tree = self
    for (index, node) in nodes.enumerated() {
      guard case .name(let used, sheet: nil) = node, used.lowercased() == name.lowercased() else { continue }
      switch value {
      case .number(let number, .plain): tree.nodes[index] = .number(number, text: NumberText.general(number))
      case .number(let number, let kind):
        tree.nodes[index] = .date(number, kind, text: ValueText().literal(value))
      case .text(let text): tree.nodes[index] = .text(text)
      case .logical(let logical): tree.nodes[index] = .logical(logical)
      case .error(let error): tree.nodes[index] = .error(error.code)
      case .blank: tree.nodes[index] = .missing
      case .array, .record, .lambda: break
      }
    }
    return tree
  }
}
