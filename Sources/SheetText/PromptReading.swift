import CellModel
import Diagnostics
import Formulas

/// What somebody typed at a prompt.
package struct PromptReading: Sendable {
  package enum Entry: Sendable {
    /// A statement as it may stand in a file; `A = 30` is one, whether it defines a cell or sets it.
    case statement(Statement)
    /// A step as it may stand in a test: a setting of a path, an event with a payload, `wait 1`.
    case step(TestStep)
    /// A formula to be evaluated; the name of an event or action alone is one too.
    case expression(SheetFormula)

    package var span: SourceSpan {
      switch self {
      case .statement(let statement): statement.span
      case .step(let step): step.span
      case .expression(let formula): formula.span
      }
    }
  }

  package let source: SourceText
  package let entries: [Entry]
  package let diagnostics: [Diagnostic]
  /// Whether a bracket is open, so that the next line belongs to this text.
  package let isIncomplete: Bool

  /// Reads one or more lines; a text that is incomplete has neither entries nor diagnostics, and what cannot be read is no entry.
  ///
  /// - Parameter isWhole: Whether no more lines come, so that a bracket that is open is an error of its statement.
  package init(_ source: SourceText, isWhole: Bool = false) {
    self.source = source
    if let finding = TextValidity.finding(in: source.bytes) {
      entries = []
      diagnostics = [finding.diagnostic]
      isIncomplete = false
      return
    }
    var reader = SheetReader(source)
    isIncomplete = !isWhole && (!reader.scanner.openAtEnd.isEmpty || PromptReader.endsWithOpenDefinition(reader))
    if isIncomplete {
      entries = []
      diagnostics = []
      return
    }
    entries = PromptReader.entries(&reader)
    diagnostics = reader.findings.closed()
  }

  package init(_ text: String, isWhole: Bool = false) { self.init(SourceText(name: "", text), isWhole: isWhole) }
}

extension PromptReading {
  /// An expression such as `key -1` as what it is where `key` is an event: the event with its payload; `nil` where it
  /// cannot be that.
  package static func signedPayload(_ expression: SheetFormula, in source: SourceText) -> TestStep? {
    var reader = SheetReader(source)
    (reader.cursor, reader.limit) = (expression.span.lower, expression.span.upper)
    return PromptReader.signedPayload(&reader)
  }
}
