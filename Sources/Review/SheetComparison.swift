import CellModel
import Diagnostics
import Engine
import LiveSheets
import SheetText
import Verification

/// A value that is another than before, and the edits that moved it.
package struct ValueChange: Sendable {
  /// The cell, or the cells that one formula or one table fills.
  package var name: String
  /// What it showed and shows; of several cells the first that differs.
  package var old: String
  package var new: String
  /// The address of that cell, and how many of how many differ; `nil` for a single one.
  package var cells: (first: String, changed: Int, count: Int)?
  /// The names of the definitions whose edit moved it; `nil` if there were too many edits to find out.
  package var causes: [String]?
}

/// A test or check whose outcome is another than before.
package struct OutcomeChange: Sendable {
  package var title: String
  package var wasPassed: Bool
  package var isPassed: Bool
  /// The index of its statement in the new text.
  package var statement: Int?
}

/// Two texts of a sheet with what differs in their definitions, values and outcomes.
///
/// An edit has moved a value if the value differs when the edit alone is made, or when it alone is taken back: the
/// second finds edits that only move something together. What an edit would break by itself, such as a name that another
/// edit takes out of use, tells nothing.
package struct SheetComparison {
  package let difference: DefinitionDifference
  package private(set) var values: [ValueChange] = []
  package private(set) var outcomes: [OutcomeChange] = []

  /// The most statements that are loaded anew to find which edit moved which value.
  package static let replayLimit = 400_000

  /// - Complexity: Two loads of the sheet, and two more for each edit that reaches a value which another one reaches, too.
  package init(_ old: SheetDocument, _ new: SheetDocument, environment: LiveSheet.Environment) {
    difference = DefinitionDifference(old, new, in: environment.catalog)
    guard !difference.changes.isEmpty else { return }
    let sheets = (
      LiveSheet(difference.old, environment: environment), LiveSheet(difference.new, environment: environment)
    )
    let before = ShownValues(sheets.0, unlike: sheets.1)
    let after = ShownValues(sheets.1, unlike: sheets.0)
    values = before.changes(to: after)
    if !values.isEmpty { findCauses(before, after, environment) }
    outcomes = Self.outcomes(before.sheet, after.sheet, environment)
  }

  // MARK: Causes

  private mutating func findCauses(
    _ before: ShownValues, _ after: ShownValues, _ environment: LiveSheet.Environment
  ) {
    let edit = PartialEdit(difference)
    let candidates = edit.replayable
    guard candidates.count > 1 else {
      for index in values.indices { values[index].causes = candidates.map { difference.changes[$0].name } }
      return
    }
    var disputed = Set(candidates)
    if let reach = EditReach(difference, edits: candidates, before.sheet, after.sheet) {
      disputed = []
      for index in values.indices {
        let name = values[index].name
        guard let old = before.entry(name), let new = after.entry(name) else { continue }
        let reaching = reach.edits(reaching: old.cell, new.cell)
        if reaching.count == 1 {
          values[index].causes = reaching.map { difference.changes[$0].name }
        } else {
          disputed.formUnion(reaching.isEmpty ? candidates : reaching)
        }
      }
    }
    guard disputed.count * 2 * difference.new.statements.count <= Self.replayLimit else { return }
    var causes: [String: [String]] = [:]
    for candidate in candidates where disputed.contains(candidate) {
      let others = Set(candidates).subtracting([candidate])
      let alone = ShownValues(LiveSheet(edit.document(without: others), environment: environment))
      let without = ShownValues(LiveSheet(edit.document(without: [candidate]), environment: environment))
      for value in values
      where alone.differs(from: before, at: value.name) || without.differs(from: after, at: value.name) {
        causes[value.name, default: []].append(difference.changes[candidate].name)
      }
    }
    for index in values.indices where values[index].causes == nil {
      values[index].causes = causes[values[index].name] ?? []
    }
  }

  // MARK: Tests and checks

  private static func outcomes(
    _ old: LiveSheet, _ new: LiveSheet, _ environment: LiveSheet.Environment
  ) -> [OutcomeChange] {
    let before = results(of: old, environment)
    let known = Dictionary(before.map { ($0.title, $0.isPassed) }) { first, _ in first }
    return results(of: new, environment).compactMap { result in
      guard let wasPassed = known[result.title], wasPassed != result.isPassed else { return nil }
      return OutcomeChange(
        title: result.title, wasPassed: wasPassed, isPassed: result.isPassed, statement: result.statement)
    }
  }

  private struct Result {
    var title: String
    var isPassed: Bool
    var statement: Int?
  }

  private static func results(of sheet: LiveSheet, _ environment: LiveSheet.Environment) -> [Result] {
    let document = sheet.document
    let broken = Set(sheet.brokenChecks.map(\.title))
    var results: [Result] = document.statements.enumerated().compactMap { index, statement in
      guard case .check(let check) = statement.kind else { return nil }
      let kind: BrokenCheck.Kind = check.isAlways ? .always : .never
      let title = kind.title(of: check.label.text)
      return Result(title: title, isPassed: !broken.contains(title), statement: index)
    }
    TestRunner(document: document, environment: environment).run { result in
      let statement = document.statements.firstIndex {
        $0.span.lower <= result.span.lower && result.span.upper <= $0.span.upper
      }
      results.append(Result(title: "test \"\(result.label)\"", isPassed: result.isPassed, statement: statement))
    }
    return results
  }
}

/// What all that a sheet defines, or what differs from another version, has for values.
private struct ShownValues {
  let sheet: LiveSheet
  private let names: [String]
  let cells: [String: (cell: CellInfo, value: CellValue)]

  /// - Parameter other: A version whose single cells are left out where this has the same values.
  init(_ sheet: LiveSheet, unlike other: LiveSheet? = nil) {
    self.sheet = sheet
    var names: [String] = []
    var cells: [String: (cell: CellInfo, value: CellValue)] = [:]
    let contents = sheet.contents { address in other.map { !sheet.agrees(with: $0, at: address) } ?? true }
    for cell in contents where cell.kind != .event && cell.kind != .part {
      let key = cell.name.lowercased()
      guard cells[key] == nil else { continue }
      names.append(cell.name)
      cells[key] = (cell, sheet.value(of: cell))
    }
    self.names = names
    self.cells = cells
  }

  /// What has a name, also where it is defined as a part of something else, as a cell of a fill is.
  func entry(_ name: String) -> (cell: CellInfo, value: CellValue)? {
    if let known = cells[name.lowercased()] { return known }
    guard case .success(let cell) = sheet.cell(name) else { return nil }
    return (cell, sheet.value(of: cell))
  }

  /// Whether a value is another than in a whole version; a text with an error that the version has not tells nothing.
  func differs(from other: ShownValues, at name: String) -> Bool {
    guard !sheet.hasErrors || other.sheet.hasErrors else { return false }
    return Self.differ(entry(name)?.value, other.entry(name)?.value)
  }

  /// Whether two values say something else; a LAMBDA of the same text is the same in both versions.
  private static func differ(_ old: CellValue?, _ new: CellValue?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    return old != new && !old.isAlike(to: new)
  }

  /// The values that both have and that differ, in the order of the other; where a fill has been cut into others, the cells
  /// that were in it before.
  func changes(to other: ShownValues) -> [ValueChange] {
    other.names.compactMap { name in
      guard let new = other.cells[name.lowercased()], let old = entry(name) else { return nil }
      let isCut = cells[name.lowercased()] == nil
      if isCut, !new.cell.isOnGrid(of: other.sheet) || old.value.isBlank { return nil }
      guard Self.differ(old.value, new.value) else { return nil }
      guard new.cell.area != nil, case .array(var before) = old.value, case .array(let after) = new.value else {
        return ValueChange(
          name: name, old: sheet.display(old.value, format: old.cell.format),
          new: other.sheet.display(new.value, format: new.cell.format))
      }
      if isCut { before = before.filledUp(from: after) }
      return change(of: new.cell, before, after, other)
    }
  }

  private func change(of cell: CellInfo, _ before: CellArray, _ after: CellArray, _ other: ShownValues) -> ValueChange?
  {
    var first: (row: Int, column: Int)?
    var changed = 0
    let (rows, columns) = (max(before.rows, after.rows), max(before.columns, after.columns))
    for row in 0..<rows {
      for column in 0..<columns where value(before, row, column) != value(after, row, column) {
        first = first ?? (row, column)
        changed += 1
      }
    }
    guard let first else { return nil }
    func shown(_ array: CellArray, in values: ShownValues) -> String {
      guard let value = value(array, first.row, first.column) else { return "" }
      let address = CellAddress(
        grid: cell.address.grid, row: Int(cell.address.row) + first.row,
        column: Int(cell.address.column) + first.column)
      return values.sheet.display(value, format: values.sheet.shownFormat(at: address))
    }
    let titles = other.sheet.tableInfo(in: cell.address.grid)?.columns ?? []
    let column = Int(cell.address.column) + first.column
    let title = column < titles.count ? titles[column] : String(first.column + 1)
    return ValueChange(
      name: cell.name, old: shown(before, in: self), new: shown(after, in: other),
      cells: ("row \(first.row + 1), column \(title)", changed, rows * columns))
  }

  private func value(_ array: CellArray, _ row: Int, _ column: Int) -> CellValue? {
    row < array.rows && column < array.columns ? array[row, column] : nil
  }
}

extension CellInfo {
  /// Whether it is a cell of a grid, or cells of it that one formula fills.
  fileprivate func isOnGrid(of sheet: LiveSheet) -> Bool { sheet.grids.contains { $0.grid == address.grid } }
}

extension CellArray {
  /// The array with elements of another one of its size in place of blanks, which were no values.
  fileprivate func filledUp(from other: CellArray) -> CellArray {
    guard other.rows == rows, other.columns == columns else { return self }
    return CellArray(
      rows: rows, columns: columns, zip(elements, other.elements).map { own, other in own.isBlank ? other : own })
  }
}
