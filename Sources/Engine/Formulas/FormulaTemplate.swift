import CellModel
import Formulas
import Functions

/// A formula without its references, shared by every cell whose formula has the same form.
///
/// `tree` is the tree of the first such formula; `bindings` says for each of its references, names and calls what it
/// stands for, and which of its numbers each formula has for itself.
final class FormulaTemplate {
  let tree: FormulaTree
  let bindings: NodeBindings
  @exclusivity(unchecked) private var compiled: Program?
  /// The functions that the formula calls, by their names in the catalog.
  private(set) lazy var calledFunctions = Set(bindings.functions.map(\.name))
  private let slotCount: Int
  private let isOnSheet: Bool
  private let countsLogicals: Bool
  private let catalog: FunctionCatalog
  let handle: NumericHandle
  let isVolatile: Bool
  /// Whether it tells which formulas there are.
  let readsFormulas: Bool
  /// Whether it reads cells that it does not name.
  let readsDynamically: Bool
  /// Whether it was seen to ask for what threads that help must not touch.
  var staysOnOneThread = false
  /// Whether rows of a column were seen to come to more than a value of their own when they ran together.
  var standsOut = false
  let unknownNames: [String]

  convenience init(_ formula: __shared EnteredFormula, _ names: NameTable) {
    self.init(
      formula.tree, formula.resolved.bindings, slotCount: formula.resolved.slotCount, isOnSheet: formula.isOnSheet,
      countsLogicals: names.cells.countsLogicals, unknownNames: formula.resolved.unknownNames, names.catalog)
  }

  /// The template of formulas that differ from those of another in their numbers, which stand behind so many references.
  convenience init(sharingNumbersOf other: FormulaTemplate, after references: Int) {
    var bindings = other.bindings
    for (place, number) in other.tree.writtenNumbers.enumerated() {
      bindings[number.node] = .ownNumber(references + place)
    }
    self.init(
      other.tree, bindings, slotCount: other.slotCount, isOnSheet: other.isOnSheet,
      countsLogicals: other.countsLogicals, unknownNames: other.unknownNames, other.catalog)
  }

  private init(
    _ tree: FormulaTree, _ bindings: NodeBindings, slotCount: Int, isOnSheet: Bool, countsLogicals: Bool,
    unknownNames: [String], _ catalog: FunctionCatalog
  ) {
    self.tree = tree
    self.bindings = bindings
    self.slotCount = slotCount
    self.isOnSheet = isOnSheet
    self.countsLogicals = countsLogicals
    self.unknownNames = unknownNames
    self.catalog = catalog
    var traits: SheetFunction.Traits = []
    for function in bindings.functions { traits.formUnion(function.traits) }
    isVolatile = traits.contains(.volatile)
    readsFormulas = traits.contains(.readsFormulas)
    readsDynamically =
      traits.contains(.readsDynamically) || tree.hasComputedRange
      || traits.contains(.resizesThird) && tree.resizesWhatIsComputed(bindings)
    handle = NumericHandle(readsDynamically ? nil : NumericCompiler.compile(tree, bindings, isOnSheet: isOnSheet))
  }

  deinit { handle.deallocate() }

  /// Whether several rows of a column may run together.
  var runsInBlocks: Bool { !standsOut && !readsDynamically && !isVolatile && program.runsInBlocks }

  /// Compiled when it is first run: what has a numeric program hardly ever needs it.
  var program: Program {
    if let compiled { return compiled }
    let program = ProgramCompiler.compile(
      tree, bindings, slotCount: slotCount, isOnSheet: isOnSheet, countsLogicals: countsLogicals, catalog)
    compiled = program
    return program
  }
}

extension FormulaTree {
  /// Whether it has a range of which a corner is known only when it is evaluated.
  fileprivate var hasComputedRange: Bool {
    nodes.contains { node in
      if case .binary(.range, let left, let right) = node { !isNumber(left) && !isNumber(right) } else { false }
    }
  }

  /// Whether a call reads more of a third argument than that names, in the size of a first, and not both stand there.
  fileprivate func resizesWhatIsComputed(_ bindings: NodeBindings) -> Bool {
    nodes.indices.contains { position in
      guard case .call(_, let arguments) = nodes[position], arguments.count > 2,
        case .function(let function)? = bindings[Index(position)], function.traits.contains(.resizesThird)
      else { return false }
      if case .missing = self[arguments[2]] { return false }
      return [arguments[0], arguments[2]].contains { bindings[$0]?.reference == nil }
    }
  }

  /// Whether a node is a value as written, which costs nothing to evaluate.
  func isLiteral(_ index: Index) -> Bool {
    switch self[index] {
    case .number, .date, .text, .logical: true
    default: false
    }
  }

  /// Whether a node is a number as written.
  func isNumber(_ index: Index) -> Bool { if case .number = self[index] { true } else { false } }
}
