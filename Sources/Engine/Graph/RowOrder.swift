import CellModel

/// In which order groups that read each other can be evaluated row by row, from the top down.
///
/// So it is with most schedules: the interest of a row comes of the balance above it, the balance of the one above it and of
/// its own row's interest. Then each cell has a place without anybody looking at all cells: what a row reads lies above it,
/// or in the same row in a group that comes before.
struct RowOrder {
  /// More groups than these are ordered cell by cell.
  private static let mostGroups = 256

  private let formulas: FormulaStore
  private let members: [GroupID]
  private var columns: [GridColumn: [Int]] = [:]
  /// The members of which each reads its own row.
  private var besides: [[Int]]

  /// The members in the order of their evaluation in a row; `nil` where rows are not enough to tell.
  static func order(_ members: [GroupID], in graph: DependencyGraph) -> [GroupID]? {
    // A component of single formulas has no rows to go down.
    guard members.count <= mostGroups, members.contains(where: { !graph.formulas[$0].isSingle }) else { return nil }
    for id in members {
      guard !graph.formulas.template(of: id).readsDynamically,
        !graph.cells.spills.hasAnchor(in: graph.formulas[id].area)
      else {
        return nil
      }
    }
    var order = RowOrder(members, graph.formulas)
    for number in members.indices { guard order.addReads(of: number) else { return nil } }
    return order.sorted()
  }

  private init(_ members: [GroupID], _ formulas: FormulaStore) {
    self.formulas = formulas
    self.members = members
    besides = Array(repeating: [], count: members.count)
    for (number, id) in members.enumerated() {
      columns[GridColumn(grid: formulas[id].grid, column: formulas[id].column), default: []].append(number)
    }
  }

  /// Notes which members a member reads in its own row; `false` when it reads one below that.
  private mutating func addReads(of number: Int) -> Bool {
    let group = formulas[members[number]]
    var isOrdered = true
    formulas.forEachReference(of: group) { _, reference in
      let area = reference.areaRead(from: group.rows)
      for (column, others) in columns
      where isOrdered && reference.reads(column: column.column, of: column.grid) {
        for other in others {
          let read = formulas[members[other]]
          guard area.intersection(read.area) != nil, read.last >= group.first else { continue }
          switch reference.lowest(for: group) {
          case .above: continue
          case .own where other != number: besides[number].append(other)
          case .own, .below: isOrdered = false
          }
        }
      }
    }
    return isOrdered
  }

  /// The members, each behind those of which it reads its own row.
  private func sorted() -> [GroupID]? {
    var order: [GroupID] = []
    var states = [Int8](repeating: 0, count: members.count)
    func visit(_ number: Int) -> Bool {
      switch states[number] {
      case 2: return true
      case 1: return false
      default:
        states[number] = 1
        for other in besides[number] { guard visit(other) else { return false } }
        states[number] = 2
        order.append(members[number])
        return true
      }
    }
    for number in members.indices { guard visit(number) else { return nil } }
    return order
  }
}

extension GroupReference {
  fileprivate enum Lowest { case above, own, below }

  /// Where the lowest row that it reads lies, seen from the rows of a group.
  fileprivate func lowest(for group: FormulaGroup) -> Lowest {
    func place(_ row: Int32, isRelative: Bool) -> Int32 { isRelative ? row : row - group.first }
    let lowest = max(place(top, isRelative: topIsRelative), place(bottom, isRelative: bottomIsRelative))
    return lowest < 0 ? .above : lowest == 0 ? .own : .below
  }
}
