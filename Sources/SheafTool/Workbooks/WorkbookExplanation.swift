import CellModel
import Hosting
import LiveWorkbooks

/// Why a cell of a workbook has its value: its formula and what it reads, down to the constants.
struct WorkbookExplanation {
  /// One cell or range of the explanation, each under what reads it.
  private struct Step {
    let depth: Int
    let name: String
    let value: CellValue
    let text: String
    let formula: String?
    /// Why the formula is not computed.
    let kept: String?
    let isRepeated: Bool
    let isRange: Bool
    /// The cell whose formula fills this one.
    let filler: String?
  }

  /// How many cells are told of; what lies behind is left out.
  private static let mostSteps = 200

  private var steps: [Step] = []

  init(_ address: CellAddress, in workbook: LiveWorkbook) {
    let readings = WorkbookReadings(workbook)
    var told: Set<Area> = []
    // The next ones stand last.
    var waiting: [(area: Area, depth: Int)] = [(Area(address), 0)]
    while let (area, depth) = waiting.popLast(), steps.count < Self.mostSteps {
      let isRepeated = !told.insert(area).inserted
      let isRange = !area.isSingleCell
      let value = isRange ? CellValue.blank : workbook.engine.value(at: area.topLeft)
      let formula =
        isRange ? nil : workbook.formula(at: area.topLeft) ?? workbook.whatIfTables.formula(at: area.topLeft)
      let filler = isRange || formula != nil ? nil : workbook.engine.spills.anchor(covering: area.topLeft)
      var name = workbook.name(of: area.topLeft)
      if isRange { name += ":" + A1Notation.text(row: Int(area.bottom), column: Int(area.right)) }
      let text =
        isRange
        ? "\(area.rows) × \(area.columns) cells"
        : readings.display(value, format: readings.shownFormat(at: area.topLeft))
      steps.append(
        Step(
          depth: depth, name: name, value: value, text: text, formula: formula,
          kept: workbook.kept[area.topLeft]?.statement, isRepeated: isRepeated, isRange: isRange,
          filler: filler.map(workbook.name)))
      if let filler, !isRepeated { waiting.append((Area(filler), depth + 1)) }
      guard formula != nil, !isRepeated else { continue }
      for precedent in workbook.relations.precedents(of: area.topLeft).reversed() where !precedent.isEmpty {
        waiting.append((precedent, depth + 1))
      }
    }
  }

  func lines(_ paint: Paint) -> [String] {
    steps.flatMap { step in
      let indent = String(repeating: "  ", count: step.depth)
      let text = step.isRange ? step.text : PlainText.inWords(step.text)
      var head = "\(indent)\(paint.name(step.name)) = \(step.value.isError ? paint.error(text) : text)"
      if step.isRepeated { return [head + paint.faint("   (as above)")] }
      if step.formula == nil, !step.isRange {
        let note = step.filler.map { "filled by \($0)" } ?? (step.value.isBlank ? "nothing there" : "constant")
        head += paint.faint("   \(note)")
      }
      var lines = [head]
      if let formula = step.formula { lines.append("\(indent)  = \(PlainText.oneLine(formula))") }
      if let kept = step.kept { lines.append("\(indent)  \(paint.faint("stored, because it \(kept)"))") }
      if let message = step.value.error?.message, !message.isEmpty {
        lines.append("\(indent)  \(paint.error(PlainText.oneLine(message)))")
      }
      return lines
    }
  }

  var json: JSONValue {
    .list(
      steps.map { step in
        var object: [String: JSONValue] = ["cell": .text(step.name), "depth": .number(Double(step.depth))]
        if !step.isRange { object["value"] = JSONValue(step.value) }
        if let formula = step.formula { object["formula"] = .text(formula) }
        if let kept = step.kept { object["kept"] = .text(kept) }
        if let filler = step.filler { object["filledBy"] = .text(filler) }
        if step.isRepeated { object["repeated"] = true }
        return .object(object)
      })
  }
}
