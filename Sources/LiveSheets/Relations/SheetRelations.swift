import CellModel

/// Who reads whom in a sheet, and what happens to what, each known by its name.
///
/// A cell is one item, and so is a fill, a spill range, and each column of a table. A table is one where it is
/// read or changed as a whole. An action stands for the cells that come with it.
package struct SheetRelations: Sendable {
  package enum Kind: String, Sendable {
    case input, constant, formula, state, event, fetch, action, service, column, table
  }

  package struct Item: Sendable {
    package var name: String
    package var kind: Kind
    /// The cells; `nil` for what has none of its own, as an action.
    package var cell: CellInfo?
    package var formula: String?
    package var documentation: String?
    /// The used sheet, the table or the grid that it belongs to.
    package var group: String?
    /// Whether it is a text on a grid.
    package var isLabel = false
    /// Whether it depends on itself.
    package var isOnCycle = false
    /// Whether it is computed and nothing reads it.
    package var isOutput = false

    package init(
      name: String, kind: Kind, cell: CellInfo? = nil, formula: String? = nil, documentation: String? = nil,
      group: String? = nil
    ) {
      self.name = name
      self.kind = kind
      self.cell = cell
      self.formula = formula
      self.documentation = documentation
      self.group = group
    }
  }

  package struct Relation: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// Whether the one makes something happen to the other; else it is read by it.
    package var isEvent: Bool
    /// Whether it is part of a cycle.
    package var isOnCycle = false

    package init(from: Int, to: Int, isEvent: Bool, isOnCycle: Bool = false) {
      self.from = from
      self.to = to
      self.isEvent = isEvent
      self.isOnCycle = isOnCycle
    }
  }

  package var items: [Item] = []
  package var relations: [Relation] = []

  package init() {}

  /// Marks items that depend on each other, or the one that depends on itself.
  package mutating func markCycle(_ cycle: Set<Int>) {
    for item in cycle { items[item].isOnCycle = true }
    for index in relations.indices where !relations[index].isEvent {
      if cycle.contains(relations[index].from), cycle.contains(relations[index].to) {
        relations[index].isOnCycle = true
      }
    }
    if cycle.count == 1, let item = cycle.first {
      relations.append(Relation(from: item, to: item, isEvent: false, isOnCycle: true))
    }
  }

  /// The items without texts on a grid that stand alone, as headings do.
  package var itemsWithoutLabels: [Int] {
    var isRelated = Set(relations.map(\.from))
    isRelated.formUnion(relations.map(\.to))
    return items.indices.filter { isRelated.contains($0) || !items[$0].isLabel }
  }

  /// The item of a name in any case: of a cell, a column as `plan[cash]`, an event or an action.
  package func item(named name: String) -> Int? {
    let key = name.lowercased()
    return items.firstIndex { $0.name.lowercased() == key }
  }

  /// The item that a cell belongs to.
  package func item(of cell: CellInfo) -> Int? {
    item(named: cell.name)
      ?? items.firstIndex { item in
        guard let known = item.cell, item.kind != .table else { return false }
        return (known.area ?? Area(known.address)).contains(cell.address)
      }
  }
}

extension SheetRelations {
  /// Who reads whom, and what happens to what, as a sheet is now.
  package init(of sheet: LiveSheet) {
    var finder = RelationFinder(sheet)
    finder.find()
    self = finder.result
  }
}
