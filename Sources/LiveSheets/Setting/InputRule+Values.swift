import CellModel
import Diagnostics
import Engine
import Formulas
import Functions
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
  func refusalByDomain(
    of value: CellValue, _ name: String, _ text: @autoclosure () -> ValueText
  ) -> Refusal? {
    guard !value.isBlank else { return nil }
    if let fact = type.refusal(of: value) { return Refusal(fact, of: name) }
    switch domain {
    case .range(let low, let high)?:
      guard case .number(let number, _) = value, low <= number, number <= high else {
        let text = text()
        let shown = text.shown(value, format: nil)
        let near = Self.isPercentage(value, of: low...high) ? "\(shown)%" : nil
        return Refusal(.outOfRange(bound(low, text), bound(high, text), shown: shown, near: near), of: name)
      }
      return nil
    case .choices(let choices)?:
      guard !choices.contains(where: { Self.isChoice($0, value) }) else { return nil }
      let text = text()
      if choices.isEmpty { return Refusal(.emptyDomain(shown: text.literal(value)), of: name) }
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

  /// The condition with the name that the whole knows the input by.
  func condition(of name: String, called fullName: String) -> FormulaTree? {
    condition?.tree.replacing { node, _, _ in
      guard case .name(let used, sheet: nil) = node, used.lowercased() == (self.name ?? name).lowercased() else {
        return nil
      }
      return .name(fullName, sheet: nil)
    }
  }

  /// Whether other cells have a say in the condition or the domain.
  func readsOthers(_ name: String, _ catalog: FunctionCatalog) -> Bool {
    computedDomain != nil || condition.map { !$0.tree.readsOnly(self.name ?? name, catalog) } ?? false
  }

  /// A text as it is typed for the input, if the rule says how it reads: a text as it is or in quotation marks, a
  /// choice, a long number.
  func value(typed text: String) -> CellValue? {
    if type == .text { return if case .text(let read) = CellValue.typed(text) { .text(read) } else { .text(text) } }
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
  /// The tree with a value in place of a name; a LAMBDA is nothing that can be written there.
  func substituting(_ value: CellValue, forName name: String) -> FormulaTree {
    func isNamed(_ node: Node) -> Bool {
      if case .name(let used, sheet: nil) = node { used.lowercased() == name.lowercased() } else { false }
    }
    if let literal = Node(literal: value) {
      var tree = self
      for index in nodes.indices where isNamed(nodes[index]) { tree.nodes[index] = literal }
      return tree
    }
    guard let literal = FormulaTree(literal: value) else { return self }
    var made = FormulaTree()
    var moved: [Index] = []
    for (index, node) in nodes.enumerated() {
      let isReplaced = isNamed(node)
      let first = Index(made.nodes.count)
      for part in isReplaced ? literal.nodes : [node] {
        made.append(
          part.replacingOperands { isReplaced ? first + $0 : moved[Int($0)] }, span: spans[index])
      }
      moved.append(made.root)
    }
    return made
  }

  /// The literal of a value; `nil` where there is a LAMBDA in it.
  private init?(literal value: CellValue) {
    self.init()
    guard appendLiteral(of: value) != nil else { return nil }
  }

  private mutating func appendLiteral(of value: CellValue) -> Index? {
    let node: Node
    switch value {
    case .array(let array):
      let elements = array.elements.compactMap { appendLiteral(of: $0) }
      guard elements.count == array.count else { return nil }
      node = .array(rows: array.rows, columns: array.columns, elements: elements)
    case .record(let record):
      let values = record.values.compactMap { appendLiteral(of: $0) }
      guard values.count == record.values.count else { return nil }
      node = .record(names: record.names, values: values)
    default:
      guard let literal = Node(literal: value) else { return nil }
      node = literal
    }
    return append(node, span: SourceSpan(0, 0))
  }
}

extension FormulaTree.Node {
  /// The literal of a value that has no parts; `nil` for any other.
  fileprivate init?(literal value: CellValue) {
    switch value {
    case .number(let number, .plain): self = .number(number, text: NumberText.general(number))
    case .number(let number, let kind): self = .date(number, kind, text: ValueText().literal(value))
    case .text(let text): self = .text(text)
    case .logical(let logical): self = .logical(logical)
    case .error(let error): self = .error(error.code)
    case .blank: self = .missing
    case .array, .record, .lambda: return nil
    }
  }
}
