import Diagnostics
import Formulas

/// The patterns of formulas whose trees are at hand, for whoever enters many of them.
///
/// A formula has the pattern that it would have in a document that keeps no trees.
package final class FormulaPatterns {
  private var reader = PatternReader()
  private var patterns = PatternReader.Patterns()
  /// The numbers of the formula that was asked for them last.
  @exclusivity(unchecked) private var numbers: [WrittenNumber] = []

  package init() {}

  /// What a formula has in common with others; `nil` where it has to be understood by itself.
  package func pattern(of formula: SheetFormula, in source: SourceText) -> FormulaPattern? {
    if let pattern = formula.pattern { return pattern }
    let span = formula.span
    let found = source.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap { reader.read($0, from: span.lower, to: span.upper) }
    }
    guard let found, found.end == span.upper else { return nil }
    if let known = patterns.pattern(reader) { return known }
    guard !formula.isInvalid else { return nil }
    patterns.add(formula.tree, isConstant: formula.isConstant, reader)
    return patterns.pattern(reader)
  }

  /// The numbers among the operands of a formula that goes on from the one above it, in the order of the text.
  package func numbers(of formula: SheetFormula) -> [WrittenNumber] {
    guard case .run(_, let source) = formula.content else { return [] }
    PatternReader.readNumbers(of: source.bytes, in: formula.span, into: &numbers)
    return numbers
  }
}

extension FormulaPattern {
  /// What stands in the places of the pattern in a formula of a text, in its order.
  package static func operands(of formula: SheetFormula, in source: SourceText) -> [FormulaOperand] {
    PatternReader.operands(of: source.bytes, in: formula.span)
  }
}
