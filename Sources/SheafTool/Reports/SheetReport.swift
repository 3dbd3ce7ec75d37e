import CellModel
import Diagnostics
import Drawing
import Engine
import Linting
import LiveSheets
import SheetPrograms
import SheetText
import Verification

/// What a report tells of a sheet.
struct SheetReport {
  let sheet: LiveSheet
  let findings: [FileFindings.Finding]
  /// What became of the tests and checks.
  let tests: TestFileReport
  /// The graph of the sheet, and how many nodes it has beyond those that are drawn.
  let diagram: Diagram
  let undrawnCount: Int
  let exploration: Exploration?

  /// What the sheet's file is called.
  var path: String { sheet.document.source.name }

  /// - Parameter path: The file, or `-` for the standard input.
  init(_ path: String, _ sheet: LiveSheet, _ tests: TestFileReport, _ exploration: Exploration?) {
    self.sheet = sheet
    self.tests = tests
    self.exploration = exploration
    var users = SheetUsers()
    findings =
      FileFindings(
        sheet, .usual, LintedSheet.Context(readElsewhere: users.names(readIn: path))
      ).findings
    let relations = SheetRelations(of: sheet)
    let whole = Diagram(relations, titled: "What is made of what in \(path)") { sheet.fewWords(on: $0) }
      .keeping(relations.itemsWithoutLabels)
    diagram = whole.partForReport
    undrawnCount = whole.nodes.count - diagram.nodes.count
  }

  /// Whether anything is wrong with the sheet.
  var hasFailures: Bool {
    tests.counts.failed > 0 || findings.contains { $0.diagnostic.severity == .error }
      || exploration?.counterExamples.isEmpty == false
  }

  // MARK: Values

  /// A named cell, and the number of its place in the page.
  struct NumberedCell {
    var number: Int
    var cell: CellInfo
    /// What an input accepts, in words.
    var accepts: String?
  }

  /// The named cells that can be set, and those that are computed, in the order of the text.
  var entries: (inputs: [NumberedCell], results: [NumberedCell]) {
    let rules = Dictionary(
      Possibilities(of: sheet).inputs.map { ($0.address, $0.rule) }, uniquingKeysWith: { first, _ in first })
    var inputs: [NumberedCell] = []
    var results: [NumberedCell] = []
    for (number, cell) in sheet.contents.enumerated() where cell.area == nil {
      guard case .names = sheet.engine.grids.kind(of: cell.address.grid) else { continue }
      var entry = NumberedCell(number: number, cell: cell)
      switch cell.kind {
      case .input, .constant, .blank:
        if case .lambda = sheet.value(of: cell) { continue }
        entry.accepts = rules[cell.address].map { $0.words(in: sheet) } ?? "constant"
        inputs.append(entry)
      case .formula, .state, .fetch: results.append(entry)
      case .event, .part, .table, .range: break
      }
    }
    return (inputs, results)
  }

  /// The grids with anything on them, each with the cells that it uses.
  var grids: [(name: String, area: Area)] {
    var seen: Set<GridID> = []
    return sheet.contents.compactMap { cell in
      let grid = cell.address.grid
      guard case .sheet(let name) = sheet.engine.grids.kind(of: grid), seen.insert(grid).inserted else { return nil }
      let all = Area(grid: grid, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn)
      let used = sheet.engine.usedArea(all)
      return used.isEmpty ? nil : (name, used)
    }
  }

  /// The formulas on each grid, one for each fill.
  var formulas: [GridID: [(name: String, formula: String)]] {
    sheet.contents.reduce(into: [:]) { formulas, cell in
      if let formula = cell.formulaText { formulas[cell.address.grid, default: []].append((cell.name, formula)) }
    }
  }

  var charts: [Chart] { sheet.charts.labels.compactMap { sheet.charts.chart($0) } }
}

extension InputRule {
  /// What is accepted, as a sheet writes it.
  func words(in sheet: LiveSheet) -> String {
    var words = type == .any ? "anything" : type.rawValue
    switch domain {
    case .range(let low, let high):
      words += " from \(bound(low, sheet.valueText)) to \(bound(high, sheet.valueText))"
    case .choices(let values):
      let shown = values.prefix(12).map { PlainText.oneLine(sheet.literal($0)) }.joined(separator: ", ")
      words += ": \(shown)\(values.count > 12 ? ", …" : "")"
    case nil: break
    }
    if let conditionText { words += " where \(PlainText.oneLine(conditionText))" }
    return words
  }
}
