import CellModel
import Diagnostics
import Formulas
import LiveWorkbooks

/// A workbook that is open, with the path that it came from: what commands and the prompt ask of it.
struct OpenWorkbook {
  let path: String
  let live: LiveWorkbook

  /// The cells that a text stands for, such as `Summary!C10` or a name, also in quotation marks around all of it as a shell
  /// takes them; `nil` when it stands for none.
  func known(_ text: String) -> Area? {
    if let area = live.area(text) { return area }
    guard text.count > 2, text.first == "'", text.last == "'" else { return nil }
    return live.area(String(text.dropFirst().dropLast()))
  }

  /// The cells that a text stands for; a failure when it stands for none.
  func area(_ text: String) throws(CallFailure) -> Area {
    if let area = known(text) { return area }
    if let formula = live.formula(ofName: text) {
      throw CallFailure("\(text) is a name for \(formula), and not for cells")
    }
    let sheets = live.contents.sheets.map(\.name)
    let names = live.contents.names.filter { $0.sheet == nil }.map(\.name)
    let sheet = text.split(separator: "!").first.map { $0.trimming("'") } ?? text
    let isOnSheet = sheets.contains { $0.lowercased() == sheet.lowercased() }
    let quoted = A1Notation.quotingSheet(of: text).flatMap { live.area($0) == nil ? nil : $0 }
    throw CallFailure(
      "there is no cell, range or name \(text) in \(path)",
      near: isOnSheet ? quoted : NearNames.suggestion(for: sheet, among: sheets + names))
  }

  /// The value of an expression.
  ///
  /// - Throws: What keeps the text from being one, at its place.
  func value(of text: String) throws(CallFailure) -> CellValue {
    if let value = live.value(of: text) { return value }
    throw CallFailure(
      "“\(PlainText.oneLine(text))” is no expression", for: FormulaParser.parse(text).diagnostics,
      in: SourceText(name: "expression", text))
  }

  /// What cells hold, or what a name comes to that stands for no cells, or a range that spills.
  func reading(_ text: String, in source: WorkbookReadings) throws(CallFailure) -> Reading {
    if known(text) == nil, text.hasSuffix("#") || live.formula(ofName: text) != nil, let value = live.value(of: text) {
      return Reading(ofExpression: text, value, in: source)
    }
    let part = shownPart(of: try area(text))
    try checkSize(of: part, text)
    return Reading(part, named: text, in: source)
  }

  /// - Throws: That there are more cells than an array has, most of them blank.
  func checkSize(of area: Area, _ name: String) throws(CallFailure) {
    guard area.rows * area.columns > 1 << 20, case .error = live.engine.array(of: area) else { return }
    let last = A1Notation.text(row: Int(area.bottom), column: Int(area.right))
    throw CallFailure(
      "\(path): the cells of \(name) reach to \(last), and \(area.rows * area.columns) cells are more than are shown at once",
      help: "name a part of them, as in 'Sheet1!A1:C9'")
  }

  /// Of whole rows the columns up to the last in which there is anything; whole columns end with their last row by themselves.
  private func shownPart(of area: Area) -> Area {
    guard area.isWholeRows else { return area }
    let used = live.engine.usedArea(area)
    var part = area
    part.right = used.isEmpty ? 0 : used.right
    return part
  }

  /// What each sheet with anything on it has; of one whose cells lie far apart, the parts that they lie in.
  func wholeSheets(_ console: Console) throws(CallFailure) -> [Reading] {
    let source = WorkbookReadings(live)
    var readings: [Reading] = []
    for (sheet, grid) in zip(live.contents.sheets, live.grids) {
      let all = Area(grid: grid, top: 0, left: 0, bottom: Area.lastRow, right: Area.lastColumn)
      let used = live.engine.usedArea(all)
      guard !used.isEmpty else { continue }
      let parts = UsedParts(of: grid, within: used, in: live).parts
      if parts.count > 1 {
        console.remark("\(path): \(sheet.name) is shown in \(parts.count) parts; what lies between them is blank")
      }
      for part in parts {
        try checkSize(of: part, sheet.name)
        let isSheet = parts.count == 1
        readings.append(
          Reading(part, named: isSheet ? sheet.name : live.name(of: part), in: source, isSheet: isSheet))
      }
    }
    return readings
  }

  /// The cell of a text that somebody wants to set.
  ///
  /// - Parameter entered: Cells whose formulas were entered in place of constants, which can be set again.
  func settableCell(
    _ text: String, besides entered: Set<CellAddress> = []
  ) throws(CallFailure) -> CellAddress {
    let area = try area(text)
    if entered.contains(area.topLeft), area.isSingleCell { return area.topLeft }
    if let obstacle = live.obstacle(toSetting: area) {
      throw CallFailure(obstacle.words(for: text), help: obstacle.help)
    }
    return area.topLeft
  }

  /// Says that what is shown may be made of stored values of former times, because some cells were set.
  ///
  /// - Parameters:
  ///   - cells: Those that were set; without them all that were.
  ///   - areas: What is shown; `nil` for everything.
  func tellStale(after cells: [CellAddress]? = nil, for areas: [Area]? = nil, _ console: Console) {
    let stale = live.relations.stale(after: cells, for: areas)
    guard let (cell, reason) = LiveWorkbook.first(of: stale) else { return }
    let others = LiveWorkbook.KeptReason.consequence(for: stale.count)
    console.remark("\(path): \(live.name(of: cell)) \(reason.statement); \(others), whatever is set")
  }

  func apply(_ settings: CellSettings, _ console: Console?) throws(CallFailure) {
    var cells: [(path: String, cell: CellAddress)] = []
    for (path, text) in settings.pairs {
      let address = try settableCell(path)
      CellSettings.tell(path, text, replacing: live.engine.value(at: address), console)
      live.set(TypedText.value(typed: text), at: address)
      cells.append((path, address))
    }
    guard live.hasTypingRules, !cells.isEmpty else { return }
    live.recalculate()
    for (path, cell) in cells { try judge(cell, path, console) }
  }

  /// Asks the workbook's own rule whether it accepts what a cell holds by now; what it wants only said is said.
  func judge(_ cell: CellAddress, _ path: String, _ console: Console?) throws(CallFailure) {
    switch live.judgement(ofTypingAt: cell, named: path) {
    case .accepted: break
    case .unknown(let words): console?.remark("\(self.path): \(words)")
    case .against(let words, let help, isStop: true): throw CallFailure(words, help: help)
    case .against(let words, let help, isStop: false):
      guard let console else { return }
      console.errors.line("\(console.errorPaint.warning("warning:")) \(words)")
      if let help { console.errors.line("  = help: \(help)") }
    }
  }
}

extension Substring {
  /// The text without a character at its ends.
  fileprivate func trimming(_ character: Character) -> String {
    var rest = self
    if rest.first == character { rest = rest.dropFirst() }
    if rest.last == character { rest = rest.dropLast() }
    return String(rest)
  }
}
