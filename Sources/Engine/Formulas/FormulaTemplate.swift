import CellModel
import Formulas
import Functions

/// A formula without its references, shared by every cell whose formula has the same form.
///
/// `tree` is the tree of the first such formula; `leaves` says for each of its references and names which of the group's
/// references it stands for.
final class FormulaTemplate {
  let tree: FormulaTree
  let leaves: TemplateLeaves
  /// Compiled when it is first run: what has a numeric program hardly ever needs it.
  private(set) lazy var program: Program = compiled()
  /// The functions that the formula calls by name, in upper case.
  private(set) lazy var calledFunctions = tree.calledFunctions
  private let catalog: FunctionCatalog
  let handle: NumericHandle
  let isVolatile: Bool
  let readsDynamically: Bool
  let unknownNames: [String]

  init(tree: FormulaTree, leaves: TemplateLeaves, unknownNames: [String], catalog: FunctionCatalog) {
    self.tree = tree
    self.leaves = leaves
    self.unknownNames = unknownNames
    self.catalog = catalog
    guard tree.mayReadMoreThanItNames else {
      isVolatile = false
      readsDynamically = false
      handle = NumericHandle(NumericCompiler.compile(tree: tree, leaves: leaves, catalog: catalog))
      return
    }
    // Only the compiler tells whether a function that is volatile or reads more than it names is called.
    var compiler = ProgramCompiler(tree: tree, leaves: leaves, catalog: catalog)
    let compiled = compiler.compile()
    isVolatile = compiler.isVolatile
    readsDynamically = compiler.readsDynamically
    handle = NumericHandle(
      compiler.readsDynamically ? nil : NumericCompiler.compile(tree: tree, leaves: leaves, catalog: catalog))
    program = compiled
  }

  /// Whether the result may be what stands in a cell, untouched: neither an operator nor a function of plain numbers has
  /// made it.
  var mayGiveACell: Bool {
    switch tree.nodes.last {
    case .binary, .unary: false
    case .call(let name, _): catalog.function(named: name).map { $0.kernel == nil && $0.numericBody == nil } ?? true
    default: true
    }
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

  fileprivate var calledFunctions: Set<String> {
    var names: Set<String> = []
    for node in nodes { if case .call(let name, _) = node { names.insert(name.uppercased()) } }
    return names
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
  /// A function passed by its name, as in `BYROW(a, SUM)`.
  case function(String)
  case unknownName(String)
  case unknownSheet(String)
  case unknownColumn(String)
  /// A reference to something that was deleted, or outside the grid.
  case deleted
}

/// What stands for the references and names of a tree, in the order of its nodes.
///
/// Most formulas have one to three, so a short list serves better than a dictionary.
struct TemplateLeaves: Sequence {
  private var entries: [(index: FormulaTree.Index, leaf: TemplateLeaf)] = []
  /// The numbers of the references that stand for more than one cell although they are written as one name.
  private var wide: [Int] = []

  init() {}

  mutating func noteWide(_ reference: Int) { wide.append(reference) }
  func isWide(_ reference: Int) -> Bool { wide.contains(reference) }

  subscript(index: FormulaTree.Index) -> TemplateLeaf? {
    get {
      let place = self.place(of: index)
      return place < entries.count && entries[place].index == index ? entries[place].leaf : nil
    }
    set {
      let place = self.place(of: index)
      let isKnown = place < entries.count && entries[place].index == index
      switch newValue {
      case let leaf? where isKnown: entries[place].leaf = leaf
      case let leaf?: entries.insert((index, leaf), at: place)
      case nil: if isKnown { entries.remove(at: place) }
      }
    }
  }

  /// Where an index stands or would stand.
  private func place(of index: FormulaTree.Index) -> Int {
    var low = 0
    var high = entries.count
    // New leaves come at the end.
    if let last = entries.last, last.index < index { return high }
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].index < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func makeIterator() -> some IteratorProtocol<(index: FormulaTree.Index, leaf: TemplateLeaf)> {
    entries.makeIterator()
  }
}

/// What makes two formulas share a template: the tree with every reference reduced to its kind.
struct TemplateKey: Hashable {
  private let bytes: [UInt8]
  private let hash: UInt64

  /// Mixes the bytes once: a table of templates asks for the hash again whenever it grows.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    hash = bytes.withUnsafeBytes { bytes in
      var hash = UInt64(truncatingIfNeeded: bytes.count)
      var index = 0
      while index < bytes.count {
        var word: UInt64 = 0
        if index + 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        } else {
          for byte in bytes[index...] { word = word << 8 | UInt64(byte) }
        }
        // A full product folded: its high half carries what the low bits of a plain product lose.
        let product = (hash ^ word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        hash = product.high ^ product.low
        index += 8
      }
      return hash
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  static func == (a: TemplateKey, b: TemplateKey) -> Bool { a.hash == b.hash && a.bytes == b.bytes }
}
