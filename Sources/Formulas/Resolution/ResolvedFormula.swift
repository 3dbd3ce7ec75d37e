import CellModel
import Functions

/// A formula of which everything that is written as a name or an address has a binding.
///
/// It is made once, by ``FormulaResolver``; whoever compiles, orders or explains the formula works with it and looks no
/// name up again. Formulas with equal keys have equal bindings and differ in their references only.
package struct ResolvedFormula: Sendable {
  /// What it has in common with the formulas that may share its compiled form.
  package var key: TemplateKey
  package var bindings: NodeBindings
  package var references: [ResolvedReference]
  /// The names in lower case that mean nothing.
  package var unknownNames: [String]
  /// How many local names it declares.
  package var slotCount: Int
}

/// The cells that a part of a formula means.
package struct ResolvedReference: Sendable, Hashable {
  /// As seen from the cell in which the formula stands.
  package var area: Area
  /// Whether the first and last row move with the formula.
  package var topIsRelative: Bool
  package var bottomIsRelative: Bool
  /// Whether it is one cell, whose value is read, rather than an area.
  package var isCell: Bool
  /// Whether only the place matters, as to ROW, so that no value is read.
  package var isPlaceOnly = false
  /// Whether only how many rows the table has matters, as to ROWS; the area follows them.
  package var isMeasured = false

  package init(_ area: Area, topIsRelative: Bool = false, bottomIsRelative: Bool = false, isCell: Bool) {
    self.area = area
    self.topIsRelative = topIsRelative
    self.bottomIsRelative = bottomIsRelative
    self.isCell = isCell
  }
}

/// What a node of a formula stands for where it is a reference, a name or a call.
package enum NodeBinding: Sendable {
  /// A reference to one cell, by its number.
  case cell(Int)
  /// A reference to anything else.
  case area(Int)
  /// Several references at once: a run of sheets.
  case areas([Int])
  /// The cell one row up, for PREVIOUS.
  case previous(Int)
  /// The column names of a table from one to another, then the data if a reference follows.
  case headers([String], data: Int?)
  /// A name that the formula binds, by its slot.
  case local(Int)
  /// An argument that declares a name.
  case declaration(Int)
  /// The function that a call calls, or that is passed by its name, as in `BYROW(a, SUM)`.
  case function(SheetFunction)
  case unknownName(String)
  case unknownSheet(String)
  case unknownColumn(String)
  /// The row of a table for a formula that stands in none of its rows.
  case outsideTable
  /// A reference to something that was deleted, or outside the grid.
  case deleted
  /// A number that each formula of a template has for itself, by the number of what stands for it among the references.
  case ownNumber(Int)

  /// The number of the one reference that it is.
  package var reference: Int? {
    switch self {
    case .cell(let number), .area(let number): number
    default: nil
    }
  }
}

/// The bindings of a tree, in the order of its nodes.
///
/// Most formulas have one to three, so a short list serves better than a dictionary.
package struct NodeBindings: Sendable, Sequence {
  private var entries: [(node: FormulaTree.Index, binding: NodeBinding)] = []

  package init() {}

  package subscript(node: FormulaTree.Index) -> NodeBinding? {
    get {
      let place = place(of: node)
      return place < entries.count && entries[place].node == node ? entries[place].binding : nil
    }
    set {
      let place = place(of: node)
      let isKnown = place < entries.count && entries[place].node == node
      switch newValue {
      case let binding? where isKnown: entries[place].binding = binding
      case let binding?: entries.insert((node, binding), at: place)
      case nil: if isKnown { entries.remove(at: place) }
      }
    }
  }

  /// Where a node stands or would stand.
  private func place(of node: FormulaTree.Index) -> Int {
    var low = 0
    var high = entries.count
    // New bindings come at the end.
    if let last = entries.last, last.node < node { return high }
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].node < node { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The functions that are called or passed on.
  package var functions: [SheetFunction] {
    entries.compactMap { if case .function(let function) = $0.binding { function } else { nil } }
  }

  package func makeIterator() -> some IteratorProtocol<(node: FormulaTree.Index, binding: NodeBinding)> {
    entries.makeIterator()
  }
}
