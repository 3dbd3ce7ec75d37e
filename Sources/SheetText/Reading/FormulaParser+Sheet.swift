import CellModel
import Diagnostics
import Formulas

extension FormulaParser {
  /// Reads the formula that fills a span of a sheet; all places are offsets into the sheet.
  ///
  /// A time of day that is all of it is a literal; within a formula it would be rows.
  static func parseSheetFormula(_ bytes: [UInt8], _ span: SourceSpan) -> ParsedFormula {
    bytes.withUnsafeBufferPointer { buffer in
      if !span.isEmpty, bytes[span.lower].isDigit, let base = buffer.baseAddress,
        let time = TimeNotation.time(base, from: span.lower, to: span.upper), time.end == span.upper
      {
        let text = String(decoding: buffer[span.lower..<span.upper], as: UTF8.self)
        let tree = FormulaTree(nodes: [.date(time.number, time.kind, text: text)], spans: [span])
        return ParsedFormula(tree: tree, end: span.upper)
      }
      let visible = UnsafeBufferPointer(rebasing: buffer[..<span.upper])
      let parsed = parsePrefix(of: visible, from: span.lower, options: Options(endsAtLine: true))
      guard parsed.end < span.upper, parsed.diagnostics.isEmpty else { return parsed }
      // Something is left over: the reader of whole texts knows the best words for it.
      let whole = parse(UnsafeBufferPointer(rebasing: buffer[span.lower..<span.upper]), dialect: .sheet)
      var result = parsed
      result.diagnostics = whole.diagnostics.map { $0.shifted(by: span.lower) }
      if result.diagnostics.isEmpty {
        let rest = SourceSpan(parsed.end, span.upper)
        let text = String(decoding: buffer[rest.lower..<min(rest.upper, rest.lower + 20)], as: UTF8.self)
        result.diagnostics = [StatementFinding.unexpected(text, at: rest).diagnostic]
      }
      return result
    }
  }
}
