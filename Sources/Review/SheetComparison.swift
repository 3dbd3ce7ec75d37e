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
  /// What it showed and shows, of several cells the first that differs; `nil` for a blank.
  package var old: String?
  package var new: String?
  /// The address of that cell, and how many of how many differ; `nil` for a single one.
  package var cells: (first: String, changed: Int, count: Int)?
  /// The names of the definitions whose edit moved it; `nil` if there were too many edits to find out.
  package var causes: [String]?
  /// Whether a file that is read moved it, by itself or with an edit.
  package var isMovedByFile = false
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
  /// Whether nothing differs.
  package var isEmpty: Bool { difference.changes.isEmpty && values.isEmpty && outcomes.isEmpty }

  /// What the old version reads, where that may be something else than the new one reads.
  package struct FormerReading {
    fileprivate let environment: LiveSheet.Environment
    /// Whether a file that was read so far is another one.
    fileprivate let differs: () -> Bool

    package init(environment: LiveSheet.Environment, differs: @escaping () -> Bool) {
      (self.environment, self.differs) = (environment, differs)
    }
  }

  /// The most statements that are loaded anew to find which edit moved which value.
  static let replayLimit = 400_000

  /// - Complexity: Two loads of the sheet, and two more for each edit that reaches a value which another one reaches, too.
  package init(
    _ old: SheetDocument, _ new: SheetDocument, environment: LiveSheet.Environment, former: FormerReading? = nil
  ) {
    difference = DefinitionDifference(old, new, in: environment.catalog)
    guard !difference.changes.isEmpty || former != nil && old.readsFiles else { return }
    let environments = Environments(old: former?.environment ?? environment, new: environment)
    let sheets = (
      LiveSheet(difference.old, environment: environments.old), LiveSheet(difference.new, environment: environments.new)
    )
    let readsOthers = former?.differs() ?? false
    guard !difference.changes.isEmpty || readsOthers else { return }
    let before = ShownValues(sheets.0, unlike: sheets.1)
    let after = ShownValues(sheets.1, unlike: sheets.0)
    let changes = before.changes(to: after)
    values = changes.map(\.change)
    if !values.isEmpty { findCauses(of: changes.map(\.place), before, after, environments, readsOthers: readsOthers) }
    outcomes = Self.outcomes(before.sheet, after.sheet, environments)
  }

  private struct Environments {
    let old: LiveSheet.Environment
    let new: LiveSheet.Environment
  }

  // MARK: Causes

  /// - Parameters:
  ///   - places: Where the values stand that changed.
  ///   - readsOthers: Whether a value may have been moved by a file, without any edit.
  private mutating func findCauses(
    of places: [ShownPlace], _ before: ShownValues, _ after: ShownValues, _ environments: Environments,
    readsOthers: Bool
  ) {
    let edit = PartialEdit(difference)
    let candidates = edit.replayable
    guard candidates.count > 1 || readsOthers else {
      for index in values.indices { values[index].causes = candidates.map { difference.changes[$0].name } }
      return
    }
    if readsOthers { findMovesByFiles(at: places, before, after, environments) }
    var disputed = Set(candidates)
    if !readsOthers, let reach = EditReach(difference, edits: candidates, before.sheet, after.sheet) {
      disputed = []
      for index in values.indices {
        guard let old = before.entry(at: places[index]), let new = after.entry(at: places[index]) else { continue }
        let reaching = reach.edits(reaching: old.cell, new.cell)
        if reaching.count == 1 {
          values[index].causes = reaching.map { difference.changes[$0].name }
        } else {
          disputed.formUnion(reaching.isEmpty ? candidates : reaching)
        }
      }
    }
    guard disputed.count * 2 * difference.new.statements.count <= Self.replayLimit else { return }
    var causes: [[String]] = Array(repeating: [], count: values.count)
    for candidate in candidates where disputed.contains(candidate) {
      let others = Set(candidates).subtracting([candidate])
      let alone = ShownValues(LiveSheet(edit.document(without: others), environment: environments.old))
      let without = ShownValues(LiveSheet(edit.document(without: [candidate]), environment: environments.new))
      for (index, place) in places.enumerated()
      where alone.differs(from: before, at: place) || without.differs(from: after, at: place) {
        causes[index].append(difference.changes[candidate].name)
      }
    }
    for index in values.indices where values[index].causes == nil { values[index].causes = causes[index] }
  }

  /// Finds the values that other files move in the old text, or those of before in the new one.
  private mutating func findMovesByFiles(
    at places: [ShownPlace], _ before: ShownValues, _ after: ShownValues, _ environments: Environments
  ) {
    let fresh = ShownValues(LiveSheet(difference.old, environment: environments.new))
    let stale = ShownValues(LiveSheet(difference.new, environment: environments.old))
    for (index, place) in places.enumerated() {
      values[index].isMovedByFile = fresh.differs(from: before, at: place) || stale.differs(from: after, at: place)
    }
  }

  // MARK: Tests and checks

  private static func outcomes(
    _ old: LiveSheet, _ new: LiveSheet, _ environments: Environments
  ) -> [OutcomeChange] {
    let before = results(of: old, environments.old)
    let known = Dictionary(before.map { ($0.title, $0.isPassed) }) { first, _ in first }
    return results(of: new, environments.new).compactMap { result in
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
    let broken = Set(sheet.checks.broken.map(\.title))
    var results: [Result] = document.statements.enumerated().compactMap { index, statement in
      guard case .check(let check) = statement.kind else { return nil }
      let kind: BrokenCheck.Kind = check.isAlways ? .always : .never
      let title = kind.title(of: check.label.text)
      return Result(title: title, isPassed: !broken.contains(title), statement: index)
    }
    TestRunner(document: document, environment: environment).run { result in
      results.append(
        Result(
          title: "test \"\(result.label)\"", isPassed: result.isPassed,
          statement: document.statementIndex(at: result.span.lower)))
    }
    return results
  }
}

extension SheetDocument {
  /// Whether a sheet or a table of it stands in another file.
  fileprivate var readsFiles: Bool {
    statements.contains { statement in
      switch statement.kind {
      case .use: true
      case .table(let table): table.source != nil || table.instanceSource != nil
      default: false
      }
    }
  }
}
