import CellModel
import Diagnostics
import Formulas
import LiveSheets
import SheetText

extension LiveSheet {
  /// Why the sheet is not as somebody expects it; `nil` when it is.
  ///
  /// - Parameters:
  ///   - calls: The calls of services that were made.
  ///   - source: The text of the expectation; that of the sheet by default.
  ///   - home: The name on the `sheet` line above it; addresses that stand alone lie there.
  package func failure(
    of expectation: Expectation, _ calls: CallLog, in source: SourceText? = nil, home: String?
  ) -> TestFailure? {
    switch expectation {
    case .condition(let formula): return failure(ofExpecting: formula, in: source ?? document.source, home: home)
    case .call(let service, let arguments, let isExpected, let span):
      let wanted = CallLog.Wanted(service: service, arguments: arguments, isExpected: isExpected, span: span)
      return calls.failure(of: wanted, in: self, home: home)
    }
  }

  /// Why a condition does not hold.
  private func failure(ofExpecting condition: SheetFormula, in source: SourceText, home: String?) -> TestFailure? {
    let reason: String
    let value = evaluate(condition, home: home).value
    switch Truth(value) {
    case .holds: return nil
    case .doesNotHold, .undecided(.mixed): reason = ""
    case .undecided(.error(let error)): reason = ", but it is \(error.inWords)"
    case .undecided(let other):
      let shown = if case .text = value { literal(value) } else { summary(of: value, format: nil) }
      reason = ", but it is \(shown), \(other.inWords)"
    }
    let lines = source[condition.span].split(whereSeparator: \.isNewline)
    let text = lines.map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
    let sides = ComparedSides(condition, of: self, home: home)
    var failure = TestFailure(
      kind: .expectation, span: condition.span, message: "expected \(text)\(reason)", help: sides?.help,
      values: (sides?.lines ?? []) + values(in: condition, home: home))
    failure.accepted = AcceptedValue(condition, of: self, home: home)
    return failure
  }
}

/// The two sides of a comparison that does not hold.
private struct ComparedSides {
  /// What is shown of them: the value of a side that is computed, and how far apart two numbers are.
  private(set) var lines: [ValueLine] = []
  /// What to write instead where two numbers are nearly the same.
  private(set) var help: String?

  init?(_ condition: SheetFormula, of sheet: LiveSheet, home: String?) {
    let tree = condition.tree
    guard let root = tree.nodes.last, case .binary(let op, let left, let right) = root, op.isComparison else {
      return nil
    }
    let sides = [left, right].map { tree.subtree(at: $0) }
    let values = sides.map { sheet.evaluate(SheetFormula(tree: $0, span: condition.span), home: home).value }
    for (side, value) in zip(sides, values) where side.isComputed {
      lines.append(ValueLine(name: side.text(), text: sheet.valueText.explaining(value, format: nil), depth: 0))
    }
    if op == .equal, let place = sides.firstIndex(where: \.isErrorLiteral) {
      help = "an error equals nothing; ISERROR(\(sides[1 - place].text())) holds where there is one"
    }
    guard op == .equal, case .number(let a, _) = values[0], case .number(let b, _) = values[1], a.isFinite, b.isFinite
    else {
      return
    }
    let difference = a - b
    let isNear = abs(difference) <= 1e-2 * max(abs(a), abs(b))
    if isNear || !lines.isEmpty {
      lines.append(ValueLine(name: "difference", text: NumberText.general(difference), depth: 0))
    }
    guard isNear else { return }
    let tolerance = NumberText.general(Self.tolerance(above: abs(difference)))
    help = "to allow for a tolerance, write ABS(\(sides[0].text()) - \(sides[1].parenthesizedText)) <= \(tolerance)"
  }

  /// The power of ten above a difference.
  private static func tolerance(above difference: Double) -> Double {
    var exponent = -15
    var power = 1e-15
    while power < difference {
      power *= 10
      exponent += 1
    }
    // Read from its digits, because the products above are not exact.
    return Double("1e\(exponent)") ?? power
  }
}

extension FormulaTree {
  /// Whether it is more than a literal or the name of cells.
  fileprivate var isComputed: Bool {
    switch nodes.last {
    case .unary(.minus, let operand)?, .unary(.percent, let operand)?: subtree(at: operand).isComputed
    case .binary?, .unary?, .call?, .apply?, .parenthesized?: true
    default: false
    }
  }

  fileprivate var isErrorLiteral: Bool { if case .error? = nodes.last { true } else { false } }

  fileprivate var parenthesizedText: String {
    if case .binary? = nodes.last { "(\(text()))" } else { text() }
  }
}
