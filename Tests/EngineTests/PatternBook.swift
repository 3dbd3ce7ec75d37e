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
    let bytes = Array(text.utf8)
    let read = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { reader.read($0, from: 0, to: buffer.count) }
    }
    guard read?.end == bytes.count else { return engine.setFormula(tree, at: book.address(cell)) }
    if patterns.pattern(reader) == nil { patterns.add(tree, isConstant: false, reader) }
    guard let pattern = patterns.pattern(reader) else { return }
    let operands = PatternReader.operands(of: bytes, in: SourceSpan(0, bytes.count))
    engine.setFormula(pattern, operands, at: book.address(cell)) { tree }
  }
}
