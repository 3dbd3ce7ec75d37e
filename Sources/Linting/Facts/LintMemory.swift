import Functions
import SheetText

/// What rules have seen of a text, kept for when it is looked at again after a change.
///
/// Judging a sheet with the memory of another text gives what judging it without one gives; what its statements say to
/// rules is found anew only where the texts differ.
package final class LintMemory {
  private var document: SheetDocument?
  private var table = FactTable()

  package init() {}

  /// The facts of a text.
  func facts(of document: SheetDocument, _ catalog: FunctionCatalog) -> FactTable {
    if table.isOutgrown {
      self.document = nil
      table = FactTable()
    }
    let former = self.document?.statements.count ?? 0
    let kept = self.document.map { document.statementsKept(from: $0) } ?? (leading: 0, trailing: 0)
    table.replace(
      kept.leading..<former - kept.trailing, by: kept.leading..<document.statements.count - kept.trailing, of: document,
      catalog)
    self.document = document
    return table
  }

  /// The rules of its parts that do not hold, worded for a bug report.
  func brokenRules() -> [String] { document.map { table.brokenRules(of: $0) } ?? [] }
}
