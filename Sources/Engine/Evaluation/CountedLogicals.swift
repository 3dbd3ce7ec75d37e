import CellModel
import Formulas
import Functions

/// The nodes of a formula whose TRUE and FALSE are 1 and 0 to what uses them.
///
/// To LibreOffice a logical is a number that is shown as a word, so where an engine counts logicals,
/// ``CellStore/countsLogicals``, a formula has a number wherever it goes on with one. What is only given on, as the
/// result or from a branch of IF, stays a logical; arithmetic and conditions take it for a number anyway.
struct CountedLogicals {
  private let tree: FormulaTree
  private let bindings: NodeBindings
  private(set) var nodes: [Bool]

  init(of tree: FormulaTree, _ bindings: NodeBindings) {
    self.tree = tree
    self.bindings = bindings
    nodes = Array(repeating: false, count: tree.nodes.count)
    // What uses a node stands behind it.
    for position in tree.nodes.indices.reversed() {
      spread(from: FormulaTree.Index(position))
      if nodes[position], !mayBeLogical(FormulaTree.Index(position)) { nodes[position] = false }
    }
  }

  private mutating func count(_ operands: some Sequence<FormulaTree.Index>, _ counts: Bool) {
    for operand in operands { nodes[Int(operand)] = counts }
  }

  /// Says of the operands of a node whether they are counted.
  private mutating func spread(from index: FormulaTree.Index) {
    let own = nodes[Int(index)]
    switch tree[index] {
    case .parenthesized(let operand), .unary(.plus, let operand): count([operand], own)
    case .unary: break
    case .binary(let op, let left, let right): count([left, right], !op.isArithmetic && !op.joinsReferences)
    case .call(_, let arguments): spread(from: index, own, to: arguments)
    case .apply(_, let arguments): count(arguments, true)
    case .array(_, _, let elements): count(elements, true)
    default: break
    }
  }

  private mutating func spread(from call: FormulaTree.Index, _ own: Bool, to arguments: [FormulaTree.Index]) {
    guard case .function(let function)? = bindings[call] else { return count(arguments, true) }
    count(arguments, !function.traits.contains(.tellsLogicals) && !function.form.takesConditions)
    if function.form == .lambda { count(arguments, true) }
    for place in function.form.results(of: arguments.count) { nodes[Int(arguments[place])] = own }
  }

  private func mayBeLogical(_ index: FormulaTree.Index) -> Bool {
    switch tree[index] {
    case .logical, .reference, .structured, .name, .apply, .member, .subscript_: true
    case .binary(let op, _, _): !op.isArithmetic && !op.joinsReferences && op != .concatenate
    case .call:
      // Of other forms the results are counted one by one.
      if case .function(let function)? = bindings[index] { function.form == .call } else { true }
    default: false
    }
  }
}

extension FunctionForm {
  /// Whether what it takes beside its results are conditions, or the place of one.
  fileprivate var takesConditions: Bool {
    switch self {
    case .branch, .selection, .choice(comparesFirst: false): true
    default: false
    }
  }
}

extension Operand {
  /// The operand with numbers for logicals; a reference as it is, for whoever reads it counts them.
  consuming func countingLogicals() -> Operand {
    switch consume self {
    case .value(let value): .value(value.countingLogicals)
    case let other: other
    }
  }
}

extension CellValue {
  /// The value with 1 for TRUE and 0 for FALSE.
  var countingLogicals: CellValue {
    switch self {
    case .logical(let logical): .number(logical ? 1 : 0)
    case .array(let array): .array(array.countingLogicals)
    default: self
    }
  }
}

extension CellArray {
  fileprivate var countingLogicals: CellArray {
    guard let boxed else { return map(\.countingLogicals) }
    guard boxed.boxes.contains(where: \.isLogical) else { return self }
    return CellArray(
      rows: rows, columns: columns, BoxedElements(boxed.boxes.map(\.countingLogicals), others: boxed.others))
  }
}

extension BoxedValue {
  var isLogical: Bool { @inline(__always) get { bits >> 48 == UInt64(Kind.logical.rawValue) } }

  /// The box of 1 for TRUE and of 0 for FALSE.
  var countingLogicals: BoxedValue { isLogical ? BoxedValue(logical ? 1 : 0) : self }
}

extension CellStore {
  /// The same runs as ``forEachRun(in:_:)`` gives, with numbers for logicals.
  func forEachCountedRun(
    in area: Area, _ body: (_ row: Int, _ column: Int, UnsafeBufferPointer<BoxedValue>) -> Void
  ) {
    forEachRun(in: area) { row, column, run in
      guard run.contains(where: \.isLogical) else { return body(row, column, run) }
      withUnsafeTemporaryAllocation(of: BoxedValue.self, capacity: run.count) { counted in
        for (place, box) in run.enumerated() { counted.initializeElement(at: place, to: box.countingLogicals) }
        body(row, column, UnsafeBufferPointer(counted))
      }
    }
  }
}
