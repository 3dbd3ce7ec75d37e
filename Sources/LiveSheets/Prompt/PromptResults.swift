import CellModel
import Diagnostics
import Engine
import Formulas
import Functions

/// The latest values that a prompt has shown: `_` is the last one, `_1` the one before it, and so on to `_9`.
struct PromptResults {
  private static let limit = 10
  private var values: [CellValue] = []

  /// Whether a name is that of an earlier result.
  static func isName(_ name: String) -> Bool {
    guard name.first == "_" else { return false }
    return name == "_" || (name.utf8.count == 2 && name.utf8.last.map { (0x31...0x39).contains($0) } == true)
  }

  /// What an expression names of earlier results that are not there.
  func findings(in tree: FormulaTree, of sheet: LiveSheet) -> [Diagnostic] {
    tree.freeNames(LexicalScopes(tree, sheet.environment.catalog)).filter { use in
      let name = use.value.name
      return Self.isName(name) && use.value.sheet == nil && sheet.engine.names.binding(of: name, in: sheet.scope) == nil
    }.prefix(1).map { LiveFinding.noResult($0.value.name, $0.span).diagnostic }
  }

  mutating func add(_ value: CellValue) {
    values.insert(value, at: 0)
    if values.count > Self.limit { values.removeLast() }
  }

  /// Puts the values where expressions find them, unless the sheet has a cell of that name.
  func show(in sheet: LiveSheet) {
    guard !values.isEmpty else { return }
    for (number, value) in values.enumerated() {
      let address = sheet.engine.names.add(number == 0 ? "_" : "_\(number)", in: sheet.scope)
      if !sheet.definitions.contains(address) { sheet.engine.setConstant(value, at: address) }
    }
    sheet.engine.recalculate()
  }
}
