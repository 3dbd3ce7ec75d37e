import LiveSheets

/// An explanation as an indented tree.
struct ExplanationTree {
  private let paint: Paint

  init(_ paint: Paint) { self.paint = paint }

  func lines(_ explanation: Explanation) -> [String] {
    var lines: [String] = []
    append(explanation, indent: "", to: &lines)
    return lines
  }

  private func append(_ explanation: Explanation, indent: String, to lines: inout [String]) {
    let cell = explanation.cell
    let value = PlainText.inWords(explanation.text)
    var head = "\(indent)\(paint.name(cell.name)) = \(explanation.error == nil ? value : paint.error(value))"
    if explanation.isRepeated {
      lines.append(head + paint.faint("   (as above)"))
      return
    }
    switch cell.kind {
    case .input: head += paint.faint(cell.typeText.map { "   input, \($0)" } ?? "   input")
    case .constant: head += paint.faint("   constant")
    case .blank: head += paint.faint("   nothing there")
    case .state, .event, .fetch: head += paint.faint("   \(cell.kind.word)")
    case .formula, .part, .table, .range: break
    }
    lines.append(head)
    let inner = indent + "  "
    for line in (cell.documentation ?? "").split(whereSeparator: \.isNewline) {
      lines.append(inner + paint.faint("/// \(line.trimmed)"))
    }
    if let formula = explanation.formula { lines.append("\(inner)= \(PlainText.oneLine(formula))") }
    if let binding = explanation.binding { lines.append("\(inner)<~ \(PlainText.oneLine(binding))") }
    for step in explanation.steps {
      lines.append("\(inner)  \(PlainText.oneLine(step.expression)) → \(PlainText.inWords(step.text))")
    }
    if let error = explanation.error {
      let isOwn = error.origin.isEmpty || error.origin.lowercased() == cell.name.lowercased()
      let words = isOwn ? error.message : "the error began in \(error.origin)"
      if !words.isEmpty { lines.append("\(inner)\(paint.error(PlainText.oneLine(words)))") }
    }
    if !explanation.leftOut.isEmpty {
      lines.append("\(inner)\(paint.faint("… made of \(explanation.leftOut.joined(separator: ", "))"))")
    }
    for precedent in explanation.precedents { append(precedent, indent: inner, to: &lines) }
  }
}
