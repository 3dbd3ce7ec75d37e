import CellModel
import Diagnostics
import Formulas

@testable import Engine

/// A workbook whose formulas are entered by their patterns, as the lines of a text are.
final class PatternBook {
  let book = Workbook()
  private var reader = PatternReader()
  private var patterns = PatternReader.Patterns()

  /// - Parameter mostKnown: How many templates of a pattern hold numbers; the engine's own count without it.
  init(mostKnown: Int? = nil) {
    if let mostKnown { book.engine.editor.patterns.mostKnown = mostKnown }
  }

  var engine: Engine { book.engine }

  func text(_ cell: String) -> String? { engine.formulas.text(at: book.address(cell)) }

  func enter(_ cell: String, _ text: String) {
    let tree = FormulaParser.parse(text, dialect: .sheet).tree
    guard let pattern = pattern(of: text) else { return engine.setFormula(tree, at: book.address(cell)) }
    engine.setFormula(pattern, operands(of: text), at: book.address(cell)) { tree }
  }

  /// The pattern of a formula; `nil` where it has none.
  func pattern(of text: String) -> FormulaPattern? {
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { reader.read($0, from: 0, to: buffer.count) }
    }
    guard read?.end == bytes.count else { return nil }
    if patterns.pattern(reader) == nil {
      patterns.add(FormulaParser.parse(text, dialect: .sheet).tree, isConstant: false, reader)
    }
    return patterns.pattern(reader)
  }

  func operands(of text: String) -> [FormulaOperand] {
    PatternReader.operands(of: Array(text.utf8), in: SourceSpan(0, text.utf8.count))
  }
}
