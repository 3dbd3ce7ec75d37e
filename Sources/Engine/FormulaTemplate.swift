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
  /// Compiled when it is first run: what has a numeric program hardly ever needs it.
  private(set) lazy var program: Program = compiled()
  private let catalog: FunctionCatalog
  let handle: NumericHandle
  let isVolatile: Bool
  let readsDynamically: Bool
  let unknownNames: [String]

  init(tree: FormulaTree, leaves: [FormulaTree.Index: TemplateLeaf], unknownNames: [String], catalog: FunctionCatalog) {
    self.tree = tree
    self.leaves = leaves
    self.unknownNames = unknownNames
    self.catalog = catalog
    guard tree.mayReadMoreThanItNames else {
      isVolatile = false
      readsDynamically = false
      handle = NumericHandle(NumericCompiler.compile(tree: tree, leaves: leaves))
      return
    }
    // Only the compiler tells whether a function that is volatile or reads more than it names is called.
    var compiler = ProgramCompiler(tree: tree, leaves: leaves, catalog: catalog)
    let compiled = compiler.compile()
    isVolatile = compiler.isVolatile
    readsDynamically = compiler.readsDynamically
    handle = NumericHandle(compiler.readsDynamically ? nil : NumericCompiler.compile(tree: tree, leaves: leaves))
    program = compiled
  }

  private func compiled() -> Program {
    var compiler = ProgramCompiler(tree: tree, leaves: leaves, catalog: catalog)
    return compiler.compile()
  }

  deinit { handle.deallocate() }
}

extension FormulaTree {
  /// Whether a call or a range of computed corners may make the formula volatile or let it read what it does not name.
  fileprivate var mayReadMoreThanItNames: Bool {
    for node in nodes {
      switch node {
      case .call, .binary(.range, _, _): return true
      default: continue
      }
    }
    return false
  }
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
