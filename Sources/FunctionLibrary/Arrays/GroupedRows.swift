import CellModel
import Functions

/// The rows of a table gathered by the values of some fields, and what a function makes of each group.
///
/// The *prefix* of a group is its first few fields; a prefix has a subtotal, the empty prefix the grand total.
struct GroupedRows {
  struct Group {
    let key: [OrderKey]
    /// The fields as they are spelled where the group appears first.
    let labels: [CellValue]
    var members: [Int]
  }

  let depth: Int
  private(set) var groups: [Group] = []
  /// The rows of each prefix, the groups themselves and the empty prefix included.
  private(set) var members: [[OrderKey]: [Int]] = [:]

  init(_ fields: CellArray, rows: [Int]) {
    depth = fields.columns
    var places: [[OrderKey]: Int] = [:]
    for row in rows {
      let key: [OrderKey] = fields.row(row).map(OrderKey.init)
      if let place = places[key] {
        groups[place].members.append(row)
      } else {
        places[key] = groups.count
        groups.append(Group(key: key, labels: Array(fields.row(row)), members: [row]))
      }
    }
    for group in groups {
      for length in 0...depth {
        members[Array(group.key.prefix(length)), default: []].append(contentsOf: group.members)
      }
    }
    // A function may depend on the order of its values, so a prefix has them in the order of the table.
    if groups.count > 1 { members = members.mapValues { $0.sorted() } }
  }

  /// Sorts the groups by columns counted from 1, descending when negative; those after the fields are aggregates.
  ///
  /// In a hierarchy an order applies at each level among the groups of one prefix; in a table to each group alone.
  mutating func sort(
    by orders: [Int], isTable: Bool, aggregate: (_ prefix: [OrderKey], _ column: Int) -> OrderKey
  ) {
    let depth = depth
    func compare(_ a: Group, _ b: Group) -> Int {
      var level = 0
      while level < depth - 1, a.key[level] == b.key[level] { level += 1 }
      for order in orders {
        let column = abs(order) - 1
        var result = 0
        if column >= depth {
          let length = isTable ? depth : level + 1
          result = aggregate(Array(a.key.prefix(length)), column - depth)
            .compare(aggregate(Array(b.key.prefix(length)), column - depth))
        } else if isTable || column == level {
          result = a.key[column].compare(b.key[column])
        }
        if result != 0 { return order < 0 ? -result : result }
      }
      for column in 0..<depth {
        let result = a.key[column].compare(b.key[column])
        if result != 0 { return result }
      }
      return 0
    }
    groups.sort { compare($0, $1) < 0 }
  }

  /// The lines of the result in order: each group, and before or after it the prefixes whose subtotals are wanted.
  ///
  /// - Parameter totalDepth: 0 for no totals, 1 for the grand total, 2 and more for subtotals; negative for totals first.
  func lines(totalDepth: Int) -> [(prefix: [OrderKey], labels: [CellValue])] {
    let levels = min(max(0, abs(totalDepth) - 1), depth - 1)
    let totalLabel: CellValue = .text(levels > 0 ? "Grand Total" : "Total")
    func padded(_ labels: some Sequence<CellValue>) -> [CellValue] {
      let labels = Array(labels)
      return labels + Array(repeating: "", count: depth - labels.count)
    }
    var lines: [(prefix: [OrderKey], labels: [CellValue])] = []
    if totalDepth < 0 { lines.append(([], padded([totalLabel]))) }
    for (position, group) in groups.enumerated() {
      let previous: [OrderKey]? = position > 0 ? groups[position - 1].key : nil
      let next: [OrderKey]? = position + 1 < groups.count ? groups[position + 1].key : nil
      for level in stride(from: 1, through: levels, by: 1) where totalDepth < 0 {
        let prefix = Array(group.key.prefix(level))
        if previous?.starts(with: prefix) != true { lines.append((prefix, padded(group.labels.prefix(level)))) }
      }
      lines.append((group.key, group.labels))
      for level in stride(from: levels, to: 0, by: -1) where totalDepth > 0 {
        let prefix = Array(group.key.prefix(level))
        if next?.starts(with: prefix) != true { lines.append((prefix, padded(group.labels.prefix(level)))) }
      }
    }
    if totalDepth > 0 { lines.append(([], padded([totalLabel]))) }
    return lines
  }
}
