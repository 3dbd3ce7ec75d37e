import CellModel
import Diagnostics
import Formulas
import LiveWorkbooks
import Workbooks

/// What is wrong with a workbook: formulas that cannot be read or computed, errors by their causes, and names that stand for nothing.
///
/// A workbook has no text that a finding could point into, so one is made: a line for each cell or name that is told of.
struct WorkbookFindings {
  private let workbook: LiveWorkbook
  private var text = ""
  private var findings: [FileFindings.Finding] = []

  /// Judges a workbook that has just been computed.
  init(_ workbook: LiveWorkbook) {
    self.workbook = workbook
    addMissingSheets()
    addCellsBeyondEnd()
    addNames()
    addKept()
    addErrors()
  }

  func file(_ path: String, _ selection: FindingSelection) -> FileFindings {
    FileFindings(SourceText(name: path, text), findings, selection)
  }

  // MARK: Sheets

  private mutating func addMissingSheets() {
    for sheet in workbook.contents.sheets where sheet.kind == .missing {
      add(
        .unreadableFile, .error, "the file names the sheet \(sheet.name) and does not have it",
        at: addLine(SheetPrefix(sheet.name).text, ""))
    }
  }

  private mutating func addCellsBeyondEnd() {
    guard let words = workbook.contents.leftOut.wordsOnCellsBeyondEnd else { return }
    add(.unreadableFile, .warning, words, at: addLine("XFD1048576", ""))
  }

  // MARK: Names

  private mutating func addNames() {
    for broken in workbook.brokenNames {
      let sheet = broken.name.sheet.map { SheetPrefix(workbook.contents.sheets[$0].name).text + "!" } ?? ""
      let name = sheet + broken.name.name
      let why = broken.isUnreadable ? "stands for what cannot be read" : "refers to cells that are gone"
      add(
        .unknownName, .warning, "the name \(name) \(why)",
        at: addLine(name, "= \(PlainText.oneLine(broken.name.formula))"))
    }
  }

  // MARK: Formulas that are not computed

  private mutating func addKept() {
    /// The cells of a sheet that are kept for one reason.
    struct Group: Hashable {
      let grid: GridID
      let reason: LiveWorkbook.KeptReason
    }
    var groups: [Group: [CellAddress]] = [:]
    for (cell, reason) in workbook.kept { groups[Group(grid: cell.grid, reason: reason), default: []].append(cell) }
    let sorted = groups.mapValues { $0.sorted(by: isBefore) }.sorted { isBefore($0.value[0], $1.value[0]) }
    for (group, cells) in sorted {
      let name = workbook.name(of: cells[0])
      let others = LiveWorkbook.KeptReason.consequence(for: cells.count)
      switch group.reason {
      case .unreadable(let formula):
        let line = PlainText.oneLine(formula)
        let span = addLine(name, "=\(line)")
        guard var diagnostic = FormulaParser.parse(line).diagnostics.first(where: { $0.severity == .error }) else {
          add(.unexpectedToken, .error, "\(name) \(group.reason.statement); \(others)", at: span)
          continue
        }
        diagnostic = diagnostic.shifted(by: span.upper + 2)
        diagnostic.message = "\(name) \(group.reason.statement): \(diagnostic.message); \(others)"
        findings.append(FileFindings.Finding(diagnostic: diagnostic))
      case .unknownFunction, .otherWorkbook, .missingSheet, .label:
        let shown = workbook.storedFormula(at: cells[0]).map { "=\(PlainText.oneLine($0))" } ?? ""
        let isFunction = if case .unknownFunction = group.reason { true } else { false }
        add(
          isFunction ? .unknownFunction : .unknownSheet, isFunction ? .error : .warning,
          "\(name) \(group.reason.statement); \(others)", at: addLine(name, shown))
      case .whatIfTable: break
      }
    }
  }

  // MARK: Errors in cells

  private mutating func addErrors() {
    let errors = errorCells().sorted { isBefore($0.cell, $1.cell) }
    var places: [String: CellAddress] = [:]
    // An error remembers where it began by the engine's name of the cell.
    for (cell, _) in errors { places[workbook.engine.names.name(of: cell).lowercased()] = cell }
    /// The errors that began in one column and say the same.
    struct Cause: Hashable {
      let grid: GridID
      let column: Int32
      let code: ErrorCode
      let message: String
    }
    var order: [Cause] = []
    var causes: [Cause: [CellAddress]] = [:]
    var causeOfCell: [CellAddress: Cause] = [:]
    var followers: [CellAddress: [CellAddress]] = [:]
    for (cell, error) in errors {
      if let origin = places[error.origin.lowercased()], origin != cell {
        followers[origin, default: []].append(cell)
        continue
      }
      let cause = Cause(grid: cell.grid, column: cell.column, code: error.code, message: error.message)
      if causes[cause] == nil { order.append(cause) }
      causes[cause, default: []].append(cell)
      causeOfCell[cell] = cause
    }
    var waiting: [Cause: [CellAddress]] = [:]
    for (origin, cells) in followers {
      if let cause = causeOfCell[origin] { waiting[cause, default: []] += cells }
    }
    for cause in order {
      guard let cells = causes[cause], let first = cells.first else { continue }
      let name = workbook.name(of: first)
      var message = "\(name) "
      message += cells.count == 1 ? "is " : "and \(cells.count - 1) more of its column are "
      message += cause.code.text
      if !cause.message.isEmpty { message += ": \(cause.message.withoutFullStop)" }
      if let waiting = waiting[cause]?.sorted(by: isBefore) {
        let names = waiting.prefix(3).map { workbook.name(of: $0) }.joined(separator: ", ")
        let count = waiting.count == 1 ? "1 cell waits" : "\(waiting.count) cells wait"
        message += "; \(count) for it: \(names)\(waiting.count > 3 ? ", …" : "")"
      }
      let formula = workbook.formula(at: first).map { "=\(PlainText.oneLine($0))" } ?? cause.code.text
      let code = cause.code == .cycle ? DiagnosticCode.circularReference : .cellError
      add(code, .error, message, at: addLine(name, formula))
    }
  }

  /// The cells whose values are errors, but for those that keep stored ones.
  private func errorCells() -> [(cell: CellAddress, error: CellError)] {
    var found: [(cell: CellAddress, error: CellError)] = []
    func look(at cell: CellAddress) {
      guard let error = workbook.engine.value(at: cell).error, error.code != .busy else { return }
      if workbook.kept[cell] == nil { found.append((cell, error)) }
    }
    for (sheet, grid) in zip(workbook.contents.sheets, workbook.grids) {
      for (column, constants) in sheet.columns {
        for row in constants.rows { look(at: CellAddress(grid: grid, row: Int(row), column: column)) }
      }
      for formula in sheet.formulas {
        let anchor = CellAddress(grid: grid, row: Int(formula.row), column: Int(formula.column))
        look(at: anchor)
        workbook.engine.spills.area(of: anchor)?.forEachCell { if $0 != anchor { look(at: $0) } }
      }
    }
    return found
  }

  // MARK: Lines

  private func isBefore(_ a: CellAddress, _ b: CellAddress) -> Bool {
    guard a.grid == b.grid else { return place(a.grid) < place(b.grid) }
    return (a.row, a.column) < (b.row, b.column)
  }

  private func place(_ grid: GridID) -> Int { workbook.grids.firstIndex(of: grid) ?? 0 }

  /// Adds a line and gives the span of its name.
  private mutating func addLine(_ name: String, _ rest: String) -> SourceSpan {
    let start = text.utf8.count
    text += "\(name) \(rest)\n"
    return SourceSpan(start, start + name.utf8.count)
  }

  private mutating func add(
    _ code: DiagnosticCode, _ severity: Diagnostic.Severity, _ message: String, at span: SourceSpan
  ) {
    findings.append(
      FileFindings.Finding(
        diagnostic: Diagnostic(severity, code: code.rawValue, message, at: [Diagnostic.Label(span)])))
  }
}
