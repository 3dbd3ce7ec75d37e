import CellModel
import FormulaSyntax
import Functions

/// A formula without its references, shared by every cell whose formula has the same form.
///
/// `tree` is the tree of the first such formula; `leaves` says for each of its references and names which of the group's
/// references it stands for.
final class FormulaTemplate {
  let tree: FormulaTree
  let leaves: [FormulaTree.Index: TemplateLeaf]
  let program: Program
  let handle: NumericHandle
  let isVolatile: Bool
  let readsDynamically: Bool
  let unknownNames: [String]

  init(tree: FormulaTree, leaves: [FormulaTree.Index: TemplateLeaf], unknownNames: [String], catalog: FunctionCatalog) {
    self.tree = tree
    self.leaves = leaves
    self.unknownNames = unknownNames
    var compiler = ProgramCompiler(tree: tree, leaves: leaves, catalog: catalog)
    program = compiler.compile()
    isVolatile = compiler.isVolatile
    readsDynamically = compiler.readsDynamically
    handle = NumericHandle(compiler.readsDynamically ? nil : NumericCompiler.compile(tree: tree, leaves: leaves))
  }

  deinit { handle.deallocate() }
}

/// What stands in a template where a formula has a reference or a name.
enum TemplateLeaf: Hashable {
  /// A reference of the group by its number.
  case reference(Int)
  /// Several at once: a run of sheets.
  case references([Int])
  /// The value of one cell whose number is a reference; kept apart so that `PREVIOUS` and rows of tables read it.
  case previous(Int)
  /// The column names of a table from one to another, then the data if a reference follows.
  case headers([String], data: Int?)
  case unknownName(String)
  case unknownSheet(String)
  case unknownColumn(String)
  /// A reference to something that was deleted, or outside the grid.
  case deleted
}

/// What makes two formulas share a template: the tree with every reference reduced to its kind.
struct TemplateKey: Hashable {
  let bytes: [UInt8]
}
