import Diagnostics
import LiveSheets

/// Findings about texts, rendered with their places.
extension Console {
  /// How many findings of a text are told where it is not checked but used.
  private static let mostFindings = 20

  func show(_ diagnostics: [Diagnostic], in source: SourceText) {
    for diagnostic in diagnostics.prefix(Self.mostFindings) {
      errors.write(errorPaint.rendered(diagnostic, in: source))
    }
    guard diagnostics.count > Self.mostFindings else { return }
    errors.line("… and \(diagnostics.count - Self.mostFindings) more; sheaf check tells of all")
  }

  /// A broken check with its place and the values it names.
  func show(_ check: BrokenCheck, in source: SourceText) { show(check.diagnostic, check.values, in: source) }

  func show(_ diagnostic: Diagnostic, _ values: [ValueLine], in source: SourceText) {
    show([diagnostic], in: source)
    for line in ValueLines.text(values, errorPaint) { errors.line(line) }
  }
}

/// The values that a condition names, each indented under what it was made of.
enum ValueLines {
  static func text(_ values: [ValueLine], _ paint: Paint, indent: String = "   ") -> [String] {
    let named = values.map { (String(repeating: "  ", count: $0.depth) + $0.name, $0) }
    let width = min(32, named.map { TextWidth.of($0.0) }.max() ?? 0)
    return named.map { name, value in
      var line = "\(indent)\(paint.name(TextWidth.padded(name, to: width))) = \(PlainText.inWords(value.text))"
      if let formula = value.formula { line += paint.faint("   ← \(PlainText.oneLine(formula))") }
      if let reason = value.reason { line += "   \(PlainText.oneLine(reason))" }
      return line
    }
  }
}
