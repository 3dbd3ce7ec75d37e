import ArgumentParser
import Drawing
import Hosting
import LiveSheets

/// `sheaf why CELL FILE`: a value, its formula with every intermediate result, down to the inputs.
struct WhyCommand: ToolCommand {
  enum Format: String, CaseIterable, ExpressibleByArgument { case human, json, mermaid }

  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explains a value: its formula, each step, and what it was made of.",
    usage: "sheaf why CELL FILE [--set A=11]… [--depth N] [-f human|json|mermaid]",
    discussion: """
      Examples: sheaf why total loan.sheet
                sheaf why 'ledger[2].C' ledger.sheet --set rate=5% -f json
                sheaf why total loan.sheet --depth 2 -f mermaid
      """)

  @Argument(help: "The cell, such as C, B7 or ledger[2].C, or an expression.")
  var cell: String

  @Argument(help: "The sheet.", completion: .file())
  var file: String

  @Option(name: .customLong("set"), help: ArgumentHelp("Sets an input or constant first.", valueName: "name=value"))
  var settings: [String] = []

  @Option(help: ArgumentHelp("Goes so many steps down, not to the inputs.", valueName: "n"))
  var depth: Int?

  @Option(name: .letter("f"), help: "One of human, json and mermaid.")
  var format: Format = .human

  @OptionGroup var sheet: SheetOptions
  @OptionGroup var network: NetworkOptions
  @OptionGroup var shared: SharedOptions

  func run(on console: Console) throws -> ExitStatus {
    let loading = try SheetLoading(sheet, network, console)
    let settings = try CellSettings(settings)
    if let depth, depth < 1 { throw CallFailure("--depth takes a number greater than 0") }
    if FileSystem.kind(file) == nil, FileSystem.kind(cell) == .file {
      throw CallFailure("there is no file named \(file)", help: "the cell comes first: sheaf why \(file) \(cell)")
    }
    if WorkbookFile.isWorkbook(file) {
      guard depth == nil, format != .mermaid else {
        throw CallFailure(
          "--depth and the format mermaid are for sheets", help: "sheaf graph \(file) --into '\(cell)' --to mermaid")
      }
      return try WorkbookFile(file, loading).explain(cell, settings, format, console)
    }
    let sheet = try loading.sheet(at: file)
    console.show(sheet.diagnostics, in: sheet.document.source)
    try settings.apply(to: sheet, console)
    _ = AnswerWait(sheet, loading.client).awaitAnswers(reportingTo: console)
    let explanation = try explanation(in: sheet)
    switch format {
    case .human:
      for line in ExplanationTree(console.paint).lines(explanation) { console.output.line(line) }
    case .json:
      let object: JSONValue = [
        "explanation": explanation.json, "file": .text(sheet.document.source.name), "version": 1,
      ]
      console.output.line(object.compactText)
    case .mermaid: console.output.write(Diagram(explanation).mermaid)
    }
    return explanation.error != nil || sheet.hasErrors ? .sheet : .success
  }

  /// The explanation of the cell, or of the expression that was given in place of one.
  private func explanation(in sheet: LiveSheet) throws(CallFailure) -> Explanation {
    switch sheet.why(cell, depth: depth) {
    case .success(let explanation): return explanation
    case .failure(let failure):
      guard let explanation = sheet.explanation(ofExpression: cell, depth: depth) else { throw CallFailure(failure) }
      return explanation
    }
  }
}

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

extension Explanation {
  var json: JSONValue {
    var object: [String: JSONValue] = [
      "cell": .text(cell.name), "kind": .text("\(cell.kind)"), "value": JSONValue(value),
    ]
    if let documentation = cell.documentation { object["documentation"] = .text(documentation) }
    if let formula { object["formula"] = .text(formula) }
    if let binding { object["binding"] = .text(binding) }
    if isRepeated {
      object["repeated"] = true
    } else {
      object["steps"] = .list(steps.map { ["expression": .text($0.expression), "value": .text($0.text)] })
      object["precedents"] = .list(precedents.map(\.json))
      if !leftOut.isEmpty { object["leftOut"] = .list(leftOut.map { .text($0) }) }
    }
    return .object(object)
  }
}

extension Diagram {
  /// What a value is made of, with all values.
  fileprivate init(_ explanation: Explanation) {
    self.init(explanation.cell.name)
    var numbers: [String: Int] = [:]
    _ = add(explanation, &numbers)
    nodes[0].isDoubled = true
  }

  private mutating func add(_ explanation: Explanation, _ numbers: inout [String: Int]) -> Int {
    let key = explanation.cell.name.lowercased()
    if let known = numbers[key] { return known }
    let isGiven = explanation.formula == nil
    var node = Node(
      PlainText.oneLine(explanation.cell.name), kind: "\(explanation.cell.kind)", shape: isGiven ? .box : .rounded)
    node.detail = PlainText.inWords(explanation.text)
    node.isMarked = explanation.error != nil
    let number = nodes.count
    numbers[key] = number
    nodes.append(node)
    for precedent in explanation.precedents { edges.append(Edge(from: add(precedent, &numbers), to: number)) }
    return number
  }
}
