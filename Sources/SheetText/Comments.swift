import Diagnostics

extension SheetDocument {
  /// The comments of the text, each from its slashes to the last character that is no blank; what stands in texts is none.
  package var comments: [SourceSpan] {
    var tokenizer = SheetTokenizer(bytes, formulaStarts: Set(statements.flatMap(\.formulas).map(\.span.lower)))
    return tokenizer.tokens(from: 0).filter { $0.kind == .comment }.map(\.span)
  }
}
